import APILearning
import APISurface
import Foundation
import MethodicalGenerator
import Testing

/// Tests of the mismatches that the runtime reports, as `DriftObserver` writes them.
@Suite struct DriftTests {
    private static let definitions = """
        "User": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" },
          "sex": { "type": "string", "enum": ["f", "m"] },
          "born": { "type": "string", "format": "date" },
          "city": { "$ref": "#/definitions/City" },
          "counters": { "type": "object", "additionalProperties": { "type": "integer" } },
          "posts": { "type": "array", "items": { "oneOf": [
            { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
            { "type": "object", "required": ["url"], "properties": { "url": { "type": "string" } } } ] } } } },
        "City": { "type": "object", "properties": { "title": { "type": "string" } } }
        """

    /// Returns the lesson of a file with one record.
    private func lesson(_ path: String, _ expected: String, _ found: String..., count: Int = 2) throws -> Lesson {
        let list = try JSONEncoder().encode(found)
        let file = """
            {"drift": [{"method": "users.get", "path": "\(path)", "expected": "\(expected)",
              "found": \(String(decoding: list, as: UTF8.self)), "count": \(count)}], "others": 0}
            """
        var classroom = Classroom(Self.definitions)
        classroom.response = ##"{"type": "array", "items": {"$ref": "#/definitions/User"}}"##
        classroom.api = #"{"name": "Shop", "baseURL": "https://shop.example/", "envelope": {"result": "data"}}"#
        return try classroom.learn(files: ["drift.json": file])
    }

    @Test("A mismatch gets the place in the schema that its path leads to")
    func places() throws {
        let integer = try lesson("data[].id", "an integer", "a string")
        #expect(integer.mismatches == ["User.id: expected an integer, found a string in 2 of 2"])
        #expect(integer.findings[0].place?.file == "types.json")
        #expect(
            integer.corrections == [#"types.json#/definitions/User/properties/id { "type": ["integer", "string"] }"#])
        #expect(integer.left.isEmpty && integer.findings[0].path == "data[].id")
        let title = try lesson("data[].city.title", "a string", "a number")
        #expect(title.mismatches == ["City.title: expected a string, found a number in 2 of 2"])
        let counter = try lesson("data[].counters.friends", "an integer", "a string")
        #expect(counter.mismatches == ["User.counters[]: expected an integer, found a string in 2 of 2"])
        let text = try lesson("data[].posts[].url", "a string", "a number")
        #expect(text.mismatches.count == 1, "\(text.mismatches)")
    }

    @Test("Each kind of mismatch is corrected as that of a recorded response")
    func kinds() throws {
        #expect(
            try lesson("data[].name", "a value", "no such key").corrections == [
                #"types.json#/definitions/User/properties/name { "required": false }"#
            ])
        #expect(
            try lesson("data[].name", "a value", "null").corrections == [
                #"types.json#/definitions/User/properties/name { "nullable": true }"#
            ])
        #expect(
            try lesson("data[].sex", "one of f, m", "\"x\"").corrections == [
                #"types.json#/definitions/User/properties/sex { "enum": ["f", "m", "x"] }"#
            ])
        #expect(
            try lesson("data[].born", Format.day.expected, "a string").corrections == [
                #"types.json#/definitions/User/properties/born { "format": null }"#
            ])
        let list = try lesson("data[].city", "an object", "an empty array")
        #expect(list.correctionCount == 1 && list.left.isEmpty)
    }

    @Test("A mismatch of structure remains for people")
    func structure() throws {
        let lesson = try lesson("data[].city", "an object", "a string")
        #expect(lesson.mismatches == ["User.city: expected an object, found a string in 2 of 2"])
        #expect(lesson.overlay == nil && lesson.left.count == 1)
    }

    @Test(
        "A record that does not belong to the schema is skipped with its reason",
        arguments: ["data[].nothing", "items[].id", "", "data[].id.x", String(repeating: "[", count: 100_000)])
    func strange(path: String) throws {
        let lesson = try lesson(path, "an integer", "a string")
        #expect(lesson.findings.isEmpty && lesson.evidence.skipped.count == 1)
    }

    @Test("Values are never code, however large the numbers of a file are")
    func hostile() throws {
        let lesson = try lesson("data[].sex", "one of f, m", "\"x", "{}", "[1]", "\u{1B}[2J", count: .max)
        #expect(lesson.overlay == nil, "\(lesson.corrections)")
    }
}
