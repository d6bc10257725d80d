/// A converter from wire names to Swift names that begin with a small letter (`photoURL`) or a capital one
/// (`PhotoURL`). It remembers its results, because an API repeats its names.
package final class Speller {
    private let splitter: WordSplitter
    private var small: [String: String] = [:]
    private var capital: [String: String] = [:]

    init(acronyms: [String]) {
        splitter = WordSplitter(acronyms: acronyms)
    }

    /// Returns a name for a property, parameter or function: `photo_url` is `photoURL`, `2fa` is `value2fa`, `50x50` is
    /// `size50x50`, and an empty name is `empty`.
    ///
    /// - Parameter lead: The word before a name that would begin with a digit.
    func property(_ wire: String, lead: String = "value") -> String {
        let name = spelled(wire)
        if Self.isStart(name) {
            return name
        }
        if Self.isSize(name) {
            return "size" + name
        }
        return lead + name
    }

    /// Indicates whether a name consists of two numbers with an `x` between them.
    private static func isSize(_ name: String) -> Bool {
        let sides = name.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return false }
        return sides.allSatisfy { side in
            !side.isEmpty && side.unicodeScalars.allSatisfy(\.isDigit)
        }
    }

    /// Returns the name with a small first letter. It may begin with a digit, unlike a name in Swift.
    func spelled(_ wire: String) -> String {
        if let known = small[wire] {
            return known
        }
        let name = words(of: wire).small
        small[wire] = name
        return name
    }

    /// Returns a name for a type: `user_full` is `UserFull`, `2fa` is `Type2FA`.
    package func type(_ wire: String) -> String {
        if let known = capital[wire] {
            return known
        }
        var words = self.words(of: wire)
        // `getOnline_onlineMobile` and `getImages_imageType` repeat a word by accident, `status_status` on purpose.
        let hasUnderscore = !wire.allBytes { $0 != 0x5F }
        let hasCapital = !wire.allBytes { !Unicode.Scalar($0).isCapital }
        if hasUnderscore, hasCapital {
            words = words.withoutRepetitions
        }
        let name = words.capital
        capital[wire] = name
        return name
    }

    /// Returns the words of a name, at least one. A name of symbols is spelled with their Unicode names or numbers.
    func words(of wire: String) -> [SpelledWord] {
        let words = splitter.words(of: wire)
        if !words.isEmpty {
            return words
        }
        if wire.isEmpty {
            return [SpelledWord(small: "empty", capital: "Empty")]
        }
        return wire.unicodeScalars.prefix(4).flatMap { scalar in
            if let name = scalar.properties.name {
                return splitter.words(of: name.lowercased())
            }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let missing = max(0, 4 - digits.utf8.count)
            let zeros = String(repeating: "0", count: missing)
            let number = zeros + digits
            return [SpelledWord(small: "u" + number, capital: "U" + number)]
        }
    }

    /// Indicates whether a name made of words may begin like this.
    static func isStart(_ name: String) -> Bool {
        name.unicodeScalars.first?.isNameStart == true
    }

    /// Indicates whether a name that a schema asks for is possible in Swift without a change.
    package static func isIdentifier(_ name: String) -> Bool {
        guard name != "_", isStart(name) else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0 == "_" || $0.isNamePart }
    }
}

/// Names of the parts of one declaration: properties, parameters, members and cases.
extension Speller {
    /// The name of the property with the members that the schema does not name.
    static let additional = "additionalProperties"

    /// Returns the names of a record's properties.
    func properties(of record: Record) -> [String] {
        let candidates = record.properties.map { property in
            var key = property.name
            if property.path.count == 1 {
                key = property.path[0]
            }
            let wire = property.path.joined(separator: "/")
            return candidate(for: wire, swift: property.swift, spelled: key)
        }
        var taken: Set<String> = []
        if record.additional != nil {
            taken.insert(Self.additional)
        }
        return distinct(candidates, taken: taken)
    }

    /// Returns the labels of parameters of a function.
    ///
    /// Callers do not see the name of a whole body, so any other parameter may have it. Neither do they see constants.
    func parameters(_ parameters: [Parameter]) -> [String] {
        let keys = ParameterKeys(parameters.filter { $0.constant == nil })
        func names(of parameters: some Sequence<Parameter>) -> [String] {
            let candidates = parameters.map { parameter in
                candidate(for: parameter.name, swift: parameter.swift, spelled: keys.key(of: parameter))
            }
            return distinct(candidates)
        }
        guard parameters.first?.isWhole == true else {
            return names(of: parameters)
        }
        let others = names(of: parameters.dropFirst())
        if others.contains("body") {
            return ["wholeBody"] + others
        }
        return ["body"] + others
    }

