import Testing

@testable import MethodicalGenerator

/// Returns the text of the only file, without its header and imports.
func printed(_ api: API) -> String {
    let files = emit(api, units: [])
    guard let text = files.first?.text,
        let start = text.firstRange(of: "= Methodical.APIEngine.Version.v2\n\n")
    else { return "" }
    return String(text[start.upperBound...])
}

/// Returns the printed code of the last type.
func printed(
    _ types: [TypeDeclaration], access: Access = .internal, initializers: Initializers = .none,
    decoding: DecodingRules = DecodingRules()
)
    -> String
{
    let api = api(types: types, decoding: decoding, access: access, initializers: initializers)
    let emission = Emission(api)
    var out = Printer()
    if let last = types.last, let type = emission.type(named: last.id) {
        TypeRenderer(emission, type: type).render(to: &out)
    }
    out.end(TypeRenderer.mark)
    return out.text
}

@Suite struct RecordTests {
    private let user = type(
        "user", "user",
        .record(
            Record(properties: [
                Property(path: ["id"], type: .integer, isRequired: true),
                Property(path: ["first_name"], type: .string, documentation: "As in the passport."),
                Property(
                    path: ["content", "type"], swift: "kind", type: .array(.integer), isRequired: true, isNullable: true
                ),
            ])))

