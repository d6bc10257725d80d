import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// The result of parsing a text: its root and its problems.
struct Parsed {
    var root: JSONNode?
    var problems: [Diagnostic] = []

    init(_ text: String) { self.init(Array(text.utf8)) }
    init(_ bytes: [UInt8]) { root = parse(SourceFile(path: "a.json", bytes: bytes), problems: &problems) }
}

@Suite struct ParsingTests {
    @Test func keepsMembersInOrder() throws {
        let parsed = Parsed(#"{"b": 1, "a": [true, null, "x"], "b2": {}}"#)
        let root = try #require(parsed.root)
        #expect(root.children.map(\.key) == ["b", "a", "b2"])
        #expect(root["a"]?.children.map(\.kind) == [.bool, .null, .string])
        #expect(root["b"]?.integer == 1)
        #expect(root["none"] == nil)
        #expect(root["b2"]?.first == nil)
    }

    @Test func tellsPlacesByLineAndByte() throws {
        let parsed = Parsed("{\n  \"é\": 1, \"k\": [\n 2]}")
        let root = try #require(parsed.root)
        let node = try #require(root["k"])
        #expect(node.keyPlace == Place(file: "a.json", line: 2, column: 12))
        #expect(node.place == Place(file: "a.json", line: 2, column: 17))
        #expect(node.first?.place == Place(file: "a.json", line: 3, column: 2))
    }

    @Test("All escapes of a string are read")
    func readsEscapes() {
        let parsed = Parsed(#"["\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00", "plain é"]"#)
        let texts = parsed.root?.children.compactMap(\.string)
        #expect(texts == ["\"\\/\u{8}\u{C}\n\r\tAé€😀", "plain é"])
    }

    @Test func keysMayHaveEscapes() throws {
        let root = try #require(Parsed(#"[{"key": 1}, {"\u006bey": 2}]"#).root)
        #expect(root.children.compactMap { $0["key"]?.integer } == [1, 2])
    }

    @Test func reportsDuplicateKeysAlsoAroundNestedOnes() {
        let parsed = Parsed(#"{"a": {"a": 1}, "b": 2, "a": 3}"#)
        #expect(
            parsed.problems.map(\.description) == [
                #"a.json:1:25: error: "a" occurs twice in this object; the first is at a.json:1:2"#
            ])
        #expect(parsed.root?["a"]?.integer == 3 && parsed.root?.children.count == 2)
    }

    @Test(
        "Integers are read up to the limits of 64 bits",
        arguments: [("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("0", 0), ("-0", 0)])
    func readsIntegers(text: String, value: Int) { #expect(Parsed(text).root?.integer == value) }

    @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1.5", "1e3", "123456789012345678901234567890"])
    func numbersThatAreNoIntegers(text: String) {
        #expect(Parsed(text).root?.integer == nil)
        #expect(Parsed(text).root?.numberText == text)
    }

    @Test func toleratesByteOrderMark() {
        #expect(Parsed([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)).root?.isArray == true)
    }

    @Test(arguments: [
        ("", "expected a value, found the end of the file", 1, 1),
        ("{\"a\": }", "expected a value, found \"}\"", 1, 7),
        ("[1 2]", "expected \",\" or \"]\", found \"2\"", 1, 4),
        ("[1,]", "expected another element after \",\", found \"]\"", 1, 4),
        ("{\"a\": 1,}", "expected another member after \",\", found \"}\"", 1, 9),
        ("{a: 1}", "expected a key in double quotes, found \"a\"", 1, 2),
        ("{\"a\" 1}", "expected \":\" after the key, found \"1\"", 1, 6),
        ("[1]\n x", "expected the end of the file, found \"x\"", 2, 2),
        ("[\"abc", "this string has no end", 1, 2),
        ("01", "a number does not begin with a zero", 1, 1),
        ("-", "expected a digit, found the end of the file", 1, 2),
        ("\"\\ud800\"", "half of a surrogate pair is not a character", 1, 2),
        ("\"\\x\"", "an escape is one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX", 1, 2),
        ("\"\u{1}\"", "the control character byte 0x1 in a string must be written as an escape", 1, 2),
        ("nul", "expected a value, found \"nul\"", 1, 1),
        ("[True]", "expected a value, found \"True\"", 1, 2),
        ("{User: 1}", "expected a key in double quotes, found \"User\"", 1, 2),
        ("{\"a\": 1 \"b\": 2}", "expected \",\" or \"}\", found a string", 1, 9),
        ("{\u{201C}a\u{201D}: 1}", "expected a key in double quotes, found \"\u{201C}\" (U+201C)", 1, 2),
        ("[\u{A0}1]", "expected a value, found \"\u{A0}\" (U+A0)", 1, 2),
        ("[1. ]", "expected a digit, found a space", 1, 4),
        ("[1.\n]", "expected a digit, found the end of the line", 1, 4),
        ("[\"a\nb\"]", "a string ends on the line where it begins; write a line break as \\n", 1, 4),
    ])
    func saysWhatIsWrong(text: String, message: String, line: Int, column: Int) {
        let parsed = Parsed(text)
        #expect(parsed.root == nil)
        #expect(parsed.problems == [Diagnostic(.error, at: Place(file: "a.json", line: line, column: column), message)])
    }

    @Test(arguments: [
        [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF], [0xF4, 0x90, 0x80, 0x80],
        [0x80],
    ])
    func refusesWhatIsNotUTF8(bytes: [Int]) {
        let parsed = Parsed([0x22] + bytes.map { UInt8($0) } + [0x22])
        #expect(parsed.root == nil)
    }

    /// A UTF-16 text is refused with a hint. PowerShell and old editors write UTF-16 by default.
    @Test(arguments: [[0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D]] as [[UInt8]])
    func refusesUTF16(bytes: [UInt8]) {
        #expect(Parsed(bytes).problems.map(\.message) == ["this text is UTF-16; save it as UTF-8"])
    }

    @Test func everyTruncationIsAnError() {
        let bytes = Array(#"{"a": [1.5e-3, "x\u00e9", true], "b": null}"#.utf8)
        for length in 0..<bytes.count { #expect(Parsed(Array(bytes[..<length])).root == nil) }
        #expect(Parsed(bytes).root != nil)
    }

    @Test func depthIsLimitedAndCostsNoStack() {
        func nested(_ depth: Int) -> Parsed {
            Parsed(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        #expect(nested(JSONParser.depthLimit).root != nil)
        #expect(nested(JSONParser.depthLimit + 1).problems.first?.message.contains("512 deep") == true)
        #expect(nested(10_000).root == nil)
        #expect(Parsed(String(repeating: "{\"a\":", count: 1_000_000)).root == nil)
    }

    @Test func changesKeepPlaces() throws {
        var problems: [Diagnostic] = []
        let root = try #require(
            parse(SourceFile(path: "a.json", bytes: Array(#"{"x": 1, "y": 2, "z": 3}"#.utf8)), problems: &problems))
        let other = try #require(
            parse(SourceFile(path: "b.json", bytes: Array(#"{"y": 5, "w": 6}"#.utf8)), number: 1, problems: &problems))
        let (y, w) = (try #require(other["y"]), try #require(other["w"]))
        root.replace(try #require(root["y"]), with: y)
        root.children.append(w)
        root.remove(try #require(root["x"]))
        #expect(root.children.map(\.key) == ["y", "z", "w"])
        #expect(root["y"]?.place.file == "b.json")
    }

    @Test func aMillionNumbers() throws {
        let text = "[" + String(repeating: "12345,", count: 1_000_000) + "1]"
        let parsed = Parsed(text)
        var count = 0
        for _ in try #require(parsed.root).children { count += 1 }
        #expect(count == 1_000_001)
    }

    @Test(
        .enabled(
            if: Corpus.folder("json-parsing/test_parsing") != nil, "the corpus json-parsing is not beside this checkout"
        ))
    func jsonTestSuite() throws {
        let folder = try #require(Corpus.folder("json-parsing/test_parsing"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(names.count == 318)
        for name in names {
            let parsed = Parsed([UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
            if name.hasPrefix("y_") { #expect(parsed.root != nil, "\(name): \(parsed.problems)") }
            if name.hasPrefix("n_") { #expect(parsed.root == nil, "\(name)") }
            #expect(parsed.root != nil || !parsed.problems.isEmpty)
        }
    }
}