    /// Returns the name of the property for a header field, without the `X-` that it begins with.
    package func header(_ field: Variant.HeaderField) -> String {
        if let swift = field.swift, Self.isIdentifier(swift) {
            return Reserved.header(swift)
        }
        let wire = field.swift ?? Variant.HeaderField.shortName(of: field.name)
        return Reserved.header(property(wire))
    }

    private func candidate(for wire: String, swift: String?, spelled: String) -> Candidate {
        if let swift, Self.isIdentifier(swift) {
            let name = Reserved.asked(Reserved.property(swift))
            return Candidate(name: name, isAsked: true, wire: wire)
        }
        let name = property(swift ?? spelled)
        return Candidate(name: Reserved.property(name), wire: wire)
    }

    /// Returns the names of an enumeration's members. A member is named after its label if the label is unique and
    /// makes a name, otherwise after its value.
    package func members(of enumeration: Enumeration) -> [String] {
        let labels = enumeration.members.map { member in
            member.label.map(label) ?? ""
        }
        var uses: [String: Int] = [:]
        for label in labels where !label.isEmpty {
            uses[label, default: 0] += 1
        }
        let signs = SignedValues(enumeration.members.map(\.value))
        let candidates = zip(enumeration.members, labels).map { member, label in
            let name =
                if uses[label] == 1 {
                    label
                } else {
                    property(signs.spelled(member.value))
                }
            return Candidate(name: Reserved.member(name), wire: member.value)
        }
        return distinct(candidates)
    }

    /// Returns the name that a label makes, or an empty string if it consists of symbols, begins with a digit or is a
    /// whole sentence.
    private func label(_ label: String) -> String {
        let name = spelled(label)
        guard Self.isStart(name), name.utf8.count <= 48, name != "empty" else {
            return ""
        }
        guard label.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
            return ""
        }
        return name
    }

    /// Returns the names of a union's cases.
    package func cases(of union: Union, resolver: Resolver) -> [String] {
        let candidates = union.cases.map { member in
            let tag = union.key(of: member) ?? union.tellingValue(of: member)
            let wire = tag ?? resolver.noun(for: member.type)
            var name = Reserved.member(property(wire))
            if name == "unknown" {
                name = "unknownValue"
            }
            return Candidate(name: name, wire: wire)
        }
        return distinct(candidates, taken: ["unknown"])
    }

    /// Returns the names of error codes, without the words that only say that it is an error: `api_error_access_video`
    /// is `accessVideo`.
    func errors(_ errors: [ErrorCode]) -> [String] {
        let prefixes = [["api", "error"], ["err", "error"], ["error"], ["err"]]
        let candidates = errors.map { error in
            let words = words(of: error.name)
            let prefix = prefixes.first { prefix in
                prefix.count < words.count && words.map(\.small).starts(with: prefix)
            }
            let rest = words.dropFirst(prefix?.count ?? 0)
            var name = Array(rest).small
            if !Self.isStart(name) {
                name = "error" + name
            }
            return Candidate(name: Reserved.member(name), wire: error.name)
        }
        return distinct(candidates)
    }
}

extension Union {
    /// Returns the key that selects a case, if a key outside the value does so.
    fileprivate func key(of member: Case) -> String? {
        guard isKeyed else { return nil }
        return member.name ?? member.discriminatorValues.first
    }

    /// Returns the first value of the discriminator that can name a case. A number, a flag or a value that several
    /// cases share says no more than the type's name.
    fileprivate func tellingValue(of member: Case) -> String? {
        member.discriminatorValues.first { value in
            if Int(value) != nil || Bool(value) != nil {
                return false
            }
            return !cases.contains { other in
                other.type != member.type && other.discriminatorValues.contains(value)
            }
        }
    }
}

extension Resolver {
    /// Returns the noun that names a value of the type in a union.
    fileprivate func noun(for use: TypeUse) -> String {
        switch use {
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .string: "string"
        case .formatted(let format, _):
            switch format {
            case .uri: "url"
            case .share, .percent: "share"
            case .base64: "data"
            case .day: "day"
            case .int64, .uint64: "integer"
            case .duration, .durationSeconds, .durationMilliseconds: "duration"
            default: "date"
            }
        case .any, .scalars: "value"
        case .null: "null"
        case .dictionary: "dictionary"
        case .array(.named(let id)): noun(for: .named(id)) + "_list"
        case .array(let element): noun(for: element) + "s"
        case .optional(let inner): noun(for: inner)
        case .named(let id): declaration(of: id)?.shortName ?? "value"
        }
    }
}

extension TypeDeclaration {
    /// The name that the schema asks for, or the wire name.
    fileprivate var shortName: String { swift ?? wire }
}
