import Testing

@testable import MethodicalGenerator

@Suite struct PrintingTests {
    private func doc(_ text: String, first: String = "/// ", rest: String = "/// ") -> String {
        var out = Printer()
        out.nest { $0.doc(text, first: first, rest: rest) }
        return out.text
    }

    @Test("Comments are wrapped after at most 100 columns")
    func wraps() {
        let text = Array(repeating: "word", count: 40).joined(separator: " ")
        let lines = doc(text).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("    /// word") && $0.utf8.count <= 100 })
    }

    @Test func wrapsByCharacters() {
        let text = Array(repeating: "слово", count: 30).joined(separator: " ")
        #expect(doc(text).split(separator: "\n").count == 2)
    }

    @Test func longWordsStayWhole() {
        let word = String(repeating: "x", count: 300)
        #expect(doc("a " + word + " b") == "    /// a\n    /// " + word + "\n    /// b\n")
    }

    @Test("Lines and paragraphs of a comment stay apart, without needless white space")
    func paragraphs() {
        #expect(doc("one\ntwo\n\n\n\nthree") == "    /// one\n    /// two\n    ///\n    /// three\n")
        #expect(doc("  a   b \r\n c\r") == "    /// a b\n    /// c\n")
        #expect(doc("") == "")
        #expect(doc(" \n ") == "")
    }

    /// Field names in a schema's texts are escaped. DocC would show such lines among the parameters and results that
    /// the emitter documents.
    @Test(arguments: ["- Parameters:", "* parameter x: y", "- Returns: z", "+   Throws: never"])
    func fieldsOfDocumentation(_ line: String) {
        #expect(doc("a\n" + line) == "    /// a\n    /// \\" + CommentText.clean(line) + "\n")
        #expect(doc("- returns nothing\n- a: b") == "    /// - returns nothing\n    /// - a: b\n")
    }

    @Test(
        "Every printed line is a comment without hidden characters, whatever the text contains",
        arguments: [
            "*/ evil() /*", "a\nevil()", "a\revil()", "a\u{2028}evil()", "a\u{2029}evil()", "a\u{85}evil()",
            "a\u{0B}evil()", "a\u{0C}evil()",
            "\u{0}evil()",
            "a \\\nevil()", "\u{202E}evil\u{2066}", "\"\"\"", "${x}", "`evil`", "\u{FEFF}evil",
            "\u{E0041}evil\u{E007F}", "\u{FE01}evil\u{E0100}", "\u{3164}evil\u{AD}", "\u{E000}evil\u{F0000}",
        ])
    func hostile(_ text: String) {
        let printed = doc(text, first: "/// - Parameter x: ", rest: "///   ")
        #expect(!printed.isEmpty)
        for line in printed.split(separator: "\n") { #expect(line.hasPrefix("    ///")) }
        for scalar in printed.unicodeScalars { #expect(scalar == "\n" || !scalar.isHidden()) }
    }

    @Test(
        "A literal escapes quotes, backslashes and hidden characters",
        arguments: [
            ("plain", "\"plain\""), ("a\"b", #""a\"b""#), ("a\\b", #""a\\b""#), ("\\(evil())", #""\\(evil())""#),
            ("a\nb", #""a\nb""#),
            ("\r\t", #""\r\t""#),
            ("\u{0}", #""\u{0}""#), ("\u{2028}", #""\u{2028}""#), ("\u{202E}", #""\u{202e}""#), ("имя", "\"имя\""),
            ("\u{E0041}", #""\u{e0041}""#), ("\u{FE01}", #""\u{fe01}""#), ("\u{E000}", #""\u{e000}""#),
            ("\"#", "\"\\\"#\""), ("", "\"\""),
        ])
    func literals(_ text: String, _ swift: String) {
        #expect(literal(text) == swift)
    }

    @Test(
        "The separators of a table are escaped in its keys",
        arguments: [
            ("id", "id"), ("a,b", "a~2b"), ("~", "~0"), ("a/b", "a~1b"), ("!x", "~3x"), ("a=b", "a~4b"), ("*", "~5"),
            ("a|b", "a~6b"), ("имя/", "имя~1"),
        ])
    func tableKeys(_ key: String, _ escaped: String) {
        #expect(tableKey(key) == escaped)
    }

    @Test func longSignaturesTakeALineForEachParameter() {
        var out = Printer()
        out.signature("func f", parameters: ["a: Int", "b: Int"], tail: " -> Int") { $0.line("a") }
        #expect(out.text == "func f(a: Int, b: Int) -> Int {\n    a\n}\n")
        out = Printer()
        out.signature(
            "func f",
            parameters: [String(repeating: "a", count: 80) + ": Int", String(repeating: "b", count: 80) + ": Int"],
            tail: ""
        ) { $0.line("a") }
        #expect(out.text.split(separator: "\n").count == 6)
    }
}
