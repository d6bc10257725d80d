import Testing

@testable import MethodicalGenerator

/// Tests of schemas that `methodical import` wrote. Their readers can correct only `api.json` and overlays.
@Suite struct ImportedSchemaTests {
    private static let imported =
        #"{"name": "A", "baseURL": "https://a.example/", "source": {"location": "../a.json"}}"#
    private static let contradiction = """
        {"methods": [{"name": "a.b", "response": {"$ref": "#/definitions/x"}}],
         "definitions": {"x": {"type": "object", "properties": {"y": {"allOf": [{"type": "string"}, {"type": "integer"}]}}}}}
        """

    @Test func contradictionsAreNotes() {
        let found = compiled(["api.json": Self.imported, "m.json": Self.contradiction]).diagnostics
        #expect(found.map(\.severity) == [.note], "\(found)")
        let own = messages(["m.json": Self.contradiction])
        #expect(own.count == 1 && own[0].contains("warning: no value can be both"), "\(own)")
    }

    @Test(
        "Files that the importer wrote have no warning, and those beside them do",
        arguments: [ImportMark.text, ImportMark.formerText])
    func warningsAreNotes(mark: String) {
        let mark = "\"$comment\": \"\(mark)\", "
        let methods = #""methods": [{"name": "a.b", "response": {"type": "string", "colour": 1}}]}"#
        let own = #"{"definitions": {"x": {"type": "string", "colour": 1}}}"#
        let files = ["api.json": Self.imported, "m.json": "{" + mark + methods, "own.json": own]
        let found = compiled(files).diagnostics
        #expect(found.map(\.severity) == [.note, .warning], "\(found)")
        #expect(found.map(\.place.file) == ["m.json", "own.json"])
        let unmarked = compiled(["api.json": Self.imported, "m.json": "{" + methods]).diagnostics
        #expect(unmarked.map(\.severity) == [.warning])
    }

    @Test(
        "The name of a parameter is not a keyword of its combined schema",
        arguments: [
            ##"{"name": "k", "in": "query", "type": ["object", "null"], "allOf": [{"$ref": "#/definitions/s"}]}"##,
            ##"{"name": "k", "type": "object", "secret": true, "allOf": [{"$ref": "#/definitions/s"}]}"##,
            ##"{"name": "k", "nullable": true, "arrays": "comma", "allOf": [{"$ref": "#/definitions/s"}, {"properties": {"p": {}}}]}"##,
        ])
    func parametersOfParts(parameter: String) {
        let found = messages([
            "m.json": #"{"methods": [{"name": "a.b", "verb": "POST", "parameters": ["# + parameter + "]}],"
                + #""definitions": {"s": {"type": "object", "properties": {"q": {"type": "integer"}}}}}"#
        ])
        #expect(!found.contains { $0.contains("unknown key") }, "\(found)")
    }

    @Test func mistakesInOverlaysAreErrors() {
        let methods =
            #"{"methods": [{"name": "a.b", "response": {"type": "object", "properties": {"y": {"type": "string"}}}}]}"#
        let overlay =
            ##"{"overlay": [{"at": "m.json#/methods/a.b/response", "merge": {"requred": ["y"]}, "because": "x"}]}"##
        let found = compiled(["api.json": Self.imported, "m.json": methods, "a.overlay.json": overlay])
        #expect(
            found.api == nil && found.diagnostics.contains { $0.message.contains("did you mean \"required\"?") },
            "\(found)"
        )
    }

    @Test func patternsThatTheImportHasAppliedAreNotUnused() {
        let methods = #"{"methods": [{"name": "a.b", "response": {"type": "string"}}]}"#
        let patterns = #", "include": ["a.*", "b.*"], "exclude": ["a.c"]}"#
        let found = messages(["api.json": Self.imported.dropLast() + patterns, "m.json": methods])
        #expect(found.count == 1 && found[0].contains(#"the pattern "b.*" matches no method"#), "\(found)")
    }

    @Test func noVendorIsGuessed() {
        let methods = """
            {"methods": [{"name": "a.b", "responses": {"response": {"$ref": "#/definitions/x"}}}],
             "definitions": {"x": {"type": "object", "properties": {"response": {"type": "string"}}}}}
            """
        #expect(compiled(["m.json": methods]).api?.wire.envelope.result == "response")
        #expect(compiled(["api.json": Self.imported, "m.json": methods]).api?.wire.envelope.result == nil)
    }

    @Test(arguments: [
        (#"{}"#, #"api.json:1:61: error: "location" is missing, as in {"location": "../openapi.yaml"}"#),
        (#""a""#, #"api.json:1:61: error: expected {"location": "../openapi.yaml"}, found "a""#),
        (#"{"location": 5}"#, "api.json:1:74: error: expected a path or a URL, found 5"),
        (
            #"{"location": "a", "overlay": []}"#,
            #"api.json:1:79: error: unknown key "overlay" in "source"; did you mean "overlays"?"#
        ),
        (
            #"{"location": "a", "settings": []}"#,
            #"api.json:1:91: error: expected {"/baseURL": "8 digits of a hash"}, found an array"#
        ),
        (
            #"{"location": "a", "expandable": "all"}"#,
            #"api.json:1:93: error: expected "ids" or "all-ids", found "all""#
        ),
    ])
    func recordsThatAreWrong(_ source: String, _ message: String) {
        let api = #"{"name": "A", "baseURL": "https://a.example/", "source":    "# + source + "}"
        let found = messages([
            "api.json": api, "m.json": #"{"methods": [{"name": "a.b", "response": {"type": "string"}}]}"#,
        ])
        #expect(found == [message])
    }
}
