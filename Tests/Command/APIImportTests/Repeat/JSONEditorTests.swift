import APIImport
import APISurface
import Testing

@Suite struct JSONEditorTests {
    private func edited(_ text: String, _ body: (inout JSONEditor) -> Void) -> String {
        var editor = JSONEditor(Array(text.utf8))
        body(&editor)
        return editor.text
    }

    @Test func replacesOnlyTheValue() {
        let text = "{\n\t\"a\" :  {\"b\": [1, {\"c\": \"}\\\"\"}] , \"d\":2},\n  \"e\": null }\n"
        #expect(
            edited(text) { $0.set(["a", "b"], to: .number(7)) }
                == "{\n\t\"a\" :  {\"b\": 7 , \"d\":2},\n  \"e\": null }\n")
        #expect(
            edited(text) { $0.set(["a", "d"], to: .string("x")) }
                == "{\n\t\"a\" :  {\"b\": [1, {\"c\": \"}\\\"\"}] , \"d\":\"x\"},\n  \"e\": null }\n")
        #expect(edited(text) { $0.set(["e"], to: .bool(true)) } == text.replacing("null", with: "true"))
    }

    @Test func insertsInTheLayoutOfTheObject() {
        #expect(edited(#"{"a": 1}"#) { $0.set(["b"], to: .number(2)) } == #"{"a": 1, "b": 2}"#)
        #expect(edited("{\n    \"a\": 1\n}") { $0.set(["b"], to: .number(2)) } == "{\n    \"a\": 1,\n    \"b\": 2\n}")
        #expect(edited("{}") { $0.set(["b"], to: .number(2)) } == "{\n  \"b\": 2\n}")
        #expect(
            edited("{\n  \"a\": {}\n}") { $0.set(["a", "b", "c"], to: .number(2)) }
                == "{\n  \"a\": {\n    \"b\": { \"c\": 2 }\n  }\n}")
        #expect(
            edited("{\n  \"a\": 1,\n  \"source\": {}\n}") { $0.set(["b"], to: .number(2)) }
                == "{\n  \"a\": 1,\n  \"b\": 2,\n  \"source\": {}\n}")
    }

    @Test func removesTheMemberAndItsComma() {
        let text = "{\n  \"a\": 1,\n  \"b\": {\"c\": 2},\n  \"d\": 3\n}"
        #expect(edited(text) { $0.remove(["a"]) } == "{\n  \"b\": {\"c\": 2},\n  \"d\": 3\n}")
        #expect(edited(text) { $0.remove(["d"]) } == "{\n  \"a\": 1,\n  \"b\": {\"c\": 2}\n}")
        #expect(edited(text) { $0.remove(["b", "c"]) } == "{\n  \"a\": 1,\n  \"d\": 3\n}")
        #expect(edited(text) { $0.remove(["b", "x"]) } == text)
        #expect(edited(text) { $0.remove(["x"]) } == text)
    }

    @Test func renamesOnlyTheKey() {
        let text = "{ \"a\" : {\"b\": 1, \"c\":[2]},\n  \"d\": 3 }\n"
        #expect(edited(text) { $0.rename(["a"], to: "x\"") } == text.replacing("\"a\"", with: "\"x\\\"\""))
        #expect(edited(text) { $0.rename(["a", "c"], to: "long") } == text.replacing("\"c\"", with: "\"long\""))
        #expect(edited(text) { $0.rename(["a", "x"], to: "y") } == text)
        #expect(edited(text) { $0.rename(["d", "x"], to: "y") } == text)
    }

    @Test func readsEscapedKeys() {
        #expect(edited(#"{"\u0061": 1}"#) { $0.set(["a"], to: .number(2)) } == #"{"\u0061": 2}"#)
    }

    @Test func changesNothingInsideValuesThatAreNoObjects() {
        #expect(edited(#"{"a": [1]}"#) { $0.set(["a", "b"], to: .number(2)) } == #"{"a": [1]}"#)
        #expect(edited(#"{"a": 5}"#) { $0.remove(["a", "b"]) } == #"{"a": 5}"#)
    }
}
