import APISurface
import MethodicalGenerator

/// A check for keys that OpenAPI does not have at their place, such as slips and words of another version. Nothing
/// reads them, so what they say would be lost without a word.
struct KeyCheck {
    private let context: OpenAPIContext

    init(context: OpenAPIContext) {
        self.context = context
    }

    /// The kinds of object that have fixed keys.
    private enum Place: String {
        case document, path, operation, parameter, body, response, media
    }

    /// The keys of OpenAPI 3.0 to 3.2 by place.
    private static let keys: [Place: Set<String>] = table(
        """
        document openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs
        path $ref summary description servers parameters additionalOperations get put post delete options head patch
        path trace query
        operation tags summary description externalDocs operationId parameters requestBody responses callbacks
        operation deprecated security servers
        parameter $ref name in description summary required deprecated allowEmptyValue style explode allowReserved
        parameter schema example examples content
        body $ref description summary content required
        response $ref summary description headers content links
        media schema itemSchema example examples encoding itemEncoding prefixEncoding $ref
        """)

    /// The keys of Swagger 2.0 by place.
    private static let swaggerKeys: [Place: Set<String>] = table(
        """
        document swagger info host basePath schemes consumes produces paths definitions parameters responses
        document securityDefinitions security tags externalDocs
        path $ref get put post delete options head patch parameters
        operation tags summary description externalDocs operationId consumes produces parameters responses schemes
        operation deprecated security
        parameter $ref name in description required schema type format allowEmptyValue items collectionFormat default
        parameter maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems
        parameter uniqueItems enum multipleOf example
        body name in description required schema $ref
        response $ref description schema headers examples
        """)

    private static func table(_ text: String) -> [Place: Set<String>] {
        var table: [Place: Set<String>] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let place = words.first.flatMap(Place.init) else {
                continue
            }
            table[place, default: []].formUnion(words.dropFirst())
        }
        return table
    }

    /// Checks the document and its operations.
    func check(_ operations: [OperationNode]) {
        check(context.root, as: .document)
        for item in context.root.members("paths") where item.isObject && !item.key.hasPrefix("x-") {
            check(item, as: .path)
            checkTwice(item.elements("parameters"))
        }
        for source in operations {
            context.operation = source.operation
            checkOperation(source.node)
        }
        context.operation = nil
        checkIDs(of: operations)
    }

    private func checkOperation(_ node: JSONNode) {
        check(node, as: .operation)
        checkTwice(node.elements("parameters"))
        for parameter in node.elements("parameters") where parameter["$ref"] == nil {
            check(parameter, as: .parameter)
        }
        if let body = node["requestBody"], !context.isSwagger {
            check(body, as: .body)
            for media in body.members("content") {
                check(media, as: .media)
            }
        }
        for response in node.members("responses") where response.isObject && !response.key.hasPrefix("x-") {
            check(response, as: .response)
            for media in response.members("content") {
                check(media, as: .media)
            }
        }
    }

    /// Notes the keys of an object that are unknown at its place.
    private func check(_ node: JSONNode, as place: Place) {
        let keys: [Place: Set<String>]
        let otherKeys: [Place: Set<String>]
        let otherFormat: String
        if context.isSwagger {
            keys = Self.swaggerKeys
            otherKeys = Self.keys
            otherFormat = "OpenAPI 3"
        } else {
            keys = Self.keys
            otherKeys = Self.swaggerKeys
            otherFormat = "OpenAPI 2.0"
        }
        guard node.isObject,
            let known = keys[place]
        else { return }
        for member in node.children where !known.contains(member.key) && !member.key.hasPrefix("x-") {
            var hint = ""
            if otherKeys[place]?.contains(member.key) == true {
                hint = "; it is a word of \(otherFormat)"
            } else if let near = nearest(to: member.key, among: known.sorted(), within: 2) {
                hint = "; did you mean \(JSONValue.quoted(near))?"
            }
            context.count(
                .wrong,
                at: member,
                "unknown key \(JSONValue.quoted(member.key)), which is left out\(hint)")
        }
    }

    /// Notes parameters that a list has twice.
    private func checkTwice(_ parameters: [JSONNode]) {
        var seen: Set<String> = []
        for entry in parameters {
            guard let node = context.documents.resolved(entry),
                let name = node["name"]?.string
            else {
                continue
            }
            if !seen.insert("\(node["in"]?.string ?? "") \(name)").inserted {
                context.note(
                    .wrong,
                    at: entry,
                    "the parameter \(JSONValue.quoted(name)) is listed twice; the first counts")
            }
        }
    }

    /// Notes operations with the same `operationId`.
    private func checkIDs(of operations: [OperationNode]) {
        var first: [String: OperationNode] = [:]
        for source in operations {
            guard let id = source.node["operationId"]?.string else {
                continue
            }
            if let other = first[id] {
                context.operation = source.operation
                context.note(
                    .wrong,
                    at: source.node["operationId"] ?? source.node,
                    "the operationId \(JSONValue.quoted(id)) is that of \(other.operation.title), too")
            } else {
                first[id] = source
            }
        }
        context.operation = nil
    }
}
