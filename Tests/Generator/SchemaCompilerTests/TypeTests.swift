import Testing

@testable import MethodicalGenerator

@Suite struct TypeTests {
    @Test("A property has the type of its JSON type and format, or any type without them")
    func scalars() throws {
        let api = try types(
            """
            {"a": {"properties": {
              "i": {"type": "integer", "format": "int64"}, "n": {"type": "number"}, "b": {"type": "boolean"}, "s": {"type": "string"},
              "u": {"type": "string", "format": "uri"}, "d": {"type": "string", "format": "date-time"},
              "x": {"type": "integer", "format": "unix-seconds"}, "y": {"type": "integer", "format": "unix-milliseconds"},
              "e": {"type": "string", "format": "email"}, "any": {}, "t": true, "o": {"type": "object"}, "c": {"const": 5}, "l": {"type": "array"}}}}
            """)
        let found = api.record("a")?.properties.map(\.type)
        #expect(
            found == [
                .integer, .number, .boolean, .string, .formatted(.uri, as: .string), .formatted(.dateTime, as: .string),
                .formatted(.unixSeconds, as: .integer), .formatted(.unixMilliseconds, as: .integer), .string, .any,
                .any, .dictionary(.any), .integer,
                .array(.any),
            ])
    }

    @Test("Only an integer is unsigned, because a text keeps all of its digits anyway")
    func unsigned() throws {
        let api = try types(
            """
            {"i": {"type": "integer", "format": "uint64"}, "n": {"type": "number", "format": "uint64"},
             "s": {"type": "string", "format": "uint64"}}
            """)
        #expect(api.shape("i") == .alias(.formatted(.uint64, as: .integer)))
        #expect(api.shape("n") == .alias(.number) && api.shape("s") == .alias(.string))
    }

    /// A format of numbers is also valid for strings. A format of strings is valid for strings only.
    @Test("Each format applies to the types that it suits, and Base64 has two spellings")
    func formats() throws {
        for format in Format.allCases where format != .base64 && format != .uint64 {
            for (type, wire) in [("integer", Wire.integer), ("number", .number), ("string", .string)]
            where wire == .string || !format.isText && format != .int64 {
                let api = try types(#"{"a": {"type": "\#(type)", "format": "\#(format.rawValue)"}}"#)
                guard case .alias(let use) = api.types.first?.shape else { return #expect(Bool(false)) }
                #expect(use == .formatted(format, as: wire))
            }
        }
        let api = try types(
            """
            {"a": {"properties": {
              "a": {"type": "string", "format": "byte"}, "b": {"type": "string", "contentEncoding": "base64"},
              "c": {"type": "string", "contentEncoding": "quoted-printable"}, "d": {"type": "string", "format": "binary"}}}}
            """)
        #expect(
            api.record("a")?.properties.map(\.type) == [
                .formatted(.base64, as: .string), .formatted(.base64, as: .string), .string, .string,
            ])
    }

    @Test func unionsOfScalars() throws {
        let api = try types(
            """
            {"a": {"properties": {
              "is": {"type": ["string", "integer"]}, "bs": {"type": ["string", "boolean"]}, "in": {"type": ["integer", "number"]},
              "null": {"type": ["string", "null"]}, "so": {"type": ["string", "object"]}, "one": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}}}
            """)
        let types = api.record("a")?.properties.map(\.type)
        #expect(
            types == [
                .scalars([.integer, .string]), .scalars([.boolean, .string]), .number, .string, .any,
                .scalars([.integer, .string]),
            ])
        #expect(api.property("null", of: "a")?.isNullable == true)
    }

    @Test func requiredBothWays() throws {
        let api = try types(
            #"{"a": {"required": ["x"], "properties": {"x": {"type": "string"}, "y": {"type": "string", "required": true}, "z": {}}}}"#
        )
        #expect(api.record("a")?.properties.map(\.isRequired) == [true, true, false])
    }

    @Test func requiredNameThatDoesNotExist() {
        let found = messages(definitions: #"{"a": {"required": ["nmae"], "properties": {"name": {}}}}"#)
        #expect(
            found == [
                #"types.json:1:37: warning: "nmae" is required, but there is no such property; did you mean "name"?"#
            ])
    }

    @Test("Null is allowed by `type`, by `nullable`, by an alternative, and through a reference")
    func nullability() throws {
        let api = try types(
            ##"""
            {"n": {"type": ["object", "null"], "properties": {"x": {"type": "integer", "nullable": true}}},
             "a": {"required": ["r"], "properties": {"r": {"$ref": "#/definitions/n"}, "o": {"oneOf": [{"$ref": "#/definitions/n"}, {"type": "null"}]},
               "l": {"items": {"type": ["integer", "null"]}}}}}
            """##)
        #expect(api.property("x", of: "n")?.isNullable == true)
        #expect(api.property("r", of: "a")?.isNullable == true && api.property("r", of: "a")?.isRequired == true)
        #expect(api.property("o", of: "a")?.type == .named("n") && api.property("o", of: "a")?.isNullable == true)
        #expect(api.property("l", of: "a")?.type == .array(.optional(.integer)))
    }

    /// A definition is nullable wherever it allows null.
    @Test func nullableDefinitionsStaySo() throws {
        let api = try types(
            ##"""
            {"n": {"type": ["string", "null"]}, "o": {"properties": {"x": {}}}, "single": {"allOf": [{"$ref": "#/definitions/n"}]},
             "more": {"allOf": [{"$ref": "#/definitions/n"}, {"minLength": 1}]}, "sole": {"oneOf": [{"$ref": "#/definitions/n"}]},
             "behind": {"anyOf": [{"$ref": "#/definitions/n"}, {"$ref": "#/definitions/o"}]},
             "inside": {"anyOf": [{"type": ["string", "null"]}, {"$ref": "#/definitions/o"}]},
             "value": {"oneOf": [{"enum": ["a", null]}, {"$ref": "#/definitions/o"}]}, "plain": {"$ref": "#/definitions/o"},
             "r": {"required": ["single", "more", "sole", "behind", "inside", "value", "plain", "number"], "properties": {
               "single": {"$ref": "#/definitions/single"}, "more": {"$ref": "#/definitions/more"}, "sole": {"$ref": "#/definitions/sole"},
               "behind": {"$ref": "#/definitions/behind"}, "inside": {"$ref": "#/definitions/inside"}, "value": {"$ref": "#/definitions/value"},
               "plain": {"$ref": "#/definitions/plain"}, "number": {"enum": [0.5, null]}}}}
            """##)
        let nullable = api.record("r")?.properties.filter(\.isNullable).map(\.name)
        #expect(nullable == ["single", "more", "sole", "behind", "inside", "value", "number"])
    }

    @Test("An enumeration has the type of its values, and each value once with its label")
    func enumerations() throws {
        let api = try types(
            """
            {"s": {"type": "string", "enum": ["a", "b", "a"], "enumNames": ["first", ""]}, "i": {"type": "string", "enum": [1, 2], "enumNames": ["one"]},
             "m": {"enum": [1, "x"]}, "f": {"enum": [1.5, 2]}, "b": {"type": "boolean", "enum": [true]}}
            """)
        #expect(api.enumeration("s")?.raw == .string)
        #expect(api.enumeration("s")?.members == [.init(value: "a", label: "first"), .init(value: "b")])
        #expect(api.enumeration("i")?.raw == .integer)
        #expect(api.enumeration("i")?.members.map(\.label) == ["one", nil])
        #expect(api.enumeration("m")?.raw == .mixed)
        #expect(api.enumeration("f")?.raw == .mixed)
        #expect(api.shape("b") == .alias(.boolean))
    }

    @Test func inlineTypesAreHoisted() throws {
        let api = try types(
            """
            {"a": {"properties": {"contacts": {"type": "object", "properties": {"kind": {"enum": ["x", "y"]}}},
              "careers": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}},
              "items": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}}}},
             "l": {"type": "array", "items": {"type": "object", "properties": {"z": {}}}}}
            """)
        let owners = Dictionary(uniqueKeysWithValues: api.types.map { ($0.id.text, $0) })
        #expect(
            owners.keys.sorted() == [
                "a", "a/careers/items", "a/contacts", "a/contacts/kind", "a/items/items", "l", "l/items",
            ])
        #expect(owners["a/careers/items"]?.wire == "career" && owners["a/careers/items"]?.owner == .type("a"))
        #expect(owners["a/items/items"]?.wire == "item")
        #expect(owners["a/contacts/kind"]?.owner == .type("a/contacts"))
        #expect(owners["l/items"]?.wire == "l_item" && owners["l/items"]?.owner == .root)
        #expect(api.shape("l") == .alias(.array(.named("l/items"))))
    }

    @Test func allOfMerges() throws {
        let api = try types(
            ##"""
            {"base": {"required": ["id"], "properties": {"id": {"type": "integer", "description": "Identity."}, "in": {"properties": {"x": {}}}}},
             "full": {"allOf": [{"$ref": "#/definitions/base"}, {"properties": {"name": {"type": "string"}, "id": {"minimum": 1}}}]},
             "same": {"allOf": [{"$ref": "#/definitions/base"}], "description": "Again."}, "none": {"allOf": []}}
            """##)
        #expect(api.record("full")?.properties.map { $0.path[0] } == ["id", "in", "name"])
        #expect(
            api.property("id", of: "full")
                == Property(path: ["id"], type: .integer, isRequired: true, documentation: "Identity."))
        #expect(api.property("in", of: "full")?.type == .named("base/in"))
        #expect(api.shape("same") == .alias(.named("base")))
        #expect(api.shape("none") == .alias(.any))
    }

    /// Keywords that only add a limit or a description create no type. Schema tools wrap a reference in `allOf` to add
    /// a default or a limit; such types were once silently read as any JSON.
    @Test func whatOnlySaysMoreIsNoType() throws {
        let api = try types(
            ##"""
            {"kind": {"type": "string", "enum": ["a", "b"]},
             "wrapped": {"allOf": [{"$ref": "#/definitions/kind"}, {"description": "Usually a.", "default": "a"}]},
             "own": {"type": "string", "format": "date-time", "allOf": [{"minLength": 1}, {"maxLength": 9}]},
             "first": {"allOf": [{"type": "array", "items": {"type": "integer"}}, {"minItems": 1}]}, "one": {"type": "integer", "allOf": [{"minimum": 1}]},
             "any": {"type": ["string", "null"], "anyOf": [{"pattern": "a"}, {"format": "ipv4"}]}, "fields": {"type": "object", "oneOf": [{"required": ["a"]}]},
             "r": {"properties": {"any": {"$ref": "#/definitions/any"}}}, "last": {"allOf": [{"type": ["string", "integer"]}, {"type": "integer"}, {"minimum": 1}]},
             "nothing": {"allOf": [{"minLength": 1}]}, "kinds": {"type": "string", "anyOf": [{"type": "string"}, {"type": "integer"}]}}
            """##)
        #expect(api.shape("wrapped") == .alias(.named("kind")))
        #expect(api.shape("own") == .alias(.formatted(.dateTime, as: .string)))
        #expect(
            api.shape("first") == .alias(.array(.integer)) && api.shape("one") == .alias(.integer)
                && api.shape("last") == .alias(.integer))
        #expect(api.shape("any") == .alias(.string) && api.property("any", of: "r")?.isNullable == true)
        #expect(api.shape("fields") == .alias(.dictionary(.any)) && api.shape("nothing") == .alias(.any))
        #expect(api.shape("kinds") == .alias(.scalars([.integer, .string])))
    }

    @Test("An object without properties is a dictionary, and a record can have additional members")
    func dictionaries() throws {
        let api = try types(
            """
            {"d": {"type": "object", "additionalProperties": {"type": "integer"}}, "p": {"type": "object", "patternProperties": {"^[0-9]+$": {"type": "string"}}},
             "r": {"properties": {"x": {}}, "additionalProperties": {"type": "string"}}, "f": {"properties": {"x": {}}, "additionalProperties": false},
             "e": {"type": "object", "properties": {}}, "n": {"type": "object"}, "u": {"properties": {}}}
            """)
        #expect(api.shape("d") == .alias(.dictionary(.integer)))
        #expect(api.shape("p") == .alias(.dictionary(.string)))
        #expect(api.record("r")?.additional == .string)
        #expect(api.record("f")?.additional == nil)
        #expect(api.shape("e") == .alias(.dictionary(.any)))
        #expect(api.shape("n") == .alias(.dictionary(.any)))
        #expect(api.shape("u") == .alias(.dictionary(.any)))
    }

    @Test func unionsWithDiscriminator() throws {
        let api = try types(
            ##"""
            {"cat": {"properties": {"kind": {}}}, "dog": {"properties": {"kind": {}}},
             "pet": {"oneOf": [{"$ref": "#/definitions/cat"}, {"$ref": "#/definitions/dog"}],
               "discriminator": {"propertyName": "kind", "mapping": {"c": "#/definitions/cat", "d": "dog", "dd": "#/definitions/dog"}}},
             "bare": {"anyOf": [{"$ref": "#/definitions/cat"}, {"$ref": "#/definitions/dog"}], "discriminator": {"propertyName": "kind"}}}
            """##)
        #expect(
            api.union("pet")
                == Union(
                    discriminator: "kind",
                    cases: [
                        .init(type: .named("cat"), discriminatorValues: ["c"]),
                        .init(type: .named("dog"), discriminatorValues: ["d", "dd"]),
                    ]))
        #expect(api.union("bare")?.cases.map(\.discriminatorValues) == [["cat"], ["dog"]])
    }

    @Test func unionsWithoutDiscriminator() throws {
        let api = try types(
            ##"""
            {"a": {"properties": {"t": {"const": "a"}}}, "b": {"properties": {"t": {"enum": ["b"]}}}, "e": {"enum": ["x", "y"]},
             "u": {"oneOf": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b"}]},
             "k": {"oneOf": [{"type": "string"}, {"$ref": "#/definitions/a"}, {"type": "object", "properties": {"z": {}}}]},
             "open": {"anyOf": [{"$ref": "#/definitions/e"}, {"type": "string"}]}}
            """##)
        #expect(api.union("u")?.discriminator == "t")
        #expect(api.union("u")?.cases.map(\.discriminatorValues) == [["a"], ["b"]])
        #expect(api.union("k")?.cases.map(\.type) == [.string, .named("a"), .named("k/option_3")])
        #expect(api.shape("open") == .alias(.named("e")))
    }

    @Test func alternativesBesidePropertiesAreOptional() throws {
        let api = try types(
            #"{"a": {"properties": {"x": {"required": true}}, "anyOf": [{"required": ["x"]}, {"properties": {"y": {"required": true}}}]}}"#
        )
        #expect(api.record("a")?.properties.map(\.isRequired) == [true, false])
    }

    @Test func liftedAndRenamedProperties() throws {
        let api = try types(
            #"{"a": {"properties": {"kind": {"from": "content.type", "type": "string"}, "raw_text": {"swift": "text", "deprecated": "No."}}}}"#
        )
        #expect(api.record("a")?.properties.first?.path == ["content", "type"])
        #expect(api.record("a")?.properties.last?.swift == "text")
        #expect(api.record("a")?.properties.last?.deprecation == Deprecation(message: "No."))
    }

    @Test("A record can contain itself, directly and in a list")
    func recursion() throws {
        let api = try types(
            ##"{"tree": {"properties": {"left": {"$ref": "#/definitions/tree"}, "all": {"items": {"$ref": "#/definitions/tree"}}}}}"##
        )
        #expect(api.record("tree")?.properties.map(\.type) == [.named("tree"), .array(.named("tree"))])
    }

    @Test func deprecationWaitsForItsVersion() throws {
        let text = #"{"name": "A", "baseURL": "https://a.b", "version": {"parameter": "v", "value": "5.199"}}"#
        let definitions =
            #"{"definitions": {"a": {"properties": {"x": {"deprecated_from_version": "5.203"}, "y": {"deprecated_from_version": "5.81"}}}}}"#
        let api = try api(["api.json": text, "t.json": definitions])
        #expect(api.property("x", of: "a")?.deprecation == nil)
        #expect(api.property("y", of: "a")?.deprecation == Deprecation(message: "Since version 5.81."))
    }

    @Test func keywordsThatAreNotFollowed() {
        let found = messages(
            definitions:
                #"{"a": {"if": {}, "minimum": 1, "x-mine": 1, "propertes": {}, "$anchor": "q", "type": "strnig", "format": "odd"}}"#
        )
        #expect(
            found == [
                #"types.json:1:24: warning: "if" is ignored, because generated types cannot express it"#,
                #"types.json:1:61: warning: unknown key "propertes" in a schema; did you mean "properties"?"#,
                ##"types.json:1:78: error: "$anchor" is not supported; use "$ref" with a JSON Pointer ("#/definitions/name")"##,
                #"types.json:1:102: error: "strnig" is not a type; expected "integer", "number", "boolean", "string", "object", "array" or "null"; "#
                    + #"did you mean "string"?"#,
            ])
    }
}
