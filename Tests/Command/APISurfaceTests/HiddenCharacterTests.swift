import APISurface
import MethodicalGenerator
import Testing

/// Tests of texts from strangers on their way to a terminal.
@Suite struct HiddenCharacterTests {
    /// A character of each kind that hides or moves text.
    static let hidden: [Unicode.Scalar] = [
        "\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{17B4}", "\u{180E}",
        "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
        "\u{2060}", "\u{2064}", "\u{2065}", "\u{2066}", "\u{2069}", "\u{206F}", "\u{3164}", "\u{E000}", "\u{FE00}",
        "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{FFF9}", "\u{1D173}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{E0100}",
        "\u{F0000}", "\u{10FFFD}",
    ]

    @Test(arguments: hidden) func aHiddenCharacterIsEscaped(_ scalar: Unicode.Scalar) {
        let text = "a\(scalar)b"
        let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        #expect(text.printable == "a\(escape)b")
        #expect(text.fitForTerminal == "a\(escape)b")
        #expect(text.shown == "a\u{FFFD}b")
        #expect(Annotation.escaped(text) == "a\(escape)b")
        let units = scalar.utf16.map { unit in
            let hex = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
        }
        #expect(JSONValue.quoted(text) == "\"a\(units.joined())b\"")
    }

    @Test(arguments: [
        "plain", "Größe, размер, サイズ, حجم, גודל, आकार", "\u{A0}\u{3000}", "e\u{301}", "👍🏽 ❤️ ©️ 🇩🇪", "￥", "\u{FFFD}",
    ])
    func visibleTextStays(_ text: String) {
        #expect(text.printable == text)
        #expect(text.fitForTerminal == text)
        #expect(text.shown == text)
        #expect(JSONValue.quoted(text) == "\"\(text)\"")
    }

    @Test("A variation selector is visible only directly after an emoji")
    func variationSelectors() {
        #expect("❤\u{FE0F}\u{FE0F}".printable == "❤\u{FE0F}\\u{FE0F}")
        #expect("1\u{FE0F}".printable == "1\\u{FE0F}")
        #expect("x\u{FE0E}".printable == "x\\u{FE0E}")
    }

    @Test("Line breaks and the command's own styles reach the terminal, and no other escape sequence")
    func styles() {
        let own = Ink(isOn: true)("methods", .red) + "\nline\n"
        #expect(own.fitForTerminal == own)
        #expect("\u{1B}[2J".fitForTerminal == "\\u{1B}[2J")
        #expect("\u{1B}[8mx".fitForTerminal == "\\u{1B}[8mx")
        #expect("\u{1B}[31".fitForTerminal == "\\u{1B}[31")
        #expect("\u{1B}]0;title\u{7}".fitForTerminal == "\\u{1B}]0;title\\u{7}")
        #expect("a\rb\tc".fitForTerminal == "a\\u{D}b\tc")
        #expect("a\r\nb".fitForTerminal == "a\\u{D}\nb")
    }
}
