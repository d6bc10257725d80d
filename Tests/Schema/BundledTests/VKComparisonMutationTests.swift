import Foundation
import Testing

/// Tests that `.ci/compare-vk` reports each kind of mistake: one change at a time of a schema that agrees with VK's.
@Suite(.enabled(if: Python.isAvailable, "needs python3"))
struct VKComparisonMutationTests {
    /// A change of the project's schema, and the difference that it makes.
    struct Mutation: Sendable, CustomTestStringConvertible {
        let file: String
        let text: String
        let replacement: String
        let difference: String

        init(_ file: String, _ text: String, _ replacement: String, _ difference: String) {
            self.file = file
            self.text = text
            self.replacement = replacement
            self.difference = difference
        }

        var testDescription: String { difference }
    }

    @Test("A schema that agrees with VK's has no difference")
    func noMutation() async throws {
        #expect(try await Self.report(Self.ours) == ["unintended differences: 0, intended: 0, stale entries: 0"])
    }

    @Test("Each kind of mistake in the schema is reported as its difference", arguments: mutations)
    func mutation(_ mutation: Mutation) async throws {
        var files = Self.ours
        let file = try #require(files[mutation.file])
        files[mutation.file] = file.replacing(mutation.text, with: mutation.replacement)
        #expect(files[mutation.file] != file, "the schema does not have the text")
        let report = try await Self.report(files)
        #expect(report.contains(mutation.difference), "\(report)")
    }

