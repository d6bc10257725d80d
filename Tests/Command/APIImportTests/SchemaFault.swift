#if CommandLine && YAML
    import Testing

    /// An edit of an imported schema, by which it no longer says what its document says.
    struct SchemaFault: CustomTestStringConvertible, Sendable {
        var file = "pins/types.json"
        var old: String
        var new: String
        /// The words by which the comparison reports the difference.
        var finding: String

        var testDescription: String { finding }

        static let document = """
            openapi: 3.1.0
            info: {title: Faults, version: "1"}
            servers: [{url: "https://faults.example/"}]
            paths:
              /pins:
                post:
                  operationId: createPin
                  tags: [pins]
                  parameters: [{name: trace, in: query, schema: {type: string}}]
                  requestBody:
                    required: true
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          required: [image]
                          properties: {image: {type: string, format: binary}, title: {type: string}}
                  responses:
                    "200": {description: Done, content: {application/json: {schema: {$ref: "#/components/schemas/Pin"}}}}
                    "404": {description: No, content: {application/json: {schema: {$ref: "#/components/schemas/Reason"}}}}
            components:
              schemas:
                Pin:
                  type: object
                  required: [id]
                  properties:
                    id: {type: integer}
                    colour: {type: [string, "null"], enum: [red, green, null]}
                    kind: {const: pin}
                    tags: {type: array, items: {type: string}}
                    sizes: {type: object, additionalProperties: {type: integer}}
                    owner: {oneOf: [{$ref: "#/components/schemas/Person"}, {$ref: "#/components/schemas/Team"}]}
                Person: {type: object, required: [name], properties: {name: {type: string}}}
                Team: {type: object, required: [team], properties: {team: {type: integer}}}
                Reason: {type: object, properties: {reason: {type: string}}}

            """

        private static let methods = "pins/methods.json"

        static let all = [
            SchemaFault(
                old: #""id": { "type": "integer" }"#, new: #""id": { "type": "number" }"#,
                finding: "POST /pins: response 200.id: document says integer, schema says number"),
            SchemaFault(
                old: #"["string", "null"]"#, new: #""string""#,
                finding: "response 200.colour: document says null is allowed, schema says null is not allowed"),
            SchemaFault(
                old: #""required": ["id"]"#, new: #""required": ["id", "kind"]"#,
                finding: "response 200.kind: document says optional, schema says required"),
            SchemaFault(
                old: #"["red", "green"]"#, new: #"["red"]"#,
                finding: "response 200.colour: document says green"),
            SchemaFault(
                old: #""const": "pin""#, new: #""const": "pins""#,
                finding: "response 200.kind: document says pin, schema says pins"),
            SchemaFault(
                old: #""items": { "type": "string" }"#, new: #""items": { "type": "integer" }"#,
                finding: "response 200.tags[]: document says string, schema says integer"),
            SchemaFault(
                old: #""additionalProperties": { "type": "integer" }"#,
                new: #""additionalProperties": { "type": "string" }"#,
                finding: "response 200.sizes{}: document says integer, schema says string"),
            SchemaFault(
                old: ##"{ "$ref": "#/definitions/Person" }, "##, new: "",
                finding: "response 200.owner: document says 2 alternatives, schema says 1 alternatives"),
            SchemaFault(
                old: #""name": { "type": "string" }"#, new: #""nick": { "type": "string" }"#,
                finding: "response 200.owner.name: document says a member, schema says nothing"),
            SchemaFault(
                file: methods, old: #""type": "string", "format": "binary""#, new: #""type": "string""#,
                finding: "body.image: document says file, schema says other"),
            SchemaFault(
                file: methods, old: #""name": "title","#, new: #""name": "caption","#,
                finding: "body.title: document says a member, schema says nothing"),
            SchemaFault(
                file: methods, old: #""in": "query", "type": "string""#,
                new: #""in": "query", "type": "string", "required": true"#,
                finding: "query trace: document says optional, schema says required"),
            SchemaFault(
                file: methods, old: #""404""#, new: #""410""#,
                finding: "failure 404: document says a described error, schema says nothing"),
            SchemaFault(
                file: methods, old: #""path": "pins""#, new: #""path": "pin""#,
                finding: "POST /pins: document says an operation, schema says nothing"),
        ]
    }
#endif
