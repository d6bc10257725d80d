import APISurface
import MethodicalGenerator

/// The translation of webhooks, the requests that the service sends: events if their bodies name them, or else types.
struct Webhooks {
    private let context: OpenAPIContext

    init(context: OpenAPIContext) {
        self.context = context
    }

    /// Adds the events of the document to an API.
    func translate(into api: inout ImportedAPI) {
        var found: [(name: String, schema: JSONNode)] = []
        for key in ["webhooks", "x-webhooks"] {
            for member in context.root.members(key) {
                guard let item = context.resolved(member) else { continue }
                for operation in item.children where OperationNode.verbs.contains(operation.key) {
                    let body = operation["requestBody"].flatMap { context.resolved($0) }
                    let media = body?.members("content").first { MediaKind($0.key) == .json }
                    if let schema = media?["schema"] {
                        found.append((member.key, schema))
                    }
                }
            }
        }
        guard !found.isEmpty else { return }
        let schemas = SchemaTranslator(context: context)
        if let key = discriminator(of: found.map(\.schema)) {
            let union = context.definitions.freshName(from: "WebhookEvent")
            var alternatives: [JSONValue] = []
            for (_, schema) in found {
                let alternative = schemas.schema(schema)
                if !alternatives.contains(alternative) {
                    alternatives.append(alternative)
                }
            }
            context.webhookTypes.insert(union)
            let place = (context.root["webhooks"] ?? context.root["x-webhooks"] ?? context.root).keyPlace
            api.definitions.append(
                ImportedDefinition(
                    name: union,
                    schema: .object(
                        Members([
                            "description": .string("The data of a request that the service sends."),
                            "oneOf": .array(alternatives),
                            "discriminator": .object(Members(["propertyName": .string(key)])),
                        ])), place: place))
            context.report.add(
                .inferred, at: place, operation: nil,
                "\(union) is the union of all webhooks, told apart by their member \(JSONValue.quoted(key))")
            return
        }
        for (name, schema) in found {
            if schema["$ref"] == nil {
                let definition = context.definitions.freshName(
                    from: Words(name).list.map(\.capitalizedWord).joined() + "Event")
                context.webhookTypes.insert(definition)
                api.definitions.append(
                    ImportedDefinition(name: definition, schema: schemas.schema(schema), place: schema.keyPlace))
            } else {
                schema["$ref"].flatMap(schemas.definition).map { _ = context.webhookTypes.insert($0) }
            }
        }
        context.count(
            .changed, at: context.root["webhooks"] ?? context.root["x-webhooks"] ?? context.root,
            "the document does not say how the name of a webhook arrives; their data are types, and \"webhooks\" in "
                + "api.json with \"events\" in a file of your own makes them a union")
    }

    /// Returns the property whose values differ from event to event, or `nil` if there is none.
    private func discriminator(of schemas: [JSONNode]) -> String? {
        let values = schemas.map { schema in
            Dictionary(
                Shape(of: schema, context: context).properties.map { ($0.name, constants(of: $0.node)) },
                uniquingKeysWith: { first, _ in first })
        }
        for key in (values.first ?? [:]).keys.sorted() {
            let all = Set(values.map { $0[key] ?? [] })
            let flat = all.flatMap(\.self)
            if all.allSatisfy({ !$0.isEmpty }),
                Set(flat).count == flat.count,
                all.count > 1
            {
                return key
            }
        }
        return nil
    }

    private func constants(of node: JSONNode) -> [String] {
        guard let node = context.documents.resolved(node) else {
            return []
        }
        return node["const"]?.string.map { [$0] }
            ?? node.texts("enum")
    }
}
