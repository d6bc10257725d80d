import Testing

@testable import MethodicalGenerator

@Suite struct SchemaSyntaxTests {
    private let reader = SchemaReader()

    private func node(_ text: String) throws -> JSONNode {
        var problems: [Diagnostic] = []
        return try #require(parse(SourceFile(path: "a.json", bytes: Array(text.utf8)), problems: &problems))
    }

    private func schema(_ text: String) throws -> SchemaSyntax { reader.schema(at: try node(text)) }

    @Test("A keyword is read as what it states, with its position")
    func keywords() throws {
        let schema = try schema(
            """
            {"type": ["string", "null", "strange"], "enum": ["a", null], "description": "Text.",
             "required": ["x"], "nullable": true}
            """)
        #expect(schema.type?.kinds == [.string, .null] && schema.type?.onlyName == nil)
        #expect(schema.values?.nonNull.map(\.text) == ["a"] && schema.values?.containsNull == true)
        #expect(schema.description?.text == "Text." && schema.isNullable)
        #expect(schema.requiredNames.map(\.text) == ["x"] && schema.required?.flag == nil)
        #expect(schema.required?.keyPosition == Place(file: "a.json", line: 2, column: 2))
    }

    @Test("A node is always the same schema, and a copy is another one with the same parts")
    func identity() throws {
        let node = try node(#"{"properties": {"a": {"type": "string"}}, "items": {}, "oneOf": [{}]}"#)
        let schema = reader.schema(at: node)
        let copy = schema.copy()
        #expect(reader.schema(at: node) == schema && copy != schema && copy.number != schema.number)
        #expect(copy.properties?["a"] == schema.properties?["a"] && copy.properties?["b"] == nil)
        #expect(copy.items == schema.items && copy.oneOf?.number == schema.oneOf?.number)
    }

    @Test("The schema beside allOf has the other keywords, without those of a parameter")
    func besideAllOf() throws {
        let schema = try schema(#"{"name": "p", "allOf": [{}], "nullable": true, "type": "string", "minLength": 1}"#)
        let rest = schema.besideAllOf { $0 != "name" }
        #expect(rest.allOf == nil && !rest.isNullable && rest.type?.kinds == .string)
        #expect(rest.scalarMembers == #"minLength1,type"string""#)
        #expect(schema.allOf != nil && schema.isNullable && schema.scalarMembers == nil)
    }

    @Test("A value in place of a schema has no keywords", arguments: ["true", "[]", "[1]", "null", #""string""#])
    func otherValues(text: String) throws {
        let schema = try schema(text)
        #expect(!schema.isObject && schema.type == nil)
        #expect(schema.flag == (text == "true" ? true : nil) && schema.namesKind == (text != "true"))
        #expect(schema.isList == text.hasPrefix("[") && schema.isEmptyList == (text == "[]"))
    }

    @Test("A schema that no file contains has the position of another one")
    func madeSchemas() throws {
        let list = try schema("\n[1]")
        let first = try schema(#"{"type": "string"}"#)
        let made = reader.schema(of: [.anyOf([first]), .description(nil)], key: "k", at: list)
        #expect(made.isObject && !made.isList && made.key == "k" && made.position == list.position)
        #expect(made.anyOf?.elements == [first] && made.anyOf?.keyword == .anyOf && made.anyOf?.isList == true)
        #expect(made.scalarMembers == nil && made.copy().anyOf?.number == made.anyOf?.number)
    }
}
