import Foundation
import Methodical

// This file is compiled here and also, unchanged, in a package that uses the plugin. It does not know schemas.

/// Checks the properties that hold for every generated type and every valid sample of it.
public struct RoundTrip {
    public private(set) var failures: [String] = []
    public private(set) var typeCount = 0
    public private(set) var sampleCount = 0
    private let module: String
    private var types: [Substring: any APIValue.Type] = [:]

    /// - Parameter module: The module of the generated types.
    public init(module: String) { self.module = "\(module.utf8.count)\(module)" }

    /// Checks a `SampleCase`, given as a line of texts separated by zeros.
    public mutating func check(line: [UInt8]) {
        let parts = line.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        let words = parts.prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count >= 4 else { return failures.append("no case: \(words)") }
        guard let type = type(words[0]) else { return failures.append("\(words[1]): no such type: \(words[0])") }
        sampleCount += 1
        let check = RoundTripCheck(json: parts[2], written: parts[3], altered: Array(parts[4...]))
        check.run(type)
        failures += check.failures.map {
            "\(words[1]): \($0)\n    \(String(decoding: parts[2].prefix(2000), as: UTF8.self))"
        }
    }

    /// Finds a type as the runtime does. Namespaces are structs if they can be called, and enums otherwise.
    public mutating func type(_ name: String) -> (any APIValue.Type)? {
        if let type = types[name[...]] { return type }
        var names = [module]
        for (place, part) in name.split(separator: "?", omittingEmptySubsequences: false).enumerated() {
            names = place == 0 ? names.map { $0 + part } : names.flatMap { [$0 + "V" + part, $0 + "O" + part] }
        }
        let found = names.lazy.compactMap { _typeByName($0) as? any APIValue.Type }.first
        if let found {
            types[name[...]] = found
            typeCount += 1
        }
        return found
    }
}

/// The check of one sample of one type.
final class RoundTripCheck {
    let json: [UInt8]
    let written: [UInt8]
    let altered: [[UInt8]]
    private(set) var failures: [String] = []

    init(json: [UInt8], written: [UInt8], altered: [[UInt8]]) {
        self.json = json
        self.written = written
        self.altered = altered
    }

    func run<Value: APIValue>(_ type: Value.Type) {
        guard let value = attempt("strict reading", { try Value(json: json, reading: .strict) }) else { return }
        same("strict reading again", value) { try Value(json: json, reading: .strict) }
        var mismatches: [Mismatch] = []
        same("tolerant reading", value) { try Value(json: json, reading: .tolerant, mismatches: &mismatches) }
        // A sample may fit several alternatives, which is reported.
        mismatches.removeAll { $0.expected == "a value that fits one alternative only" }
        if !mismatches.isEmpty { failures.append("mismatches of a valid sample: \(mismatches)") }
        same("JSONDecoder", value) { try JSONDecoder().decode(Value.self, from: Data(json)) }
        if let text = attempt("writing", { try value.json() }) {
            let isExact = attempt(
                "reading what was written",
                { try JSON(json: text, reading: .strict) == JSON(json: written, reading: .strict) })
            if isExact == false { failures.append("writing made \(String(decoding: text, as: UTF8.self))") }
            same("JSONDecoder of what was written", value) { try JSONDecoder().decode(Value.self, from: Data(text)) }
        }
        if let data = attempt("JSONEncoder", { try JSONEncoder().encode([value]) }) {
            same("JSONDecoder of JSONEncoder", value) { try JSONDecoder().decode([Value].self, from: data)[0] }
            same("reading what JSONEncoder made", value) { try [Value](json: Array(data), reading: .strict)[0] }
        }
        lists(value)
        for text in altered { differ(value, text) }
    }

    private func lists<Value: APIValue>(_ value: Value) {
        let encoder = PropertyListEncoder()
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] where format == .binary || isXML {
            encoder.outputFormat = format
            same("a \(format == .xml ? "XML" : "binary") property list", value) {
                try PropertyListDecoder().decode([Value].self, from: encoder.encode([value]))[0]
            }
        }
    }

    private func differ<Value: APIValue>(_ value: Value, _ altered: [UInt8]) {
        guard let other = attempt("reading the altered sample", { try Value(json: altered, reading: .strict) }) else {
            return
        }
        let text = String(decoding: altered, as: UTF8.self)
        if Fields.areSame(value, other) { failures.append("its fields are the same as those of \(text)") }
        if value == other || other == value { failures.append("equals \(text)") }
        if value.hashValue == other.hashValue { failures.append("hashes like \(text)") }
    }

    /// Indicates whether an XML document can contain the sample's text. XML excludes most control characters and
    /// changes carriage returns.
    private var isXML: Bool {
        guard let value = try? JSON(json: json) else { return false }
        func isFit(_ text: String) -> Bool {
            text.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || $0 == "\t" || $0 == "\n"
            }
        }
        func isFit(_ value: JSON) -> Bool {
            switch value {
            case .string(let text): isFit(text)
            case .array(let elements): elements.allSatisfy { isFit($0) }
            case .object(let members): members.allSatisfy { isFit($0.key) && isFit($0.value) }
            default: true
            }
        }
        return isFit(value)
    }

    private func attempt<Result>(_ what: String, _ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            failures.append("\(what) failed: \(error)")
            return nil
        }
    }

    /// Checks that the result of `body` equals the value: by `==`, by its hash and by its fields.
    private func same<Value: APIValue>(_ what: String, _ value: Value, _ body: () throws -> Value) {
        guard let other = attempt(what, body) else { return }
        if other != value || value != other { failures.append("\(what) made \(other)") }
        if other.hashValue != value.hashValue { failures.append("\(what) made another hash") }
        if !Fields.areSame(value, other) { failures.append("\(what) made other fields: \(other)") }
    }
}

/// An independent comparison, field by field, as a debugger would show them.
enum Fields {
    static func areSame(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? JSON, let right = right as? JSON { return left == right }
        if let left = left as? String, let right = right as? String { return left == right }
        if let left = left as? Int, let right = right as? Int { return left == right }
        if let left = left as? Double, let right = right as? Double { return left == right }
        if let left = left as? Bool, let right = right as? Bool { return left == right }
        let (mirror, other) = (Mirror(reflecting: left), Mirror(reflecting: right))
        guard mirror.subjectType == other.subjectType, mirror.children.count == other.children.count else {
            return false
        }
        if mirror.displayStyle == .dictionary { return areSame(dictionary: mirror, other) }
        if mirror.children.isEmpty { return "\(left)" == "\(right)" }
        return zip(mirror.children, other.children).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
    }

    private static func areSame(dictionary left: Mirror, _ right: Mirror) -> Bool {
        let (left, right) = (members(left), members(right))
        return left.count == right.count
            && left.allSatisfy { key, value in right[key].map { areSame(value, $0) } ?? false }
    }

    private static func members(_ dictionary: Mirror) -> [String: Any] {
        dictionary.children.reduce(into: [:]) { members, pair in
            let parts = Mirror(reflecting: pair.value).children.map(\.value)
            if let key = parts.first as? String, let value = parts.last { members[key] = value }
        }
    }
}
