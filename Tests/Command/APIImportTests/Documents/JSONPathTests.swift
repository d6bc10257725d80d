import Foundation
import MethodicalGenerator
import TestFiles
import Testing

@testable import APIImport

@Suite struct JSONPathTests {
    /// The file `cts.json` of github.com/jsonpath-standard/jsonpath-compliance-test-suite.
    static let suite: URL? =
        ProcessInfo.processInfo.environment["JSONPATH_COMPLIANCE_TESTS"].map { URL(fileURLWithPath: $0) }
        ?? Corpus.folder("jsonpath-compliance-test-suite/cts.json")

    @Test(
        .enabled(
            if: suite != nil,
            "the compliance tests are not beside the checkout; JSONPATH_COMPLIANCE_TESTS can have the path of cts.json")
    )
    func passesTheComplianceTests() throws {
        let suite = try #require(Self.suite)
        let bytes = Array(try Data(contentsOf: suite))
        let root = try #require(document(bytes).root)
        let tests = try #require(root["tests"]?.children)
        #expect(tests.count > 600)
        for test in tests {
            let name = test["name"]?.string ?? ""
            let selector = try #require(test["selector"]?.string)
            if test["invalid_selector"]?.bool == true {
                #expect(throws: JSONPath.Fault.self, "\(name): \(selector)") { try JSONPathParser.parse(selector) }
                continue
            }
            let found = try select(selector, in: try #require(test["document"]))
            let allowed = test["results"]?.children ?? test["result"].map { [$0] } ?? []
            let isAllowed = allowed.contains { result in
                result.children.count == found.count && zip(result.children, found).allSatisfy { $0.isEqual(to: $1) }
            }
            #expect(isAllowed, "\(name): \(selector) selects \(found.map(\.json))")
        }
    }

    private func select(_ text: String, in root: JSONNode) throws -> [JSONNode] {
        var evaluator = JSONPathEvaluator(root: root)
        return try evaluator.matches(of: try JSONPathParser.parse(text), from: root).map(\.node)
    }

    @Test(
        "A query selects nodes in the order of RFC 9535",
        arguments: [
            ("$", "[[1,2]]"), ("$[0]", "[1]"), ("$[-1:]", "[2]"), ("$[?@>1]", "[2]"), ("$[*,0]", "[1,2,1]"),
            ("$[?@==$[0] || !(@==1 && @!=2)]", "[1,2]"), ("$[::-1]", "[2,1]"), ("$..[?length(@)==2]", "[]"),
        ])
    func selects(path: String, json: String) throws {
        let root = try #require(document("[1, 2]").root)
        #expect("[" + (try select(path, in: root)).map(\.json).joined(separator: ",") + "]" == json)
    }

    @Test(
        "An error in a query says what is expected, and where",
        arguments: [
            ("", 0, "expected \"$\", the root of the document, found the end of the query"),
            ("$.x-y", 2, "a name with \"-\" is written as ['x-y']"),
            (
                "$.a[", 4,
                "expected a name in quotes, an index, \"*\", a slice or a filter that begins with \"?\", found the end of the query"
            ),
            ("$['a]", 2, "this string has no end"), ("$[01]", 2, "a number has no leading zero, and zero no sign"),
            ("$[?@.*==1]", 3, "this query can select several nodes, so it has no value to compare"),
            ("$[?foo(@)]", 3, "the function \"foo\" is not one of length, count, match, search and value"),
            ("$[?1]", 3, "a value alone is not a condition; compare it"),
            ("$.a b", 3, "expected \".\" or \"[\", found \" \""),
            ("$[?@.a ! 1]", 7, "expected \",\" or \"]\", found \"!\""),
        ])
    func explainsErrors(path: String, offset: Int, message: String) {
        let fault = #expect(throws: JSONPath.Fault.self) { try JSONPathParser.parse(path) }
        #expect(fault?.message == message)
        #expect(fault?.offset == offset)
    }

    @Test(
        "An integer that JSON cannot hold exactly makes the query invalid",
        arguments: [
            "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9007199254740992",
            "-9007199254740992", "123456789012345678901234567890123456789012345",
        ])
    func refusesIntegersOutOfRange(number: String) {
        let digits = number.utf8.count > 40 ? number.prefix(40) + "…" : number[...]
        for (start, end) in [
            ("$[", "]"), ("$[", ":]"), ("$[:", "]"), ("$[::", "]"), ("$[?@[", "]==1]"), ("$.a[0,", "]"),
        ] {
            let fault = #expect(throws: JSONPath.Fault.self) { try JSONPathParser.parse(start + number + end) }
            #expect(
                fault?.message == "the number \(digits) is not from -9007199254740991 to 9007199254740991")
            #expect(fault?.offset == start.utf8.count)
        }
    }

