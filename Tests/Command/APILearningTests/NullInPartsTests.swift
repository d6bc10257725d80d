import MethodicalGenerator
import Testing

/// Tests of `null` in the parts of an `allOf`, as webhooks of large services say it: a base describes a member, and each
/// event describes it again.
@Suite struct NullInPartsTests {
    /// The ways to say that a value can be null, or cannot, by name.
    private static let forms: [String: String] = [
        "integer": #"{"type": "integer"}"#,
        "null": #"{"type": "null"}"#,
        "listOfNull": #"{"type": ["null"]}"#,
        "constant": #"{"const": null}"#,
        "onlyValue": #"{"enum": [null]}"#,
        "list": #"{"type": ["integer", "null"]}"#,
        "longList": #"{"type": ["integer", "string", "null"]}"#,
        "oneOf": #"{"oneOf": [{"type": "integer"}, {"type": "null"}]}"#,
        "anyOf": #"{"anyOf": [{"type": "null"}, {"type": "integer"}, {"type": "string"}]}"#,
        "anyOfConstant": #"{"anyOf": [{"type": "string"}, {"const": null}]}"#,
        "values": #"{"enum": [1, 2, null]}"#,
        "valuesWithType": #"{"type": ["string", "null"], "enum": ["a", null]}"#,
        "valuesOnly": #"{"enum": [1, "a"]}"#,
        "record": ##"{"$ref": "#/definitions/Owner"}"##,
        "recordOrNull": ##"{"anyOf": [{"$ref": "#/definitions/Owner"}, {"type": "null"}]}"##,
        "recordInList": #"{"type": ["object", "null"], "required": ["id"], "properties": {"id": {"type": "integer"}}}"#,
        "nested": #"{"oneOf": [{"type": "boolean"}, {"oneOf": [{"type": "null"}, {"type": "integer"}]}]}"#,
        "silent": #"{"description": "Says nothing."}"#,
    ]
    private static let owner = #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#
    private static let values = ["null", "1", #""a""#, #"{"id": 1}"#, "true"]

    /// The forms themselves, and a reference to each.
    private static let given: [(name: String, schema: String)] =
        forms.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        + forms.keys.sorted().map { ("to_" + $0, ##"{"$ref": "#/definitions/\##($0)"}"##) }

    /// The pairs that one value must satisfy, by a name that is also a key of JSON.
    private static let pairs: [(name: String, first: String, second: String)] = given.flatMap { first in
        given.map { ("\(first.name)__\($0.name)", first.schema, $0.schema) }
    }

    /// Compares strict reading with the validator for all pairs.
    ///
    /// - Parameters:
    ///   - schema: Returns the schema in which two schemas apply to one value.
    ///   - value: Returns the text with the value at that place.
    private func compare(
        _ schema: (_ first: String, _ second: String) -> String, _ value: (String) -> String
    ) throws {
        var definitions = Self.forms
        definitions["Owner"] = Self.owner
        let schemas = Self.pairs.map { (name: $0.name, text: schema($0.first, $0.second)) }
        let reading = try StrictReading(
            Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0.text) }), definitions: definitions)
        let members = definitions.map { #""\#($0.key)": \#($0.value)"# }.joined(separator: ",")
        let values = Self.values.map(value)
        let verdicts = try JSONSchemaValidator.verdicts(
            schemas.map(\.text), definitions: "{\(members)}", values: values)
        var differences: [String] = []
        for (index, (name, _)) in schemas.enumerated() {
            let expected = Array(verdicts[(index * values.count)..<((index + 1) * values.count)])
            // Nothing satisfies parts that contradict each other, and the compiler says so.
            guard expected.contains(true) else { continue }
            for (value, isValid) in zip(values, expected) where try reading.accepts(value, as: name) != isValid {
                differences.append("\(name): \(value) is \(isValid ? "valid" : "invalid")")
            }
        }
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(40).joined(separator: "\n"))")
        #expect(verdicts.contains(true) && verdicts.contains(false))
    }

