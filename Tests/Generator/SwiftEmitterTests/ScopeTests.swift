import Testing

@testable import MethodicalGenerator

/// Returns an API with only the given parts.
func api(
    _ name: String = "VK", types: [TypeDeclaration] = [], methods: [Method] = [], errors: [ErrorCode] = [],
    decoding: DecodingRules = DecodingRules(),
    access: Access = .internal, initializers: Initializers = .none,
    wire: WireDefaults = WireDefaults(baseURL: "https://example.com/")
) -> API {
    API(
        name: name, wire: wire, decoding: decoding, access: access, initializers: initializers,
        types: types.sorted { $0.id < $1.id }, methods: methods,
        errors: errors)
}

func type(
    _ id: TypeID, _ wire: String, in owner: TypeDeclaration.Owner = .root, swift: String? = nil,
    _ shape: TypeDeclaration.Shape? = nil
)
    -> TypeDeclaration
{
    TypeDeclaration(id: id, owner: owner, wire: wire, swift: swift, shape: shape ?? .record(Record(properties: [])))
}

func method(_ name: String, _ parameters: [Parameter] = [], _ variants: [Variant] = [Variant(result: .integer)])
    -> Method
{
    Method(name: name, parameters: parameters, variants: variants)
}

@Suite struct ScopeTests {
    private func paths(_ api: API) -> [String: String] {
        let emission = Emission(api)
        var result: [String: String] = [:]
        for type in emission.types { result[type.id.text] = type.path }
        return result
    }

    private func functions(_ api: API) -> [String] {
        let emission = Emission(api)
        return emission.functions.map { emission.namespaces.all[$0.namespace].path + "." + $0.name }
    }

