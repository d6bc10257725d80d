import Testing

@testable import MethodicalGenerator

@Suite struct HostileTests {
    @Test func tenThousandLevels() {
        let deep = String(repeating: #"{"items":"#, count: 10_000) + "{}" + String(repeating: "}", count: 10_000)
        let found = messages(definitions: #"{"a": "# + deep + "}")
        #expect(found.count == 1 && found[0].contains("more than 512 deep"))
    }

    @Test(arguments: [
        (#"{"items":"#, "}"), (#"{"properties":{"a":"#, "}}"), (#"{"allOf":["#, "]}"),
        (#"{"oneOf":[{"type":"string"},"#, "]}"),
        (#"{"additionalProperties":"#, "}"), (#"{"patternProperties":{"x":"#, "}}"),
    ])
    func deepInlineSchemas(open: String, close: String) {
        let deep = String(repeating: open, count: 200) + #"{"type": "string"}"# + String(repeating: close, count: 200)
        let result = compiled(["t.json": #"{"definitions": {"a": "# + deep + "}}"])
        #expect(result.diagnostics.contains { $0.message.contains("64") || $0.message.contains("512") })
    }

    @Test(
        "Deep parts of one record compile, because they are not types inside one another",
        arguments: [(#"{"allOf":[{"properties":{"z":{}}},"#, "]}"), (#"{"properties":{"z":{}},"anyOf":["#, "]}")])
    func deepParts(open: String, close: String) {
        let deep = String(repeating: open, count: 200) + #"{"type": "string"}"# + String(repeating: close, count: 200)
        let result = compiled(["t.json": #"{"definitions": {"a": "# + deep + "}}"])
        #expect(result.api?.record("a")?.properties.map(\.name) == ["z"])
    }

    @Test func referencesInCircles() {
        let found = messages(definitions: ##"{"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}"##)
        #expect(found == ["types.json:1:52: error: \"b\" refers only to itself; expected a type"])
    }

    @Test func listsOfThemselves() {
        let result = compiled([
            "t.json": ##"{"definitions": {"a": {"type": "array", "items": {"$ref": "#/definitions/a"}}}}"##
        ])
        #expect(result.api?.shape("a") == .alias(.array(.any)))
        #expect(result.diagnostics.count == 1)
    }

    @Test func inheritanceInCircles() {
        let text =
            ##"{"a": {"allOf": [{"$ref": "#/definitions/b"}, {"properties": {"x": {}}}]}, "b": {"allOf": [{"$ref": "#/definitions/a"}, {"properties": {"y": {}}}]}}"##
        #expect(messages(definitions: text) == [#"types.json:1:34: error: "a" contains itself through "allOf""#])
        let one =
            ##"{"a": {"allOf": [{"$ref": "#/definitions/b"}, {"properties": {"x": {}}}]}, "b": {"allOf": [{"$ref": "#/definitions/a"}]}}"##
        #expect(messages(definitions: one) == [#"types.json:1:34: error: "a" contains itself through "allOf""#])
        #expect(
            messages(definitions: ##"{"a": {"allOf": [{"$ref": "#/definitions/a"}]}}"##)
                == [#"types.json:1:34: error: "a" contains itself through "allOf""#])
        #expect(
            messages(
                definitions:
                    ##"{"a": {"$ref": "#/definitions/b", "properties": {"x": {}}}, "b": {"$ref": "#/definitions/a"}}"##)
                == [#"types.json:1:32: error: "a" contains itself through "$ref""#])
    }

    @Test func pathsThatDouble() {
        // Each definition merges the next one twice, so there are 2^30 paths through them.
        var text = ""
        for index in 0..<30 {
            text +=
                "\"d\(index)\": {\"allOf\": [{\"$ref\": \"#/definitions/d\(index + 1)\"}, {\"$ref\": \"#/definitions/d\(index + 1)\"}]}, "
        }
        let result = compiled([
            "t.json": #"{"definitions": {"# + text + ##""d30": {"properties": {"x": {"type": "string"}}}}}"##
        ])
        #expect(result.api?.record("d0")?.properties.count == 1)
    }

    @Test func referencesIntoThemselves() {
        let text =
            ##"{"a": {"properties": {"l": {"type": "array", "items": {"oneOf": [{"$ref": "#/definitions/a/properties/l"}, {"$ref": "#/definitions/a/properties/l/items"}]}}}}}"##
        let result = compiled(["t.json": #"{"definitions": "# + text + "}"])
        #expect(!result.diagnostics.isEmpty)
    }

    @Test func longChainsOfReferences() {
        var text = ""
        for index in 0..<3000 { text += "\"d\(index)\": {\"$ref\": \"#/definitions/d\(index + 1)\"}, " }
        let result = compiled(["t.json": #"{"definitions": {"# + text + #""d3000": {"type": "string"}}}"#])
        #expect(result.api?.types.count == 3001 || !result.diagnostics.isEmpty)
        let circle =
            #"{"definitions": {"# + text.replacing("{\"$ref", with: "{\"properties\": {\"x\": {}}, \"$ref")
            + ##""d3000": {"$ref": "#/definitions/d0"}}}"##
        #expect(
            compiled(["t.json": circle]).diagnostics.contains { $0.message == #""d0" contains itself through "$ref""# })
    }

    @Test func namesAreData() throws {
        let api = try types(
            #"{"a": {"properties": {"quote\" */ \n": {"type": "integer"}, "": {"type": "integer"}, "\\(x)": {"type": "string"}}}}"#
        )
        #expect(api.record("a")?.properties.map(\.path) == [["quote\" */ \n"], [""], ["\\(x)"]])
    }

    @Test func everythingOfTheWrongKind() {
        let wrongs = ["null", "1e999", "\"x\"", "[]", "{}", "[null, {}]", "{\"a\": {\"a\": null}}"]
        let keys = Dialect.keywords.map(\.name)
        for wrong in wrongs {
            for key in Set(keys) {
                let member = "\"\(key)\": \(wrong)"
                _ = compiled(["api.json": "{\"name\": \"A\", \"baseURL\": \"https://a.b\", \(member)}"])
                _ = compiled([
                    "t.json": "{\"definitions\": {\"a\": {\(member)}, \"b\": {\"properties\": {\"p\": {\(member)}}}}}"
                ])
                _ = compiled([
                    "t.json":
                        "{\"methods\": [{\"name\": \"a.b\", \"parameters\": [{\"name\": \"p\", \(member)}], \(member)}]}"
                ])
                _ = compiled(["t.json": "{\(member)}", "o.overlay.json": "{\"overlay\": [{\(member)}]}"])
            }
        }
    }

    @Test func manyMistakesAreReportedQuickly() {
        var text = ""
        for index in 0..<5000 { text += "\"d\(index)\": {\"$ref\": \"#/definitions/missing\(index)\"}, " }
        let found = messages(definitions: "{" + text + "\"z\": {}}")
        #expect(found.count == 5000)
    }
}
