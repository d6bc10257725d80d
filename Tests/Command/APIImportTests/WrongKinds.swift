import APIImport
import Foundation
import MethodicalGenerator

/// The documents that a document becomes if one of its values is replaced by another.
struct WrongKinds {
    private let document: [String: Any]
    /// The values that replace others. Each place takes two of them, or all if `METHODICAL_ALL_WRONG_KINDS` is set,
    /// which takes minutes.
    private static let replacements = ["null", "true", "7", "\"x\"", "\"\"", "[]", "[3]", "{}", "{\"a\":{}}"]

    init(_ file: URL) throws {
        document = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any] ?? [:]
    }

    /// Imports each of the documents, and returns those that the generator refuses.
    ///
    /// - Parameter isKnown: Indicates whether the format of a document can still be told.
    func refused(_ isKnown: ([String: Any]) -> Bool) throws -> [String] {
        var refused: [String] = []
        for place in 0..<Self.count(document) {
            let all = Self.replacements
            let two = [all[place % all.count], all[(place / all.count + 4) % all.count]]
            for replacement in ProcessInfo.processInfo.environment["METHODICAL_ALL_WRONG_KINDS"] == nil ? two : all {
                var counter = place
                let value = try JSONSerialization.jsonObject(with: Data(replacement.utf8), options: .fragmentsAllowed)
                let changed = Self.replaced(document, by: value, &counter)
                guard let root = changed as? [String: Any], isKnown(root) else { continue }
                let bytes = try JSONSerialization.data(withJSONObject: root, options: .sortedKeys)
                var options = ImportOptions()
                options.name = "Fuzz"
                let errors = try Import(bytes, options).compilation.diagnostics.filter { $0.severity == .error }
                if !errors.isEmpty { refused.append("\(String(decoding: bytes, as: UTF8.self)): \(errors)") }
            }
        }
        return refused
    }

    /// Returns the number of values in a value.
    private static func count(_ value: Any) -> Int {
        if let object = value as? [String: Any] { return 1 + object.values.reduce(0) { $0 + count($1) } }
        if let list = value as? [Any] { return 1 + list.reduce(0) { $0 + count($1) } }
        return 1
    }

    /// Returns a value in which the one that the counter reaches is replaced. Each value visited counts down by one.
    private static func replaced(_ value: Any, by new: Any, _ counter: inout Int) -> Any {
        counter -= 1
        if counter == -1 { return new }
        if let object = value as? [String: Any] {
            var result: [String: Any] = [:]
            for (key, child) in object.sorted(by: { $0.key < $1.key }) {
                result[key] = replaced(child, by: new, &counter)
            }
            return result
        }
        if let list = value as? [Any] { return list.map { replaced($0, by: new, &counter) } }
        return value
    }
}
