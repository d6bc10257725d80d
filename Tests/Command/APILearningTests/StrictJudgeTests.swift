import APILearning
import Foundation
import MethodicalGenerator
import Testing

/// Tests of the mismatches that no reader notices: limits, and new values of open enumerations.
@Suite struct StrictJudgeTests {
    private static let definitions = """
        "User": { "type": "object", "properties": {
          "age": { "type": "integer", "minimum": 0, "maximum": 150 },
          "share": { "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 },
          "name": { "type": "string", "minLength": 1, "maxLength": 3 },
          "tags": { "type": "array", "minItems": 1, "maxItems": 2, "items": { "type": "string" } },
          "rank": { "$ref": "#/definitions/Rank" },
          "role": { "type": "string", "anyOf": [{ "enum": ["reader", "editor"] }, { "type": "string" }] } } },
        "Rank": { "type": "integer", "maximum": 5 }
        """

    private func lesson(_ body: String, isStrict: Bool = true) throws -> Lesson {
        let classroom = Classroom(Self.definitions)
        let options = LessonOptions(isTolerant: false, describesUnknown: true, isStrict: isStrict)
        return try learn(from: classroom.schema, overlay: "learnt.overlay.json", options: options) { _ in
            [RecordedResponse(source: "users.get #1", method: "users.get", body: Array(body.utf8))]
        }
    }

    @Test(
        "A value beyond a limit is a mismatch, and one at the limit is none",
        arguments: [
            (#"{"age":-1}"#, "User.age: expected a number of at least 0, found -1, at age"),
            (#"{"age":151}"#, "User.age: expected a number of at most 150, found 151, at age"),
            (#"{"share":0}"#, "User.share: expected a number of more than 0, found 0, at share"),
            (#"{"share":1.0}"#, "User.share: expected a number of less than 1, found 1.0, at share"),
            (#"{"name":""}"#, "User.name: expected a string of at least 1 characters, found 0 characters, at name"),
            (#"{"name":"abcd"}"#, "User.name: expected a string of at most 3 characters, found 4 characters, at name"),
            (#"{"tags":[]}"#, "User.tags: expected a list of at least 1 elements, found 0 elements, at tags"),
            (#"{"rank":6}"#, "User.rank: expected a number of at most 5, found 6, at rank"),
            (#"{"age":0,"share":0.5,"name":"äöü","tags":["a","b"],"rank":5}"#, nil as String?),
        ])
    func limits(body: String, sentence: String?) throws {
        let found = try lesson(body).findings
        #expect(found.map(\.sentence) == [sentence].compactMap(\.self))
        #expect(found.allSatisfy { $0.effect == .unchecked && $0.place != nil })
        #expect(try lesson(body, isStrict: false).findings.isEmpty)
    }

    @Test("A correction removes the limit")
    func correction() throws {
        #expect(
            try lesson(#"{"age":-1,"rank":6}"#).corrections == [
                #"types.json#/definitions/Rank { "maximum": null }"#,
                #"types.json#/definitions/User/properties/age { "minimum": null }"#,
            ])
        #expect(try lesson(#"{"age":-1,"rank":6}"#).left.isEmpty)
    }
}
