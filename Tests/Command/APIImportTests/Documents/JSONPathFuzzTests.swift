import MethodicalGenerator
import Testing
import Toolchain

@testable import APIImport

/// Damaged queries and regular expressions. Each one has a result or an error, whatever its numbers, depth and bytes.
@Suite struct JSONPathFuzzTests {
    private static let document = """
        {"a": [1, -2.5e3, "text", null, true, {"b": [[], {}], "é": "ä"}], "store": {"book": [
        {"title": "x", "price": 8.95, "isbn": "0-553"}, {"title": "yy", "price": 12}], "": 0}, "p": "[a-z]{2,3}"}
        """

    private static let queries = [
        "$", "$.a[*]", "$..*", "$['a'][0]", "$[\"store\"].book[-1:]", "$.a[1:4:2]", "$.a[::-1]", "$..[?@.price < 10]",
        "$.store.book[?@.price >= 8 && !(@.isbn == '0-553' || @.title != null)]", "$[?length(@) > 1, 0, 'p']",
        "$..[?match(@.title, 'x|y+')]", "$..[?search(@, $.p)]", "$[?count(@..*) == value($.a[0])]",
        "$.a[?@ == -2.5e3]", "$['\\u00e9', '\\ud83d\\ude00', '\\n']", "$.é", "$[?@[?@[?@]]]",
    ]

    private static let expressions = [
        "a.c", "(a|b|)*c", "[^a-z0-9_-]+", "a{2,3}b{4}c{5,}", "\\p{Lu}\\P{L}[\\p{Nd}x]", "\\.\\n[\\]\\-]", "((x?)+)*",
        "^a$",
    ]

    /// The parts that a mutation inserts: the numbers at the limits of types, and the tokens of both grammars.
    private static let parts = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-9007199254740991", "9007199254740991",
        "9007199254740992", "-0", "1e999", "-1E-999", "18446744073709551616", "0", "-1", "[", "]", "(", ")", "{", "}",
        "{0}", "{2000}", "{1,99999999999999999999}", "[?", "@", "$", "..", ".*", ":", "::", ",", "'", "\"", "\\", "\\u",
        "\\ud800", "\\udfff", "\\uD834\\uDD1E", "!", "&&", "||", "==", "<=", "length(", "count(", "match(", "search(",
        "value(", "true", "null", "*", "+", "?", "|", "^", "-", "\\p{", "Lu}", "\u{0}", "\u{7F}", "\u{10FFFF}",
        "e\u{301}",
        " ", "\n", "[::9007199254740991]", "[9007199254740991:-9007199254740991:-9007199254740991]",
    ]

    @Test(.timeLimit(.minutes(20))) func aDamagedQueryHasAResultOrAnError() throws {
        let root = try #require(APIImportTests.document(Self.document, named: "a.json").root)
        let nodes = Set(Self.nodes(below: root))
        var random = SplitMix(state: 9535)
        var selections = 0
        var faults = 0
        for _ in 0..<50_000 {
            let text = Self.damaged(Self.queries, &random)
            do throws(JSONPath.Fault) {
                let path = try JSONPathParser.parse(text)
                var evaluator = JSONPathEvaluator(root: root, steps: 5000)
                let matches = try? evaluator.matches(of: path, from: root)
                let isPlausible = matches?.allSatisfy { nodes.contains($0.node) } ?? true
                #expect(isPlausible, "\(text.debugDescription)")
                if matches?.isEmpty == false { selections += 1 }
            } catch {
                faults += 1
                let isInside = (0...text.utf8.count).contains(error.offset)
                #expect(isInside && !error.message.isEmpty, "\(text.debugDescription)")
            }
        }
        // Otherwise the mutations would test only one of the two.
        #expect(selections > 1000)
        #expect(faults > 10_000)
    }

    @Test(.timeLimit(.minutes(20))) func aDamagedExpressionIsMatchedOrRefused() {
        var random = SplitMix(state: 9485)
        let texts = ["", "abc", "aabbbbccccc", "Aß1", "\u{10FFFF}\n]"].map { Array($0.unicodeScalars) }
        var valid = 0
        var invalid = 0
        for _ in 0..<50_000 {
            let text = Self.damaged(Self.expressions, &random)
            guard let expression = try? IRegexp(text) else {
                invalid += 1
                continue
            }
            valid += 1
            for scalars in texts {
                let isWhole = expression.matches(scalars, isWhole: true)
                let isPart = expression.matches(scalars, isWhole: false)
                #expect(isPart || !isWhole, "\(text.debugDescription)")
            }
        }
        #expect(valid > 2000)
        #expect(invalid > 10_000)
    }

    private static func nodes(below node: JSONNode) -> [JSONNode] {
        [node] + node.children.flatMap { nodes(below: $0) }
    }

    /// Returns one of the texts after up to four mutations of its bytes.
    private static func damaged(_ texts: [String], _ random: inout SplitMix) -> String {
        var bytes = Array(texts[random.below(texts.count)].utf8)
        for _ in 0...random.below(4) {
            let first = random.below(bytes.count + 1)
            let last = min(first + random.below(6), bytes.count)
            switch random.below(6) {
            case 0: bytes.removeSubrange(first..<last)
            case 1: bytes.insert(contentsOf: bytes[first..<last], at: last)
            case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: first)
            case 3:
                let other = Array(texts[random.below(texts.count)].utf8)
                bytes.replaceSubrange(first..., with: other.dropFirst(random.below(8)))
            default: bytes.replaceSubrange(first..<last, with: parts[random.below(parts.count)].utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
