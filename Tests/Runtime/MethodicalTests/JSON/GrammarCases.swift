/// Examples of RFC 8259's grammar, so that a clone without the corpus tests the same rules.
enum GrammarCases {
    /// Valid texts, each with one escape or one boundary.
    static let accepted: [String] =
        [
            "null", "true", "false", "0", "-0", "1", "-1", "\"\"", "[]", "{}", " \t\r\n[ \t\r\n] \t\r\n",
            "{ \"a\" : [ ] , \"b\" : { } }", "[[[[]]]]",
            "0.0", "-0.0", "0e0", "0E+0", "1e5", "1E5", "1e+5", "1e-5", "1.5e05", "10", "1.00",
            "0.000000000000000000000001", "1e-400",
            "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
            "1.7976931348623157e308", "5e-324",
            "123456789012345678901234567890.123456789012345678901234567890", "{\"\":0}", "{\"a\":1,\"a\":2}",
            "{\"a\":{\"a\":{\"a\":null}}}",
            "[null,true,false,0,\"\",[],{}]", "\"\u{7F}\"", "\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
            "\"\\u0000\\u001f\\u007F\\uFFFF\"",
            "\"\\uD834\\uDD1E\"", "\"\\ud800\\udc00\\uDBFF\\uDFFF\"", "\"/\\/\"", "\"\u{2028}\u{2029}\u{FEFF}\"",
            "\"#//*comment*/'`\"",
            "{\"\\u0061\":1,\"\\\"\":2,\"\u{451}\u{1F600}\":3}",
            String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
        ] + "\"\\/bfnrt".map { "\"\\\($0)\"" }

    static let refused: [[UInt8]] = refusedTexts.map { Array($0.utf8) } + strayBytes + badStrings + truncated

    private static let refusedTexts: [String] = [
        "", " ", ",", ":", "]", "}", "[", "{", "[1", "[1,", "[,1]", "[1,]", "[1,,2]", "[1 2]", "[1:2]", "[1}", "[]]",
        "[][]", "1 2", "[1],", "[}",
        "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\" 1}", "{\"a\",1}",
        "{\"a\"::1}", "{\"a\":1 \"b\":2}",
        "{\"a\":}",
        "{a:1}", "{1:1}", "{'a':1}", "{null:1}", "{[]:1}", "{\"a\":1]", "{\"a\":1}}", "{}{}", "{\"a\":1,,\"b\":2}",
        "{,\"a\":1}", "{]",
        "nul", "nulll", "Null", "NULL", "tru", "truee", "True", "TRUE", "fals", "falsee", "False", "nan", "NaN",
        "Infinity", "-Infinity", "inf",
        "undefined",
        "+1", "-", "--1", "-a", "01", "-01", "00", "1.", "1.e5", ".5", "-.5", "1e", "1e+", "1e-", "1ee5", "1e5.0",
        "1e+-5", "1.2.3", "1..2", "0x10",
        "1_000",
        "1a", "1-", "1+1", "0.", "-0.", "0e", "1 000", "\u{FF11}", "1e5e5", "2..", "-1.", "1.5.", "0b1", "1f", "1L",
        "'a'", "a", "\"a", "a\"", "\"a\"b", "\"\"\"", "\"\\\"", "\"\\", "\"\\a\"", "\"\\x41\"", "\"\\'\"", "\"\\0\"",
        "\"\\U0041\"", "\"\\u\"",
        "\"\\u0\"",
        "\"\\u00\"", "\"\\u004\"", "\"\\u004G\"", "\"\\u00 41\"", "\"\\u+041\"", "\"\\ud800\"", "\"\\udc00\"",
        "\"\\ud800\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800\\\"", "\"\\ud800\\n\"", "\"\\ud800\\uD\"", "\"\\ud800\\\\udc00\"", "\"\\\n\"", "\"\\\u{E9}\"",
        "\"\\ \"",
        "/**/1", "1//", "[1]#", "//\n1", "{\"a\":1/**/}", "<a>", "(1)", "$1", "`a`", "\u{FEFF}", "1\u{FEFF}",
        "[\u{A0}1]", "[1\u{2028}]", "[\u{B}1]",
        "[1\u{C}]",
        "{\"a\u{0}\":1}", "[1\u{0}]", "1\u{0}", "\u{0}", "null\u{0}", "[\"\u{0}\"]",
    ]

    /// Every byte that begins no value, alone, in an array, after a number and after a literal.
    private static let strayBytes: [[UInt8]] = {
        let tokens = Array("\t\n\r \"-0123456789[]{}tfn,:.eE+".utf8)
        var cases: [[UInt8]] = []
        for byte in UInt8.min...UInt8.max where !tokens.contains(byte) {
            cases.append([byte])
            cases.append([0x5B, byte, 0x5D])
            cases.append([0x5B, 0x31, byte, 0x5D])
            cases.append(Array("true".utf8) + [byte])
        }
        return cases
    }()

    /// Strings with unescaped control characters or invalid UTF-8, at the start and after text of every kind that the
    /// reader takes word by word.
    private static let badStrings: [[UInt8]] = {
        var cases: [[UInt8]] = []
        for bad in (UInt8.min..<0x20).map({ [$0] }) + otherBytes {
            for start in ["", "a", "abcdefg", "abcdefgh", "\\n", "\\/abcdefg", "ы", "ыыыы", "ыы ы", "\\nы", "😀"] {
                for end in ["\"", "abcdefgh\\n\""] { cases.append(Array("\"\(start)".utf8) + bad + Array(end.utf8)) }
            }
        }
        return cases
    }()

    private static let otherBytes: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0xC2], [0xDF, 0x7F], [0xE0, 0x9F, 0xBF],
        [0xE0, 0xA0], [0xE2, 0x82],
        [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xF8],
        [0xFE],
        [0xFF], [0xD0, 0x90, 0xD0], [0xD0, 0x90, 0xC1, 0x80, 0xD0, 0x90, 0xD0, 0x90], [0xE2, 0x28, 0xA1],
        [0xF0, 0x28, 0x8C, 0xBC],
    ]

    /// A text with every kind of value, cut at every byte.
    private static let truncated: [[UInt8]] = {
        let whole = Array(#" {"a\u00e9ы😀":[-1.5e-3,0,true,false,null,"\ud834\udd1e\\"],"":{"b":[{}]}}"#.utf8)
        return whole.indices.map { Array(whole[..<$0]) }
    }()
}
