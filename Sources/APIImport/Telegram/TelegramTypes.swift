import APISurface
import MethodicalGenerator

/// The translation of Telegram's types.
struct TelegramTypes {
    typealias Member = JSONValue.Member

    let document: TelegramDocument
    private var reader: NodeReader { document.reader }

    /// Returns the definition of a type: a union of its subtypes, or a record of its fields.
    func definition(_ name: String) -> ImportedDefinition? {
        guard let node = document.types[name] else { return nil }
        var members: [Member] = []
        let subtypes = reader.strings(node, "subtypes")
        if subtypes.isEmpty {
            members = record(node)
        } else {
            let place = (node["subtypes"] ?? node).place
            members = [
                Member(key: "oneOf", value: .array(subtypes.map { .object(document.schema([$0], at: place)) }))
            ]
        }
        if let text = document.description(node) {
            members.append(Member(key: "description", value: .string(text)))
        }
        return ImportedDefinition(name: name, schema: .object(members), place: node.keyPlace)
    }

    private func record(_ node: JSONNode) -> [Member] {
        var required: [String] = []
        let properties = document.fields(node).map { field in
            let name = field["name"]?.string ?? ""
            if reader.flag(field, "required") == true {
                required.append(name)
            }
            return Member(key: name, value: .object(property(field, in: node)))
        }
        var members = [Member(key: "type", value: "object")]
        if !required.isEmpty {
            members.append(Member(key: "required", value: .strings(required)))
        }
        members.append(Member(key: "properties", value: .object(properties)))
        return members
    }

    private func property(_ field: JSONNode, in type: JSONNode) -> [Member] {
        var words = reader.strings(field, "types")
        if words.contains(TelegramDocument.file) {
            reader.note(
                .changed, at: field.place, "a file inside of an object is a text: the address of a part (attach://NAME)"
            )
            words.removeAll { $0 == TelegramDocument.file }
            if !words.contains("String") {
                words.append("String")
            }
        }
        if words.isEmpty {
            reader.note(.wrong, at: field.place, "this field has no \"types\"; any JSON is taken instead")
        }
        var members = document.schema(words, at: (field["types"] ?? field).place)
        if let value = constant(field, words) {
            members = [Member(key: "const", value: value)]
        } else {
            members += date(field, words)
        }
        if let text = document.description(field) {
            members.append(Member(key: "description", value: .string(text)))
        }
        return members
    }

    // MARK: Facts in descriptions

    /// Returns the format of a date that is a number of seconds, by its description.
    func date(_ field: JSONNode, _ words: [String]) -> [Member] {
        let text = field["description"]?.string ?? ""
        guard words == ["Integer"], text.contains("Unix time") || text.contains("unixtime") else { return [] }
        reader.note(
            .inferred, at: field.place, "\"\(field["name"]?.string?.shown ?? "")\" is a date, as it is in Unix time")
        return [Member(key: "format", value: "unix-seconds")]
    }

    /// Returns the only value that a field can have, by the end of its description: `always "creator"`, `must be photo`
    /// or `Always 0.`. It tells the alternatives of a union apart.
    private func constant(_ field: JSONNode, _ words: [String]) -> JSONValue? {
        guard let text = field["description"]?.string else { return nil }
        if words == ["Integer"] {
            guard text.hasPrefix("Always ") else { return nil }
            let digits = text.dropFirst(7).prefix { "0123456789".contains($0) }
            return Int(digits).map { .number($0) }
        }
        guard words == ["String"], field["required"]?.bool == true,
            let last = text.split(separator: " ").last,
            text.hasSuffix("always \(last)") || text.hasSuffix("must be \(last)")
        else { return nil }
        let value = last.filter { !"\"“”*_.'".contains($0) || $0 == "_" }
        let isWord = value.allSatisfy { $0.isASCIIAlphanumeric || "_/".contains($0) }
        guard isWord, !value.isEmpty else { return nil }
        return .string(String(value))
    }
}