    /// Returns the lines of the script for a schema.
    private static func report(_ ours: [String: String]) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let intended = folder.appending(path: "intended.json")
        try VKComparisonTests.write(ours, to: folder.appending(path: "ours"))
        try VKComparisonTests.write(theirs, to: folder.appending(path: "theirs"))
        try Data("{}".utf8).write(to: intended)
        let output = try await Python.run(
            VKComparisonTests.script, folder.path + "/ours", folder.path + "/theirs", "--intended", intended.path)
        return output.text.split(separator: "\n").map(String.init)
    }

    private static let mutations = [
        Mutation(
            methods, #""name": "q", "type": "string""#, #""name": "q", "type": "array", "items": {"type": "integer"}"#,
            "type: users.search(q): the type is string, here array"),
        Mutation(
            methods, #""name": "q", "type": "string""#, #""name": "q", "type": ["string", "integer"]"#,
            "type: users.search(q): the type is string, here also integer"),
        Mutation(
            methods, #""name": "q", "type": "string""#, #""name": "q", "type": "string", "format": "date""#,
            "format: users.search(q): the format is None, here date"),
        Mutation(
            methods, #""name": "offset", "type": "integer""#,
            #""name": "offset", "type": "integer", "format": "unix-seconds""#,
            "format: users.search(offset): the format is None, here unix-seconds"),
        Mutation(
            methods, #""maximum": 1000"#, #""exclusiveMaximum": 1000"#,
            "limit: users.search(count): exclusiveMaximum is None, here 1000"),
        Mutation(
            methods, #""maximum": 1000, "#, "", "limit: users.search(count): maximum is 1000, here open"),
        Mutation(
            methods, #""items": {"type": "integer"}"#, #""items": {"type": "integer", "maximum": 9}"#,
            "limit: users.search(ids)[]: maximum is open, here 9"),
        Mutation(
            methods, #""default": 20"#, #""default": 7"#, "default: users.search(count): the default is 20, here 7"),
        Mutation(
            methods, #"["date", "name"]"#, #"["name", "date"]"#, "names: users.search(sort): 0 is date, here name"),
        Mutation(
            methods, #""name": "users.search""#, #""name": "users.search", "deprecated": true"#,
            "deprecated: users.search: deprecated only here"),
        Mutation(
            methods, #"{"extended": true}"#, #"{"q": "given"}"#,
            "variants: users.search.extendedResponse: when is {'q': 'given'}, and the name says {'extended': True}"),
        Mutation(
            methods, #""extendedResponse""#, #""qResponse""#,
            "variants: users.search.qResponse: when is {'extended': True}, and the name says {'q': 'given'}"),
        Mutation(
            methods, #""name": "users.search""#, #""name": "users.search", "path": "x""#,
            "wire: users.search: path is x"),
        Mutation(
            methods, #""name": "offset""#, #""in": "header", "name": "offset""#,
            "wire: users.search(offset): in is header"),
        Mutation(
            objects, #""name": {"#, #""name": {"from": "first.name", "#, "wire: users_user.name: from is first.name"),
        Mutation(
            objects, #""type": "object""#, #""type": "object", "additionalProperties": false"#,
            "closed: users_user: other properties are refused in users_user"),
        Mutation(
            objects, #""definitions": {"#, #""definitions": {"users_id": {"type": "integer"}, "#,
            "unreached: users_id: no method or event here needs the definition"),
        Mutation(
            "errors.json", #", "global": true"#, "", "global: errors.json(5): global is True, here False"),
        Mutation(
            "api.json", #""value": "5.199""#, #""value": "5.131""#,
            "api: api.json.version.value: VK's is 5.199, here 5.131"),
        Mutation(
            "api.json", #""untrusted""#, #""trusted""#,
            "api: api.json.decoding.required: VK's is untrusted, here trusted"),
        Mutation(
            "api.json", #""defaults""#, #""exclude": ["ads.*"], "defaults""#,
            #"api: api.json.exclude: only here: ["ads.*"]"#),
        Mutation(
            "api.json", #""needs": "user""#, #""needs": "user", "arrays": "pipes""#,
            "wire: api.json.defaults.*: arrays is pipes"),
        Mutation(
            "api.json", #""signature": "vk""#, #""signature": "github""#,
            "api: api.json.webhooks.signature: VK's is vk, here github"),
        Mutation(events, #""like_add""#, #""like_added""#, "missing: like_add: the event is missing"),
        Mutation(events, #""like_remove""#, #""like_removed""#, "missing: like_remove: the event is missing"),
        Mutation(
            events, #""photo_new""#, #""photo_taken""#, "only here: photo_taken: VK's schema has no such event"),
        Mutation(
            events, #""liker_id""#, #""user_id""#,
            "missing: callback_like_add_remove.liker_id: the property is missing in the event"),
        Mutation(
            events, #""self": {"type": "boolean"}"#, #""self": {"type": "string"}"#,
            "type: callback_group_leave.self: the type is integer, here string"),
    ]

    private static let methods = "users/methods.json"
    private static let objects = "users/objects.json"
    private static let events = "callback/events.json"

    private static let ours = [
        "api.json": VKComparisonTests.settings,
        "errors.json": #"{"errors": {"authorization_failed": {"code": 5, "global": true}}}"#,
        "users/methods.json": """
        {"methods": [
          {"name": "users.search",
           "parameters": [
             {"name": "q", "type": "string"},
             {"name": "ids", "type": "array", "items": {"type": "integer"}},
             {"name": "offset", "type": "integer"},
             {"name": "count", "type": "integer", "maximum": 1000, "default": 20},
             {"name": "sort", "type": "integer", "enum": [0, 1], "enumNames": ["date", "name"]},
             {"name": "extended", "type": "boolean"}],
           "variants": {
             "response": {"type": "array", "items": {"type": "integer"}},
             "extendedResponse": {"type": "array", "items": {"$ref": "objects.json#/definitions/users_user"},
                                  "when": {"extended": true}}}}]}
        """,
        "users/objects.json": """
        {"definitions": {
          "users_user": {"type": "object", "properties": {
            "name": {"type": "string"}, "seen": {"type": "integer", "format": "unix-seconds"}}}}}
        """,
        "callback/events.json": """
        {"events": {
          "like_add": {"type": "object", "properties": {"liker_id": {"type": "integer"}}},
          "like_remove": {"type": "object", "properties": {"liker_id": {"type": "integer"}}},
          "photo_new": {"type": "object", "properties": {
            "type": {"type": "string", "enum": ["group_leave", "like_add", "photo_new"]}}},
          "group_leave": {"type": "object", "properties": {"self": {"type": "boolean"}}}}}
        """,
    ]

    private static let theirs = [
        "errors.json": #"{"version": "5.199", "errors": {"api_error_auth": {"code": 5, "global": true}}}"#,
        "users/methods.json": """
        {"version": "5.199", "methods": [
          {"name": "users.search", "access_token_type": ["user"],
           "parameters": [
             {"name": "q", "type": "string"},
             {"name": "ids", "type": "array", "items": {"type": "integer", "format": "int64", "minimum": 1}},
             {"name": "offset", "type": "integer", "default": 0, "minimum": 0},
             {"name": "count", "type": "integer", "maximum": 1000, "default": 20},
             {"name": "sort", "type": "integer", "enum": [0, 1], "enumNames": ["date", "name"]},
             {"name": "extended", "type": "boolean"}],
           "responses": {
             "response": {"$ref": "responses.json#/definitions/users_search_response"},
             "extendedResponse": {"$ref": "responses.json#/definitions/users_search_extended_response"}}}]}
        """,
        "users/responses.json": """
        {"definitions": {
          "users_search_response": {"properties": {"response": {"type": "array", "items": {"type": "integer"}}}},
          "users_search_extended_response": {"properties": {"response": {
            "type": "array", "items": {"$ref": "objects.json#/definitions/users_user"}}}}}}
        """,
        "users/objects.json": """
        {"definitions": {
          "users_user": {"type": "object", "properties": {
            "name": {"type": "string"}, "seen": {"type": "integer", "description": "Last visit in Unixtime"}}}}}
        """,
        "callback/objects.json": """
        {"definitions": {
          "callback_type": {"type": "string", "enum": ["group_leave", "like_add", "photo_new"]},
          "callback_photo_new": {"type": "object", "properties": {"type": {"$ref": "#/definitions/callback_type"}}},
          "callback_like_add_remove": {"type": "object", "properties": {"liker_id": {"type": "integer"}}},
          "callback_group_leave": {"type": "object", "properties": {"self": {"type": "integer", "enum": [0, 1]}}}}}
        """,
    ]
}
