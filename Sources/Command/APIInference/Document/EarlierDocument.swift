import MethodicalGenerator

/// The document of an earlier inference, read back as the tallies that it states.
package struct EarlierDocument {
    /// The reason for which a document cannot be refined.
    package struct Failure: Error {
        package var message: String
    }

    /// The name of the API.
    package let name: String?
    let baseURL: String?
    private(set) var operations: [EarlierOperation] = []

    /// Reads a document.
    package init(_ file: SourceFile) throws(Failure) {
        var problems: [Diagnostic] = []
        guard let root = parse(file, problems: &problems) else {
            throw Failure(message: problems.first.map(\.description) ?? "\(file.shownPath) is not JSON")
        }
        guard root[InferredDocument.mark] != nil else {
            throw Failure(
                message: "\(file.shownPath) was not inferred from recorded exchanges, so they cannot refine it; "
                    + "`methodical learn` corrects a schema")
        }
        name = root["info"]?["title"]?.string
        baseURL = root["servers"]?.first?["url"]?.string
        let components = root["components"]
        let reader = EarlierSchemas(components?["schemas"]?.children ?? [])
        let schemes = Self.schemes(in: components?["securitySchemes"]?.children ?? [])
        for path in root["paths"]?.children ?? [] {
            for node in path.children {
                operations.append(
                    EarlierOperation(
                        node,
                        verb: node.key.uppercased(),
                        path: path.key,
                        reader: reader,
                        schemes: schemes,
                        usualSecurity: root["security"]))
            }
        }
    }

    /// Returns the credentials of the schemes, by the names of the schemes.
    private static func schemes(in nodes: [JSONNode]) -> [String: Credential] {
        var found: [String: Credential] = [:]
        for node in nodes {
            switch (node["type"]?.string, node["scheme"]?.string, node["in"]?.string, node["name"]?.string) {
            case ("http", "bearer", _, _): found[node.key] = .bearer
            case ("http", "basic", _, _): found[node.key] = .basic
            case ("apiKey", _, "header", let name?): found[node.key] = .field(name)
            case ("apiKey", _, "query", let name?): found[node.key] = .query(name)
            default: break
            }
        }
        return found
    }
}

/// An operation of an earlier document.
struct EarlierOperation {
    let verb: String
    let template: [TemplateSegment]
    private(set) var exchanges: Int
    private(set) var query: [String: ParameterTally] = [:]
    private(set) var body = OperationTally.Body()
    private(set) var results: [Int: OperationTally.Result] = [:]
    private(set) var credentials: [Set<Credential>: Int] = [:]
    private(set) var hasLinks = false

    var title: String { "\(verb) \(template.path)" }

    init(
        _ node: JSONNode,
        verb: String,
        path: String,
        reader: EarlierSchemas,
        schemes: [String: Credential],
        usualSecurity: JSONNode?
    ) {
        self.verb = verb
        exchanges = node.seen
        var integers: Set<String> = []
        for parameter in node["parameters"]?.children ?? [] {
            guard let name = parameter["name"]?.string, let schema = parameter["schema"] else { continue }
            if parameter["in"]?.string == "query" {
                query[name] = reader.parameter(schema, count: parameter.seen)
            } else if schema["type"]?.string == "integer" {
                integers.insert(name)
            }
        }
        template = path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else {
                return .fixed(segment.removingPercentEncoding ?? String(segment))
            }
            let name = String(segment.dropFirst().dropLast())
            return .parameter(name: name, isInteger: integers.contains(name))
        }
        readBody(node["requestBody"], reader: reader)
        readResults(node["responses"], reader: reader)
        readSecurity(node["security"] ?? usualSecurity, schemes: schemes)
    }

    private mutating func readBody(_ node: JSONNode?, reader: EarlierSchemas) {
        guard let content = node?["content"]?.first, let schema = content["schema"] else { return }
        if content.key == "application/json" {
            body.json = reader.tally(schema)
            body.jsonCount = max(schema.seen, 1)
            return
        }
        body.formCount = exchanges
        body.isMultipart = content.key == "multipart/form-data"
        for property in schema["properties"]?.children ?? [] {
            body.form[property.key] = reader.parameter(property, count: exchanges)
        }
    }

    private mutating func readResults(_ node: JSONNode?, reader: EarlierSchemas) {
        for response in node?.children ?? [] {
            guard let status = Int(response.key) else { continue }
            var result = OperationTally.Result()
            result.exchanges = response.seen
            hasLinks = hasLinks || response["headers"]?["Link"] != nil
            if let content = response["content"]?.first {
                switch content.key {
                case "application/json":
                    result.values = content["schema"].map(reader.tally) ?? ValueTally()
                case "text/plain":
                    result.hasText = true
                default:
                    result.file = MediaType(rawValue: content.key)
                }
            }
            results[status] = result
        }
    }

    private mutating func readSecurity(_ node: JSONNode?, schemes: [String: Credential]) {
        guard let node, !node.children.isEmpty else {
            credentials[[]] = exchanges
            return
        }
        for alternative in node.children {
            credentials[Set(alternative.children.compactMap { schemes[$0.key] })] = 1
        }
    }
}

