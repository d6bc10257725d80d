import APISurface
import MethodicalGenerator

/// The translation of Telegram's methods.
///
/// A method is sent as JSON. If one of its parameters is a file, it has a variant that is sent as a form of parts,
/// because an argument cannot be a file or the identifier of one.
struct TelegramMethods {
    typealias Member = JSONValue.Member

    let document: TelegramDocument
    let types: TelegramTypes
    /// The names of the types that contain the address of an attached file.
    let attaching: Set<String>
    private var reader: NodeReader { document.reader }

    /// The greatest number of files that a call can attach to a list.
    private static let attachmentLimit = 10

    init(document: TelegramDocument, types: TelegramTypes) {
        self.document = document
        self.types = types
        attaching = Self.attaching(in: document)
    }

    /// Returns a method and its variant with files.
    func methods(
        for node: JSONNode,
        name: String,
        operation: Operation
    ) -> [ImportedMethod] {
        let fields = document.fields(of: node)
        let files = fields.filter { typeNames(of: $0).contains(TelegramDocument.file) }
        let attachments = fields.filter { !references(in: typeNames(of: $0)).isDisjoint(with: attaching) }
        // A method that needs a file has no use without one.
        let needsFile = files.contains { $0["required"]?.bool == true && typeNames(of: $0) == [TelegramDocument.file] }
        var methods: [ImportedMethod] = []
        if !needsFile {
            let plain = fields.filter { typeNames(of: $0) != [TelegramDocument.file] }
            methods.append(
                method(
                    for: node,
                    name: name,
                    operation: operation,
                    parameters: plain.map { parameter(from: $0, isForm: false) }))
        }
        if files.isEmpty, attachments.isEmpty {
            return methods
        }
        var parameters = fields.map { field in
            guard files.contains(field) else {
                return parameter(from: field, isForm: true)
            }
            return file(from: field, isRequired: files.count == 1 || field["required"]?.bool == true)
        }
        if files.isEmpty {
            let isList = attachments.contains { typeNames(of: $0).contains { TelegramDocument.element(of: $0) != nil } }
            let limit = isList ? Self.attachmentLimit : 1
            parameters += self.attachments(count: limit, besides: fields)
            let allowed = isList ? "\(limit) files" : "one file"
            reader.note(
                .changed,
                at: node.place,
                operation: operation,
                "at most \(allowed) can be attached to a call")
        } else if files.count > 1 {
            reader.note(
                .changed,
                at: node.place,
                operation: operation,
                "either all of the files are uploaded, or all are known to the server")
        }
        let uploadName = needsFile ? name : name + "Upload"
        var upload = method(for: node, name: uploadName, operation: operation, parameters: parameters)
        if !needsFile {
            upload.members.insert(Member(key: "path", value: .string("bot{token}/" + name)), at: 0)
            upload.members.insert(Member(key: "swift", value: .string(name)), at: 1)
        }
        methods.append(upload)
        return methods
    }

    private func method(
        for node: JSONNode,
        name: String,
        operation: Operation,
        parameters: [JSONValue]
    ) -> ImportedMethod {
        var members: [Member] = []
        // Each call confirms the updates before its offset.
        if name == "getUpdates" {
            members.append(Member(key: "cache", value: "never"))
        }
        if let pages = pages(of: node, operation: operation) {
            members.append(Member(key: "pages", value: pages))
        }
        if let text = document.description(of: node) {
            members.append(Member(key: "description", value: .string(text)))
        }
        if !parameters.isEmpty {
            members.append(Member(key: "parameters", value: .array(parameters)))
        }
        let returns = reader.strings(in: node, key: "returns")
        if returns.isEmpty {
            reader.note(
                .wrong,
                at: node.place,
                operation: operation,
                "the method has no \"returns\"; its result is any JSON")
        }
        let response = document.schema(for: returns, at: (node["returns"] ?? node).place)
        members.append(Member(key: "response", value: .object(response)))
        return ImportedMethod(name: name, members: members, operation: operation)
    }

    // MARK: Parameters

    /// Returns a parameter that is not a file.
    private func parameter(from field: JSONNode, isForm: Bool) -> JSONValue {
        let typeNames = typeNames(of: field).filter { $0 != TelegramDocument.file }
        var members = document.schema(for: typeNames, at: (field["types"] ?? field).place)
        if members.isEmpty {
            members = [Member(key: "type", value: .anyTypes)]
        }
        if isForm,
            !["string", "integer", "boolean", "number"].contains(members["type"]),
            !isScalars(members["type"])
        {
            // Telegram reads everything else than texts, numbers and flags as JSON.
            members.append(Member(key: "format", value: "json"))
        }
        members += types.date(of: field, typeNames: typeNames)
        return parameter(
            named: field["name"]?.string ?? "",
            isRequired: field["required"]?.bool == true,
            schema: members,
            description: document.description(of: field))
    }

