import Testing

@testable import MethodicalGenerator

/// Tests of equal inline types that share one name.
@Suite struct SharingTests {
    private static let choice = ##""oneOf": [{"$ref": "#/definitions/Keys"}, {"$ref": "#/definitions/Hide"}]"##
    private static let definitions =
        ##"{"Keys": {"properties": {"rows": {"type": "integer"}}}, "Hide": {"properties": {"hide": {"type": "boolean"}}}}"##

    private func sending(_ methods: String..., definitions: String = Self.definitions) throws -> API {
        let list = methods.map {
            #"{"name": "\#($0)", "parameters": [{"name": "markup", "description": "For \#($0).", \#(Self.choice)}]}"#
        }
        return try api(["m.json": #"{"methods": [\#(list.joined(separator: ", "))], "definitions": \#(definitions)}"#])
    }

    @Test func parametersOfSeveralMethodsAreOneType() throws {
        let api = try sending("chat.send", "chat.edit", "chat.copy")
        #expect(Set(api.methods.map { $0.parameters[0].type }) == [.named("chat.*/markup")])
        let shared = try #require(api.types.first { $0.id == "chat.*/markup" })
        #expect(shared.owner == .namespace(["chat"]) && shared.wire == "markup" && api.types.count == 3)
        #expect(typeNames(in: api).contains("Test.Chat.Markup"))
    }

    @Test func ofSeveralNamespacesItIsTheAPIs() throws {
        let api = try sending("chat.send", "posts.send")
        #expect(typeNames(in: api).contains("Test.Markup"))
        #expect(typeNames(in: try sending("chat.send", "chat.bots.send")).contains("Test.Chat.Markup"))
        #expect(typeNames(in: try sending("send", "edit")).contains("Test.Markup"))
    }

    /// Another use of the type does not change its name.
    @Test func anotherUseRenamesNothing() throws {
        let names = Set(typeNames(in: try sending("chat.send", "chat.edit")))
        let more = try sending("chat.aaa", "chat.send", "chat.edit", "chat.zzz")
        #expect(Set(typeNames(in: more)) == names)
        #expect(
            try sending("chat.edit", "chat.send").types.map(\.id) == sending("chat.send", "chat.edit").types.map(\.id))
    }

    @Test func aSingleUseKeepsItsName() throws {
        #expect(typeNames(in: try sending("chat.send")).contains("Test.Chat.SendMarkup"))
    }

    @Test func aTakenNameIsLeftToItsOwner() throws {
        let definitions = Self.definitions.dropLast() + #", "Markup": {"type": "integer"}}"#
        let names = typeNames(in: try sending("send", "edit", definitions: String(definitions)))
        #expect(names.contains("Test.Markup") && names.contains("Test.MarkupValue"))
        #expect(typeNames(in: try sending("send", "edit", "markup.get")).contains("Test.MarkupValue"))
    }

    /// Equal records of properties share one type, and so do the types inside them.
    @Test func recordsOfProperties() throws {
        let address =
            #"{"description": "D", "properties": {"street": {}, "geo": {"properties": {"x": {"type": "number"}}}}, "required": ["street"]}"#
        let other =
            #"{"required": ["street"], "properties": {"geo": {"properties": {"x": {"type": "number"}}}, "street": {}}}"#
        let api = try types(
            #"""
            {"order": {"properties": {"address": \#(address)}}, "customer": {"properties": {"address": \#(other)}},
             "firm": {"properties": {"address": {"properties": {"street": {}}}}}, "firms": {"properties": {"addresses": {"items": \#(address)}}}}
            """#)

        #expect(api.property("address", of: "order")?.type == .named("*/address"))
        #expect(api.property("address", of: "customer")?.type == .named("*/address"))
        #expect(api.property("addresses", of: "firms")?.type == .array(.named("*/address")))
        #expect(api.property("address", of: "firm")?.type == .named("firm/address"))
        #expect(api.property("geo", of: "*/address")?.type == .named("*/address/geo"))
        #expect(
            typeNames(in: api).contains("Test.Address.Geo")
                && api.types.first { $0.id == "*/address" }?.documentation == "D")
    }

    @Test func whatIsNotTheSameStaysApart() throws {
        let api = try types(
            """
            {"a": {"properties": {"sort": {"enum": ["x", "y"]}, "type": {"enum": ["p", "q"]}, "one": {"enum": ["z"]}, "first": {"enum": ["s", "t"]}}},
             "b": {"properties": {"sort": {"enum": ["x", "z"]}, "type": {"enum": ["p", "q"]}, "one": {"enum": ["z"]}, "other": {"enum": ["s", "t"]}}}}
            """)
        #expect(api.types.filter { $0.id.text.contains("/") }.count == 6)
    }

    @Test func typesOfThemselves() throws {
        let tree =
            #"{"properties": {"leaf": {"type": "string"}, "branches": {"type": "array", "items": {"type": "integer"}}}}"#
        let api = try types(#"{"a": {"properties": {"tree": \#(tree)}}, "b": {"properties": {"tree": \#(tree)}}}"#)
        #expect(api.types.map(\.id) == ["*/tree", "a", "b"])
    }

    @Test func renamesFindIt() throws {
        let list = ["send", "edit"].map {
            #"{"name": "chat.\#($0)", "parameters": [{"name": "markup", \#(Self.choice)}]}"#
        }.joined(separator: ", ")
        for id in ["chat.*/markup", "chat.send/send_markup"] {
            let api = try api([
                "api.json": #"{"name": "Test", "baseURL": "https://e.com/", "rename": {"\#(id)": "Buttons"}}"#,
                "m.json": #"{"methods": [\#(list)], "definitions": \#(Self.definitions)}"#,
            ])
            #expect(typeNames(in: api).contains("Test.Buttons"))
        }
    }

    // MARK: Enumerations of definitions and records

    private func shop(_ methods: String, definitions: String) throws -> API {
        try api(["m.json": #"{"methods": [\#(methods)], "definitions": {\#(definitions)}}"#])
    }

    private static let pet =
        #""Pet": {"properties": {"status": {"description": "D", "enum": ["free", "pending", "sold"]}}}"#

    @Test func `arguments have the enumeration of a record`() throws {
        let api = try shop(
            #"""
            {"name": "pet.add", "parameters": [{"name": "status", "enum": ["free", "pending", "sold"]}]},
            {"name": "pet.find", "parameters":
              [{"name": "states", "type": "array", "items": {"enum": ["sold", "free", "pending"], "description": "O"}}]}
            """#, definitions: Self.pet)
        #expect(api.methods.map { $0.parameters[0].type } == [.named("Pet/status"), .array(.named("Pet/status"))])
        #expect(api.types.map(\.id) == ["Pet", "Pet/status"])
        #expect(api.types.last?.documentation == "D")
    }

    @Test func `a definition takes the place of all others`() throws {
        let api = try shop(
            #"{"name": "pet.add", "parameters": [{"name": "status", "enum": ["free", "pending", "sold"]}]}"#,
            definitions: Self.pet + #", "State": {"enum": ["sold", "pending", "free"]}"#)
        #expect(api.methods[0].parameters[0].type == .named("State"))
        #expect(api.property("status", of: "Pet")?.type == .named("State"))
        #expect(api.types.map(\.id) == ["Pet", "State"])
    }

    @Test func `the record that a method returns comes first`() throws {
        let response = ##""response": {"properties": {"items": {"items": {"$ref": "#/definitions/Pet"}}}}"##
        let list = #""parameters": [{"name": "status", "enum": ["free", "pending", "sold"]}]"#
        let other = #""Cat": {"properties": {"status": {"enum": ["free", "pending", "sold"]}}}"#
        let api = try shop(
            #"{"name": "pet.list", \#(list), \#(response)}, {"name": "all.list", \#(list)}"#,
            definitions: Self.pet + ", " + other)
        #expect(api.methods[0].parameters[0].type == .named("Pet/status"))
        #expect(api.methods[1].parameters[0].type == .named("Cat/status"))
        #expect(api.property("status", of: "Cat")?.type == .named("Cat/status"))
    }

    @Test(
        "Enumerations that differ stay apart",
        arguments: [
            #""enum": ["free", "pending"]"#, #""enum": ["free", "pending", "sold"], "enumNames": ["a", "b", "c"]"#,
            #""anyOf": [{"enum": ["free", "pending", "sold"]}, {"type": "string"}]"#,
        ])
    func apart(schema: String) throws {
        let api = try shop(
            #"{"name": "pet.add", "parameters": [{"name": "status", \#(schema)}]}"#, definitions: Self.pet)
        #expect(api.methods[0].parameters[0].type != .named("Pet/status"))
        #expect(api.enumeration("Pet/status")?.members.count == 3)
    }
}
