import APISurface
import MethodicalGenerator

/// The translation of Telegram's types.
struct TelegramTypes {
    typealias Member = JSONValue.Member

    let document: TelegramDocument
    private var reader: NodeReader { document.reader }

    /// Returns the definition of a type: a union of its subtypes, or a record of its fields.
    func definition(named name: String) -> ImportedDefinition? {
        guard let node = document.types[name] else { return nil }
        var members: [Member] = []
        let subtypes = reader.strings(in: node, key: "subtypes")
        if subtypes.isEmpty {
            members = record(from: node)
        } else {
            let place = (node["subtypes"] ?? node).place
            members = [
                Member(key: "oneOf", value: .array(subtypes.map { .object(document.schema(for: [$0], at: place)) }))
            ]
        }
        if let text = document.description(of: node) {
            members.append(Member(key: "description", value: .string(text)))
        }
        return ImportedDefinition(
            name: name,
            schema: .object(members),
            place: node.keyPlace)
    }

    private func record(from node: JSONNode) -> [Member] {
        var required: [String] = []
        let properties = document.fields(of: node).map { field in
            let name = field["name"]?.string ?? ""
            if reader.flag(in: field, key: "required") == true {
                required.append(name)
            }
            return Member(key: name, value: .object(property(for: field, in: node)))
        }
        var members = [Member(key: "type", value: "object")]
        if !required.isEmpty {
            members.append(Member(key: "required", value: .strings(required)))
        }
        members.append(Member(key: "properties", value: .object(properties)))
        return members
    }

    private func property(for field: JSONNode, in type: JSONNode) -> [Member] {
        var typeNames = reader.strings(in: field, key: "types")
        if typeNames.contains(TelegramDocument.file) {
            reader.note(
                .changed, at: field.place, "a file inside of an object is a text: the address of a part (attach://NAME)"
            )
            typeNames.removeAll { $0 == TelegramDocument.file }
            if !typeNames.contains("String") {
                typeNames.append("String")
            }
        }
        if typeNames.isEmpty {
            reader.note(
                .wrong,
                at: field.place,
                "this field has no \"types\"; any JSON is taken instead")
        }
        var members = document.schema(for: typeNames, at: (field["types"] ?? field).place)
        if let value = constant(of: field, typeNames: typeNames) {
            members = [Member(key: "const", value: value)]
        } else {
            members += date(of: field, typeNames: typeNames)
        }
        if let text = document.description(of: field) {
            members.append(Member(key: "description", value: .string(text)))
        }
        return members
    }

    // MARK: Facts in descriptions

    /// Returns the format of a date that is a number of seconds, by its description.
    func date(of field: JSONNode, typeNames: [String]) -> [Member] {
        let text = field["description"]?.string ?? ""
        guard typeNames == ["Integer"],
            text.contains("Unix time") || text.contains("unixtime")
        else { return [] }
        reader.note(
            .inferred,
            at: field.place,
            "\"\(field["name"]?.string?.shown ?? "")\" is a date, as it is in Unix time")
        return [Member(key: "format", value: "unix-seconds")]
    }

    /// Returns the only value that a field can have, by the end of its description: `always "creator"`, `must be photo`
    /// or `Always 0.`. It tells the alternatives of a union apart.
    private func constant(of field: JSONNode, typeNames: [String]) -> JSONValue? {
        guard let text = field["description"]?.string else {
            return nil
        }
        if typeNames == ["Integer"] {
            guard text.hasPrefix("Always ") else { return nil }
            let digits = text.dropFirst(7).prefix {
                "0123456789".contains($0)
            }
            return Int(digits).map { .number($0) }
        }
        guard typeNames == ["String"],
            field["required"]?.bool == true,
            let last = text.split(separator: " ").last,
            text.hasSuffix("always \(last)")
                || text.hasSuffix("must be \(last)")
        else { return nil }
        let value = last.filter {
            !"\"“”*_.'".contains($0) || $0 == "_"
        }
        let isWord = value.allSatisfy {
            $0.isASCIIAlphanumeric || "_/".contains($0)
        }
        guard isWord, !value.isEmpty else { return nil }
        return .string(String(value))
    }
}
