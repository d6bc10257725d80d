import Testing

@testable import MethodicalGenerator

@Suite struct FunctionTests {
    private func text(
        _ method: Method, types: [TypeDeclaration] = [], errors: [ErrorCode] = [], wire: CallStyle = CallStyle()
    ) -> String {
        let api = api(
            types: types, methods: [method], errors: errors,
            wire: WireDefaults(baseURL: "https://example.com/", call: wire))
        let text = emit(api, units: [method.unit]).last?.text ?? ""
        guard let start = text.firstRange(of: "= Methodical.APIEngine.Version.v2\n\n") else { return text }
        return String(text[start.upperBound...])
    }

    @Test("A function is printed with its documentation, its parameters, and its call")
    func plain() {
        let method = Method(
            name: "users.get", unit: "users", documentation: "Returns users.",
            parameters: [
                Parameter(
                    name: "user_ids", type: .array(.scalars([.integer, .string])), documentation: "Who.\nOr what.",
                    defaultText: "the current user"),
                Parameter(name: "name", type: .string, isRequired: true),
                Parameter(name: "count", type: .integer, defaultText: "20"),
            ],
            variants: [Variant(result: .array(.named("user")))], resultKey: "items",
            errors: ["api_error_access", "unheard of"],
            tokens: [.user, .open], needsToken: true, isRead: true, cacheSeconds: 60,
            settings: ["timeout": CallSetting(name: "timeout", argument: "5", shown: "5s")],
            pages: Pages(kind: .offset(parameter: "offset", first: 0), size: "count"))
        #expect(
            text(method, types: [type("user", "user")], errors: [ErrorCode(name: "api_error_access", code: "15")])
                == """
                nonisolated extension VK.Users {
                    /// Returns users.
                    ///
                    /// Request: `POST users.get`.
                    ///
                    /// Paged by `offset` and `count`.
                    ///
                    /// Errors: `access` (15).
                    ///
                    /// - Parameters:
                    ///   - userIDs: Who. Or what. Default: `the current user`.
                    ///   - count: Default: `20`.
                    func get(
                        userIDs: [any Methodical.IntegerOrString.Argument]? = nil,
                        name: Swift.String,
                        count: Swift.Int? = nil
                    ) -> Methodical.Request<[VK.User]> {
                        var call = Methodical.Call(client, .init(
                            "users.get", result: "items", reads: true, tokens: .user, needsToken: true, cache: 60, timeout: 5,
                            pages: .by(.offset("offset"), size: "count")))
                        call.add("user_ids", scalars: userIDs)
                        call.addString("name", name)
                        call.addInt("count", count)
                        return Methodical.Request(call)
                    }
                }

                """)
    }

    @Test("A function without parameters has a constant call")
    func withoutParameters() {
        #expect(
            text(method("a.get")).contains(
                "    func get() -> Methodical.Request<Swift.Int> {\n"
                    + "        let call = Methodical.Call(client, .init(\"a.get\"))\n"
                    + "        return Methodical.Request(call)\n    }\n"))
    }

    @Test("Each argument is added with the place and the format that its parameter sets")
    func styles() {
        let style = CallStyle(verb: .get, path: "pins/{pin_id}", parameters: .query, arrays: .repeated, flags: .words)
        let sex = type("sex", "sex", .enumeration(Enumeration(raw: .integer, members: [])))
        let method = Method(
            name: "pins.get", style: style,
            parameters: [
                Parameter(name: "pin_id", type: .integer, isRequired: true, place: .path),
                Parameter(name: "a", type: .array(.string), place: .query, arrays: .brackets),
                Parameter(name: "b", type: .boolean, place: .header, flags: .digits),
                Parameter(name: "c", type: .string, place: .query, isSecret: true),
                Parameter(name: "d", type: .formatted(.unixSeconds, as: .integer), place: .body),
                Parameter(name: "e", type: .array(.formatted(.dateTime, as: .string)), place: .query),
                Parameter(name: "f", type: .array(.named("it")), place: .query),
                Parameter(name: "g", type: .named("it"), place: .body),
                Parameter(name: "h", type: .string, place: .query, isJSON: true),
                Parameter(name: "i", type: .array(.named("sex")), place: .query, arrays: .repeated),
                Parameter(name: "j", type: .array(.optional(.array(.number))), place: .query),
            ],
            variants: [
                Variant(
                    suffix: [],
                    constants: [
                        .init(name: "k", value: .flag(true), place: .query),
                        .init(name: "l", value: .text("a\"b"), place: .form),
                    ],
                    result: .any)
            ])
        let text = text(method, types: [type("it", "it"), sex])
        let calls = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter {
            $0.hasPrefix("call.add") || $0.hasPrefix("\"pins.get\"")
        }
        #expect(
            calls == [
                #""pins.get", .get, "pins/{pin_id}", parameters: .query, arrays: .repeated, flags: .words))"#,
                #"call.addValue("pin_id", pinID, .path)"#, #"call.addValue("a", a, .brackets)"#,
                #"call.addValue("b", b, [.header, .digits])"#,
                #"call.addValue("c", c, .secret)"#,
                #"call.add("d", d, .body, as: Methodical.UnixSeconds.self)"#,
                #"call.add("e", e, as: Methodical.DateTime.self)"#,
                #"call.addValue("f", f, .json)"#,
                #"call.addValue("g", g, .body)"#,
                #"call.addValue("h", h, .json)"#,
                #"call.addValue("i", i)"#, #"call.addValue("j", j, .json)"#, #"call.addBool("k", true)"#,
                #"call.addValue("l", "a\"b", .form)"#,
            ])
        #expect(text.contains("d: Foundation.Date? = nil") && text.contains("e: [Foundation.Date]? = nil"))
        #expect(
            emit(api(types: [type("it", "it"), sex], methods: [method]), units: [])[0].text.contains(
                "import Methodical\nimport struct Foundation.Date\n"))
    }

    /// A union argument is written as plain text instead of JSON if each of its alternatives can be: `anchor=newest`,
    /// not `anchor="newest"`.
    @Test func unionsAsArguments() {
        let sex = type("sex", "sex", .enumeration(Enumeration(raw: .string, members: [])))
        func union(_ id: TypeID, _ types: TypeUse...) -> TypeDeclaration {
            type(id, id.text, .union(Union(cases: types.map { .init(type: $0) })))
        }
        let types = [
            sex, type("it", "it"), union("scalar", .integer, .named("sex")),
            union("list", .string, .array(.named("scalar"))),
            union("record", .string, .named("it")), union("loop", .integer, .array(.named("loop"))),
        ]
        let parameters = ["scalar", "list", "record", "loop"].map {
            Parameter(name: $0, type: .named(TypeID($0)), place: .query)
        }
        let style = CallStyle(verb: .get, parameters: .query)
        let text = text(
            Method(name: "a.get", style: style, parameters: parameters, variants: [Variant(suffix: [], result: .any)]),
            types: types)
        #expect(text.contains("(\"scalar\", scalar)") && text.contains("(\"list\", list)"))
        #expect(text.contains("(\"record\", record, .json)") && text.contains("(\"loop\", loop, .json)"))
    }

    @Test func defaultsOfTheAPIAreNotRepeated() {
        let style = CallStyle(verb: .get, parameters: .query, arrays: .brackets)
        let method = Method(
            name: "a.get", style: style, parameters: [Parameter(name: "x", type: .integer, place: .query)],
            variants: [Variant(result: .integer)])
        #expect(text(method, wire: style).contains(#".init("a.get"))"#))
    }

    @Test("The name of the function that adds an argument says the type, if the style is the method's")
    func adders() {
        let parameters = [
            Parameter(name: "integer", type: .integer),
            Parameter(name: "string", type: .string),
            Parameter(name: "flag", type: .boolean),
            Parameter(name: "number", type: .number),
            Parameter(name: "list", type: .array(.integer)),
            Parameter(name: "null", type: .integer, isNullable: true),
            Parameter(name: "secret", type: .string, isSecret: true),
        ]
        let lines = text(method("a.get", parameters)).split(separator: "\n").map { $0.drop { $0 == " " } }
        let statements = lines.filter { $0.hasPrefix("call.") }
        #expect(
            statements == [
                #"call.addInt("integer", integer)"#,
                #"call.addString("string", string)"#,
                #"call.addBool("flag", flag)"#,
                #"call.addValue("number", number)"#,
                #"call.addValue("list", list)"#,
                #"call.addValue("null", null)"#,
                #"call.addValue("secret", secret, .secret)"#,
            ])
    }

    @Test(
        "Each set of kinds of token is one member of the runtime's type",
        arguments: [
            ([.open], nil),
            ([.user], "user"), ([.group, .open], "group"), ([.service], "service"),
            ([.user, .group], "userOrGroup"), ([.service, .user], "userOrService"),
            ([.group, .service], "groupOrService"), ([.user, .group, .service], "userGroupOrService"),
        ] as [([Method.TokenKind], String?)])
    func tokenKinds(kinds: [Method.TokenKind], member: String?) {
        let method = Method(name: "a.get", variants: [Variant(result: .integer)], tokens: kinds)
        let text = text(method)
        if let member {
            #expect(text.contains("tokens: .\(member))"), "\(text)")
        } else {
            #expect(!text.contains("tokens:"), "\(text)")
        }
    }

    @Test func namesThatTheBodyUses() {
        let method = method(
            "a.get", ["call", "client", "in", "self", "index"].map { Parameter(name: $0, type: .string) })
        let text = text(method)
        #expect(
            text.contains("call callValue: Swift.String? = nil")
                && text.contains("client clientValue: Swift.String? = nil")
                && text.contains("`in`: Swift.String? = nil"))
        #expect(
            text.contains(#"call.addString("self", selfValue)"#) && text.contains(#"call.addString("in", `in`)"#)
                && text.contains(#"call.addString("call", callValue)"#))
    }

    @Test("Each variant is a function with its own parameters, constants, and result")
    func variants() {
        let method = method(
            "friends.get",
            [Parameter(name: "fields", type: .array(.string)), Parameter(name: "extended", type: .boolean)],
            [
                Variant(omits: ["fields", "extended"], result: .integer),
                Variant(wire: "fieldsResponse", requires: ["fields"], omits: ["extended"], result: .string),
                Variant(
                    suffix: ["extended"], constants: [.init(name: "extended", value: .flag(true))], result: .any,
                    deprecation: Deprecation(message: "No.")),
            ])
        let text = text(method)
        #expect(text.contains("    func get() -> Methodical.Request<Swift.Int> {\n"))
        #expect(text.contains("    func get(fields: [Swift.String]) -> Methodical.Request<Swift.String> {\n"))
        #expect(
            text.contains("    /// Always sends `extended`.\n    ///")
                || text.contains("    /// Always sends `extended`.\n    @available(*, deprecated, message: \"No.\")\n"))
        #expect(
            text.contains(
                "    func getExtended(fields: [Swift.String]? = nil) -> Methodical.Request<Methodical.JSON> {\n")
                && text.contains(#"call.addBool("extended", true)"#))
    }

    @Test func oneDocumentedParameter() {
        let method = method(
            "a.get", [Parameter(name: "x", type: .integer, documentation: "X.", deprecation: Deprecation())])
        #expect(text(method).contains("    /// - Parameter x: X. Deprecated.\n    func get"))
    }

    @Test(
        "The comment of a parameter has its description, its default, and its deprecation",
        arguments: [
            ("In km:", "0.5", nil, "In km: Default: `0.5`."), ("Order", "a`b", nil, "Order. Default: `` a`b ``."),
            (nil, "20", nil, "Default: `20`."),
            ("Whom to return.", "1", "Use user_id.", "Whom to return. Default: `1`. Deprecated: Use user_id."),
            ("Really?", nil, "Use user_id", "Really? Deprecated: Use user_id."), (nil, nil, " \n", "Deprecated."),
        ] as [(String?, String?, String?, String)])
    func documentedParameter(_ description: String?, _ value: String?, _ deprecation: String?, _ documentation: String)
    {
        let parameter = Parameter(
            name: "x", type: .integer, documentation: description, defaultText: value,
            deprecation: deprecation.map { Deprecation(message: $0) })
        #expect(
            text(method("a.get", [parameter])).contains("    /// - Parameter x: " + documentation + "\n    func get"))
    }

    @Test func whatVariantsSend() {
        func sends(_ values: [Variant.Constant.Value]) -> Bool {
            let constants = values.map { Variant.Constant(name: "x", value: $0) }
            let sent = "`x`, `x` as `regions`, `x` as `2`, `x` as `false`, `x` as an empty string"
            return text(method("a.get", [], [Variant(constants: constants, result: .integer)])).contains(
                "    /// Always sends " + sent + ".\n")
        }
        #expect(sends([.flag(true), .text("regions"), .integer(2), .flag(false), .text("")]))
    }
}
