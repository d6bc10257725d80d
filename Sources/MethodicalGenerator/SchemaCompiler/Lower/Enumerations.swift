extension Lowering {
    /// Indicates whether the values form an enumeration: strings and integers, or several kinds of scalar. For other
    /// values, only the type of the schema counts.
    func isEnumerable(_ values: JSONNode, _ node: JSONNode) -> Bool {
        guard values.first != nil, values.isArray || isNumbered(values) else {
            if !values.isArray { problems.error(values, expected: "a list of values") }
            if values.isArray { problems.warning(values, "an empty list names no value and is ignored") }
            return false
        }
        if values.isObject { problems.warning(values, "an object with numbers for keys is read as a list of values") }
        let type = node[.type]?.string
        if type == "array" || type == "object" { return false }
        var kinds: UInt8 = 0
        var isNameable = true
        for value in values.children where value.kind != .null {
            kinds |= 1 &<< value.kind.rawValue
            if value.isObject || value.isArray {
                problems.error(value, expected: "a string, a number, true or false")
                isNameable = false
            }
            if value.kind == .bool || value.kind == .number && value.integer == nil { isNameable = false }
        }
        if kinds == 0 {
            if type != "null" { problems.warning(values, "null is the only value here; expected others beside it") }
            return false
        }
        return isNameable || isMixed(kinds)
    }

    /// Indicates whether all keys of an object are numbers. PHP writes a list in this way after values have been
    /// removed from it.
    private func isNumbered(_ values: JSONNode) -> Bool { values.isObject && values.keys.allSatisfy { Int($0) != nil } }

    /// Indicates whether the values are scalars of several kinds.
    private func isMixed(_ kinds: UInt8) -> Bool {
        let containers: UInt8 = 1 &<< JSONNode.Kind.object.rawValue | 1 &<< JSONNode.Kind.array.rawValue
        return kinds & containers == 0 && kinds & (kinds - 1) != 0
    }

    /// Returns the enumeration of the values. Their own types decide the raw type, not the keyword `type`.
    func enumeration(_ values: JSONNode, _ node: JSONNode, _ words: Words) -> Enumeration {
        let labels = labels(node, words)
        var raw: Enumeration.Raw?
        for value in values.children where value.kind != .null {
            let kind: Enumeration.Raw = value.kind == .string ? .string : value.integer == nil ? .mixed : .integer
            raw = raw == nil || raw == kind ? kind : .mixed
        }
        var members: [Enumeration.Member] = []
        var seen: Set<String> = []
        var index = 0
        for value in values.children {
            let label = index < labels.count ? labels[index] : nil
            index += 1
            guard let text = value.string ?? value.numberText ?? value.bool.map({ $0 ? "true" : "false" }) else {
                continue
            }
            let isText = value.string != nil
            if seen.insert(isText ? "\"" + text : text).inserted {
                members.append(Enumeration.Member(value: text, isText: isText, label: label))
            }
        }
        if labels.count > index, let names = node[.enumNames] {
            problems.warning(names, "there are \(labels.count) names for \(index) values; the last ones are ignored")
        }
        return Enumeration(raw: raw ?? .string, members: members)
    }

    /// Returns the names of the values in `enumNames`, with `nil` for a value without a name.
    private func labels(_ node: JSONNode, _ words: Words) -> [String?] {
        guard words.has(.enumNames), let names = node[.enumNames] else { return [] }
        guard names.isArray else {
            problems.warning(names, expected: "a list of names")
            return []
        }
        var labels: [String?] = []
        for name in names.children {
            let text = name.string
            if text == nil, name.kind != .null { problems.warning(name, expected: "a name") }
            labels.append(text.flatMap { $0.isEmpty ? nil : $0 })
        }
        return labels
    }
}
