/// A reader of the values that a schema lists under `enum`, with their names in `enumNames` and their descriptions in
/// `enumDescriptions`.
struct EnumerationReader {
    let schema: Schema
    let problems: Problems

    /// Indicates whether the values form an enumeration: strings, numbers, or several kinds of scalar. For other
    /// values, only the type of the schema counts.
    func isEnumerable(_ values: JSONNode) -> Bool {
        guard values.first != nil, values.isArray || isNumbered(values) else {
            if !values.isArray {
                problems.error(values, expected: "a list of values")
            }
            if values.isArray {
                problems.warning(values, "an empty list of values is ignored")
            }
            return false
        }
        if values.isObject {
            problems.warning(values, "an object with numbers for keys is read as a list of values")
        }
        let type = schema.node[.type]?.string
        if type == "array" || type == "object" {
            return false
        }
        var kinds: Kinds = []
        var isNameable = true
        for value in values.children where value.kind != .null {
            let kind = Kinds(of: value)
            if kind == .object || kind == .array {
                problems.error(value, expected: "a string, a number, true or false")
            }
            if kind != .string, kind != .integer {
                isNameable = false
            }
            kinds.formUnion(kind == .integer ? .number : kind)
        }
        if kinds.isEmpty {
            if schema.has(.type), type != "null" {
                problems.warning(values, "null is the only value; expected other values too")
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
    private func isNumbered(_ values: JSONNode) -> Bool { values.isObject && values.keys.allSatisfy { Int($0) != nil } }

    /// Returns the enumeration of the values. Their own types decide the raw type, not the keyword `type`.
    func enumeration(_ values: JSONNode) -> Enumeration {
        let labels = texts(.enumNames, expected: "a name")
        let descriptions = texts(.enumDescriptions, expected: "a description")
        var raw: Enumeration.Raw?
        var members: [Enumeration.Member] = []
        var seen: Set<String> = []
        var count = 0
        for value in values.children {
            let label = count < labels.count ? labels[count] : nil
            let description = count < descriptions.count ? descriptions[count] : nil
            count += 1
            if value.kind == .null {
                continue
            }
            let kindOfOther: Enumeration.Raw = value.integer == nil ? .mixed : .integer
            let kind = value.kind == .string ? .string : kindOfOther
            raw = raw == nil || raw == kind ? kind : .mixed
            guard let text = value.scalarText else { continue }
            if seen.insert(value.described).inserted {
                members.append(
                    Enumeration.Member(
                        value: text, isText: value.kind == .string, label: label, documentation: description))
            }
        }
        if labels.count > count, let names = schema.node[.enumNames] {
            problems.warning(names, "there are \(labels.count) names for \(count) values; the last ones are ignored")
        }
        if descriptions.count > count, let list = schema.node[.enumDescriptions] {
            problems.warning(
                list, "there are \(descriptions.count) descriptions for \(count) values; the last ones are ignored")
        }
        return Enumeration(raw: raw ?? .string, members: members)
    }

    /// Returns the texts for the values in a list, with `nil` for a value without one.
    private func texts(_ word: Word, expected: String) -> [String?] {
        guard let list = schema[word] else { return [] }
        guard list.isArray else {
            problems.warning(list, expected: word == .enumNames ? "a list of names" : "a list of descriptions")
            return []
        }
        return list.children.map { text in
            if text.string == nil, text.kind != .null {
                problems.warning(text, expected: expected)
            }
            return text.string.flatMap { $0.isEmpty ? nil : $0 }
        }
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