/// The schemas of an earlier document, read back as tallies.
final class EarlierSchemas {
    private var nodes: [String: RecordNode] = [:]
    private let schemas: [String: JSONNode]

    init(_ definitions: [JSONNode]) {
        schemas = Dictionary(definitions.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Returns the tally that a schema states.
    func tally(_ schema: JSONNode) -> ValueTally {
        var tally = ValueTally()
        add(schema, to: &tally)
        tally.count = schema.seen
        tally.nulls = schema[SchemaWriter.Count.nulls]?.integer ?? 0
        return tally
    }

    private func add(_ schema: JSONNode, to tally: inout ValueTally) {
        let strings = schema.seen - (schema[SchemaWriter.Count.nulls]?.integer ?? 0)
        addAlternative(schema, strings: strings, to: &tally)
        let alternatives = schema["anyOf"]?.children ?? []
        let values = alternatives.flatMap { $0["enum"]?.children.compactMap(\.string) ?? [] }
        for alternative in alternatives {
            // The enumeration stands beside any other text, which says nothing more.
            let isOtherText = !values.isEmpty && alternative["enum"] == nil && alternative["type"]?.string == "string"
            if !isOtherText {
                addAlternative(alternative, strings: strings, to: &tally)
            }
        }
    }

    private func addAlternative(_ schema: JSONNode, strings: Int, to tally: inout ValueTally) {
        if let reference = schema["$ref"]?.string {
            tally.kinds.insert(.object)
            tally.record = record(named: reference.split(separator: "/").last.map(String.init) ?? "")
            return
        }
        let type = schema["type"]
        let words = type?.isArray == true ? type?.children ?? [] : [type].compactMap(\.self)
        for word in words {
            guard let kind = word.string.flatMap({ ValueTally.Kind(rawValue: $0) }) else { continue }
            tally.kinds.insert(kind)
            switch kind {
            case .string:
                tally.texts.addEarlier(
                    count: max(strings, 1),
                    format: schema["format"]?.string,
                    values: schema["enum"]?.children.compactMap(\.string) ?? [])
            case .array:
                if let items = schema["items"], items.first != nil {
                    tally.setElement(self.tally(items))
                }
            case .object:
                let node = RecordNode(earlierName: nil, count: schema.seen)
                fill(node, from: schema)
                tally.record = node
            case .boolean, .integer, .number:
                break
            }
        }
    }

    private func record(named name: String) -> RecordNode? {
        if let known = nodes[name] {
            return known
        }
        guard let schema = schemas[name] else { return nil }
        let node = RecordNode(earlierName: name, count: schema.seen)
        // A type may contain itself.
        nodes[name] = node
        fill(node, from: schema)
        return node
    }

    private func fill(_ node: RecordNode, from schema: JSONNode) {
        for property in schema["properties"]?.children ?? [] {
            node.setEarlier(property.key, tally: tally(property))
        }
        if let values = schema["additionalProperties"], values.isObject {
            node.setEarlierValues(tally(values))
        }
    }

    /// Returns the tally that the schema of a parameter states.
    func parameter(_ schema: JSONNode, count: Int) -> ParameterTally {
        var tally = ParameterTally()
        tally.isList = schema["type"]?.string == "array"
        let value = (tally.isList ? schema["items"] : nil) ?? schema
        tally.isFile = value["format"]?.string == "binary"
        tally.addEarlier(
            kind: value["type"]?.string.flatMap { ValueTally.Kind(rawValue: $0) } ?? .string,
            count: max(count, 1),
            format: value["format"]?.string,
            values: value["enum"]?.children.compactMap(\.string) ?? [])
        return tally
    }
}

extension JSONNode {
    /// The number of values, calls or objects that the document states.
    fileprivate var seen: Int {
        self[SchemaWriter.Count.seen]?.integer ?? 0
    }
}