    @Test("A record is printed with its properties, its initializer, and its table of fields")
    func record() {
        #expect(
            printed([user], access: .public, initializers: .all) == """
                nonisolated public struct User: Methodical.APIEngine.Model {
                    public var id: Swift.Int
                    /// As in the passport.
                    public var firstName: Swift.String?
                    public var kind: [Swift.Int]?

                    public init(id: Swift.Int, firstName: Swift.String? = nil, kind: [Swift.Int]? = nil) {
                        self.id = id
                        self.firstName = firstName
                        self.kind = kind
                    }
                }

                // MARK: Used by the runtime

                nonisolated extension VK.User {
                    public init(_ blank: Methodical.APIEngine.Blank) {
                        id = 0
                    }
                    public static let _fields = Methodical.APIEngine.FieldTable("!id,first_name,!?content/type")
                    public mutating func _field(_ index: Swift.Int, _ cursor: inout Methodical.APIEngine.FieldCursor) {
                        switch Methodical.APIEngine.FieldIndex(index) {
                        case .f0: cursor.int(&id)
                        case .f1: cursor.stringIfPresent(&firstName)
                        case .f2: cursor.arrayIfPresent(&kind)
                        default: break
                        }
                    }
                }

                """)
    }

    @Test func accessAndInitializers() {
        #expect(
            printed([user], access: .package).contains(
                "nonisolated package struct User: Methodical.APIEngine.Model {\n    package private(set) var id: Swift.Int\n"
            ))
        #expect(
            printed([user]).contains(
                "nonisolated struct User: Methodical.APIEngine.Model {\n    private(set) var id: Swift.Int\n"))
        #expect(!printed([user], initializers: .inputs).contains("init(id:"))
        var input = user
        input.shape = .record(Record(properties: [], isInput: true))
        #expect(printed([input], access: .public, initializers: .inputs).contains("    public init() {\n    }\n"))
        // Swift declares it if it is internal.
        #expect(!printed([input], initializers: .inputs).contains("    init() {"))
    }

    @Test func whatParametersHoldIsMutable() {
        var input = user
        if case .record(var record) = input.shape {
            record.isInput = true
            input.shape = .record(record)
        }
        for initializers in Initializers.allCases {
            #expect(printed([input], initializers: initializers).contains("    var id: Swift.Int\n"))
            #expect(
                printed([user], initializers: initializers).contains("    private(set) var id: Swift.Int\n")
                    == (initializers != .all))
        }
    }

    @Test func propertiesThatAreNotBelieved() {
        let text = printed([user], decoding: DecodingRules(trustsRequired: false))
        #expect(
            text.contains("var id: Swift.Int?\n")
                && text.contains(#"APIEngine.FieldTable("+id,first_name,+?content/type")"#))
        var input = user
        if case .record(var record) = input.shape {
            record.isInput = true
            input.shape = .record(record)
        }
        #expect(printed([input], decoding: DecodingRules(trustsRequired: false)).contains("var id: Swift.Int\n"))
    }

    @Test("A deprecated property is computed from a private one")
    func deprecatedProperties() {
        let record = Record(properties: [
            Property(path: ["old"], type: .string, deprecation: Deprecation(message: "Say \"new\".\nReally.")),
            Property(path: ["field"], type: .integer, isRequired: true, deprecation: Deprecation()),
        ])
        let text = printed([type("it", "it", .record(record))], initializers: .all)
        #expect(
            text.contains(
                #"""
                    @available(*, deprecated, message: "Say \"new\". Really.")
                    var old: Swift.String? { get { _old } set { _old = newValue } }
                    @available(*, deprecated)
                    var field: Swift.Int { get { _field_ } set { _field_ = newValue } }

                """#))
        #expect(text.contains("    private var _old: Swift.String?\n    private var _field_: Swift.Int\n"))
        #expect(text.contains("case .f0: cursor.stringIfPresent(&_old)\n"))
        #expect(text.contains("        self._old = old\n"))
    }

    @Test func recursionAndSizeAreBoxed() {
        let many = (0..<17).map { Property(path: ["p\($0)"], type: .array(.integer)) }
        let types = [
            type("large", "large", .record(Record(properties: many))),
            type("small", "small", .record(Record(properties: Array(many.dropLast())))),
            type(
                "z", "tree",
                .record(
                    Record(properties: [
                        Property(path: ["left"], type: .named("z"), isRequired: true),
                        Property(path: ["children"], type: .array(.named("z"))),
                        Property(path: ["large"], type: .named("large")),
                        Property(path: ["small"], type: .named("small")),
                    ]))),
        ]
        let text = printed(types)
        #expect(
            text.contains(
                "    /// Required by the schema. It is optional because the type would otherwise contain itself.\n    var left: VK.Tree? { _left.wrappedValue }\n"
            ))
        #expect(
            text.contains(
                "    private var _left = Methodical.APIEngine.Boxed<VK.Tree>()\n    private var _large = Methodical.APIEngine.Boxed<VK.Large>()\n"
            ))
        #expect(
            text.contains("case .f0: cursor.boxedIfPresent(&_left)\n")
                && text.contains("case .f1: cursor.arrayIfPresent(&children)\n"))
        #expect(text.contains("    private(set) var small: VK.Small?\n"))
        let page = type(
            "page", "page",
            .record(Record(properties: [Property(path: ["all"], type: .named("large"), isRequired: true)])))
        let required = printed([types[0], page])
        #expect(
            required.contains("    private(set) var all: VK.Large\n")
                && required.contains("        all = VK.Large(blank)\n"))
    }

    @Test func largeRecordsShareTheirProperties() {
        func shape(_ count: Int) -> TypeDeclaration.Shape {
            .record(
                Record(
                    properties: (0..<count).map { Property(path: ["p\($0)"], type: .string, isRequired: $0 == 0) }
                        + [
                            Property(path: ["next"], type: .named("it"), isRequired: true),
                            Property(path: ["inout"], type: .string, isRequired: true),
                        ]))
        }
        #expect(
            printed([type("it", "it", shape(14))]).contains("nonisolated struct It: Methodical.APIEngine.Model {\n"))
        let text = printed([type("it", "it", shape(15))])
        #expect(
            text.contains(
                "nonisolated struct It: Methodical.APIEngine.SharedModel {\n"
                    + "    var p0: Swift.String { _storage.fields.p0 }\n"))
        #expect(
            text.contains("    var next: VK.It? { _storage.fields.next }\n")
                && text.contains("cursor.valueIfPresent(&next)\n"))
        #expect(text.contains("        _storage = .init(_Fields(p0: \"\", `inout`: \"\"))\n"))
        #expect(!text.contains("_unshared") && !text.contains("Boxed"))
        let holder = type("holder", "holder", .record(Record(properties: [Property(path: ["it"], type: .named("it"))])))
        #expect(printed([type("it", "it", shape(15)), holder]).contains("    private(set) var it: VK.It?\n"))
    }

    /// Indicates for each property of each record whether it lives in a box.
    private func boxed(_ types: [TypeDeclaration]) -> [[Bool]] {
        let layout = Layout(Resolver(types), isTrusted: types.map { _ in true })
        return layout.records.map { record in record.fields.map(\.isBoxed) }
    }

    @Test func cyclesAcrossTypes() {
        func record(_ id: TypeID, _ other: TypeID) -> TypeDeclaration {
            type(id, id.text, .record(Record(properties: [Property(path: ["next"], type: .named(other))])))
        }
        let types = [record("a", "b"), record("b", "c"), record("c", "a"), record("d", "a")]
        #expect(boxed(types) == [[true], [true], [true], [false]])
    }

    @Test func aRequiredPropertyInACycleStays() {
        let types = [
            type(
                "page", "page",
                .record(Record(properties: [Property(path: ["owner"], type: .named("owner"), isRequired: true)]))),
            type("owner", "owner", .record(Record(properties: [Property(path: ["home"], type: .named("page"))]))),
        ]
        #expect(printed(types.reversed()).contains("    private(set) var owner: VK.Owner\n"))
        #expect(printed(types).contains("    private var _home = Methodical.APIEngine.Boxed<VK.Page>()\n"))
    }

    /// Boxes break a cycle of required properties inside another cycle. `a` and `b` require each other; `b` also
    /// requires `c`, which leads back to `a` by an optional property.
    @Test func aCycleOfRequiredPropertiesWithinAnother() {
        func record(_ id: TypeID, _ properties: [(TypeID, Bool)]) -> TypeDeclaration {
            type(
                id, id.text,
                .record(
                    Record(properties: properties.map { Property(path: [$0.text], type: .named($0), isRequired: $1) })))
        }
        let types = [record("a", [("b", true)]), record("b", [("a", true), ("c", true)]), record("c", [("a", false)])]
        #expect(boxed(types) == [[true], [true, false], [true]])
    }

    @Test func manyRecordsThatContainEachOther() {
        let types = (0..<10_000).map { i in
            type(
                TypeID(String(i)), "t",
                .record(Record(properties: [Property(path: ["next"], type: .named(TypeID(String(i + 1))))])))
        }
        #expect(boxed(types).count == 10_000)
    }

    @Test("Additional members are a dictionary with a field of its own")
    func additionalMembers() {
        let record = Record(properties: [Property(path: ["*"], type: .string)], additional: .array(.string))
        let it = type("it", "it", .record(record))
        let text = printed([it], initializers: .all)
        #expect(text.contains("    var additionalProperties: [Swift.String: [Swift.String]] = [:]\n"))
        #expect(
            text.contains(#"APIEngine.FieldTable("~5,*")"#)
                && text.contains("case .f1: cursor.additional(&additionalProperties)\n")
        )
        let parameters = "asterisk: Swift.String? = nil, additionalProperties: [Swift.String: [Swift.String]] = [:]"
        #expect(printed([it], access: .public, initializers: .all).contains("    public init(\(parameters)) {\n"))
    }

    @Test("A record without properties has an empty function for fields")
    func emptyRecord() {
        #expect(
            printed([type("it", "it")]).contains(
                "    mutating func _field(_ index: Swift.Int, _ cursor: inout Methodical.APIEngine.FieldCursor) {}\n"))
    }

    @Test func namesOfTheMachinery() {
        let record = Record(
            properties: ["index", "cursor", "blank"].map { Property(path: [$0], type: .string, isRequired: true) })
        let text = printed([type("it", "it", .record(record))])
        #expect(
            text.contains("cursor.string(&self.index)") && text.contains("cursor.string(&self.cursor)")
                && text.contains("        self.blank = \"\"\n"))
    }

    @Test func inlineTypesStandInTheirOwner() {
        let types = [
            type("inner", "contacts", in: .type("outer")),
            type("outer", "outer", .record(Record(properties: [Property(path: ["c"], type: .named("inner"))]))),
        ]
        let text = printed(types, initializers: .all)
        #expect(
            text.contains(
                "    var c: VK.Outer.Contacts?\n\n    nonisolated struct Contacts: Methodical.APIEngine.Model {\n"
            ))
    }
}
