import APILearning
import Testing

/// Lessons from values of unions. The expected case is the one that generated code reads.
@Suite struct UnionLessonTests {
    private static let feed = ##"""
        "Photo": {"properties": {"url": {"type": "string"}}},
        "Post": {"required": ["id"], "properties": {"id": {"type": "integer"}, "text": {"type": "string"}}},
        "Album": {"required": ["id"], "properties": {
            "id": {"type": "integer"}, "photos": {"type": "array", "items": {"$ref": "#/definitions/Photo"}}}},
        "User": {"type": "array", "items": {"oneOf": [{"$ref": "#/definitions/Post"}, {"$ref": "#/definitions/Album"}]}}
        """##

    @Test("The case with most known members is compared, however many others its own parts have")
    func unknownMembersInside() throws {
        let room = Classroom(Self.feed)
        let lesson = try room.learn(#"[{"id": 1, "photos": [{"url": "u", "thumb": "t", "size": 3}]}]"#)
        #expect(lesson.mismatches.isEmpty)
        #expect(
            lesson.unknown == [
                "Photo.size: an integer in 1 of 1", "Photo.thumb: a string in 1 of 1",
            ])
    }

    @Test("A value that no case can hold teaches the nearest case")
    func noCase() throws {
        let room = Classroom(Self.feed)
        let lesson = try room.learn(#"[{"id": {"value": 1}, "text": "a"}]"#)
        #expect(lesson.evidence.strangers.map(\.sentence) == ["[0].id: expected an integer, found an object"])
        let second = try room.learn(#"[{"text": "a"}]"#)
        #expect(second.mismatches == ["Post.id: missing in 1 of 1"])
    }

    @Test("Constants choose before the number of members does")
    func constants() throws {
        let room = Classroom(
            ##"""
            "Circle": {"required": ["kind"], "properties": {
                "kind": {"const": "circle"}, "radius": {"type": "number"}}},
            "Square": {"required": ["kind"], "properties": {
                "kind": {"const": "square"}, "side": {"type": "number"}, "name": {"type": "string"}}},
            "User": {"oneOf": [{"$ref": "#/definitions/Square"}, {"$ref": "#/definitions/Circle"}]}
            """##)
        let lesson = try room.learn(#"{"kind": "circle", "radius": null, "name": "a", "side": 1}"#)
        #expect(lesson.mismatches == ["Circle.radius: null in 1 of 1"])
        #expect(lesson.unknown.map { $0.prefix(11) } == ["Circle.name", "Circle.side"])
    }

    @Test("A union inside a union is judged by the case that the reader chooses there")
    func unionsInside() throws {
        let room = Classroom(
            ##"""
            "A": {"properties": {"inner": {"oneOf": [{"$ref": "#/definitions/C"}, {"$ref": "#/definitions/D"}]}}},
            "B": {"properties": {"inner": {"oneOf": [{"$ref": "#/definitions/D"}, {"$ref": "#/definitions/E"}]}}},
            "C": {"required": ["c"], "properties": {"c": {"type": "integer"}}},
            "D": {"required": ["d"], "properties": {"d": {"type": "integer"}}},
            "E": {"required": ["e"], "properties": {"e": {"type": "integer"}}},
            "User": {"oneOf": [{"$ref": "#/definitions/A"}, {"$ref": "#/definitions/B"}]}
            """##)
        #expect(try room.learn(#"{"inner": {"e": 1}}"#).mismatches.isEmpty)
        #expect(try room.learn(#"{"inner": {"c": 1}}"#).mismatches.isEmpty)
    }

    @Test("Kinds that all values have replace the wrong kind, and do not make a union")
    func consistentKinds() throws {
        let room = Classroom(
            #""User": {"properties": {"id": {"type": "string", "format": "date"}, "name": {"type": "string"}}}"#)
        let lesson = try room.learn(#"{"id": 1, "name": 1}"#, #"{"id": 2}"#, #"{"id": 3, "name": "a"}"#)
        #expect(
            lesson.corrections == [
                ##"types.json#/definitions/User/properties/id { "format": null, "type": "integer" }"##,
                ##"types.json#/definitions/User/properties/name { "type": ["integer", "string"] }"##,
            ])
        #expect(lesson.left.isEmpty)
    }

    @Test("`false` in all values does not replace a kind, because some servers write it for a missing value")
    func missingValuesAsFalse() throws {
        let room = Classroom(#""User": {"properties": {"name": {"type": "string"}}}"#)
        let lesson = try room.learn(#"{"name": false}"#, #"{"name": false}"#, #"{"name": false}"#)
        #expect(
            lesson.corrections == [
                ##"types.json#/definitions/User/properties/name { "type": ["boolean", "string"] }"##
            ])
    }
}