    private func file(from field: JSONNode, isRequired: Bool) -> JSONValue {
        let name = field["name"]?.string ?? ""
        // The variant without files has a text of this name.
        var schema = Self.file
        if typeNames(of: field) != [TelegramDocument.file] {
            schema.append(Member(key: "swift", value: .string(Words(name).camel + "File")))
        }
        return parameter(
            named: name,
            isRequired: isRequired,
            schema: schema,
            description: document.description(of: field))
    }

    /// Returns the parameters for files that other parameters name by the address `attach://NAME`.
    private func attachments(count: Int, besides fields: [JSONNode]) -> [JSONValue] {
        let taken = Set(fields.compactMap { $0["name"]?.string })
        var names = ["file"]
        if count > 1 {
            names = (1...count).map { "file\($0)" }
        }
        names.removeAll(where: taken.contains)
        return names.enumerated().map { index, name in
            parameter(
                named: name,
                isRequired: index == 0,
                schema: Self.file,
                description: "The file with the address `attach://\(name)`.")
        }
    }

    private func parameter(
        named name: String,
        isRequired: Bool,
        schema: [Member],
        description: String?
    ) -> JSONValue {
        var members = [Member(key: "name", value: .string(name))]
        if isRequired {
            members.append(Member(key: "required", value: true))
        }
        members += schema
        if let description {
            members.append(Member(key: "description", value: .string(description)))
        }
        return .object(members)
    }

    private static let file = [
        Member(key: "type", value: "string"),
        Member(key: "format", value: "binary"),
    ]

    /// Indicates whether a type is a list of scalar types.
    private func isScalars(_ type: JSONValue?) -> Bool {
        guard case .array(let types)? = type else { return false }
        return !types.contains("object")
            && !types.contains("array")
    }

    private func typeNames(of field: JSONNode) -> [String] {
        reader.strings(in: field, key: "types")
    }

    // MARK: Attached files

    /// Returns the names in types, without "Array of".
    private func references(in typeNames: [String]) -> Set<String> {
        Set(typeNames.map(Self.innermost))
    }

    private static func innermost(_ type: String) -> String {
        var type = type
        while let element = TelegramDocument.element(of: type) {
            type = element
        }
        return type
    }

    /// Returns the names of the types that contain, directly or in other types, the address of an attached file.
    private static func attaching(in document: TelegramDocument) -> Set<String> {
        var users: [String: Set<String>] = [:]
        var found: Set<String> = []
        for name in document.typeNames {
            guard let node = document.types[name] else { continue }
            let fields = node["fields"]?.children ?? []
            if fields.contains(where: { $0["description"]?.string?.contains("attach://") ?? false }) {
                found.insert(name)
            }
            let used = fields.flatMap { $0["types"]?.children ?? [] } + (node["subtypes"]?.children ?? [])
            for type in used.compactMap(\.string) {
                users[innermost(type), default: []].insert(name)
            }
        }
        var waiting = Array(found)
        while let name = waiting.popLast() {
            for user in users[name] ?? [] where found.insert(user).inserted {
                waiting.append(user)
            }
        }
        return found
    }

    // MARK: Pages

    /// Returns the paging of a method with an `offset`, if its result has a `next_offset` or a `total_count`.
    private func pages(of node: JSONNode, operation: Operation) -> JSONValue? {
        let fields = document.fields(of: node)
        let returns = reader.strings(in: node, key: "returns")
        guard let offset = fields.first(where: { $0["name"]?.string == "offset" }),
            fields.contains(where: { $0["name"]?.string == "limit" }),
            returns.count == 1,
            let result = document.types[returns[0]]
        else { return nil }
        let properties = document.fields(of: result)
        let lists = properties.filter { property in
            let names = typeNames(of: property)
            return names.count == 1
                && names[0].hasPrefix("Array of ")
        }
        guard lists.count == 1,
            let items = lists[0]["name"]?.string
        else { return nil }
        let has = { (name: String) in
            properties.contains {
                $0["name"]?.string == name
            }
        }
        var members: [Member] = []
        if typeNames(of: offset) == ["String"],
            has("next_offset")
        {
            members = [
                Member(key: "cursor", value: "offset"),
                Member(key: "next", value: "next_offset"),
            ]
        } else if typeNames(of: offset) == ["Integer"],
            has("total_count")
        {
            members = [
                Member(key: "offset", value: "offset"),
                Member(key: "total", value: "total_count"),
            ]
        } else {
            return nil
        }
        reader.note(
            .inferred,
            at: node.place,
            operation: operation,
            "pages continue with \"offset\"")
        members.insert(Member(key: "size", value: "limit"), at: 1)
        return .object(members + [Member(key: "items", value: .string(items))])
    }
}