    @Test(arguments: [
        ("$[9007199254740991]", "[]"), ("$[-9007199254740991]", "[]"),
        ("$[-9007199254740991:9007199254740991]", "[1,2]"),
        ("$[9007199254740991:-9007199254740991:-1]", "[2,1]"), ("$[::9007199254740991]", "[1]"),
        ("$[::-9007199254740991]", "[2]"), ("$[?@ < 1e999]", "[1,2]"), ("$[?@ > -9223372036854775808]", "[1,2]"),
        ("$[?@ == 123456789012345678901234567890]", "[]"),
    ])
    func selectsByTheGreatestNumbers(path: String, json: String) throws {
        let root = try #require(document("[1, 2]").root)
        #expect("[" + (try select(path, in: root)).map(\.json).joined(separator: ",") + "]" == json)
    }

    @Test("Work that no step counted before ends as too expensive", .timeLimit(.minutes(20)))
    func countsAllWork() throws {
        let wide = try #require(document("[" + Array(repeating: "0", count: 30_000).joined(separator: ",") + "]").root)
        #expect(throws: JSONPathEvaluator.TooExpensive.self) { try select("$[?$..x]", in: wide) }
        let alternatives = Array(repeating: "x", count: 900).joined(separator: "|") + "|["
        #expect(throws: JSONPathEvaluator.TooExpensive.self) {
            try select("$[?match('a', '\(alternatives)')]", in: wide)
        }
        // A large class is one state, but each character is compared with all its ranges.
        let letters = String(String.UnicodeScalarView((0..<1500).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        let text = String(repeating: "a", count: 200)
        let query = "$[?match('\(text)', '[\(letters)]{100}')]"
        #expect(throws: JSONPathEvaluator.TooExpensive.self) { try select(query, in: wide) }
        // Nobody can tell whether an expression that is too large matches.
        #expect(throws: JSONPathEvaluator.TooExpensive.self) { try select("$[?match('a', 'a{1,99999}')]", in: wide) }
        #expect(try select("$[?match('a', 'a{1,')]", in: wide).isEmpty)
    }

    @Test(.timeLimit(.minutes(20))) func limitsHostileQueries() throws {
        let root = try #require(
            document("[" + (0..<200).map { "[[\($0), [1, 2]], \"\($0)\"]" }.joined(separator: ",") + "]").root)
        let deep = try #require(
            document(String(repeating: "[", count: 40) + String(repeating: "]", count: 40)).root)
        #expect(throws: JSONPathEvaluator.TooExpensive.self) {
            try select("$" + String(repeating: "[*,*,*]", count: 30), in: deep)
        }
        #expect(throws: JSONPathEvaluator.TooExpensive.self) {
            try select("$..[?$..[?$..[?$..[?@==@]]]]", in: root)
        }
        for text in [
            String(repeating: "(", count: 10_000), String(repeating: "!(", count: 1000),
            String(repeating: "@[?", count: 1000),
        ] {
            let fault = #expect(throws: JSONPath.Fault.self) { try JSONPathParser.parse("$[?" + text) }
            #expect(fault?.message == "filters and parentheses are nested more than 50 deep")
        }
    }

    @Test(arguments: [
        ("a.c", "abc", true, true), ("a.c", "xabcx", false, true),
        ("(a*)*b", String(repeating: "a", count: 5000), false, false),
        ("a{2,3}", "aaa", true, true), ("a{2,3}", "aaaa", false, true), ("a{2,}", "a", false, false),
        ("a{2}", "aa", true, true),
        ("[a-c^-]+", "b^-", true, true), ("[^\\p{L}]", "1", true, true), ("\\p{Lu}\\P{Lu}", "Ab", true, true),
        ("x|y|", "", true, true), ("\\.", ".", true, true), ("", "a", false, true), ("a?b", "ab", true, true),
        ("[", "[", false, false), ("a**", "a", false, false), ("a{3,2}", "aaa", false, false),
        ("\\d", "1", false, false),
        ("((a{50}){50}){50}", "a", false, false), ("[b-a]", "a", false, false), (")", ")", false, false),
    ])
    func matchesRegularExpressions(pattern: String, text: String, isWhole: Bool, isPart: Bool) {
        let expression = try? IRegexp(pattern)
        #expect(expression?.matches(Array(text.unicodeScalars), isWhole: true) ?? false == isWhole)
        #expect(expression?.matches(Array(text.unicodeScalars), isWhole: false) ?? false == isPart)
    }
}
