import APIModel
import JSONText

extension Lowering {
    /// Whether the values can be named: texts and integers, and null among them. Others leave the schema its type alone.
    func isEnumerable(_ values: JSONNode, _ node: JSONNode) -> Bool {
        guard values.isArray, values.first != nil else {
            if !values.isArray { problems.error(values, "expected a list of values, found \(values.described)") }
            return false
        }
        if let type = node[.type]?.string, type == "array" || type == "object" { return false }
        var hasValue = false
        for value in values.children where value.kind != .null {
            guard value.string != nil || value.integer != nil else { return false }
            hasValue = true
        }
        return hasValue
    }

    /// The kind of the values decides, whatever `type` says; where both kinds occur all are texts.
    func enumeration(_ values: JSONNode, _ node: JSONNode, _ words: Words) -> Enumeration {
        let labels = labels(node, words)
        var raw = Enumeration.Raw.integer
        for value in values.children where value.kind == .string { raw = .string }
        var members: [Enumeration.Member] = []
        var seen: Set<String> = []
        var index = 0
        for value in values.children {
            let label = index < labels.count ? labels[index] : nil
            index += 1
            guard let text = value.string ?? value.integer.map(String.init) else { continue }
            if seen.insert(text).inserted { members.append(Enumeration.Member(value: text, label: label)) }
        }
        if labels.count > index, let names = node[.enumNames] {
            problems.warning(names, "there are \(labels.count) names for \(index) values; the last ones are ignored")
        }
        return Enumeration(raw: raw, members: members)
    }

    private func labels(_ node: JSONNode, _ words: Words) -> [String?] {
        guard words.has(.enumNames), let names = node[.enumNames] else { return [] }
        guard names.isArray else {
            problems.warning(names, "expected a list of names, found \(names.described)")
            return []
        }
        var labels: [String?] = []
        for name in names.children {
            let text = name.string
            labels.append(text.flatMap { $0.isEmpty ? nil : $0 })
        }
        return labels
    }
}
