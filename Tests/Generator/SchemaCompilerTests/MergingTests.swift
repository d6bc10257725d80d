import Testing

@testable import MethodicalGenerator

/// Tests of schemas that apply to the same value, such as those of one property in several parts of an `allOf`.
@Suite struct MergingTests {
    /// A part of an `allOf` may refine one member of an object, which keeps its other members. Schemas of webhooks do
    /// this.
    @Test func aRefinedPropertyKeepsItsMembers() throws {
        let api = try types(
            ##"""
            {"topic": {"properties": {"id": {"type": "integer"}, "title": {"type": "string"}, "open": {"type": ["boolean", "null"]}},
               "required": ["id"]},
             "thread": {"properties": {"id": {"type": "integer"}, "topic": {"$ref": "#/definitions/topic", "description": "Where it stands."}}},
             "event": {"properties": {"thread": {"allOf": [{"$ref": "#/definitions/thread"}, {"required": ["topic"], "properties": {
               "topic": {"type": "object", "required": ["open"], "properties": {"open": {"type": "boolean"}}}}}]}}}}
            """##)
        let thread = try #require(api.record("event/thread"))
        #expect(thread.properties.map(\.name) == ["id", "topic"] && thread.properties[1].isRequired)
        #expect(thread.properties[1].documentation == "Where it stands.")
        let topic = try #require(api.record("event/thread/topic"))
        #expect(topic.properties.map(\.name) == ["id", "title", "open"])
        #expect(
            topic.properties.map(\.isRequired) == [true, false, true]
                && topic.properties.map(\.isNullable) == [false, false, false])
        #expect(api.property("open", of: "topic")?.isNullable == true)
    }

    /// Limits beside a reference, and members that the type already has, create no new type.
    @Test func whatAddsNothingMakesNoType() throws {
        let api = try types(
            ##"""
            {"point": {"properties": {"x": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["x"]},
             "far": {"allOf": [{"$ref": "#/definitions/point"}, {"properties": {"z": {"type": "integer"}}}]},
             "r": {"properties": {
               "limited": {"allOf": [{"$ref": "#/definitions/point"}, {"required": ["x"], "properties": {"x": {"type": "integer", "minimum": 3}}}]},
               "list": {"allOf": [{"$ref": "#/definitions/point"}, {"type": "object", "properties": {"tags": {"type": "array", "minItems": 1}}}]},
               "both": {"allOf": [{"$ref": "#/definitions/point"}, {"$ref": "#/definitions/far"}]},
               "more": {"allOf": [{"$ref": "#/definitions/point"}, {"required": ["tags"]}, {"properties": {"tags": {"minItems": 1}}}]}}}}
            """##)
        #expect(
            api.record("r")?.properties.map(\.type) == [
                .named("point"), .named("point"), .named("far"), .named("r/more"),
            ])
        #expect(api.types.map(\.id) == ["far", "point", "r", "r/more"])
        #expect(api.record("r/more")?.properties.map(\.isRequired) == [true, true])
    }

    @Test func valuesAndKindsNarrow() throws {
        let api = try types(
            ##"""
            {"kind": {"type": "string", "enum": ["a", "b", "c"], "enumNames": ["first", "second", "third"]},
             "base": {"properties": {"kind": {"$ref": "#/definitions/kind"}, "id": {"type": ["integer", "string"]}, "at": {"type": "string"},
               "n": {"type": "number"}, "const": {"enum": ["x", "y"]}, "list": {"type": "array"}, "same": {"$ref": "#/definitions/kind"}}},
             "full": {"allOf": [{"$ref": "#/definitions/base"}, {"properties": {
               "kind": {"enum": ["b", "c", "d"]}, "id": {"type": ["integer", "boolean"]}, "at": {"type": "string", "format": "date-time"},
               "n": {"type": "integer"}, "const": {"const": "y"}, "list": {"type": "array", "items": {"type": "integer"}}, "same": {"type": "string"}}}]}}
            """##)
        let properties = try #require(api.record("full")?.properties)
        #expect(api.enumeration("full/kind")?.members.map(\.value) == ["b", "c"])
        #expect(api.enumeration("full/kind")?.members.map(\.label) == ["second", "third"])
        #expect(
            properties.map(\.type) == [
                .named("full/kind"), .integer, .formatted(.dateTime, as: .string), .integer, .named("base/const"),
                .array(.integer), .named("kind"),
            ])
        guard case .text("y")? = properties[4].constant else { return #expect(Bool(false)) }
    }

    @Test func listsOfRecordsMerge() throws {
        let api = try types(
            ##"""
            {"item": {"properties": {"id": {"type": "integer"}}},
             "page": {"properties": {"items": {"type": "array", "items": {"$ref": "#/definitions/item"}}}},
             "long": {"allOf": [{"$ref": "#/definitions/page"}, {"properties": {"items": {"items": {"properties": {"text": {"type": "string"}}}}}}]}}
            """##)
        #expect(api.property("items", of: "long")?.type == .array(.named("long/items/items")))
        #expect(api.record("long/items/items")?.properties.map(\.name) == ["id", "text"])
    }

    /// Merging two recursive types ends.
    @Test func circlesComeToAnEnd() throws {
        let api = try types(
            ##"""
            {"a": {"properties": {"next": {"$ref": "#/definitions/a"}, "x": {"type": "integer"}}},
             "b": {"properties": {"next": {"$ref": "#/definitions/b"}, "y": {"type": "integer"}}},
             "c": {"allOf": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b"}]}}
            """##)
        #expect(api.property("next", of: "c")?.type == .named("c/next"))
        #expect(api.property("next", of: "c/next")?.type == .named("c/next"))
        #expect(api.record("c/next")?.properties.map(\.name) == ["next", "x", "y"])
    }

    @Test("Alternatives that lead back to themselves come to an end")
    func circlesOfAlternatives() throws {
        let alternatives = ##""oneOf": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b"}]"##
        let result = compiled([
            "types.json": #"""
            {"definitions": {
             "a": {"properties": {"next": {\#(alternatives), "properties": {"w": {"type": "string"}}}}},
             "b": {"properties": {"next": {"type": "integer"}}},
             "c": {"properties": {"next": {"allOf": [{\#(alternatives)}, {"properties": {"next": {\#(alternatives)}}}]}}}}}
            """#
        ])
        #expect(result.api != nil && !result.diagnostics.contains { $0.severity == .error }, "\(result.diagnostics)")
    }

    @Test func contradictionsNameBothPlaces() {
        let found = messages(
            definitions: """
                {"a": {"allOf": [
                {"properties": {"id": {"type": "string"}, "kind": {"enum": ["x"]}, "o": {"properties": {"p": {}}}}},
                {"properties": {"id": {"type": "integer"}, "kind": {"enum": ["y"]}, "o": {"type": "string"}}},
                {"type": "boolean"}]}, "b": {"allOf": [{"type": "string"}, {"type": "integer"}]}}
                """)
        let later = "the later schema is used. Correct one of them"
        #expect(
            found == [
                "types.json:3:23: warning: no value can be both a string (at types.json:2:23) and an integer; \(later)",
                "types.json:3:52: warning: no value can be both one of the values there (at types.json:2:51) and one of these; \(later)",
                "types.json:3:74: warning: no value can be both an object (at types.json:2:73) and a string; \(later)",
                "types.json:4:1: warning: this part allows no object, but the other parts at types.json:1:23 require one; the part is ignored. "
                    + "Correct one of them",
                "types.json:4:60: warning: no value can be both a string (at types.json:4:40) and an integer; \(later)",
            ])
    }

    /// A chain of 300 definitions is merged to the end. The last one was once dropped with a warning that it is not an
    /// object.
    @Test func aLongChainIsMerged() throws {
        let count = 300
        var definitions = (1..<count).map { i in
            ##""o\##(i)": {"allOf": [{"$ref": "#/definitions/o\##(i - 1)"}, {"properties": {"p\##(i)": {"type": "integer"}}}]}"##
        }
        definitions.append(##""o0": {"properties": {"p0": {"type": "integer"}}}"##)
        let api = try types("{" + definitions.joined(separator: ", ") + "}")
        #expect(api.record(TypeID("o\(count - 1)"))?.properties.count == count)
    }
}
