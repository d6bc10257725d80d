import Testing

@testable import Methodical

/// Tests of the expressions of RFC 6570 in paths.
@Suite struct PathExpressionTests {
    @Test("Path templates expand as the public test cases for URI templates say")
    func publicCases() throws {
        var variables: [String: JSON] = [:]
        var count = 0
        for line in try #require(JSON(TemplateCases.json)?.arrayValue) {
            let fields = try #require(line.arrayValue)
            let template = try #require(fields.first?.stringValue)
            if template == "variables" {
                variables = try #require(fields.last?.objectValue)
                continue
            }
            count += 1
            let text = expand(template, variables)
            #expect(fields.dropFirst().contains(.string(text)), "\(template): \(text)")
        }
        #expect(count > 170)
    }

    /// The public cases have no value with a question mark or a number sign after `+`, where they would end the path.
    @Test func reservedCharactersThatEndThePath() {
        #expect(expand("{+a}{?b}", ["a": "x?y#z/%3F", "b": "?"]) == "x%3Fy%23z/%3F?b=%3F")
        #expect(expand("{+a}", ["a": ["?", "#"]]) == "%3F,%23")
    }

    @Test(arguments: [
        ("a/b", false), ("..", true), ("a/../b", true), (".%2E/b", true), ("a/%2e", true), ("a/...", false),
        ("..;a=1", true), ("a/.;b/c", true), ("a;../b", false), ("..%2Fa", true), ("a%2f%2e.", true),
        ("a/..%5Cb", true), ("a%2Fb", false), ("a?x=/../", false), ("a/..b/b..", false), ("", false),
    ]) func segmentsThatServersResolve(path: String, isLeft: Bool) {
        #expect(PathExpression.leavesPath(Array(path.utf8)[...]) == isLeft)
    }

    private func expand(_ template: String, _ variables: [String: JSON]) -> String {
        var bytes: [UInt8] = []
        for (place, piece) in template.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            let end = place == 0 ? piece.startIndex : piece.firstIndex(of: "}") ?? piece.endIndex
            if place > 0 {
                PathExpression(String(piece[..<end])).expand(into: &bytes, flags: .words) { name in
                    variables[name].flatMap { $0 == .null ? nil : $0._argument }
                }
            }
            PercentEncoding.append(literal: piece[end...].drop { $0 == "}" }.utf8, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
