import Testing

@testable import MethodicalGenerator

/// Tests of the diagnostics for keywords with invalid values.
@Suite struct ValueTests {
    /// The diagnostic points to the position of the caret in the text.
    @Test(
        "A value that does not fit its key is an error or a warning at its place",
        arguments: [
            (#""properties": ^[]"#, "warning: an empty list is read as no properties; an object of them is written {}"),
            (#""properties": ^["x"]"#, #"error: expected {"name": {...}}, found an array"#),
            (
                #""properties": {"x": {}}, "required": ^"id""#,
                #"error: expected true, false, "trusted", "untrusted" or a list of names, found "id""#
            ),
            (#""allOf": ^{}"#, "error: expected a list of schemas, found an object"),
            (#""oneOf": ^[]"#, "error: expected at least one alternative"),
            (#""type": ^[]"#, "error: expected at least one type"),
            (#""enum": ^[]"#, "warning: an empty list of values is ignored"),
            (#""enum": ^{"a": 1}"#, "error: expected a list of values, found an object"),
            (#""type": "string", "enum": ^[null]"#, "warning: null is the only value; expected other values too"),
            (#""enum": [^["a"]]"#, "error: expected a string, a number, true or false, found an array"),
            (#""enum": [1, 2], "enumNames": ["one", ^2]"#, "warning: expected a name, found 2"),
            (#""type": "integer", ^"enumNames": ["one"]"#, #"warning: "enumNames" has no effect without "enum""#),
            (
                #""type": "integer", "format": ^"date-time""#,
                #"warning: the format "date-time" is for strings and is ignored here"#
            ),
            (
                #""type": "number", "format": ^"date""#,
                #"warning: the format "date" is for strings and is ignored here"#
            ),
            (
                #""type": "boolean", "format": ^"unix-seconds""#,
                #"warning: the format "unix-seconds" is for numbers and is ignored here"#
            ),
        ])
    func wrongValues(text: String, message: String) {
        let column = 24 + text.utf8.prefix { $0 != UInt8(ascii: "^") }.count
        let found = messages(["t.json": #"{"definitions": {"a": {"# + text.replacing("^", with: "") + "}}}"])
        #expect(found == ["t.json:1:\(column): \(message)"])
    }

    @Test(arguments: [
        ("int", "integer"), ("String", "string"), ("bool", "boolean"), ("double", "number"), ("objekt", "object"),
        ("str", "string"),
    ])
    func typesOfOtherLanguages(word: String, meant: String) {
        for rest in ["", #", "properties": {"x": {}}"#, #", "enum": ["x"]"#] {
            let found = compiled(["t.json": #"{"definitions": {"a": {"type": ""# + word + "\"" + rest + "}}}"])
                .diagnostics
            #expect(found.count == 1 && found[0].message.hasSuffix("; did you mean \"\(meant)\"?"), "\(found)")
        }
    }

    @Test func enumerationsOfSeveralKinds() throws {
        let api = try types(
            #"{"m": {"enum": ["none", 1, true, null, 1.5]}, "n": {"enum": [1, 1.5]}, "b": {"enum": [true, false]}}"#)
        #expect(api.enumeration("m")?.raw == .mixed)
        #expect(api.enumeration("m")?.members.map(\.isText) == [true, false, false, false])
        #expect(api.enumeration("m")?.members.map(\.value) == ["none", "1", "true", "1.5"])
        #expect(api.enumeration("n")?.members.map(\.value) == ["1", "1.5"])
        #expect(api.shape("b") == .alias(.boolean))
    }

    @Test func namesAskedForTwice() {
        let found = messages(
            definitions:
                #"{"a": {"properties": {"uid": {"swift": "id"}, "number": {"swift": "id"}, "uid2": {"swift": "other"}}}}"#
        )
        #expect(
            found == [
                #"types.json:1:83: error: "number" asks for the name "id", which "uid" already has, at types.json:1:56"#
            ]
        )
    }

    @Test func inlineTypesFollowTheNameForSwift() throws {
        let api = try types(
            """
            {"user": {"properties": {"ph": {"swift": "picture", "properties": {"w": {}}},
              "ls": {"swift": "links", "type": "array", "items": {"properties": {"u": {}}}}}}}
            """)
        #expect(api.types.map(\.wire) == ["user", "link", "picture"])
        #expect(api.types.map(\.id.text) == ["user", "user/ls/items", "user/ph"])
    }
}
