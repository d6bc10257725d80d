import APISurface
import MethodicalGenerator

/// The OpenAPI document that exchanges show.
struct InferredDocument {
    /// The key of the member that marks the documents that were inferred.
    static let mark = "x-traffic"

    let name: String
    let server: Server
    let operations: [OperationTally]
    let schemas: SchemaWriter

    /// Returns the text of the document, and adds the evidence to a report.
    func text(report: inout TrafficReport) -> String {
        let schemes = Set(operations.flatMap { $0.credentials.keys.flatMap(\.self) }).sorted()
        let usual = usualSecurity
        var paths: [JSONValue.Member] = []
        for operation in operations {
            let path = operation.key.template.documentPath
            let member = JSONValue.Member(
                key: operation.key.verb.lowercased(),
                value: OperationWriter(operation, schemas: schemas, usualSecurity: usual).operation(report: &report))
            if let last = paths.last, last.key == path, case .object(let others) = last.value {
                paths[paths.count - 1].value = .object(others + [member])
            } else {
                paths.append(.init(key: path, value: .object([member])))
            }
        }
        report.addCredentials(of: operations)
        report.addTypes(schemas)
        let definitions = schemas.types.named.map { type in
            JSONValue.Member(key: type.name, value: .object(schemas.members(of: type.node)))
        }
        var components: [JSONValue.Member] = []
        if !definitions.isEmpty {
            components.append(.init(key: "schemas", value: .object(definitions)))
        }
        if !schemes.isEmpty {
            let written = schemes.map { JSONValue.Member(key: $0.schemeName, value: $0.scheme) }
            components.append(.init(key: "securitySchemes", value: .object(written)))
        }
        var members: [JSONValue.Member] = [
            .init(key: "openapi", value: .string("3.1.0")),
            .init(
                key: Self.mark,
                value: .string("inferred from recorded exchanges by methodical; the next run refines it")),
            .init(key: "info", value: .object(["title": .string(name), "version": .string("0")])),
            .init(key: "servers", value: .array([.object(["url": .string(server.baseURL)])])),
        ]
        if !usual.isEmpty {
            members.append(.init(key: "security", value: .array(usual)))
        }
        members.append(.init(key: "paths", value: .object(paths)))
        if !components.isEmpty {
            members.append(.init(key: "components", value: .object(components)))
        }
        return JSONValue.object(members).text() + "\n"
    }

    /// The credentials of most operations.
    private var usualSecurity: [JSONValue] {
        var counts: [[JSONValue]: Int] = [:]
        for operation in operations {
            counts[operation.security, default: 0] += 1
        }
        let best = counts.max {
            ($0.value, JSONValue.array($1.key).line) < ($1.value, JSONValue.array($0.key).line)
        }
        return best?.key ?? []
    }
}

extension OperationTally {
    /// The alternatives of credentials, as in a document.
    var security: [JSONValue] {
        let sets = credentials.keys.map { $0.sorted() }.sorted {
            $0.map(\.schemeName).joined(separator: " ") > $1.map(\.schemeName).joined(separator: " ")
        }
        if sets == [[]] {
            return []
        }
        return sets.map { set in
            .object(set.map { JSONValue.Member(key: $0.schemeName, value: .array([])) })
        }
    }
}

extension Credential {
    /// The security scheme in a document.
    var scheme: JSONValue {
        switch self {
        case .bearer:
            .object(["type": .string("http"), "scheme": .string("bearer")])
        case .basic:
            .object(["type": .string("http"), "scheme": .string("basic")])
        case .field(let name):
            .object(["type": .string("apiKey"), "in": .string("header"), "name": .string(name)])
        case .query(let name):
            .object(["type": .string("apiKey"), "in": .string("query"), "name": .string(name)])
        }
    }
}

extension [TemplateSegment] {
    /// The path as a key of a document, with percent-encoding.
    var documentPath: String {
        if isEmpty {
            return "/"
        }
        return map { segment in
            switch segment {
            case .fixed(let text): "/" + PathText.encoded(text)
            case .parameter(let name, _): "/{\(name)}"
            }
        }.joined()
    }
}
