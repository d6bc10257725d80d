import Testing

@testable import MethodicalGenerator

@Suite struct MemberTests {
    private func names(_ raw: Enumeration.Raw, _ members: [(String, String?)]) -> [String] {
        Speller(acronyms: []).members(
            of: Enumeration(raw: raw, members: members.map { Enumeration.Member(value: $0.0, label: $0.1) }))
    }

    @Test("Labels name the members of an enumeration, and the first label of a value counts")
    func labels() {
        #expect(
            names(.integer, [("0", "SEND"), ("1", "IS_OK"), ("2", "not specified")]) == [
                "send", "isOK", "notSpecified",
            ])
        #expect(names(.integer, [("0", "other"), ("0", "second label of the same value")]).first == "other")
    }

    @Test func labelsThatSayNothing() {
        #expect(
            names(.integer, [("1", ""), ("2", nil), ("3", "3"), ("4", "!!!"), ("5", "60 days")]) == [
                "value1", "value2", "value3", "value4", "value5",
            ])
        let sentence = "a sentence that explains at length what this value means to whoever reads it"
        #expect(names(.integer, [("1", sentence)]) == ["value1"])
    }

    @Test func labelsThatAreTheSame() {
        #expect(names(.integer, [("1", "yes"), ("2", "Yes"), ("3", "no")]) == ["value1", "value2", "no"])
    }

    @Test(
        "A value without a label is its own name, with words for what no name has",
        arguments: [
            ("-1", "minus1"), ("1", "value1"), ("", "empty"), ("18+", "value18Plus"), ("160x160", "size160x160"),
            ("2x", "value2x"), ("0x1f", "value0x1f"),
            ("photo_50", "photo50"),
            ("-date", "minusDate"),
            ("default", "default"), ("none", "noneValue"), ("some", "someValue"), ("self", "selfValue"),
            ("init", "initValue"), ("Type", "type"),
            ("known", "knownValue"),
            ("description", "description"), ("*", "asterisk"), ("1.5", "value1_5"), ("en-US", "enUS"), ("SEND", "send"),
            ("_", "lowLine"),
            ("raw_value", "rawValue"), ("2fa_code", "value2faCode"), ("\n", "u000A"), ("\0", "u0000"),
        ])
    func values(_ value: String, _ name: String) {
        #expect(names(.string, [(value, nil)]) == [name])
    }

    @Test("A sign in a value is a word, so that no order of values changes a name")
    func signs() {
        let values = ["C", "C++", "C#", "Etc/GMT+1", "Etc/GMT-1", "A-", "svg+xml", "utf-8", "-", "+"]
        let expected = [
            "C": "c", "C++": "cPlusPlus", "C#": "cSharp", "Etc/GMT+1": "etcGMTPlus1", "Etc/GMT-1": "etcGMTMinus1",
            "A-": "aMinus", "svg+xml": "svgXML", "utf-8": "utf8", "-": "hyphenMinus", "+": "plusSign",
        ]
        for order in [values, values.reversed()] {
            #expect(names(.string, order.map { ($0, nil) }) == order.map { expected[$0] })
        }
    }

    @Test func valuesOfOneName() {
        #expect(names(.string, [("a-b", nil), ("a_b", nil), ("aB", nil)]) == ["aB3", "aB2", "aB"])
        #expect(names(.string, [("a_1", nil), ("a1", nil)]) == ["a1_2", "a1"])
        #expect(names(.string, [("new", nil), ("New", nil)]) == ["new", "new2"])
        #expect(names(.string, [("New", nil), ("new", nil)]) == ["new2", "new"])
    }

    @Test("Properties have different names, which neither Swift nor the runtime needs")
    func properties() {
        func names(_ paths: [[String]], additional: TypeUse? = nil) -> [String] {
            Speller(acronyms: []).properties(
                of: Record(properties: paths.map { Property(path: $0, type: .string) }, additional: additional))
        }
        #expect(
            names([["self"], ["init"], ["hashValue"], ["description"], ["class"], ["Type"]]) == [
                "selfValue", "initValue", "hashValueValue", "description", "class", "type",
            ])
        #expect(names([["user_id"], ["userId"], ["user-id"]]) == ["userID", "userID2", "userID3"])
        #expect(names([["user-id"], ["userId"], ["user_id"]]) == ["userID2", "userID3", "userID"])
        #expect(names([["content", "type"], ["type"]]) == ["type2", "type"])
        #expect(names([["content", "kind"]]) == ["kind"])
        #expect(names([["additionalProperties"]], additional: .string) == ["additionalPropertiesValue"])
        #expect(names([["additionalProperties"]]) == ["additionalProperties"])
    }

    @Test("A name that the schema asks for is taken, and changed only if it does not fit")
    func askedNames() {
        let record = Record(properties: [
            Property(path: ["id"], type: .integer), Property(path: ["comment_id"], swift: "id", type: .integer),
            Property(path: ["text"], swift: "not a name", type: .string),
            Property(path: ["x"], swift: "default", type: .string),
        ])
        #expect(Speller(acronyms: []).properties(of: record) == ["id2", "id", "notAName", "default"])
        let types = Record(
            properties: ["Call", "String", "self"].map { Property(path: ["x"], swift: $0, type: .string) })
        #expect(Speller(acronyms: []).properties(of: types) == ["Call", "StringValue", "selfValue"])
    }

    @Test("Names of errors lose their common beginnings, as long as a name is left")
    func errors() {
        func names(_ wires: [String]) -> [String] {
            Speller(acronyms: []).errors(wires.map { ErrorCode(name: $0, code: "1") })
        }
        #expect(names(["api_error_access_video", "api_error_unknown"]) == ["accessVideo", "unknown"])
        #expect(
            names(["api_error_access", "not_found", "error_timeout", "error"]) == [
                "access", "notFound", "timeout", "error",
            ])
        #expect(names(["api_error_2fa", "api_error_none"]) == ["error2fa", "noneValue"])
    }

    @Test("Cases of a union are named by their tags, or else by their types")
    func cases() {
        let types = [
            TypeDeclaration(
                id: "wall_post", owner: .namespace(["wall"]), wire: "wall_post", shape: .record(Record(properties: [])))
        ]
        func names(_ cases: [Union.Case]) -> [String] {
            Speller(acronyms: []).cases(of: Union(cases: cases), resolver: Resolver(types))
        }
        #expect(
            names([
                .init(type: .named("wall_post"), discriminatorValues: ["post", "copy"]),
                .init(type: .string, discriminatorValues: ["text2"]),
            ])
                == ["post", "text2"])
        // A tag that is a number or a flag makes no name, so the type names the case.
        #expect(
            names([
                .init(type: .named("wall_post"), discriminatorValues: ["1"]),
                .init(type: .string, discriminatorValues: ["-2"]),
            ]) == [
                "wallPost", "string",
            ])
        #expect(
            names([
                .init(type: .named("wall_post"), discriminatorValues: ["true"]),
                .init(type: .string, discriminatorValues: ["false"]),
            ]) == [
                "wallPost", "string",
            ])
        #expect(
            names([.init(type: .named("wall_post")), .init(type: .array(.named("wall_post"))), .init(type: .string)])
                == [
                    "wallPost", "wallPostList", "string",
                ])
        #expect(
            names([
                .init(type: .string, discriminatorValues: ["unknown"]),
                .init(type: .integer, discriminatorValues: ["default"]),
            ]) == [
                "unknownValue", "default",
            ])
    }
}
