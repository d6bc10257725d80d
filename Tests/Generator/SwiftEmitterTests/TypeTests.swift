import Testing

@testable import MethodicalGenerator

@Suite struct TypeTests {
    @Test("An enumeration of strings is printed with each value once")
    func stringEnumeration() {
        let shape = Enumeration(
            raw: .string,
            members: [
                .init(value: "photo_50", documentation: "50 pixels."), .init(value: "a,b"), .init(value: "default"),
                .init(value: "default"),
            ])
        #expect(
            printed([type("fields", "fields", .enumeration(shape))], access: .public) == """
                nonisolated public struct Fields: Methodical.APIEngine.OpenEnum {
                    /// 50 pixels.
                    public static var photo50: Self { Self(rawValue: "photo_50") }
                    public static var aB: Self { Self(rawValue: "a,b") }
                    public static var `default`: Self { Self(rawValue: "default") }

                    public let rawValue: Swift.String
                    public init(rawValue: Swift.String) { self.rawValue = rawValue }
                    public static var _known: Swift.StaticString { "photo_50,a~2b,default" }
                }

                """)
    }

    @Test("An enumeration of integers is printed with its labels, without values that are no integers")
    func integerEnumeration() {
        let shape = Enumeration(
            raw: .integer,
            members: [
                .init(value: "1", label: "female"), .init(value: "-2"), .init(value: "x"),
                .init(value: "3", label: "60 days or more"),
            ])
        let text = printed([type("sex", "sex", .enumeration(shape))])
        #expect(
            text.contains(
                "    static var female: Self { Self(rawValue: 1) }\n    static var minus2: Self { Self(rawValue: -2) }\n"
            ))
        #expect(text.contains("    /// 60 days or more\n    static var value3: Self { Self(rawValue: 3) }\n"))
        #expect(
            text.contains("    let rawValue: Swift.Int\n") && text.contains(#"_known: Swift.StaticString { "1,-2,3" }"#)
        )
    }

    @Test func unionWithKeys() {
        let union = Union(
            isKeyed: true,
            cases: [
                .init(type: .named("a"), discriminatorValues: ["200"], name: "ok"),
                .init(type: .any, discriminatorValues: ["204"], name: "no_content", content: .nothing),
                .init(type: .string, discriminatorValues: ["404", "4XX"], name: "unknown", content: .text),
                .init(type: .array(.named("a")), discriminatorValues: ["response.done"]),
                .init(type: .any, discriminatorValues: ["image"], content: .bytes),
            ])
        #expect(
            printed([type("a", "post"), type("it", "item", .union(union))], access: .package).contains(
                """
                nonisolated package enum Item: Methodical.APIEngine.KeyedUnion {
                    indirect case ok(VK.Post)
                    case noContent
                    case unknownValue(Swift.String)
                    case responseDone([VK.Post])
                    case image(Foundation.Data)
                    /// A status or a name that the schema does not list, and its value.
                    case unknown(Swift.String, Methodical.JSON)
                }

                // MARK: Used by the runtime

                nonisolated extension VK.Item {
                    package static let _keys: Methodical.APIEngine.KeyTable = "200=0,204=1-,404=2t,4XX=2t,response.done=3,image=4b"
                    package static func _read(_ index: Swift.Int, _ reader: inout Methodical.APIEngine.JSONReader) -> Self {
                        switch index {
                        case 0: .ok(reader.read())
                        case 1: .noContent
                        case 2: .unknownValue(reader.read())
                        case 3: .responseDone(reader.read())
                        case 4: .image(reader.read())
                        default: .unknown("", reader.read())
                        }
                    }
                    package var _payload: (key: Swift.String, value: any Methodical.APIValue) {
                        switch self {
                        case .ok(let value): ("200", value)
                        case .noContent: ("204", Methodical.NoContent())
                        case .unknownValue(let value): ("404", value)
                        case .responseDone(let value): ("response.done", value)
                        case .image(let value): ("image", value)
                        case .unknown(let key, let value): (key, value)
                        }
                    }
                }

                """))
    }

    @Test func unionWithDiscriminator() {
        let union = Union(
            discriminator: "type",
            cases: [
                .init(type: .named("a"), discriminatorValues: ["post"]),
                .init(type: .named("b"), discriminatorValues: ["photo", "wall=photo"]),
                .init(type: .string, discriminatorValues: ["x"]),
            ])
        #expect(
            printed([type("a", "post"), type("b", "photo"), type("it", "item", .union(union))]) == """
                nonisolated enum Item: Methodical.APIEngine.Union {
                    indirect case post(VK.Post)
                    indirect case photo(VK.Photo)
                    case x(Swift.String)
                    /// A value that none of the schema's alternatives describes.
                    case unknown(Methodical.JSON)
                }

                // MARK: Used by the runtime

                nonisolated extension VK.Item {
                    static let _cases = Methodical.APIEngine.UnionTable("type", "post=0,photo=1,wall~4photo=1,x=2")
                    static func _read(_ index: Swift.Int, _ reader: inout Methodical.APIEngine.JSONReader) -> Self {
                        switch index {
                        case 0: .post(reader.read())
                        case 1: .photo(reader.read())
                        case 2: .x(reader.read())
                        default: .unknown(reader.read())
                        }
                    }
                    var _payload: any Methodical.APIValue {
                        switch self {
                        case .post(let value): value
                        case .photo(let value): value
                        case .x(let value): value
                        case .unknown(let value): value
                        }
                    }
                }

                """)
    }

    @Test func unionByKind() {
        let union = Union(cases: [
            .init(type: .named("a")), .init(type: .named("b")), .init(type: .string), .init(type: .number),
            .init(type: .array(.string)),
        ])
        let text = printed([type("a", "post"), type("b", "photo"), type("it", "item", .union(union))])
        #expect(text.contains(#""string=2,integer=3,number=3,object=0|1,array=4","#))
        #expect(
            text.contains(
                "    indirect case post(VK.Post)\n    indirect case photo(VK.Photo)\n    case string(Swift.String)\n    case number(Swift.Double)\n    case strings([Swift.String])\n"
            ))
    }

    @Test func unionOfEnumerationsAndUnions() {
        let inner = type("inner", "inner", .union(Union(cases: [.init(type: .boolean), .init(type: .named("it"))])))
        let sex = type("sex", "sex", .enumeration(Enumeration(raw: .integer, members: [])))
        let text = printed([
            inner, sex,
            type("it", "item", .union(Union(cases: [.init(type: .named("inner")), .init(type: .named("sex"))]))),
        ])
        #expect(text.contains("    indirect case inner(VK.Inner)\n    case sex(VK.Sex)\n"))
        #expect(text.contains("integer=0|1,") || text.contains("integer=1,"))
    }

    @Test func unionsThatAllContainEachOther() {
        let ids = (0..<40).map { TypeID("u\($0)") }
        let types = ids.map {
            type(
                $0, $0.text,
                .union(Union(cases: ids.map { Union.Case(type: .named($0)) } + [Union.Case(type: .boolean)])))
        }
        #expect(printed(types).contains("boolean=0|1|2|3|"))
    }

    @Test("An alias is printed as the type that it stands for, or as JSON if there is none")
    func aliases() {
        let user = type("user", "user")
        #expect(
            printed([user, type("it", "users", .alias(.array(.named("user"))))], access: .public)
                == "public typealias Users = [VK.User]\n")
        #expect(
            printed([type("it", "map", .alias(.dictionary(.optional(.scalars([.integer, .string])))))])
                == "typealias Map = [Swift.String: Methodical.IntegerOrString?]\n")
        #expect(printed([type("it", "loop", .alias(.array(.named("it"))))]) == "typealias Loop = Methodical.JSON\n")
        #expect(
            printed([type("it", "any", .alias(.scalars([.integer, .number, .string])))])
                == "typealias AnyModel = Methodical.JSON\n")
    }

    @Test func deprecatedTypesOnlySayIt() {
        var it = type("it", "it")
        it.documentation = "A thing."
        it.deprecation = Deprecation(message: "Use another.")
        #expect(printed([it]).hasPrefix("/// A thing.\n///\n/// Deprecated: Use another.\nnonisolated struct It"))
    }

    @Test(
        "Each type of the model has its type, accessor and zero in Swift",
        arguments: [
            (TypeUse.integer, "Int", "int", "0"), (.number, "Double", "double", "0"),
            (.boolean, "Bool", "bool", "false"),
            (.string, "String", "string", "\"\""),
            (.formatted(.uri, as: .string), "URLString", "rawString", "URLString(blank)"),
            (.any, "JSON", "value", ".null"),
            (.formatted(.unixSeconds, as: .integer), "UnixSeconds", "value", "UnixSeconds(blank)"),
            (
                .formatted(.unixMilliseconds, as: .number), "UnixMilliseconds.Fractional", "value",
                "UnixMilliseconds.Fractional(blank)"
            ),
            (.formatted(.dateTime, as: .string), "DateTime", "rawString", "DateTime(blank)"),
            (.formatted(.int64, as: .string), "Quoted<Int>", "rawString", "Quoted<Int>(blank)"),
            (.array(.integer), "[Int]", "array", "[]"), (.array(.string), "[String]", "array", "[]"),
            (.array(.array(.boolean)), "[[Bool]]", "array", "[]"),
            (.array(.optional(.integer)), "[Int?]", "array", "[]"),
            (.dictionary(.any), "[String: JSON]", "dictionary", "[:]"),
            (.scalars([.boolean, .string]), "StringOrBoolean", "value", "StringOrBoolean(blank)"),
            (.scalars([.integer, .number]), "Double", "double", "0"),
            (.named("alias"), "VK.Ids", "array", "[]"), (.named("missing"), "JSON", "value", ".null"),
            (.named("record"), "VK.Thing", "value", "VK.Thing(blank)"),
            (.named("sex"), "VK.Sex", "rawInt", "VK.Sex(rawValue: 0)"),
            (.named("union"), "VK.Choice", "value", ".unknown(.null)"),
        ])
    func uses(_ use: TypeUse, _ text: String, _ accessor: String, _ zero: String) {
        let emission = Emission(
            api(types: [
                type("alias", "ids", swift: "Ids", .alias(.array(.integer))), type("record", "thing"),
                type("union", "choice", .union(Union(cases: []))),
                type("sex", "sex", .enumeration(Enumeration(raw: .integer, members: []))),
            ]))
        #expect(emission.text(of: use, names: .short) == text)
        #expect(emission.accessor(of: use).rawValue == accessor)
        let qualified = emission.text(of: use)
        let isOwn = zero.hasPrefix(text)
        #expect(emission.zero(of: use) == (isOwn ? qualified + zero.dropFirst(text.count) : zero))
    }
}
