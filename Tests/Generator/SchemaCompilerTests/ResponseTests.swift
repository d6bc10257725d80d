import Testing

@testable import MethodicalGenerator

/// Tests of responses by media type and status, of header fields, and of failures.
@Suite struct ResponseTests {
    private let item = #"{"Item": {"type": "object", "properties": {"id": {"type": "integer"}}}}"#

    @Test(
        "A media type decides how the response is read and which type the request accepts",
        arguments: [
            ("application/json", BodyContent.json, nil),
            ("application/problem+json", .json, "application/problem+json"),
            ("application/xml", .json, "application/xml"), ("text/csv", .text, "text/csv"),
            ("Image/*", .bytes, "Image/*"),
            ("application/octet-stream", .bytes, "application/octet-stream"), ("*/*", .bytes, "*/*"),
        ])
    func mediaTypes(name: String, content: BodyContent, accept: String?) throws {
        let variant = try #require(
            try method(#"{"name": "a.get", "response": {"content": "\#(name)"}}"#).variants.first)
        #expect(variant.content == content && variant.accept == accept)
    }

    @Test func statusesThatAgree() throws {
        let method = try method(
            ##"{"name": "a.get", "statuses": {"200": {"$ref": "#/definitions/Item"}, "201": {"$ref": "#/definitions/Item"}}}"##,
            definitions: item)
        #expect(method.variants == [Variant(result: .named("Item"))])
    }

    @Test func statusesOfFailuresThatAgree() throws {
        let method = try method(
            ##"{"name": "a.get", "statuses": {"200": {"$ref": "#/definitions/Item"}, "4xx": {"$ref": "#/definitions/Item"}}}"##,
            definitions: item)
        #expect(method.variants[0].result == .named("Item"))
        #expect(method.variants[0].statuses.map(\.status) == ["200", "4XX"])
    }

    @Test("Statuses with constant flags are one variant, whose result is a flag")
    func flags() throws {
        let method = try method(
            #"{"name": "a.get", "statuses": {"204": {"type": "boolean", "const": true}, "404": {"type": "boolean", "const": false}}}"#
        )
        #expect(
            method.variants == [
                Variant(
                    result: .boolean,
                    statuses: [.init(status: "204", constant: true), .init(status: "404", constant: false)])
            ])
    }

    @Test func statusesOfSeveralTypes() throws {
        let api = try api([
            "m.json":
                ##"{"methods": [{"name": "a.put", "statuses": {"200": {"$ref": "#/definitions/Item"}, "204": {"type": "null"}, "299": {"content": "text/plain"}, "404": {"type": "object", "properties": {"x": {"type": "integer"}}, "swift": "gone"}}}], "definitions": "##
                + item + "}"
        ])
        #expect(api.methods[0].variants[0].result == .named("a.put/result"))
        let union = try #require(api.union("a.put/result"))
        #expect(union.isKeyed)
        #expect(union.cases.map(\.discriminatorValues) == [["200"], ["204"], ["299"], ["404"]])
        #expect(union.cases.map(\.name) == ["ok", "no_content", "status_299", "gone"])
        #expect(union.cases.map(\.content) == [.json, .nothing, .text, .json])
    }

    @Test func failuresOfRulesAndMethods() throws {
        let api = try api([
            "api.json":
                ##"{"name": "Test", "baseURL": "https://example.com/", "defaults": {"*": {"failures": {"4XX": {"$ref": "m.json#/definitions/Item"}, "default": {"$ref": "m.json#/definitions/Item"}}}}}"##,
            "m.json":
                ##"{"methods": [{"name": "a.get"}, {"name": "a.put", "failures": {"default": {"type": "string"}, "404": {"$ref": "#/definitions/Item"}}}], "definitions": "##
                + item + "}",
        ])
        #expect(api.methods[0].failures == [.init(statuses: ["4XX", "default"], type: .named("Item"))])
        #expect(
            api.methods[1].failures == [
                .init(statuses: ["404", "4XX"], type: .named("Item")), .init(statuses: ["default"], type: .string),
            ])
    }

    @Test("A response without a body can have header fields with types")
    func headerFields() throws {
        let method = try method(
            #"{"name": "a.get", "response": {"type": "null", "headers": {"X-Total": {"type": "integer", "description": "All."}}}}"#
        )
        #expect(method.variants[0].headers == [.init(name: "X-Total", type: .integer, documentation: "All.")])
        #expect(method.variants[0].isEmpty)
    }
}
