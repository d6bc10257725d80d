import MethodicalGenerator
import Testing

/// Tests of schemas that list their values, in the forms in which documents write them.
@Suite struct EnumerationReadingTests {
    @Test("Alternatives of one value each are an enumeration with their titles and descriptions")
    func describedValues() throws {
        let compilation = compile([
            SourceFile(path: "api.json", bytes: Array(#"{"name": "Moods", "baseURL": "https://x.example/"}"#.utf8)),
            SourceFile(
                path: "types.json",
                bytes: Array(
                    ##"""
                    {"definitions": {
                      "Mood": {"type": "string", "oneOf": [
                        {"const": "up", "title": "Cheerful", "description": "All is well."}, {"const": "down", "title": "Gloomy"}]},
                      "Level": {"type": "integer", "oneOf": [{"const": 1, "title": "LOW"}, {"const": 2, "title": "HIGH"}]},
                      "Pace": {"oneOf": [{"type": "string", "enum": ["slow"], "description": "Takes its time."},
                        {"type": "string", "enum": ["fast"]}, {"type": "null"}]},
                      "Colour": {"oneOf": [{"$ref": "#/definitions/Known"}, {"$ref": "#/definitions/Blank"}, {"$ref": "#/definitions/None"}]},
                      "Known": {"type": "string", "enum": ["red", "blue"]}, "Blank": {"enum": [""]}, "None": {"enum": [null]}}}
                    """##.utf8)),
        ])
        #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
        func members(_ id: TypeID) -> [Enumeration.Member] {
            guard case .enumeration(let enumeration)? = compilation.api?.types.first(where: { $0.id == id })?.shape
            else { return [] }
            return enumeration.members
        }
        #expect(
            members("Mood").map(\.value) == ["up", "down"] && members("Mood").map(\.label) == ["Cheerful", "Gloomy"])
        #expect(members("Mood").map(\.documentation) == ["All is well.", nil])
        #expect(members("Level").map(\.value) == ["1", "2"] && members("Level").map(\.label) == ["LOW", "HIGH"])
        #expect(members("Pace").map(\.value) == ["slow", "fast"])
        #expect(members("Pace").map(\.documentation) == ["Takes its time.", nil])
        #expect(members("Colour").map(\.value) == ["red", "blue", ""])
    }

    /// The schemas of the value, by name. The validator and strict reading must agree about all values, in both places
    /// of a property: required, and in a list.
    private static let forms: [String: String] = [
        "constants": #"{"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}"#,
        "oneConstant": #"{"type": "integer", "oneOf": [{"const": 1, "title": "ONE"}]}"#,
        "oneValueEach": #"{"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["b"]}]}"#,
        "oneValueEachOrNull": #"{"anyOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}"#,
        "openBySide": #"{"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string"}]}"#,
        "openFirst": #"{"anyOf": [{"type": "string"}, {"const": "a"}, {"const": "b"}]}"#,
        "openByReference": ##"{"anyOf": [{"$ref": "#/definitions/Letter"}, {"type": "string"}]}"##,
        "numbers": #"{"type": "number", "enum": [1.5, 2.5]}"#,
        "mixedNumbers": #"{"enum": [1, 2.5, null]}"#,
        "nullWithoutType": #"{"enum": ["a", "b", null]}"#,
        "nullByReference": ##"{"oneOf": [{"$ref": "#/definitions/Size"}, {"$ref": "#/definitions/Nothing"}]}"##,
        "onlyNull": ##"{"$ref": "#/definitions/Nothing"}"##,
    ]
    private static let definitions = [
        "Letter": #"{"type": "string", "enum": ["a"]}"#, "Size": #"{"type": "integer", "enum": [1, 2]}"#,
        "Nothing": #"{"enum": [null]}"#,
    ]
    private static let values = ["null", "1", "2", "3", "1.5", "3.5", #""a""#, #""b""#, #""zzz""#, "true", "{}", "[]"]

    @Test(
        "Strict reading accepts exactly the listed values",
        .enabled(if: JSONSchemaValidator.isAvailable, "needs python3 with the package jsonschema"))
    func listedValues() throws {
        func schema(_ form: String) -> String {
            #"{"type": "object", "required": ["v"], "properties": {"v": \#(form), "l": {"type": "array", "items": \#(form)}}}"#
        }
        let forms = Self.forms.sorted { $0.key < $1.key }
        let reading = try StrictReading(
            Self.forms.mapValues(schema), definitions: Self.definitions)
        let members = Self.definitions.map { #""\#($0.key)": \#($0.value)"# }.joined(separator: ",")
        let verdicts = try JSONSchemaValidator.verdicts(
            forms.map(\.value), definitions: "{\(members)}", values: Self.values)
        for (index, form) in forms.enumerated() {
            for (offset, value) in Self.values.enumerated() {
                let isValid = verdicts[index * Self.values.count + offset]
                let reads = try reading.accepts(#"{"v": \#(value), "l": [\#(value)]}"#, as: form.key)
                #expect(reads == isValid, "\(form.key): \(value) is \(isValid ? "valid" : "invalid")")
            }
        }
    }

    @Test("The only Boolean of an enumeration is checked like a constant, and is tolerated like one")
    func onlyBoolean() throws {
        func schema(_ form: String) -> String {
            #"{"type": "object", "required": ["ok"], "properties": {"ok": \#(form)}}"#
        }
        let reading = try StrictReading([
            "listed": schema(#"{"type": "boolean", "enum": [true]}"#),
            "bare": schema(#"{"enum": [false]}"#),
            "nullable": schema(#"{"type": ["boolean", "null"], "enum": [true, null]}"#),
            "both": schema(#"{"type": "boolean", "enum": [true, false]}"#),
        ])
        #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
        #expect(
            try reading.accepts(#"{"ok": true}"#, as: "listed") && !reading.accepts(#"{"ok": false}"#, as: "listed"))
        #expect(try reading.tolerates(#"{"ok": false}"#, as: "listed"))
        #expect(try reading.accepts(#"{"ok": false}"#, as: "bare") && !reading.accepts(#"{"ok": true}"#, as: "bare"))
        #expect(
            try reading.accepts(#"{"ok": null}"#, as: "nullable") && !reading.accepts(#"{"ok": false}"#, as: "nullable")
        )
        #expect(try reading.accepts(#"{"ok": false}"#, as: "both") && reading.accepts(#"{"ok": true}"#, as: "both"))
    }

    @Test("A text outside an open enumeration is no mismatch, and one outside a closed one is tolerated")
    func openness() throws {
        let reading = try StrictReading(Self.forms, definitions: Self.definitions)
        #expect(try reading.accepts(#""zzz""#, as: "openBySide"))
        #expect(try !reading.accepts(#""zzz""#, as: "constants") && reading.tolerates(#""zzz""#, as: "constants"))
        #expect(try !reading.tolerates("{}", as: "openBySide"))
    }

    @Test("All alternatives of an object that others extend count")
    func alternativesInParts() throws {
        let alternatives = """
            [{"type": "object", "required": ["kind", "text"], "properties": {"kind": {"const": "note"}, "text": {"type": "string"}}},
             {"type": "object", "required": ["kind", "sum"], "properties": {"kind": {"const": "pay"}, "sum": {"type": "number"}, "text": {"type": "integer"}}}]
            """
        let reading = try StrictReading(
            [
                "parts": ##"{"allOf": [{"$ref": "#/definitions/Base"}, {"oneOf": \##(alternatives)}]}"##,
                "beside":
                    ##"{"type": "object", "properties": {"id": {"type": "string"}}, "anyOf": \##(alternatives)}"##,
            ],
            definitions: ["Base": #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}"#])
        for name in ["parts", "beside"] {
            #expect(try reading.accepts(#"{"id": "1", "kind": "note", "text": "t"}"#, as: name))
            #expect(try reading.accepts(#"{"id": "1", "kind": "pay", "sum": 5, "text": 3}"#, as: name))
            #expect(try !reading.accepts(#"{"id": "1", "kind": "other", "sum": 5}"#, as: name))
            #expect(try !reading.accepts(#"{"id": "1", "text": "t"}"#, as: name), "each alternative requires \"kind\"")
        }
    }

    @Test("A name that one part of an object requires counts for the property of another part")
    func requiredAcrossParts() throws {
        let reading = try StrictReading(
            [
                "page": ##"{"allOf": [{"$ref": "#/definitions/Page"}, {"properties": {"items": {"type": "array"}}}]}"##,
                "member":
                    ##"{"allOf": [{"$ref": "#/definitions/Person"}, {"required": ["last"], "properties": {"id": {"type": "string"}}}]}"##,
            ],
            definitions: [
                "Page":
                    #"{"type": "object", "required": ["total", "items"], "properties": {"total": {"type": "integer"}}}"#,
                "Person": #"{"type": "object", "properties": {"last": {"type": "string"}}}"#,
            ])
        #expect(try reading.accepts(#"{"total": 1, "items": []}"#, as: "page"))
        #expect(try !reading.accepts(#"{"total": 1}"#, as: "page"))
        #expect(try reading.accepts(#"{"last": "x"}"#, as: "member") && !reading.accepts("{}", as: "member"))
    }
}
