import APISurface
import MethodicalGenerator

extension BodyTranslator {
    /// Returns the body of an operation in Swagger 2.0: the parameter in `body`, or those in `formData`.
    func swaggerBody(
        from parameters: [JSONNode],
        consumed: [String],
        hasBody: Bool
    ) -> Body? {
        let whole = parameters.first {
            $0["in"]?.string == "body"
        }
        let fields = parameters.filter {
            $0["in"]?.string == "formData"
        }
        guard hasBody else {
            if let first = whole ?? fields.first {
                context.note(.changed, at: first, "a request with GET is sent without its body")
            }
            return nil
        }
        if let whole {
            let types = consumed.filter(MediaKind.isMediaType)
            let type =
                types.first { MediaKind($0) == .json }
                ?? types.first
                ?? "application/json"
            return swaggerBody(from: whole, type: type)
        }
        guard !fields.isEmpty else { return nil }
        let hasFiles = fields.contains {
            $0["type"]?.string == "file"
        }
        let kinds = consumed.map { MediaKind($0) }
        let consumesOnlyParts = kinds.contains(.multipart) && !kinds.contains(.form)
        let kind: MediaKind = hasFiles || consumesOnlyParts ? .multipart : .form
        let place = kind == .multipart ? "multipart" : "form"
        let type = consumed.first { MediaKind($0) == kind }
        var body = Body(place: place, content: type.flatMap { unusualType($0, node: fields[0]) })
        for field in fields {
            guard let name = field["name"]?.string,
                !name.isEmpty
            else {
                context.note(.wrong, at: field, "a parameter without a name is left out")
                continue
            }
            body.parameters.append(swaggerField(field, name: name, in: place))
        }
        return body
    }

    private func swaggerField(
        _ field: JSONNode,
        name: String,
        in place: String
    ) -> Members {
        var members: Members = [.init(key: "name", value: .string(name))]
        if place != impliedPlace || taken.contains(name) {
            members["in"] = .string(place)
        }
        if let text = context.description(of: field["description"]) {
            members["description"] = .string(text)
        }
        var schema = SchemaTranslator(context: context).keywords(of: field, depth: 1)
        schema["description"] = nil
        schema["required"] = nil
        if field["type"]?.string == "file" {
            schema = Members([
                "type": .string("string"),
                "format": .string("binary"),
            ])
        }
        if field["type"]?.string == "array" {
            let styles = [
                "csv": "comma",
                "ssv": "spaces",
                "tsv": "tabs",
                "pipes": "pipes",
            ]
            let format = field["collectionFormat"]?.string ?? "csv"
            schema["arrays"] = styles[format].map { .string($0) }
        }
        if field["required"]?.bool == true {
            schema["required"] = .bool(true)
        } else {
            schema = SchemaTranslator(context: context).optionalArgument(schema, of: field)
        }
        return members + schema
    }
}
