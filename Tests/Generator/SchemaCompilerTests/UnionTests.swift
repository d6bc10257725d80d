import Testing

@testable import MethodicalGenerator

@Suite struct UnionTests {
    private let posts = ##"""
        "post": {"properties": {"type": {"const": "post"}}}, "photo": {"properties": {"type": {"enum": ["photo", "wall_photo"]}}},
        "other": {"properties": {"type": {"type": "string"}}}
        """##

    private func union(_ discriminator: String) -> String {
        ##"{"u": {"oneOf": [{"$ref": "#/definitions/post"}, {"$ref": "#/definitions/photo"}], "discriminator": "##
            + discriminator + "}, "
            + posts + "}"
    }

    @Test func tagsAreTheValuesOfTheProperty() throws {
        let api = try types(union(#"{"propertyName": "type"}"#))
        #expect(api.union("u")?.cases.map(\.discriminatorValues) == [["post"], ["photo", "wall_photo"]])
    }

    /// Numbers and flags can be tags like strings, with and without a discriminator.
    @Test(arguments: ["", #", "discriminator": {"propertyName": "type"}"#])
    func tagsThatAreNoTexts(discriminator: String) throws {
        let api = try types(
            ##"""
            {"row": {"properties": {"type": {"const": 1}, "id": {}}}, "button": {"properties": {"type": {"enum": [-2]}, "id": {}}},
             "done": {"properties": {"type": {"const": true}}}, "failed": {"properties": {"type": {"const": false}}},
             "u": {"oneOf": [{"$ref": "#/definitions/row"}, {"$ref": "#/definitions/button"}, {"$ref": "#/definitions/done"}, {"$ref": "#/definitions/failed"}]
            """## + discriminator + "}}")
        #expect(api.union("u")?.discriminator == "type")
        #expect(api.union("u")?.cases.map(\.discriminatorValues) == [["1"], ["-2"], ["true"], ["false"]])
    }

    @Test("An inline alternative is named after the constant that only it has", arguments: [false, true])
    func constantsAsNames(isReversed: Bool) throws {
        let alternatives = [
            #"{"properties": {"type": {"const": "queued"}, "at": {"type": "integer"}}}"#,
            #"{"properties": {"type": {"enum": ["failed"]}, "why": {"type": "string"}}}"#,
            #"{"properties": {"type": {"const": "kept"}, "title": {"type": "string"}}, "title": "Stored"}"#,
        ]
        let order = isReversed ? alternatives.reversed() : alternatives
        let api = try types(##"{"job": {"oneOf": [\##(order.joined(separator: ", "))]}}"##)
        #expect(Set(api.types.map(\.id)).isSuperset(of: ["job", "job/queued", "job/failed", "job/Stored"]))
    }

    /// Fractions are not tags, because they can be written in several ways.
    @Test func fractionsAreNoTags() throws {
        let api = try types(
            ##"""
            {"a": {"properties": {"v": {"const": 1.5}}}, "b": {"properties": {"v": {"const": 2.0}}},
             "u": {"oneOf": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b"}]}}
            """##)
        #expect(api.union("u")?.discriminator == nil)
    }

    @Test func tagsBehindReferencesAndAllOf() throws {
        let api = try types(
            ##"""
            {"kind": {"enum": ["a", "b"]}, "base": {"properties": {"kind": {"$ref": "#/definitions/kind"}}},
             "a": {"allOf": [{"$ref": "#/definitions/base"}, {"properties": {"kind": {"const": "a"}}}]}, "b": {"allOf": [{"$ref": "#/definitions/base"}]},
             "u": {"oneOf": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b"}], "discriminator": {"propertyName": "kind"}}}
            """##)
        #expect(api.union("u")?.cases.map(\.discriminatorValues) == [["a"], ["b"]])
    }

    @Test(
        "Each mistake in a discriminator has exactly one message",
        arguments: [
            (#"{"property": "type"}"#, #"unknown key "property" in "discriminator"; did you mean "propertyName"?"#),
            (#""type""#, #"expected {"propertyName": "type"}, found "type""#),
            ("{}", #""propertyName" is missing; expected the property whose value selects the alternative"#),
            (#"{"propertyName": 5}"#, "expected the name of a property, found 5"),
            (
                ##"{"propertyName": "type", "mapping": {"o": "#/definitions/other"}}"##,
                ##""#/definitions/other" is not one of the alternatives"##
            ),
        ])
    func wrongDiscriminators(discriminator: String, message: String) {
        #expect(
            compiled(["t.json": #"{"definitions": "# + union(discriminator) + "}"]).diagnostics.map(\.message) == [
                message
            ])
    }

    @Test func discriminatorsOfOneAlternative() {
        let found = messages(
            definitions:
                ##"{"a": {"properties": {"x": {}}}, "u": {"oneOf": [{"$ref": "#/definitions/a"}], "discriminator": 5}}"##
        )
        #expect(found == [#"types.json:1:113: error: expected {"propertyName": "type"}, found 5"#])
    }

    @Test func inlineAlternativesLieInTheUnion() throws {
        let api = try types(
            """
            {"v": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"properties": {"y": {}}}}, {"properties": {"x": {}}}]},
             "t": {"oneOf": [{"title": "Big", "properties": {"x": {}}}, {"properties": {"y": {}}}]},
             "r": {"properties": {"payload": {"oneOf": [{"type": "integer"}, {"type": "object", "properties": {"x": {}}}]}}}}
            """)
        let inner = api.types.filter { $0.id.text.utf8.contains(UInt8(ascii: "/")) }
        #expect(
            inner.map(\.id.text) == [
                "r/payload", "r/payload/object", "t/Big", "t/option_2", "v/items/items", "v/object",
            ])
        #expect(inner.map(\.wire) == ["payload", "object", "Big", "option_2", "item", "object"])
        #expect(inner.map(\.owner) == [.type("r"), .type("r/payload"), .type("t"), .type("t"), .type("v"), .type("v")])
    }

    @Test func noUnionOwnsNothing() throws {
        let api = try types(
            ##"""
            {"d": {"oneOf": [{"type": "null"}, {"properties": {"x": {}}}]}, "r": {"properties": {"d": {"$ref": "#/definitions/d"}, "one": {"oneOf": [{"properties": {"x": {}}}, {"type": "null"}]},
              "any": {"oneOf": [{"properties": {"x": {}}}, {}]}, "open": {"anyOf": [{"enum": ["a"]}, {"type": "string"}]}}}}
            """##)
        #expect(
            api.property("one", of: "r")?.type == .named("r/one") && api.property("one", of: "r")?.isNullable == true)
        #expect(api.property("any", of: "r")?.type == .any)
        let owners = api.types.map { "\($0.wire) \($0.owner == .type("r"))" }
        #expect(api.record("d")?.properties.count == 1 && api.property("d", of: "r")?.isNullable == true)
        #expect(owners == ["d false", "r false", "any_object true", "one true", "open_a true"])
    }

    @Test func nullInAnySpellingIsNoAlternative() throws {
        let api = try types(
            ##"""
            {"r": {"required": ["list", "const"], "properties": {
              "list": {"anyOf": [{"properties": {"x": {}}}, {"type": ["null"]}]}, "const": {"anyOf": [{"properties": {"x": {}}}, {"const": null}]}}}}
            """##)
        #expect(
            api.property("list", of: "r")?.type == .named("r/list") && api.property("list", of: "r")?.isNullable == true
        )
        #expect(
            api.property("const", of: "r")?.type == .named("r/const")
                && api.property("const", of: "r")?.isNullable == true)
    }

    /// A union is not an alternative of itself, because reading such an alternative would never end.
    @Test func aUnionIsNoAlternativeOfItself() throws {
        let api = try types(
            ##"{"u": {"oneOf": [{"$ref": "#/definitions/u"}, {"properties": {"x": {}}}, {"type": "array", "items": {"$ref": "#/definitions/u"}}]}}"##
        )
        #expect(api.union("u")?.cases.map(\.type) == [.named("u/option_2"), .array(.named("u"))])
    }
}
