import Testing

@testable import Methodical

@Suite struct ProblemTests {
    @Test func namesThePlace() throws {
        let json =
            "{\"response\":\n {\"items\":[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\",\"city\":{\"company\":false,\"boss\":null}}]}}"
        let document = JSONDocument(Array(json.utf8))
        let found = #expect(throws: ReadingProblem.self) {
            try document.decode([Person].self, path: ["response", "items"])
        }
        let problem = try #require(found)
        #expect(problem.path == "response.items[1].city.company")
        #expect(problem.expected == "a string")
        #expect(problem.found == "a flag")
        #expect(problem.line == 2)
        #expect(json.utf8.dropFirst(problem.offset).starts(with: "false".utf8))
        #expect(
            problem.description.hasPrefix(
                "response.items[1].city.company: expected a string, found a flag at byte \(problem.offset) (line 2, column"
            )
        )
        #expect(problem.excerpt.contains("false"))
    }

    /// `\q` is no escape. The commas and brackets before it separate nothing.
    @Test(
        "The path of a mistake inside a string does not depend on the string's content",
        arguments: [
            (#"["a,b\q"]"#, "[0]"), (#"["a", "[x]{\q"]"#, "[1]"), (#"{"k": ["x[y\q"]}"#, "k[0]"),
            (#"{"k": "a:{\q"}"#, "k"),
        ])
    func mistakesInStrings(json: String, path: String) throws {
        #expect(try #require(problem(JSON.self, json)).path == path)
    }

    @Test(
        "A text that ends too early or has too much is a problem that names what was found",
        arguments: [
            ("", "the end of the text"), ("{", "the end of the text"), ("[1", "the end of the text"),
            ("\"abc", "the end of the text"), ("nul", "`n`"),
            ("[1}", "`}`"), ("1 2", "a number"),
        ])
    func unfinished(_ json: String, _ found: String) throws {
        #expect(try #require(problem(JSON.self, json)).found == found)
    }

    @Test func excerptsStayWhole() throws {
        let json = "[\"" + String(repeating: "ы", count: 100) + "\",x,\"" + String(repeating: "ы", count: 100) + "\"]"
        let met = try #require(problem(JSON.self, json))
        #expect(!met.excerpt.unicodeScalars.contains("\u{FFFD}"))
        #expect(met.excerpt.utf8.count <= 80 + 2 * "…".utf8.count)
    }

    @Test("Only where something of the text is left out does an excerpt say so")
    func excerptsSayWhatIsLeftOut() throws {
        let (long, short) = (String(repeating: "1,", count: 50), String(repeating: "1,", count: 3))
        for (before, after) in [(short, short), (short, long), (long, short), (long, long)] {
            let met = try #require(problem(JSON.self, "[\(before)x,\(after)1]"))
            #expect(
                met.excerpt.hasPrefix("…") == (before == long) && met.excerpt.hasPrefix("[") == (before == short),
                "\(met.excerpt)")
            #expect(
                met.excerpt.hasSuffix("…") == (after == long) && met.excerpt.hasSuffix("]") == (after == short),
                "\(met.excerpt)")
        }
        let error = APIError(APIError.Contents(code: .undecodable, problem: problem(JSON.self, "[x]")))
        #expect(error.description.hasSuffix(": [x]"), "\(error)")
        #expect(try #require(problem(JSON.self, "")).excerpt.isEmpty)
    }

    @Test("JSON may nest 512 levels and records 128, and deeper texts are problems, not crashes")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(problem(JSON.self, nested(512)) == nil)
        #expect(try #require(problem(JSON.self, nested(513))).expected.contains("512"))
        #expect(problem(JSON.self, nested(1_000_000)) != nil)
        #expect(problem(Tree.self, "{\"x\":\(nested(511))}") == nil)
        #expect(problem(Tree.self, "{\"x\":\(nested(512))}") != nil)
        func grown(_ levels: Int) -> String {
            String(repeating: #"{"children":["#, count: levels / 2) + String(repeating: "]}", count: levels / 2)
        }
        #expect(problem(Tree.self, grown(128)) == nil)
        #expect(try #require(problem(Tree.self, grown(130))).expected.contains("128"))
        let opened = String(repeating: #"{"children":["#, count: 400_000)
        #expect(problem(Tree.self, opened) != nil)
        let friends = String(repeating: #"{"id":1,"name":"a","friend":"#, count: 100_000)
        #expect(problem(Person.self, friends) != nil)
    }

    @Test func alternativesAreNotTriedForever() {
        // Both cases fail at the innermost level and then again at each level around it, which takes exponential time
        // unless the bytes that are read twice are limited.
        let json = String(repeating: #"{"company":"c","boss":"b","until":"#, count: 300)
        #expect(problem(Loose.self, json) != nil)
    }

    @Test("A document finds an envelope's keys at the top level only and reads the values in place")
    func envelopes() throws {
        let json =
            #"{"x":[1,{"response":5}],"error":{"error_code":15,"error_msg":"no"},"response":[{"id":1,"name":"a"}],"code":1}"#
        let document = JSONDocument(Array(json.utf8))
        let ranges = try document.ranges(of: ["error", "code", "message", "response"])
        #expect(ranges[2] == nil)
        let error = try #require(ranges[0])
        #expect(
            try document.ranges(of: ["error_code"], in: error).map { $0.map { Array(document.bytes(in: $0)) } } == [
                Array("15".utf8)
            ])
        #expect(try document.decode([Person].self, in: #require(ranges[3])).map(\.id) == [1])
        let reading = try document.envelope([Person].self, under: "response", error: "error")
        #expect(try reading.result?.get().count == 1)
        #expect(reading.error == ranges[0])
        let wrong = try document.envelope(Int.self, under: "response", error: "code")
        #expect(wrong.error == ranges[1])
        #expect(throws: ReadingProblem.self) { try wrong.result?.get() }
        #expect(throws: ReadingProblem.self) { try JSONDocument(Array(json.dropLast().utf8)).ranges(of: ["error"]) }
        #expect(try JSONDocument(Array("[1]".utf8)).ranges(of: ["error"]) == [nil])
        #expect(try JSONDocument(Array("\u{FEFF}[1]".utf8)).decode([Int].self) == [1])
    }
}
