import APISurface
import MethodicalGenerator

/// The operation of a document that a tally shows.
struct OperationWriter {
    private let operation: OperationTally
    private let schemas: SchemaWriter
    private let usualSecurity: [JSONValue]

    init(_ operation: OperationTally, schemas: SchemaWriter, usualSecurity: [JSONValue]) {
        self.operation = operation
        self.schemas = schemas
        self.usualSecurity = usualSecurity
    }

    /// Returns the operation, and adds the evidence to a report.
    func operation(report: inout TrafficReport) -> JSONValue {
        var members: [JSONValue.Member] = []
        let parameters = pathParameters + queryParameters(report: &report)
        if !parameters.isEmpty {
            members.append(.init(key: "parameters", value: .array(parameters)))
        }
        if let body {
            members.append(.init(key: "requestBody", value: body))
        }
        if operation.body.otherCount > 0 {
            report.add(operation.key.title, "a body of another media type was sent; the schema does not describe it")
        }
        members.append(.init(key: "responses", value: .object(responses)))
        if operation.security != usualSecurity {
            members.append(.init(key: "security", value: .array(operation.security)))
        }
        members.append(.init(key: SchemaWriter.Count.seen, value: .number(operation.exchanges)))
        return .object(members)
    }

    // MARK: Parameters

    private var pathParameters: [JSONValue] {
        operation.key.template.compactMap { segment in
            guard case .parameter(let name, let isInteger) = segment else { return nil }
            return .object([
                "name": .string(name),
                "in": .string("path"),
                "required": .bool(true),
                "schema": .object(["type": .string(isInteger ? "integer" : "string")]),
            ])
        }
    }

    private func queryParameters(report: inout TrafficReport) -> [JSONValue] {
        var written: [JSONValue] = []
        for (name, tally) in operation.query.sorted(by: { $0.key < $1.key }) where !schemas.secrets.reveals(key: name) {
            var members: [JSONValue.Member] = [
                .init(key: "name", value: .string(name)),
                .init(key: "in", value: .string("query")),
            ]
            let isRequired = operation.requires(tally)
            if isRequired {
                members.append(.init(key: "required", value: .bool(true)))
            }
            members.append(.init(key: "schema", value: schema(of: tally, named: name)))
            members.append(.init(key: SchemaWriter.Count.seen, value: .number(tally.exchanges)))
            written.append(.object(members))
            report.addQuery(name, tally: tally, isRequired: isRequired, in: operation)
        }
        return written
    }

    /// Returns the schema of a parameter.
    private func schema(of tally: ParameterTally, named name: String) -> JSONValue {
        var value: [JSONValue.Member] = [.init(key: "type", value: .string(tally.kind.rawValue))]
        if tally.isFile {
            value.append(.init(key: "format", value: .string("binary")))
        } else if tally.kind == .string {
            if let values = schemas.enumeration(tally.texts, named: name) {
                value.append(.init(key: "enum", value: .strings(values)))
            } else if Secrets.isSecretName(name) {
                value.append(.init(key: "format", value: .string("password")))
            } else if let format = tally.texts.format {
                value.append(.init(key: "format", value: .string(format.rawValue)))
            }
        }
        guard tally.isList else {
            return .object(value)
        }
        return .object(["type": .string("array"), "items": .object(value)])
    }

    // MARK: Bodies

    /// The body of requests in the media type of most of them, or `nil` if there is none.
    private var body: JSONValue? {
        let body = operation.body
        if body.jsonCount > 0, body.jsonCount >= body.formCount {
            return content("application/json", schema: jsonBody)
        }
        guard body.formCount > 0 else { return nil }
        let mediaType = body.isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return content(mediaType, schema: formBody)
    }

    private func content(_ mediaType: String, schema: JSONValue) -> JSONValue {
        let isAlways = operation.body.jsonCount + operation.body.formCount == operation.successes
        return .object([
            "required": .bool(isAlways),
            "content": .object([
                .init(key: mediaType, value: .object(["schema": schema]))
            ]),
        ])
    }

    private var jsonBody: JSONValue {
        let tally = operation.body.json
        guard tally.kinds == [.object], tally.nulls == 0, let record = tally.record?.root, !record.isDictionary else {
            return schemas.schema(of: tally, named: "body", isInline: true)
        }
        var members = schemas.members(of: record, isInline: true)
        members.removeAll { $0.key == "required" }
        let required = record.keys.filter { key in
            operation.requiresMember(sentBy: record.members[key]?.count ?? 0) && !schemas.secrets.reveals(key: key)
        }
        if !required.isEmpty {
            members.append(.init(key: "required", value: .strings(required)))
        }
        return .object(members)
    }

    private var formBody: JSONValue {
        let form = operation.body.form.sorted { $0.key < $1.key }.filter { !schemas.secrets.reveals(key: $0.key) }
        let properties = form.map { name, tally in
            JSONValue.Member(key: name, value: schema(of: tally, named: name))
        }
        var members: [JSONValue.Member] = [
            .init(key: "type", value: .string("object")),
            .init(key: "properties", value: .object(properties)),
        ]
        let required = form.filter { operation.requiresMember(sentBy: $0.value.exchanges) }.map(\.key)
        if !required.isEmpty {
            members.append(.init(key: "required", value: .strings(required)))
        }
        return .object(members)
    }

    // MARK: Responses

    private var responses: [JSONValue.Member] {
        operation.results.sorted { $0.key < $1.key }.map { status, result in
            .init(key: String(status), value: response(result, status: status))
        }
    }

    private func response(_ result: OperationTally.Result, status: Int) -> JSONValue {
        var members: [JSONValue.Member] = [.init(key: "description", value: .string("Status \(status)."))]
        if operation.hasLinks, (200..<300).contains(status) {
            let link = JSONValue.object(["schema": .object(["type": .string("string")])])
            members.append(.init(key: "headers", value: .object(["Link": link])))
        }
        var content: JSONValue.Member?
        if result.values.count > 0 {
            let schema = schemas.schema(of: result.values, named: "result")
            content = .init(key: "application/json", value: .object(["schema": schema]))
        } else if let file = result.file {
            let bytes = JSONValue.object(["type": .string("string"), "format": .string("binary")])
            content = .init(key: file.rawValue, value: .object(["schema": bytes]))
        } else if result.hasText {
            content = .init(key: "text/plain", value: .object(["schema": .object(["type": .string("string")])]))
        }
        if let content {
            members.append(.init(key: "content", value: .object([content])))
        }
        members.append(.init(key: SchemaWriter.Count.seen, value: .number(result.exchanges)))
        return .object(members)
    }
}