    @Test(
        "A member that two parts of an allOf describe is null exactly if both parts allow it",
        .enabled(if: JSONSchemaValidator.isAvailable, "needs python3 with the package jsonschema"))
    func members() throws {
        try compare { first, second in
            """
            {"allOf": [{"type": "object", "required": ["at"], "properties": {"at": \(first)}},
                       {"type": "object", "required": ["at"], "properties": {"at": \(second)}}]}
            """
        } _: { value in
            #"{"at": \#(value)}"#
        }
    }

    @Test(
        "The value of an allOf with two parts is null exactly if both parts allow it",
        .enabled(if: JSONSchemaValidator.isAvailable, "needs python3 with the package jsonschema"))
    func wholeValues() throws {
        try compare { first, second in
            #"{"type": "object", "required": ["at"], "properties": {"at": {"allOf": [\#(first), \#(second)]}}}"#
        } _: { value in
            #"{"at": \#(value)}"#
        }
    }

    @Test(
        "An element of lists that two parts describe is null exactly if both parts allow it",
        .enabled(if: JSONSchemaValidator.isAvailable, "needs python3 with the package jsonschema"))
    func elements() throws {
        try compare { first, second in
            """
            {"allOf": [{"type": "object", "required": ["at"], "properties": {"at": {"type": "array", "items": \(first)}}},
                       {"type": "object", "properties": {"at": {"type": "array", "items": \(second)}}}]}
            """
        } _: { value in
            #"{"at": [\#(value)]}"#
        }
    }

    @Test("Parts that contradict each other about null are reported with both places")
    func contradictions() throws {
        let reading = try StrictReading([
            "a": #"{"allOf": [{"properties": {"at": {"type": "integer"}}}, {"properties": {"at": {"type": "null"}}}]}"#,
            "b": #"{"allOf": [{"properties": {"at": {"const": null}}}, {"properties": {"at": {"type": "string"}}}]}"#,
        ])
        let texts = reading.diagnostics.map(\.message)
        #expect(texts.count == 2)
        #expect(
            texts.contains {
                $0.contains("no value can be both an integer (at types.json:") && $0.contains(" and null")
            })
        #expect(texts.contains { $0.contains("no value can be both null (at types.json:") && $0.contains("a string") })
    }

    @Test("Null is the only value of a schema of the type null")
    func onlyNull() throws {
        let reading = try StrictReading([
            "a": #"{"type": "object", "required": ["n"], "properties": {"n": {"type": "null"}}}"#,
            "b": #"{"type": "object", "properties": {"n": {"enum": [null]}}}"#,
            "c": #"{"type": "array", "items": {"const": null}}"#,
        ])
        #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
        #expect(try reading.accepts(#"{"n": null}"#, as: "a") && reading.accepts(#"{"n": null}"#, as: "b"))
        #expect(try !reading.accepts(#"{"n": 1}"#, as: "a") && !reading.accepts(#"{"n": "x"}"#, as: "b"))
        #expect(try reading.accepts("[null, null]", as: "c") && !reading.accepts("[null, {}]", as: "c"))
    }

    @Test("OpenAPI's word for null counts in each part")
    func nullable() throws {
        let allows = #"{"type": "integer", "nullable": true}"#
        let refuses = #"{"type": "integer"}"#
        func parts(_ first: String, _ second: String) -> String {
            #"{"allOf": [{"properties": {"at": \#(first)}}, {"properties": {"at": \#(second)}}]}"#
        }
        let reading = try StrictReading([
            "both": parts(allows, #"{"type": ["integer", "null"]}"#), "first": parts(allows, refuses),
            "second": parts(refuses, allows),
            "union": parts(#"{"oneOf": [{"type": "integer"}, {"type": "null"}]}"#, allows),
        ])
        #expect(try reading.accepts(#"{"at": null}"#, as: "both") && reading.accepts(#"{"at": null}"#, as: "union"))
        #expect(try !reading.accepts(#"{"at": null}"#, as: "first") && !reading.accepts(#"{"at": null}"#, as: "second"))
        #expect(try reading.accepts(#"{"at": 1}"#, as: "both") && reading.accepts(#"{"at": 1}"#, as: "first"))
    }
}
