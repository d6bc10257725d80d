import Testing

@testable import MethodicalGenerator

@Suite struct MethodTests {
    @Test func defaultsWithoutWords() throws {
        let get = try method(
            #"{"name": "users.get", "parameters": [{"name": "id", "type": "integer", "required": true, "default": 5}]}"#
        )
        #expect(get.isRead && get.style == CallStyle() && get.unit.isEmpty)
        #expect(
            get.parameters == [Parameter(name: "id", type: .integer, isRequired: true, place: .form, defaultText: "5")])
        #expect(get.variants == [Variant(result: .any)])
        for (name, isRead) in [
            ("a.getter", false), ("a.search", true), ("a.isMember", true), ("a.set", false), ("execute", false),
            ("a.list", true),
        ] {
            #expect(try method("{\"name\": \"\(name)\"}").isRead == isRead)
        }
    }

    @Test func placesOfParameters() throws {
        let method = try method(
            """
            {"name": "pins.comments.create", "verb": "POST", "path": "pins/{pin_id}/comments", "parameters": [
              {"name": "pin_id", "type": "integer"}, {"name": "text", "type": "string"}, {"name": "q", "type": "string", "in": "query"},
              {"name": "h", "type": "string", "in": "header"}, {"name": "old_password", "type": "string"}, {"name": "key", "type": "string", "secret": true}]}
            """)
        #expect(method.style.path == "pins/{pin_id}/comments")
        #expect(try self.method(#"{"name": "disk.get", "path": ""}"#).style.path == "")
        #expect(method.parameters.map(\.place) == [.path, .form, .query, .header, .form, .form])
        #expect(method.parameters.map(\.isSecret) == [false, false, false, false, true, true])
        #expect(method.parameters[0].isRequired)
        #expect(
            try self.method(#"{"name": "a.b", "verb": "GET", "parameters": [{"name": "x", "type": "string"}]}"#)
                .parameters[0].place == .query)
    }

    private func method(_ text: String) throws -> Method { try SchemaCompilerTests.method(text) }

    @Test func rulesAndOwnWords() throws {
        let settings = """
            {"name": "A", "baseURL": "https://a.b", "defaults": {"*": {"verb": "POST", "in": "body"}, "*.get*": {"cache": "1h"},
             "*.getServer": {"reads": false, "cache": "never", "timeout": 60}, "free.*": {"needs": "none"}, "user.*": {"needs": ["user", "group"]}}}
            """
        let methods = """
            {"methods": [{"name": "user.get", "verb": "GET", "parameters": [{"name": "x", "type": "string"}]}, {"name": "user.getServer"},
             {"name": "free.getX", "cache": "2d", "needs": "token", "result": "user"}, {"name": "free.set", "access_token_type": ["open", "user"]}]}
            """
        let api = try api(["api.json": settings, "m.json": methods])
        #expect(api.wire.call.parameters == .body)
        #expect(api.methods.map(\.cacheSeconds) == [3600, 0, 172_800, nil])
        #expect(api.methods.map(\.isRead) == [true, false, true, false])
        #expect(api.methods.map(\.tokens) == [[.user, .group], [.user, .group], [], [.open, .user]])
        #expect(api.methods.map(\.needsToken) == [true, true, true, false])
        #expect(api.methods[0].parameters[0].place == .query)
        #expect(api.methods[1].settings["timeout"]?.argument == "60" && api.methods[2].resultKey == "user")
    }

    /// A method can take the whole response although a rule takes out a key, for example because it is paged by members
    /// beside the list.
    @Test func aResultThatARuleTakesOutAndAMethodDoesNot() throws {
        let settings = #"{"name": "A", "baseURL": "https://a.b", "defaults": {"*": {"result": "data"}}}"#
        let methods =
            #"{"methods": [{"name": "a.get"}, {"name": "b.get", "result": "", "response": {"properties": {"data": {"type": "array"}}}}]}"#
        #expect(try api(["api.json": settings, "m.json": methods]).methods.map(\.resultKey) == ["data", nil])
    }

    @Test func parametersThatAreJSON() throws {
        let method = try SchemaCompilerTests.method(
            ##"""
            {"name": "a.b", "parameters": [{"name": "l", "type": "string", "format": "json", "items": {"$ref": "#/definitions/r"}}, {"name": "a", "type": "string", "format": "json"},
              {"name": "o", "type": "string", "$ref": "#/definitions/r"}, {"name": "c", "type": "string", "items": {"type": "integer"}},
              {"name": "e", "type": "string", "enum": ["x"], "$ref": "#/definitions/e"}, {"name": "i", "type": "array", "items": {"enum": ["p", "q"]}}]}
            """##, definitions: #"{"r": {"properties": {"x": {}}}, "e": {"enum": ["x", "y"]}}"#)
        #expect(
            method.parameters.map(\.type) == [
                .array(.named("r")), .any, .named("r"), .array(.integer), .named("e"), .array(.named("a.b/b_i/items")),
            ])
        #expect(method.parameters.map(\.isJSON) == [true, true, false, false, false, false])
        #expect(method.parameters[3].arrays == .comma)
    }

    @Test func inlineTypesOfMethodsLieInTheNamespace() throws {
        let text = ##"""
            {"methods": [{"name": "friends.get", "parameters": [{"name": "order", "enum": ["a", "b"]}, {"name": "filters", "items": {"enum": ["c"]}}],
              "response": {"properties": {"n": {}}}}, {"name": "friends.add", "parameters": [{"name": "r", "$ref": "#/definitions/friends_card"}]}],
             "definitions": {"friends_card": {"properties": {"inner": {"properties": {"x": {}}}}}, "Other_thing": {"properties": {"x": {}}}}}
            """##
        let api = try api(["friends/m.json": text])
        let wires = api.types.map { ($0.id.text, $0.wire, $0.owner) }
        #expect(
            wires.map(\.0) == [
                "Other_thing", "friends.get/get_filters/items", "friends.get/get_order", "friends.get/result",
                "friends_card", "friends_card/inner",
            ])
        #expect(wires.map(\.1) == ["Other_thing", "get_filter", "get_order", "get_result", "card", "inner"])
        #expect(wires[2].2 == .namespace(["friends"]) && wires[0].2 == .root && wires[4].2 == .namespace(["friends"]))
        #expect(api.record("friends_card")?.isInput == true && api.record("friends_card/inner")?.isInput == true)
        #expect(api.record("Other_thing")?.isInput == false)
    }

    @Test func errorsByNameAndReference() throws {
        let api = try api([
            "errors.json":
                #"{"errors": {"denied": {"code": 15, "description": "No."}, "gone": {"code": 3}}, "definitions": {"subcodes": {"one": {"subcode": 1}}}}"#,
            "m.json": ##"{"methods": [{"name": "a.b", "throws": [{"$ref": "errors.json#/errors/denied"}, "gone"]}]}"##,
        ])
        #expect(
            api.errors == [
                ErrorCode(name: "gone", code: "3"), ErrorCode(name: "denied", code: "15", documentation: "No."),
            ])
        #expect(api.methods[0].errors == ["denied", "gone"] && api.types.isEmpty)
        #expect(
            messages([
                "m.json": #"{"methods": [{"name": "a.b", "throws": ["dneied"]}], "errors": {"denied": {"code": 1}}}"#
            ]).count == 1)
    }

    @Test func errorsWithoutACode() {
        #expect(
            messages([
                "e.json":
                    #"{"errors": {"a": {}, "b": {"code": "9"}, "c": {"code": 7}, "d": {"code": true}, "e": {"code": "gone"}}}"#
            ]) == [
                #"e.json:1:18: error: "code" is missing; expected the number or word that the server sends for this error"#,
                #"e.json:1:36: error: expected a whole number without quotes, or a word, found "9""#,
                #"e.json:1:74: error: expected a whole number without quotes, or a word, found true"#,
            ])
    }

    @Test(
        "Each mistake in a method has exactly one message",
        arguments: [
            (
                #"{"name": "a b"}"#,
                "expected a method name of words with dots between them, as in \"users.get\", found \"a b\""
            ),
            (
                #"{"name": "a.b", "parameters": [{"name": "x", "const": 1}, {"name": "x"}]}"#,
                "\"a.b\" already has a parameter \"x\", at m.json:1:54"
            ),
            (
                #"{"name": "a.b", "path": "x/{idd}", "parameters": [{"name": "id", "type": "integer"}]}"#,
                "the path of \"a.b\" has {idd}, but there is no such parameter; did you mean \"id\"?"
            ),
            (
                #"{"name": "a.b", "cache": "1 hour"}"#,
                "expected \"never\" or a time like \"30s\", \"5min\", \"1h\", \"1d\", \"1w\", \"1month\", \"1y\", found \"1 hour\""
            ),
            (
                #"{"name": "a.b", "verb": "FETCH"}"#,
                "expected \"GET\", \"POST\", \"PUT\", \"PATCH\", \"DELETE\", \"HEAD\", \"OPTIONS\", "
                    + "\"TRACE\" or \"CONNECT\", found \"FETCH\""
            ),
            (
                #"{"name": "a.b", "verb": "get"}"#,
                "expected \"GET\", \"POST\", \"PUT\", \"PATCH\", \"DELETE\", \"HEAD\", \"OPTIONS\", "
                    + "\"TRACE\" or \"CONNECT\", found \"get\"; did you mean \"GET\"?"
            ),
            (
                #"{"name": "a.b", "path": "https://c.d/x"}"#,
                "a path is relative to \"baseURL\", found \"https://c.d/x\""
            ),
            (
                #"{"name": "a.b", "result": "data.user"}"#,
                #"this is one key, with its dot; "response" describes the objects around it"#
            ),
            (
                #"{"name": "a.b", "path": "/x"}"#,
                "a path is relative to \"baseURL\"; leave out the \"/\" that \"/x\" begins with"
            ),
            (
                #"{"name": "a.b", "path": "x/{}"}"#,
                "the path \"x/{}\" has empty braces; write the name of a parameter between them"
            ),
            (#"{"name": "a.b", "variants": {}}"#, #"expected at least one response, {"response": {...}}"#),
            (#"{"name": "a.b", "parameters": [{"type": "integer"}]}"#, "this parameter has no \"name\""),
            (#"{"name": "a.b", "parameters": [{"name": 5}]}"#, "expected the name of a parameter, found 5"),
            (
                #"{"name": "a.b", "parameters": [{"name": "x", "type": "integer", "swift": "z"}, {"name": "y", "type": "integer", "swift": "z"}]}"#,
                "\"y\" asks for the name \"z\", which \"x\" already has, at m.json:1:87"
            ),
            (
                #"{"name": "a.b", "needs": "usr"}"#,
                "expected \"none\", \"token\", \"open\", \"user\", \"group\" or \"service\", found \"usr\""
            ),
            (
                #"{"name": "a.b", "paramaters": []}"#,
                "unknown key \"paramaters\" in a method; did you mean \"parameters\"?"
            ),
            (
                #"{"name": "a.b", "parameters": [{"name": "x", "type": "integer", "in": "path"}]}"#,
                "\"x\" does not occur in the path \"{name}\"; correct \"in\" or the path"
            ),
        ])
    func mistakes(text: String, message: String) {
        #expect(compiled(["m.json": #"{"methods": ["# + text + "]}"]).diagnostics.map(\.message) == [message])
    }

    @Test(arguments: ["v1:evaluateDataset", "projects:search", "{id}:cancel", "v1/x:y://z"]) func pathsWithColons(
        path: String
    ) throws {
        let text = #"{"name": "a.b", "path": "\#(path)", "parameters": [{"name": "id", "type": "integer"}]}"#
        #expect(try method(text).style.path == path)
    }
}
