import Testing

@testable import MethodicalGenerator

@Suite struct ResolveTests {
    @Test func acrossFilesAndSpellings() throws {
        let api = try api([
            "base/objects.json": ##"{"$defs": {"a/b~c": {"type": "integer"}, "x y": {"type": "string"}}}"##,
            "users/objects.json": ##"""
            {"definitions": {"u": {"properties": {"p": {"$ref": "../base/objects.json#/$defs/a~1b~0c"}, "q": {"$ref": "/base/objects.json#/$defs/x%20y"},
              "r": {"$ref": "./objects.json#/definitions/v"}, "s": {"$ref": "#/definitions/v"}}}, "v": {"type": "boolean"}}}
            """##,
        ])
        #expect(api.record("u")?.properties.map(\.type) == [.named("a/b~c"), .named("x y"), .named("v"), .named("v")])
    }

    @Test func placesInsideDefinitions() throws {
        let api = try types(
            ##"""
            {"a": {"properties": {"in": {"properties": {"z": {}}}, "n": {"type": "integer"}}},
             "b": {"properties": {"x": {"$ref": "#/definitions/a/properties/in"}, "y": {"$ref": "#/definitions/a/properties/n"}}}}
            """##)
        #expect(api.property("x", of: "b")?.type == .named("a/in"))
        #expect(api.property("y", of: "b")?.type == .integer)
    }

    @Test func oneKeyInTwoGroups() throws {
        let api = try api([
            "a.json":
                ##"{"definitions": {"x": {"type": "integer"}, "y": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "string", "swift": "Ex"}}}"##
        ])
        #expect(api.types.map(\.id.text) == ["x", "x#Ex", "y"])
        #expect(api.shape("y") == .alias(.named("x#Ex")))
    }

    @Test func oneKeyInTwoFiles() {
        let user = #"{"definitions": {"User": {"type": "object", "properties": {"id": {"type": "integer"}}}}}"#
        #expect(
            messages(["a.json": user, "b.json": user])
                == [
                    #"b.json:1:18: error: the type "User" is already defined at a.json:1:18; rename one of them, or give it a "swift" name"#
                ])
        let named = #"{"definitions": {"User": {"type": "string", "swift": "Name"}}}"#
        #expect(messages(["a.json": user, "b.json": named]).isEmpty)
        let settings = ##"{"name": "A", "baseURL": "https://a.b/", "rename": {"b.json#User": "Other"}}"##
        #expect(messages(["api.json": settings, "a.json": user, "b.json": user]).isEmpty)
        #expect(messages(["a.json": named, "b.json": named]).count == 1)
    }

    @Test(arguments: [
        ("#/definitions/user/required", ##""#/definitions/user/required" refers to an array, not to a schema"##),
        ("#/definitions", ##""#/definitions" refers to an object of schemas, not to a schema"##),
        ("#", ##""#" refers to a whole file, not to a schema"##),
        ("", ##"expected a reference like "#/definitions/name", found """##),
        ("#/definitions/A~2", ##""~2" in "#/definitions/A~2" is not an escape: write "~0" for "~" and "~1" for "/""##),
    ])
    func referencesToNoSchema(reference: String, message: String) {
        let user = #"{"user": {"required": ["id"], "properties": {"id": {}, "definitions": {"type": "integer"}}}, "#
        let found = messages(definitions: user + #""a": {"$ref": ""# + reference + #""}}"#)
        #expect(found == ["types.json:1:124: error: " + message])
        #expect(messages(definitions: user + ##""a": {"$ref": "#/definitions/user/properties/definitions"}}"##).isEmpty)
    }

    @Test(
        "A reference without a target is an error that suggests one",
        arguments: [
            (
                ##"#/definitions/uesr"##,
                ##""#/definitions/uesr" has no target: t.json has no "uesr" there; did you mean "user"?"##
            ),
            ("user", ##""user" has no target: there is no schema file user; did you mean "#/definitions/user"?"##),
            (
                "#/components/schemas/user",
                ##""#/components/schemas/user" has no target: t.json has no "components" there; did you mean "#/definitions/user"?"##
            ),
            ("../../etc/passwd#/x", #""../../etc/passwd#/x" leads out of the schema's folder"#),
            (
                "tt.json#/definitions/user",
                #""tt.json#/definitions/user" has no target: there is no schema file tt.json; did you mean "t.json"?"#
            ),
            (
                "http://x.y/z.json#/a",
                #""http://x.y/z.json#/a" is outside the schema's folder; copy that file into it and refer to the copy"#
            ),
            ("#user", ##""#user" uses an anchor; write a JSON Pointer ("#/definitions/name")"##),
        ])
    func danglingReferences(reference: String, message: String) {
        let found = compiled(["t.json": #"{"definitions": {"user": {}, "a": {"$ref": ""# + reference + #""}}}"#])
            .diagnostics
        #expect(found.map(\.message) == [message])
    }

    @Test func allProblemsInOneRun() {
        let found = messages([
            "a.json": ##"{"definitions": {"a": {"$ref": "#/x"}, "b": {"$ref": "#/x"}}}"##,
            "b.json": #"{"definitions": {"c": {"type": "q"}}"#,
            "c.json": #"{"methods": [{"nam": "x"}]}"#,
        ])
        #expect(found.count == 4)
    }
}

@Suite struct OverlayTests {
    private let base =
        ##"{"definitions": {"user": {"properties": {"id": {"type": "integer"}, "age": {"type": "string"}}}, "list": {"items": {"type": "integer"}}}, "methods": [{"name": "a.b", "parameters": [{"name": "p", "type": "string"}]}]}"##

    private func overlaid(_ overlay: String) -> Compilation {
        compiled(["x/objects.json": base, "fix.overlay.json": #"{"overlay": ["# + overlay + "]}"])
    }

    @Test("An overlay adds and replaces properties, and null removes one")
    func merges() {
        let result = overlaid(
            ##"{"at": "x/objects.json#/definitions/user/properties", "merge": {"age": {"type": "integer"}, "id": null, "ref": {"$ref": "#/definitions/list"}}, "because": "Seen."}"##
        )
        #expect(result.diagnostics.isEmpty)
        #expect(
            result.api?.record("user")?.properties == [
                Property(path: ["age"], type: .integer), Property(path: ["ref"], type: .named("list")),
            ])
    }

    @Test("An overlay removes a property")
    func removes() {
        let result = overlaid(
            #"{"at": "x/objects.json#/definitions/user/properties/age", "remove": true, "because": "Gone.", "see": "https://a.b"}"#
        )
        #expect(result.diagnostics.isEmpty && result.api?.record("user")?.properties.count == 1)
    }

    @Test func replacesWhatIsNoObjectAndFindsByName() {
        let result = overlaid(
            #"{"at": "x/objects.json#/methods/a.b/parameters/p/type", "merge": "integer", "because": "Is one."}"#)
        #expect(result.diagnostics.isEmpty)
        #expect(result.api?.methods.first?.parameters.first?.type == .integer)
    }

    @Test func mistakesStandInTheOverlay() {
        let result = overlaid(
            #"{"at": "x/objects.json#/definitions/user", "merge": {"properties": {"age": {"type": "intger"}}}, "because": "x"}"#
        )
        #expect(result.diagnostics.first?.place.file == "fix.overlay.json")
    }

    @Test(
        "Each mistake in an overlay is explained",
        arguments: [
            (
                #"{"at": "x/objects.json#/definitions/usr", "remove": true, "because": "x"}"#,
                "the target no longer exists: x/objects.json has no \"usr\" there; did you mean \"user\"?"
            ),
            (
                #"{"at": "x/object.json#/definitions/user", "remove": true, "because": "x"}"#,
                "there is no schema file x/object.json; did you mean \"x/objects.json\"?"
            ),
            (
                #"{"at": "x/objects.json#/definitions/user", "remove": true}"#,
                "\"because\" is missing: the reason for the correction"
            ),
            (
                #"{"at": 5, "remove": true, "because": "x"}"#,
                "expected a file and a JSON Pointer, \"users/objects.json#/definitions/users_user\", found 5"
            ),
            (
                #"{"at": "x/objects.json#/definitions/user", "because": "x"}"#,
                "expected either \"merge\" or \"remove\": true"
            ),
            (
                #"{"at": "x/objects.json#/definitions/user", "merge": {"properties": {"age": {"type": "string"}}}, "because": "x"}"#,
                "this correction changes nothing, because the schema already says the same; remove it"
            ),
        ])
    func mistakes(overlay: String, message: String) { #expect(overlaid(overlay).diagnostics.first?.message == message) }

    @Test("A recursive reference means the definition that it stands in")
    func recursiveReferences() throws {
        let api = try types(
            ##"""
            {"Filter": {"$recursiveAnchor": true, "type": "object", "properties": {
              "key": {"type": "string"}, "all": {"type": "array", "items": {"$recursiveRef": "#"}}}},
             "Tree": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$recursiveRef": "#", "description": "A branch."}}]}}
            """##)
        #expect(api.property("all", of: "Filter")?.type == .array(.named("Filter")))
        #expect(api.union("Tree")?.cases.map(\.type) == [.string, .array(.named("Tree"))])
        let hint = ##"is not supported; use "$ref" with a JSON Pointer ("#/definitions/name")"##
        #expect(
            messages(definitions: ##"{"a": {"$recursiveRef": "#/x"}}"##) == [
                #"types.json:1:24: error: "$recursiveRef" "# + hint
            ])
        #expect(
            messages(["m.json": ##"{"methods": [{"name": "a.b", "response": {"items": {"$recursiveRef": "#"}}}]}"##])
                == [#"m.json:1:53: error: "$recursiveRef" "# + hint])
    }
}
