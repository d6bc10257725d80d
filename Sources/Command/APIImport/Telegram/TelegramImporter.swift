import APISurface
import MethodicalGenerator

/// The translation of Telegram's Bot API from the JSON form of PaulSonOfLars/telegram-bot-api-spec.
enum TelegramImporter {
    static func translate(
        _ documents: DocumentSet,
        options: ImportOptions,
        report: inout ImportReport
    ) -> ImportedAPI {
        let reader = NodeReader(report: report)
        defer { report = reader.report }
        let document = TelegramDocument(documents.root, reader: reader)
        let types = TelegramTypes(document: document)
        let methods = TelegramMethods(document: document, types: types)

        var api = ImportedAPI()
        var operations = 0
        var kept = 0
        for node in document.methods where options.selects(node.key) {
            operations += 1
            let operation = Operation(title: node.key.shown, place: node.keyPlace)
            guard isName(node.key) else {
                reader.note(
                    .leftOut,
                    at: node.keyPlace,
                    operation: operation,
                    "the name of a method has letters, digits and underscores only")
                continue
            }
            kept += 1
            api.methods += methods.methods(
                for: node,
                name: node.key,
                operation: operation)
        }
        api.settings = settings(
            from: documents.root,
            options: options,
            hasMethods: kept > 0,
            reader: reader)
        let all = AliasCycles.removed(from: document.typeNames.compactMap(types.definition)) {
            reader.note(.wrong, at: $0, $1)
        }
        if options.include.isEmpty, options.exclude.isEmpty {
            api.definitions = all
        } else {
            api.definitions = needed(all, by: api)
        }
        reader.count(operations: operations, kept: kept)
        let schemes = api.settings["schemes"]?.members ?? []
        let ways = schemes.map {
            SignInWay(name: $0.key, place: $0.value.members)
        }
        reader.describe(signInWays: ways, missingAddress: nil)
        return api
    }

    /// Indicates whether a name is a letter, followed by letters, digits and underscores.
    private static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= 100,
            let first = text.utf8.first,
            first.isASCIILetter
        else { return false }
        return text.allSatisfy {
            $0.isASCIIAlphanumeric || $0 == "_"
        }
    }

    private static func settings(
        from root: JSONNode,
        options: ImportOptions,
        hasMethods: Bool,
        reader: NodeReader
    ) -> [JSONValue.Member] {
        var members = [
            JSONValue.Member(key: "name", value: .string(options.name ?? "Telegram")),
            JSONValue.Member(key: "baseURL", value: .string(options.baseURL ?? "https://api.telegram.org/")),
        ]
        let version = [
            reader.text(in: root, key: "version"),
            reader.text(in: root, key: "release_date"),
        ].compactMap(
            \.self)
        if !version.isEmpty {
            let text = "Telegram's \(version.joined(separator: " of "))."
            members.append(.init(key: "description", value: .string(text.shown)))
        }
        guard hasMethods else {
            return members
        }
        members += [
            .init(key: "schemes", value: .object(["bot": .object(["path": "token"])])),
            .init(
                key: "envelope",
                value: .object([
                    "result": "result",
                    "error": "error_code",
                    "message": "description",
                    "retryAfter": "parameters.retry_after",
                ])),
            .init(
                key: "defaults",
                value: .object([
                    "*": .object([
                        "path": "bot{token}/{name}",
                        "in": "body",
                        "needs": "bot",
                    ])
                ])),
        ]
        return members
    }

    /// Returns the definitions that methods need.
    private static func needed(_ all: [ImportedDefinition], by api: ImportedAPI) -> [ImportedDefinition] {
        var found = FileLayout.references(in: .object(api.methods.flatMap(\.members)))
        let schemas = Dictionary(all.map { ($0.name, $0.schema) }) { first, _ in first }
        var waiting = Array(found)
        while let name = waiting.popLast() {
            guard let schema = schemas[name] else { continue }
            for next in FileLayout.references(in: schema) where found.insert(next).inserted {
                waiting.append(next)
            }
        }
        return all.filter { found.contains($0.name) }
    }
}
