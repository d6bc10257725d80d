import Foundation
import TestFiles
import Testing

/// Tests of `.ci/compare-vk`, which compares the bundled schema of VK with VK's own.
@Suite(.enabled(if: Python.isAvailable, "needs python3"))
struct VKComparisonTests {
    static let script = Checkout.root.appending(path: ".ci/compare-vk")
    private static let published = Corpus.root.appending(path: "vk-5.199")

    @Test(
        "Each difference from VK's own schema is intended and has a reason",
        .enabled(
            if: FileManager.default.fileExists(atPath: published.path), "VK's own schema is not beside this checkout"))
    func publishedSchema() async throws {
        let output = try await Python.run(Self.script)
        #expect(output.status == 0, "\(output.text)")
        #expect(output.text.hasPrefix("unintended differences: 0,"), "\(output.text)")
    }

    @Test("The comparison is skipped without VK's own schema, and says so")
    func noCorpus() async throws {
        let output = try await Python.run(Self.script, Checkout.schema.path + "/VK", "/nowhere")
        #expect(output.status == 0 && output.text.hasPrefix("skipped: /nowhere does not exist"))
    }

    /// Two small schemas that differ in everything that the script compares, but for the alternatives of a list, which
    /// have the same keys.
    @Test func kindsOfDifferences() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let intended = folder.appending(path: "intended.json")
        try Self.write(Self.ours, to: folder.appending(path: "ours"))
        try Self.write(Self.theirs, to: folder.appending(path: "theirs"))
        try Data(Self.intended.utf8).write(to: intended)
        let output = try await Python.run(
            Self.script, folder.path + "/ours", folder.path + "/theirs", "--intended", intended.path, "--list")
        #expect(output.status == 1)
        #expect(output.text.split(separator: "\n").map(String.init) == Self.report)
    }

    /// Writes files, by their paths in a folder.
    static func write(_ files: [String: String], to folder: URL) throws {
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// The `api.json` of a schema that agrees with VK's.
    static let settings = """
        {"baseURL": "https://api.vk.com/method/", "version": {"parameter": "v", "value": "5.199"},
         "authorization": {"parameter": "access_token"},
         "envelope": {"result": "response", "error": "error", "code": "error_code", "message": "error_msg"},
         "decoding": {"mismatches": "tolerant", "required": "untrusted", "flags": "1/0"},
         "webhooks": {"event": {"member": "type"}, "data": "object", "signature": "vk"},
         "defaults": {"*": {"needs": "user"}}}
        """

    private static let ours = [
        "api.json": settings,
        "errors.json": #"{"errors": {"denied": {"code": 15}, "own": {"code": 7}}}"#,
        "notes/all.json": """
        {"methods": [
          {"name": "notes.add", "throws": ["denied"], "result": "id",
           "parameters": [
             {"name": "text", "type": "string", "maxLength": 10},
             {"name": "color", "type": "string", "enum": ["red"], "required": true},
             {"name": "silent", "type": "boolean"},
             {"name": "extra", "type": "integer"}],
           "response": {"type": "integer"}},
          {"name": "notes.get", "needs": ["user", "group"], "response": {"$ref": "#/definitions/note"}},
          {"name": "notes.list", "response": {"type": "array", "items": {"oneOf": [
            {"$ref": "#/definitions/notes_post"}, {"$ref": "#/definitions/photo"}, {"$ref": "#/definitions/link"}]}}},
          {"name": "notes.recent", "response": {"oneOf": [
            {"properties": {"from": {"type": "string"}}}, {"properties": {"from": {"type": "integer"}}}]}},
          {"name": "notes.upload"}],
         "definitions": {
          "notes_post": {"type": "object", "required": ["id"], "properties": {
            "id": {"type": "integer"}, "from": {"type": "object"}, "likes": {"type": "integer"}}},
          "photo": {"type": "object", "properties": {
            "id": {"type": "integer"}, "from": {"properties": {"id": {"type": "integer"}}}}},
          "link": {"type": "object", "properties": {
            "id": {"type": "integer"}, "from": {"properties": {"id": {"type": "string"}}}}},
          "note": {"type": "object", "required": ["id", "at"], "properties": {
            "id": {"type": "integer"}, "at": {"type": "integer", "format": "unix-seconds"},
            "size": {"type": "boolean"}, "mark": {"type": "string"}, "kind": {"enum": ["x"]},
            "above": {"$ref": "#/definitions/note"}}}}}
        """,
    ]

    private static let theirs = [
        "errors.json": """
        {"version": "5.199", "errors": {"api_error_access": {"code": 15}, "api_error_new": {"code": 100}}}
        """,
        "notes/methods.json": """
        {"methods": [
          {"name": "notes.add", "access_token_type": ["user"],
           "errors": [{"$ref": "../errors.json#/errors/api_error_access"},
                      {"$ref": "../errors.json#/errors/api_error_new"}],
           "parameters": [
             {"name": "text", "type": "string", "maxLength": 20, "required": true},
             {"name": "color", "type": "string", "enum": ["red", "blue"]},
             {"name": "silent", "type": "integer", "enum": [0, 1]},
             {"name": "tags", "type": "array", "items": {"type": "string"}}],
           "responses": {"response": {"$ref": "responses.json#/definitions/notes_add_response"}}},
          {"name": "notes.get", "access_token_type": ["user"],
           "responses": {"response": {"$ref": "responses.json#/definitions/notes_get_response"}}},
          {"name": "notes.list", "access_token_type": ["user"],
           "responses": {"response": {"$ref": "responses.json#/definitions/notes_list_response"}}},
          {"name": "notes.recent", "access_token_type": ["user"],
           "responses": {"response": {"$ref": "responses.json#/definitions/notes_recent_response"}}},
          {"name": "notes.delete", "access_token_type": ["user"], "responses": {}}]}
        """,
        "notes/responses.json": """
        {"definitions": {
          "notes_add_response": {"properties": {"response": {"type": "object", "required": true, "properties": {
            "id": {"type": "integer", "required": true}, "url": {"type": "string"}}}}},
          "notes_recent_response": {"properties": {"response": {"oneOf": [
            {"properties": {"from": {"type": "string"}}}, {"properties": {"from": {"type": "integer"}}}]}}},
          "notes_list_response": {"properties": {"response": {"type": "array", "items": {"oneOf": [
            {"$ref": "objects.json#/definitions/notes_link"}, {"$ref": "objects.json#/definitions/notes_photo"}]}}}},
          "notes_get_response": {"properties": {"response": {"$ref": "objects.json#/definitions/notes_full"}}}}}
        """,
        "notes/objects.json": """
        {"definitions": {
          "notes_link": {"type": "object", "properties": {
            "id": {"type": "integer"}, "from": {"properties": {"id": {"type": "string"}}}}},
          "notes_photo": {"type": "object", "properties": {
            "id": {"type": "integer"}, "from": {"properties": {"id": {"type": "integer"}}}}},
          "notes_min": {"type": "object", "properties": {
            "id": {"type": "integer", "required": true}, "at": {"type": "integer"},
            "kind": {"type": "string"}, "above": {"$ref": "#/definitions/notes_full"}}},
          "notes_full": {"allOf": [{"$ref": "#/definitions/notes_min"}, {"properties": {
            "size": {"type": "integer"}, "lost": {"type": "boolean"},
            "mark": {"type": "string", "enum": ["a", "b"]}}}]}}}
        """,
    ]

    private static let intended = """
        {"only here": {"An upload in several steps.": {"*": ["*.upload"]}},
         "values": {"They change often.": {"the values are not listed*": ["notes_full.mark"]}},
         "type": {"A better type.": {"*": ["notes_full.title"]}}}
        """

    private static let report = [
        "format: notes_min.at: the format is None, here unix-seconds",
        "limit: notes.add(text): maxLength is 20, here 10",
        "missing: errors.json(100): the error's code is missing",
        "missing: notes.add(tags): the parameter is missing",
        "missing: notes.add.errors(100): the error's code is missing",
        "missing: notes.add.response.url: the property is missing in the result",
        "missing: notes.delete: the method is missing",
        "missing: notes_full.lost: the property is missing in note",
        "only here: errors.json(7): VK does not list the error",
        "only here: notes.add(extra): VK does not list the parameter",
        "optional: notes.add(text): VK requires the parameter",
        "required: notes.add(color): the parameter is required only here",
        "required: notes_min.at: the property is required only here, in note",
        "tokens: notes.get: tokens are ['user'], here ['group', 'user']",
        "type: notes_full.size: the type is integer, here boolean",
        "values: notes.add(color): values are missing in notes.add(color): blue",
        "values: notes_min.kind: the values are listed only here, in note.kind",
        "intended, only here: *.upload: * (1): An upload in several steps.",
        "intended, values: notes_full.mark: the values are not listed* (1): They change often.",
        "stale, type: notes_full.title: *: there is no such difference; remove the entry",
        "unintended differences: 17, intended: 2, stale entries: 1",
    ]
}
