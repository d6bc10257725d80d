/// A reader of the values that a schema lists under `enum`, with their names in `enumNames` and their descriptions in
/// `enumDescriptions`.
struct EnumerationReader {
    let schema: SchemaSyntax
    let problems: Problems

    /// Indicates whether the values form an enumeration: strings, numbers, or several kinds of scalar. For other
    /// values, only the type of the schema counts.
    func isEnumerable(_ values: ValuesSyntax) -> Bool {
        guard !values.isEmpty,
            values.isList || values.isNumberedObject
        else {
            if values.isList {
                problems.warning(at: values, "an empty list of values is ignored")
            } else {
                problems.error(at: values, expected: "a list of values")
            }
            return false
        }
        if !values.isList {
            problems.warning(at: values, "an object with numbers for keys is read as a list of values")
        }
        let type = schema.type?.onlyName
        if type == "array" || type == "object" {
            return false
        }
        var kinds: Kinds = []
        var isNameable = true
        for value in values.nonNull {
            let kind = value.kind
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
            if schema.type != nil, type != "null" {
                problems.warning(at: values, "null is the only value; expected other values too")
            }
            return false
        }
        if isNameable {
            return true
        }
        if kinds == .number {
            return values.values.allSatisfy(isWritable)
        }
        return kinds.count > 1 && kinds.isDisjoint(with: [.object, .array])
    }

    /// Indicates whether Swift can write a number of the list, or the value is `null`.
    private func isWritable(_ value: ValueSyntax) -> Bool {
        guard let text = value.numberText else {
            return value.isNull
        }
        if value.integer != nil {
            return true
        }
        return text.utf8.contains(UInt8(ascii: ".")) && Double(text) != nil
    }

    /// Returns the enumeration of the values. Their own types decide the raw type, not the keyword `type`.
    func enumeration(of values: ValuesSyntax) -> Enumeration {
        let labels = texts(in: schema.valueNames, as: "name")
        let descriptions = texts(in: schema.valueDescriptions, as: "description")
        var kinds: Set<Enumeration.Raw> = []
        var members: [Enumeration.Member] = []
        var seen: Set<String> = []
        for (index, value) in values.values.enumerated() where !value.isNull {
            kinds.insert(Self.raw(of: value))
            guard let text = value.scalarText,
                seen.insert(value.described).inserted
            else {
                continue
            }
            members.append(
                Enumeration.Member(
                    value: text,
                    isText: value.isText,
                    label: labels.element(at: index) ?? nil,
                    documentation: descriptions.element(at: index) ?? nil))
        }
        let count = values.values.count
        if labels.count > count, let names = schema.valueNames {
            problems.warning(
                at: names,
                "there are \(labels.count) names for \(count) values; the last ones are ignored")
        }
        if descriptions.count > count, let list = schema.valueDescriptions {
            problems.warning(
                at: list,
                "there are \(descriptions.count) descriptions for \(count) values; the last ones are ignored")
        }
        let raw = kinds.count > 1 ? .mixed : kinds.first
        return Enumeration(raw: raw ?? .string, members: members)
    }

    /// Returns the raw type that a value alone would give its enumeration.
    private static func raw(of value: ValueSyntax) -> Enumeration.Raw {
        if value.isText {
            return .string
        }
        return value.integer == nil ? .mixed : .integer
    }

    /// Returns the texts for the values in a list, with `nil` for a value without one.
    ///
    /// - Parameter kind: The kind of text, for messages.
    private func texts(in list: ValuesSyntax?, as kind: String) -> [String?] {
        guard let list else { return [] }
        guard list.isList else {
            problems.warning(at: list, expected: "a list of \(kind)s")
            return []
        }
        return list.values.map { text in
            if text.text == nil, !text.isNull {
                problems.warning(at: text, expected: "a \(kind)")
            }
            return text.nonEmptyText
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
