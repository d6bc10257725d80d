import APILearning
import Testing

@Suite struct StrangerTests {
    private static let user = ##"""
        "Town": {"required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}},
        "User": {"required": ["id"], "properties": {"id": {"type": "integer"}, "towns": {"type": "array", "items": {"$ref": "#/definitions/Town"}},
          "name": {"type": "string"}}}
        """##

    @Test(
        "A response of another structure means another version, and nothing else in it counts",
        arguments: [
            (#"[{"id": null}]"#, "the root: expected an object, found a list"),
            (#"{"id": null, "towns": {"1": {"id": 1}}}"#, "towns: expected a list, found an object"),
            (#"{"id": null, "towns": "Ulm"}"#, "towns: expected a list, found a string"),
            (#"{"id": {"value": 1}}"#, "id: expected an integer, found an object"),
            (
                #"{"id": null, "towns": [{"cid": 1, "title": "Ulm"}]}"#,
                "towns[0]: expected its members, found only unknown members"
            ),
            ("7", "the root: expected an object, found an integer"),
            (#"{"id": 1, "towns": [{"id": 1e999}]}"#, "towns[0].id: expected an integer, found a number"),
        ])
    func anotherShape(answer: String, sentence: String) throws {
        let lesson = try Classroom(Self.user).learn(answer, #"{"id": 1, "name": null}"#)
        #expect(lesson.evidence.strangers.map(\.sentence) == [sentence])
        #expect(lesson.mismatches == ["User.name: null in 1 of 1"])
        #expect(lesson.corrections == [##"types.json#/definitions/User/properties/name { "nullable": true }"##])
        #expect(lesson.left.isEmpty)
    }

    @Test(arguments: ["null", "false", "0", "0.0", #""""#, #""0""#, #""false""#, "[]", "{}"])
    func whatServersWriteWhereThereIsNoError(error: String)
        throws
    {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        room.api = #"{"name": "Shop", "baseURL": "https://api.shop.example/", "envelope": {"error": "error"}}"#
        let lesson = try room.learn(#"{"id": 1, "error": "# + error + "}", #"{"error": {"code": 5}}"#)
        #expect(lesson.evidence.responses == 1 && lesson.evidence.failures == 1)
    }

    /// Two unions that are alternatives of each other.
    @Test func unionsOfEachOther() throws {
        var room = Classroom(
            ##"""
            "V": {"oneOf": [{"$ref": "#/definitions/W"}, {"type": "string"}, {"type": "array", "items": {"$ref": "#/definitions/V"}}]},
            "W": {"oneOf": [{"$ref": "#/definitions/V"}, {"type": "integer"}, {"type": "object", "additionalProperties": {"$ref": "#/definitions/W"}}]}
            """##)
        room.response = ##"{"$ref": "#/definitions/V"}"##
        let lesson = try room.learn(#""a""#, "1", #"{"a": ["b", 1, {"c": []}]}"#, "[[true]]")
        #expect(lesson.evidence.responses == 4 && lesson.evidence.skipped.isEmpty)
        #expect(lesson.findings.count == 1, "\(lesson.mismatches)")
    }

    @Test func errorsAndEnvelopes() throws {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        room.api = ##"""
            {"name": "Shop", "baseURL": "https://api.shop.example/", "envelope": {"result": "response", "error": "error", "code": "code", "message": "m"},
             "defaults": {"users.get": {"result": "user"}}}
            """##
        let lesson = try room.learn(
            #"{"response": {"user": {"id": null}}}"#, #"{"error": {"code": 5}}"#,
            #"{"error": null, "response": {"user": {"id": 1}}}"#,
            #"{"response": {"id": 1}}"#)
        #expect(lesson.evidence.failures == 1 && lesson.evidence.responses == 3)
        #expect(lesson.evidence.strangers.map(\.sentence) == ["response.user: expected a value, found no key \"user\""])
        #expect(lesson.mismatches == ["User.id: null in 1 of 2"])
        #expect(lesson.findings.first?.path == "response.user.id")
    }

    /// Text, such as a table, is a response if a string is expected, and is not JSON.
    @Test("Text is a response if a string is expected, as JSON or as it is")
    func text() throws {
        var room = Classroom("")
        room.response = #"{"type": "string"}"#
        let lesson = try room.learn("a;b;c\n1;2;3\n", #""a;b;c""#)
        #expect(
            lesson.evidence.responses == 2 && lesson.findings.isEmpty && lesson.evidence.skipped.map(\.reason) == [])
    }

    @Test(
        "A mismatch of one method is corrected in that method, not in the response that others share",
        arguments: ["variants", "responses"])
    func sharedResponses(keyword: String) throws {
        var room = Classroom(
            ##"""
            "ok": {"type": "object", "properties": {"response": {"type": "integer", "enum": [1]}}}
            """##)
        room.response = ##"{"$ref": "#/definitions/ok"}"##
        room.methods = ##"""

            {"name": "users.set",   "\##(keyword)": {"response": {"$ref": "#/definitions/ok"}}}
            """##
        room.api = #"{"name": "VK", "baseURL": "https://api.vk.com/method/", "envelope": {"result": "response"}}"#
        let lesson = try room.learn(files: [
            "users.set.json": #"{"response": true}"#, "users.get.json": #"{"response": 1}"#,
        ])
        // The correction leads through the keyword that the file has.
        #expect(
            lesson.corrections == [
                ##"types.json#/methods/users.set/\##(keyword)/response { "$ref": null, "type": "object", "properties": { "response": { "type": ["integer", "boolean"] } } }"##
            ])
        #expect(lesson.left.isEmpty)
    }

    @Test("A type that several places share is corrected once")
    func sharedTypes() throws {
        var room = Classroom(
            ##"""
            "Tags": {"type": "array", "items": {"type": "string"}}, "Value": {"oneOf": [{"type": "string"}, {"$ref": "#/definitions/Town"}]},
            "Town": {"properties": {"name": {"type": "string"}}}, "ok": {"type": "object", "properties": {"response": {"type": "integer"}}},
            "User": {"properties": {"first": {"$ref": "#/definitions/Tags"}, "second": {"$ref": "#/definitions/Tags"},
              "third": {"$ref": "#/definitions/Value"}, "fourth": {"$ref": "#/definitions/Value"}}}
            """##)
        room.response = ##"{"type": "object", "properties": {"response": {"$ref": "#/definitions/User"}}}"##
        room.methods =
            ##"{"name": "a.set", "response": {"$ref": "#/definitions/ok"}}, {"name": "b.set", "response": {"$ref": "#/definitions/ok"}}"##
        room.api = #"{"name": "VK", "baseURL": "https://api.vk.com/method/", "envelope": {"result": "response"}}"#
        let lesson = try room.learn(files: [
            "users.get.json": #"{"response": {"first": [1], "second": ["a", 2], "third": 1, "fourth": 2}}"#,
            "a.set.json": #"{"response": null}"#, "b.set.json": #"{"response": null}"#,
        ])
        #expect(lesson.mismatches.contains("Tags[]: expected a string, found an integer in 2 of 3"))
        #expect(
            lesson.corrections == [
                ##"types.json#/definitions/Tags/items { "type": ["integer", "string"] }"##,
                ##"types.json#/definitions/Value { "oneOf": [{ "type": "string" }, { "$ref": "#/definitions/Town" }, { "type": "integer" }] }"##,
                ##"types.json#/definitions/ok/properties/response { "nullable": true }"##,
            ])
        #expect(lesson.left.isEmpty)
    }

    @Test("The variant with the fewest mismatches counts, or the one that the arguments choose")
    func variants() throws {
        var room = Classroom(
            #""User": {"required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}"#)
        room.methods = ##"""
            {"name": "friends.get", "parameters": [{"name": "extended", "type": "boolean"}], "variants": {
              "response": {"type": "array", "items": {"type": "integer"}},
              "extendedResponse": {"type": "array", "items": {"$ref": "#/definitions/User"}}}}
            """##
        let lesson = try room.learn(files: [
            "friends.get__1.json": "[1, null]", "friends.get__2.json": #"[{"id": 1, "name": null}]"#,
        ])
        #expect(lesson.mismatches == ["friends.get.response[]: null in 1 of 2", "User.name: null in 1 of 1"])
        let empty =
            #"[{"method": "friends.get", "arguments": {"extended": "1"}, "status": 200, "headers": {}, "text": "[{\"name\": \"Ada\"}]"}]"#
        #expect(try room.learn(files: ["friends.get.json": empty]).mismatches == ["User.id: missing in 1 of 1"])
    }
}
