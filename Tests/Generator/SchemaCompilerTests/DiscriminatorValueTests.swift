import Testing

@testable import MethodicalGenerator

/// Tests of alternatives that share a value of the discriminator.
@Suite struct DiscriminatorValueTests {
    private let records = ##"""
        "article": {"properties": {"type": {"const": "article"}}}, "gif": {"properties": {"type": {"const": "gif"}, "url": {}}},
        "cached": {"properties": {"type": {"const": "gif"}, "file": {}}}, "media": {"properties": {"type": {"enum": ["audio", "gif", "video"]}}}
        """##

    private func values(_ discriminator: String, _ names: [String]) throws -> [[String]]? {
        let list = names.map { ##"{"$ref": "#/definitions/\##($0)"}"## }.joined(separator: ", ")
        return try types(#"{"u": {"oneOf": ["# + list + "]" + discriminator + "}, " + records + "}").union("u")?.cases
            .map(\.discriminatorValues)
    }

    @Test(arguments: ["", #", "discriminator": {"propertyName": "type"}"#]) func twoAlternativesShareAValue(
        discriminator: String
    ) throws {
        #expect(try values(discriminator, ["article", "gif", "cached"]) == [["article"], ["gif"], ["gif"]])
    }

    /// A constant claims its value from an enumeration, whose other values still select it.
    @Test func enumerationsBesideConstants() throws {
        #expect(try values("", ["gif", "media", "cached"]) == [["gif"], ["audio", "video"], ["gif"]])
    }

    @Test func mappedAlternativesShareTheirValues() throws {
        let mapping =
            ##", "discriminator": {"propertyName": "type", "mapping": {"gif": "#/definitions/gif", "text": "#/definitions/article"}}"##
        #expect(try values(mapping, ["article", "gif", "cached"]) == [["text"], ["gif"], ["gif"]])
    }

    @Test func theConstantOfAReference() throws {
        let api = try types(
            ##"{"kind": {"const": "gif"}, "a": {"properties": {"type": {"$ref": "#/definitions/kind"}, "n": {"const": [1, "a"]}}}}"##
        )
        #expect(api.property("type", of: "a")?.constantText == "\"gif\"")
        #expect(api.property("n", of: "a")?.constantText == #"[1,"a"]"#)
    }

    @Test("A record that excludes additional members is closed, unless it extends another one")
    func closedRecords() throws {
        let api = try types(
            ##"""
            {"a": {"properties": {"x": {}}, "additionalProperties": false}, "b": {"properties": {"x": {}}},
             "c": {"allOf": [{"$ref": "#/definitions/a"}], "properties": {"y": {}}, "additionalProperties": false}}
            """##)
        #expect(["a", "b", "c"].map { api.record($0)?.isClosed } == [true, false, false])
    }

    @Test func alternativesThatNothingTellsApart() {
        let found = messages(
            definitions: ##"""
                {"u": {"oneOf": [
                {"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b"}, {"$ref": "#/definitions/c"}]},
                "a": {"properties": {"x": {}}}, "b": {"properties": {"x": {}}}, "c": {"properties": {"x": {"const": "c"}}}}
                """##)
        #expect(
            found == [
                "types.json:2:30: warning: every value of this alternative also matches the one at types.json:2:1; "
                    + #"give each a property with a "const" of its own"#
            ])
    }
}
