/// A reader of the values that a schema lists under `enum`, with their names in `enumNames` and their descriptions in
/// `enumDescriptions`.
struct EnumerationReader {
    let schema: Schema
    let problems: Problems

    /// Indicates whether the values form an enumeration: strings, numbers, or several kinds of scalar. For other
    /// values, only the type of the schema counts.
    func isEnumerable(_ values: JSONNode) -> Bool {
        guard values.first != nil, values.isArray || isNumbered(values) else {
            if values.isArray {
                problems.warning(at: values, "an empty list of values is ignored")
            } else {
                problems.error(at: values, expected: "a list of values")
            }
            return false
        }
        if values.isObject {
            problems.warning(at: values, "an object with numbers for keys is read as a list of values")
        }
        let type = schema.node[.type]?.string
        if type == "array" || type == "object" {
            return false
        }
        var kinds: Kinds = []
        var isNameable = true
        for value in values.children where value.kind != .null {
            let kind = Kinds(of: value)
            switch kind {
            case .string:
                kinds.insert(.string)
            case .integer:
                kinds.insert(.number)
            case .object, .array:
                problems.error(at: value, expected: "a string, a number, true or false")
                isNameable = false
                kinds.insert(kind)
            default:
                isNameable = false
                kinds.insert(kind)
            }
        }
        if kinds.isEmpty {
            if schema.has(.type), type != "null" {
                problems.warning(at: values, "null is the only value; expected other values too")
            }
            return false
        }
        if isNameable {
            return true
        }
        if kinds == .number {
            return values.children.allSatisfy(isWritable)
        }
        return kinds.count > 1 && kinds.isDisjoint(with: [.object, .array])
    }

    /// Indicates whether Swift can write a number of the list, or the value is `null`.
    private func isWritable(_ value: JSONNode) -> Bool {
        guard let text = value.numberText else {
            return value.kind == .null
        }
        if value.integer != nil {
            return true
        }
        return text.utf8.contains(UInt8(ascii: ".")) && Double(text) != nil
    }

    /// Indicates whether all keys of an object are numbers. PHP writes a list in this way after values have been
    /// removed from it.
    private func isNumbered(_ values: JSONNode) -> Bool {
        values.isObject && values.keys.allSatisfy { Int($0) != nil }
    }

    /// Returns the enumeration of the values. Their own types decide the raw type, not the keyword `type`.
    func enumeration(of values: JSONNode) -> Enumeration {
        let labels = texts(at: .enumNames, expected: "a name")
        let descriptions = texts(at: .enumDescriptions, expected: "a description")
        var kinds: Set<Enumeration.Raw> = []
        var members: [Enumeration.Member] = []
        var seen: Set<String> = []
        for (index, value) in values.children.enumerated() where value.kind != .null {
            kinds.insert(Self.raw(of: value))
            guard let text = value.scalarText,
                seen.insert(value.described).inserted
            else {
                continue
            }
            members.append(
                Enumeration.Member(
                    value: text,
                    isText: value.kind == .string,
                    label: labels.element(at: index) ?? nil,
                    documentation: descriptions.element(at: index) ?? nil))
        }
        let count = values.children.count
        if labels.count > count, let names = schema.node[.enumNames] {
            problems.warning(
                at: names,
                "there are \(labels.count) names for \(count) values; the last ones are ignored")
        }
        if descriptions.count > count, let list = schema.node[.enumDescriptions] {
            problems.warning(
                at: list,
                "there are \(descriptions.count) descriptions for \(count) values; the last ones are ignored")
        }
        let raw = kinds.count > 1 ? .mixed : kinds.first
        return Enumeration(raw: raw ?? .string, members: members)
    }

    /// Returns the raw type that a value alone would give its enumeration.
    private static func raw(of value: JSONNode) -> Enumeration.Raw {
        if value.kind == .string {
            return .string
        }
        return value.integer == nil ? .mixed : .integer
    }

    /// Returns the texts for the values in a list, with `nil` for a value without one.
    private func texts(at word: Word, expected: String) -> [String?] {
        guard let list = schema[word] else { return [] }
        guard list.isArray else {
            let texts = word == .enumNames ? "names" : "descriptions"
            problems.warning(at: list, expected: "a list of \(texts)")
            return []
        }
        return list.children.map { text in
            if text.string == nil, text.kind != .null {
                problems.warning(at: text, expected: expected)
            }
            return text.nonEmptyString
        }
    }
}

extension Array {
    /// Returns the element at an index, or `nil` if the array is shorter.
    func element(at index: Int) -> Element? {
        guard indices.contains(index) else { return nil }
        return self[index]
    }
}

extension JSONNode {
    /// The text of a string, a number or a Boolean, or `nil` for other types.
    var scalarText: String? {
        switch kind {
        case .string: string
        case .number, .bool: described
        default: nil
        }
    }
}
