import APIImport
import Foundation
import MethodicalGenerator
import Testing

/// Documents in which one value has been replaced by another. Whatever it is, the import ends, and the generator
/// accepts the files.
@Suite struct WrongKindTests {
    static let cases = (ImportCase.all(in: "Imports") + ImportCase.all(in: "Reports")).filter {
        $0.name.hasPrefix("discovery-") || $0.name.hasPrefix("telegram-")
    }
    /// The values that replace others. Each place takes two of them, or all if `METHODICAL_ALL_WRONG_KINDS` is set,
    /// which takes minutes.
    private static let replacements = ["null", "true", "7", "\"x\"", "\"\"", "[]", "[3]", "{}", "{\"a\":{}}"]

    @Test(arguments: cases) func eachValue(_ golden: ImportCase) throws {
        let text = [UInt8](try Data(contentsOf: golden.folder.appending(path: "source.json")))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
        let count = Self.count(document)
        var refused: [String] = []
        for place in 0..<count {
            let all = Self.replacements
            let two = [all[place % all.count], all[(place / all.count + 4) % all.count]]
            for replacement in ProcessInfo.processInfo.environment["METHODICAL_ALL_WRONG_KINDS"] == nil ? two : all {
                var counter = place
                let value = try JSONSerialization.jsonObject(with: Data(replacement.utf8), options: .fragmentsAllowed)
                let changed = Self.replaced(document, by: value, &counter)
                guard let root = changed as? [String: Any], Self.isKnown(root) else { continue }
                let bytes = try JSONSerialization.data(withJSONObject: root, options: .sortedKeys)
                let result = try Import(bytes, ImportOptions(name: "Fuzz", baseURL: "https://api.example.com/"))
                let errors = result.compilation.diagnostics.filter { $0.severity == .error }
                if !errors.isEmpty { refused.append("\(String(decoding: bytes, as: UTF8.self)): \(errors)") }
            }
        }
        #expect(refused.isEmpty, "\(refused.count) documents, such as \(refused.first ?? "")")
    }

    /// Indicates whether the format of the document can still be told.
    private static func isKnown(_ root: [String: Any]) -> Bool {
        root["discoveryVersion"] != nil || root["methods"] is [String: Any] && root["types"] is [String: Any]
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

extension ImportOptions {
    fileprivate init(name: String, baseURL: String) {
        self.init()
        (self.name, self.baseURL) = (name, baseURL)
    }
}
