import Testing

@testable import MethodicalGenerator

/// Tests of misspelt keys and of files in another dialect.
@Suite struct SlipTests {
    @Test(arguments: [
        (#"{"name": "a.b", "responce": {"type": "string"}}"#, "responce", "response"),
        (#"{"name": "a.b", "params": []}"#, "params", "parameters"),
        (#"{"name": "a.b", "returns": {"type": "string"}}"#, "returns", "response"),
        (#"{"name": "a.b", "trows": []}"#, "trows", "throws"),
        (#"{"name": "a.b", "ptah": "x"}"#, "ptah", "path"),
    ])
    func slipsInMethods(method: String, key: String, meant: String) {
        let found = messages(["m.json": #"{"methods": ["# + method + "]}"])
        #expect(found == [#"m.json:1:30: error: unknown key "\#(key)" in a method; did you mean "\#(meant)"?"#])
    }

    @Test(arguments: [
        ("tpye", "type"), ("Type", "type"), ("requred", "required"), ("itmes", "items"), ("propertees", "properties"),
        ("enmu", "enum"),
        ("additionalProprties", "additionalProperties"), ("ref", "$ref"), ("oneof", "oneOf"), ("values", "enum"),
        ("tsAdditionalProperties", "additionalProperties"), ("nulable", "nullable"),
    ])
    func slipsInSchemas(key: String, meant: String) {
        let found = messages(definitions: #"{"a": {""# + key + #"": ["b"]}}"#)
        #expect(
            found.first == #"types.json:1:24: warning: unknown key "\#(key)" in a schema; did you mean "\#(meant)"?"#,
            "\(found)")
    }

    @Test(
        "JSON Schema allows any key in a schema, wherever the schema is",
        arguments: [
            #"{"name": "a.b", "response": {"type": "object", "tsAdditionalProperties": false}}"#,
            #"{"name": "a.b", "response": {"type": "array", "items": {"propertes": {}}}}"#,
            #"{"name": "a.b", "body": {"type": "object", "propertis": {}}}"#,
            #"{"name": "a.b", "parameters": [{"name": "x", "items": {"requird": []}, "type": "array"}]}"#,
        ])
    func keysOfOthers(method: String) {
        let result = compiled(["m.json": #"{"methods": ["# + method + "]}"])
        #expect(result.api != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning], "\(result.diagnostics)")
    }

    @Test(
        "A slip for a keyword of the dialect is an error in a parameter, a body and a response",
        arguments: [
            #"{"name": "a.b", "parameters": [{"name": "x", "type": "string", "requird": true}]}"#,
            #"{"name": "a.b", "parameters": [{"name": "x", "typ": "string"}]}"#,
            #"{"name": "a.b", "body": {"type": "object", "contnt": "application/json"}}"#,
            #"{"name": "a.b", "response": {"schema": {"type": "string"}}}"#,
        ])
    func slipsInOwnObjects(method: String) {
        let result = compiled(["m.json": #"{"methods": ["# + method + "]}"])
        #expect(result.diagnostics.contains { $0.severity == .error }, "\(result.diagnostics)")
    }

    /// A key is no slip if it resembles no known key, or only one that is present or has no effect.
    @Test(arguments: [
        "cost", "count", "tags", "note", "min", "label", "icon", "titel", "comment", "colour", "unit", "types",
        "x-type",
    ])
    func otherKeysAreNoSlips(key: String) {
        let result = compiled([
            "t.json": #"{"definitions": {"a": {"type": "integer", "const": 1, ""# + key + #"": 1}}}"#
        ])
        #expect(result.api != nil && result.diagnostics.allSatisfy { $0.severity == .warning }, "\(result.diagnostics)")
    }

    @Test("The readers of VK's files cannot correct them: there a slip is a warning")
    func slipsOfVK() {
        let found = messages([
            "m.json": ##"""
            {"methods": [{"name": "a.b", "responses": {"response": {"$ref": "#/definitions/r"}}}],
             "definitions": {"r": {"properties": {"response": {"properties": {"x": {}}, "requried": ["x"]}}}}}
            """##
        ])
        #expect(found == [#"m.json:2:77: warning: unknown key "requried" in a schema; did you mean "required"?"#])
    }

    private let hint =
        "error: this is an OpenAPI document, which is not read; move it out of the schema's folder, and translate it with "
        + "`methodical import DOCUMENT --into FOLDER`"

    @Test("An OpenAPI document in JSON or YAML is recognised by its version and has a hint")
    func openAPI() {
        #expect(
            messages(["openapi.json": #"{"openapi": "3.1.0", "paths": {}, "components": {"schemas": {}}}"#]) == [
                "openapi.json:1:2: " + hint
            ])
        #expect(
            messages(["a/old.json": #"{"swagger": "2.0", "definitions": {"a": {"id": 5}}}"#]) == [
                "a/old.json:1:2: " + hint
            ])
        #expect(messages(["api.json": #"{"openapi": "3.0.0", "info": {}}"#]) == ["api.json:1:2: " + hint])
        #expect(
            messages(["openapi.yaml": "# Shop\n---\nopenapi: 3.0.0\ninfo:\n  title: Shop\n"]) == [
                "openapi.yaml:3:1: " + hint
            ])
        #expect(messages(["shop.yml": "'swagger': '2.0'\n"]) == ["shop.yml:1:1: " + hint])
        #expect(
            messages(["config.yaml": "openapi-generator: true\nx:\n  openapi: 3\n", "m.json": #"{"methods": []}"#])
                .isEmpty)
    }
}