    @Test func typesLiveInTheirNamespace() {
        let paths = paths(
            api(types: [
                type("users_user_full", "user_full", in: .namespace(["users"])),
                type("contacts", "contacts", in: .type("users_user_full")),
                type("comment", "comment"),
                type("user", "user", in: .root, swift: "Person"),
            ]))
        #expect(
            paths == [
                "users_user_full": "VK.Users.UserFull", "contacts": "VK.Users.UserFull.Contacts",
                "comment": "VK.Comment", "user": "VK.Person",
            ])
    }

    @Test(arguments: [
        ("string", "StringModel"), ("int", "IntModel"), ("date", "Date"), ("client", "Client"), ("request", "Request"),
        ("type", "Kind"),
        ("protocol", "ProtocolModel"), ("self", "SelfModel"), ("any", "AnyModel"), ("VK", "VKModel"),
        ("error_code", "ErrorCode"), ("users", "Users"), ("method", "Method"), ("json", "JSON"), ("boxed", "Boxed"),
        ("blank", "Blank"), ("api_engine", "APIEngine"), ("result", "Result"), ("error", "Error"),
        ("methodical", "MethodicalModel"), ("swift", "SwiftModel"), ("foundation", "FoundationModel"),
    ])
    func typesWithNamesOfOthers(_ wire: String, _ name: String) {
        let paths = paths(api(types: [type("it", wire)], methods: [method("users.get")]))
        #expect(paths["it"] == "VK." + name)
    }

    @Test("A namespace yields its name to a type, which then holds the types of the namespace")
    func yieldingNamespaces() {
        let types = [
            type("pet", "pet"), type("status", "status", in: .type("pet")),
            type("find", "find_result", in: .namespace(["pet"])),
            type("own", "status", in: .namespace(["pet"])), type("tag", "tag", in: .type("find")),
            type("photo", "photo", in: .namespace(["pet", "photos"])),
        ]
        let emission = Emission(api(types: types, methods: [method("pet.find"), method("pet.photos.get")]))
        let ids = emission.api.types.map(\.id.text)
        let paths = Dictionary(uniqueKeysWithValues: zip(ids, emission.types.map(\.path)))
        #expect(
            paths == [
                "pet": "VK.Pet", "status": "VK.Pet.Status", "find": "VK.Pet.FindResult", "own": "VK.Pet.Status2",
                "tag": "VK.Pet.FindResult.Tag", "photo": "VK.PetMethods.Photos.Photo",
            ])
        let namespaces = emission.namespaces.all.map(\.path).sorted()
        #expect(namespaces == ["VK", "VK.PetMethods", "VK.PetMethods.Photos"])
        #expect(emission.namespaces.all.contains { $0.typesPath == "VK.Pet" })
    }

    @Test("A namespace without methods that yields its name is not declared")
    func yieldingNamespacesOfTypes() {
        let types = [type("pet", "pet"), type("find", "find_result", in: .namespace(["pet"]))]
        let text = printed(api(types: types))
        #expect(!text.contains("PetMethods"))
        #expect(text.contains("extension VK.Pet {\n    nonisolated struct FindResult"))
    }

    @Test("A namespace yields its name to a type of two names, and to an alias, which holds no types")
    func yieldingNamespacesTwice() {
        let types = [
            type("pet", "pet", .alias(.array(.string))), type("methods", "pet_methods"),
            type("find", "find_result", in: .namespace(["pet"])),
        ]
        let emission = Emission(api(types: types, methods: [method("pet.find")]))
        #expect(
            emission.types.map(\.path).sorted() == ["VK.Pet", "VK.PetMethods", "VK.PetMethodsMethods.FindResult"])
    }

    @Test func typesOfOneName() {
        let types = [type("a", "user_full"), type("b", "userFull"), type("c", "user-full"), type("d", "user_full2")]
        #expect(
            paths(api(types: types)) == [
                "a": "VK.UserFull", "b": "VK.UserFull3", "c": "VK.UserFull4", "d": "VK.UserFull2",
            ])
        #expect(
            paths(api(types: [type("a", "user"), type("b", "user", swift: "User")])) == [
                "a": "VK.User2", "b": "VK.User",
            ])
    }

    @Test func aTypeNamedLikeItsNamespace() {
        let paths = paths(
            api(types: [type("video", "video", in: .namespace(["video"]))], methods: [method("video.get")]))
        #expect(paths["video"] == "VK.Video.Video")
    }

    @Test func nothingIsNestedInAnAlias() {
        let paths = paths(
            api(types: [
                type("list", "get_response", in: .namespace(["users"]), .alias(.array(.named("item")))),
                type("item", "item", in: .type("list")),
            ]))
        #expect(paths["item"] == "VK.Users.GetResponseItem")
    }

    @Test func deepNestingEnds() {
        var types = [type("0", "t0")]
        for depth in 1..<500 {
            types.append(type(TypeID(String(depth)), "t\(depth)", in: .type(TypeID(String(depth - 1)))))
        }
        let paths = paths(api(types: types))
        #expect(Set(paths.values).count == 500)
        #expect(paths.values.allSatisfy { $0.split(separator: ".").count <= 9 })
    }

    @Test func thousandsOfOneName() {
        let candidates = (0..<20_000).map { Candidate(name: "a", wire: String($0)) }
        #expect(Set(distinct(candidates)).count == 20_000)
        #expect(
            Set(
                functions(
                    api(methods: (0..<5_000).map { method("a.get" + String(repeating: "-", count: $0 % 50) + "-") }))
            ).count == 5_000)
    }

    @Test("Each namespace has a type and a property, whose names are free")
    func namespaces() {
        let emission = Emission(
            api(methods: [
                method("vk.get"), method("client.get"), method("default.get"), method("string.get"),
                method("leadForms.get"),
                method("lead_forms.add"),
                method("pins.comments.create"),
            ]))
        let found = emission.namespaces.all.dropFirst().map { $0.path + " " + $0.property }
        #expect(
            found.sorted() == [
                "VK.Client clientMethods", "VK.Default default", "VK.LeadForms leadForms", "VK.Pins pins",
                "VK.Pins.Comments comments",
                "VK.StringMethods string", "VK.VKMethods vk",
            ])
    }

    @Test(
        "The name of the API becomes the name of a type that Swift allows",
        arguments: [
            ("VK", "VK"), ("metrika", "Metrika"), ("My API", "MyAPI"), ("String", "StringAPI"), ("2ch", "Type2ch"),
            ("Self", "SelfAPI"), ("", "Empty"),
        ])
    func theAPI(_ name: String, _ swift: String) {
        #expect(Emission(api(name)).root == swift)
    }

    @Test("A function has the name of its method, unless Swift or the client needs that name")
    func functionNames() {
        #expect(
            functions(
                api(methods: [
                    method("execute"), method("a.repeat"), method("a.init"), method("a.getById"), method("a.b.client"),
                ])) == [
                    "VK.execute", "VK.A.repeat", "VK.A.initCall", "VK.A.getByID", "VK.A.B.clientCall",
                ])
    }

    @Test func namesThatBeginWithDigits() {
        #expect(
            functions(
                api(methods: [method("2fa.3d"), method("2fa.3d", [], [Variant(suffix: ["more"], result: .integer)])]))
                == [
                    "VK.Type2FA.call3d", "VK.Type2FA.call3dMore",
                ])
        #expect(Emission(api(methods: [method("2fa.get")])).namespaces.all.last?.property == "methods2fa")
    }

    @Test func aMethodThatIsANamespaceToo() {
        #expect(
            functions(api(methods: [method("auth.check"), method("auth.check.code")])) == [
                "VK.Auth.Check.callAsFunction", "VK.Auth.Check.code",
            ])
    }

    @Test("Variants have names of their own, unless their required parameters differ")
    func variants() {
        let parameters = [Parameter(name: "user_id", type: .integer), Parameter(name: "fields", type: .array(.string))]
        let names = functions(
            api(methods: [
                method(
                    "friends.getOnline", parameters,
                    [
                        Variant(omits: ["fields"], result: .integer),
                        Variant(suffix: ["online_mobile"], result: .integer),
                        Variant(suffix: ["extended"], result: .integer),
                        Variant(wire: "fieldsResponse", requires: ["fields"], result: .integer),
                        Variant(wire: "namedResponse", swift: "named", result: .integer),
                        Variant(wire: "otherResponse", result: .integer),
                        Variant(wire: "response", result: .integer),
                    ])
            ]))
        #expect(
            names.map { String($0.dropFirst("VK.Friends.".count)) } == [
                "getOnline", "getOnlineMobile", "getOnlineExtended", "getOnline", "named", "getOnlineOther",
                "getOnline2",
            ])
    }

    /// The name of a variant expresses the effect of its flag: `need_mutual` becomes `getWithMutual`.
    @Test func variantsOfRequests() {
        func name(_ suffix: [String], _ flag: String) -> String? {
            let constants = [
                Variant.Constant(name: flag, value: .flag(true)),
                Variant.Constant(name: "extended", value: .flag(true)),
            ]
            return functions(
                api(methods: [method("a.get", [], [Variant(suffix: suffix, constants: constants, result: .integer)])])
            ).first
        }
        #expect(name(["need", "mutual"], "need_mutual") == "VK.A.getWithMutual")
        #expect(name(["extended", "return", "tags"], "return_tags") == "VK.A.getExtendedWithTags")
        #expect(name(["without", "need", "likes"], "needLikes") == "VK.A.getWithoutLikes")
        #expect(name(["need", "mutual"], "mutual") == "VK.A.getNeedMutual")
        #expect(name(["need"], "need") == "VK.A.getNeed")
    }

    @Test func methodsOfOneName() {
        #expect(
            functions(api(methods: [method("a.getByID"), method("a.get_by_id"), method("a.getById")])) == [
                "VK.A.getByID", "VK.A.getByID2", "VK.A.getByID3",
            ])
        #expect(
            functions(api(methods: [method("a.get-list"), method("a.get_list")])) == ["VK.A.getList2", "VK.A.getList"])
    }

    /// An addition anywhere in the schema renames no existing type or function.
    @Test func additionsRenameNothing() {
        let types = [type("m", "middle"), type("s", "string"), type("u", "user_full", in: .namespace(["users"]))]
        let methods = [method("users.get"), method("users.search"), method("execute")]
        let old = paths(api(types: types, methods: methods))
        let oldFunctions = functions(api(types: types, methods: methods))
        for wire in ["a", "zz", "users_x", "string_x", "model", "get"] {
            let new = paths(api(types: [type("0", wire)] + types, methods: methods))
            #expect(new.filter { $0.key != "0" } == old)
        }
        for name in ["a.get", "users.aaa", "users.zzz", "zz.get", "other", "users.get.more"] {
            let first = functions(api(types: types, methods: [method(name)] + methods))
            let last = functions(api(types: types, methods: methods + [method(name)]))
            if name != "users.get.more" {
                #expect(Array(first.dropFirst()) == oldFunctions && Array(last.dropLast()) == oldFunctions)
            }
            #expect(paths(api(types: types, methods: methods + [method(name)])) == old)
        }
    }
}
