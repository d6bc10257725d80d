#if CommandLine
    import Foundation
    import LoopbackServer
    import TestFiles
    import Testing
    import Toolchain

    /// Tests of `methodical verify`: what it calls, prints and writes, and its exit codes.
    @Suite struct VerifyCommandTests {
        private static let token = "tok-5f2b81c6"

        /// Runs `verify` in the folder of the books, with a token.
        private func verify(_ words: String..., at books: BookServer, token: String? = token) async throws -> Command {
            let environment = token.map { ["METHODICAL_TOKEN": $0] } ?? [:]
            let ran = try await Command.methodical(["verify"] + words, in: books.work, environment: environment)
            #expect(!ran.output.contains(Self.token) && !ran.errors.contains(Self.token), "\(ran)")
            return ran
        }

        @Test("A server that keeps to its schema is called once for each question, with ids from its responses")
        func keeps() async throws {
            let books = try BookServer()
            let ran = try await verify(at: books)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            #expect(
                books.lines == [
                    "GET /books", "GET /books", "GET /books/41", "GET /books/2147483647", "GET /books/41",
                    books.lines.last,
                ], "\(books.lines)")
            #expect(books.lines.last?.hasPrefix("GET /chapters/41/") ?? false)
            let calls = books.server.received.map { $0["Authorization"] }
            let sent = "Bearer \(Self.token)"
            #expect(calls == [sent, nil, sent, sent, nil, sent])
            let lines = ran.output.split(separator: "\n")
            #expect(lines.last == "Books: 6 calls, 2 methods verified: no mismatch, 2 methods not verified", "\(ran)")
            #expect(ran.output.contains("    books.add: writes; --writes calls it\n"), "\(ran)")
            #expect(ran.output.contains("    chapters.get: was refused with invented arguments"), "\(ran)")
        }

        @Test("Arguments come from a file, and their refusal is a mismatch")
        func givenArguments() async throws {
            let books = try BookServer()
            let file = books.work.appending(path: "arguments.json")
            try Data(#"{"chapters.get": {"number": 1}, "*": {"book_id": "41"}}"#.utf8).write(to: file)
            let ran = try await verify("--arguments", "arguments.json", "--only", "chapters.*", at: books)
            #expect(ran.status == 0, "\(ran)")
            #expect(books.lines.first == "GET /chapters/41/1")
            try Data(#"{"chapters.get": {"number": 2, "book_id": 41}}"#.utf8).write(to: file)
            let refused = try await verify("--arguments", "arguments.json", "--only", "chapters.get", at: books)
            #expect(refused.status == 1, "\(refused)")
            let lines = refused.output.split(separator: "\n").map(String.init)
            #expect(
                lines[0].wholeMatch(
                    of: /Schema\/books\.json:[0-9]+:[0-9]+: error: chapters\.get: expected a result, found HTTP 404.*/)
                    != nil,
                "\(refused)")
            #expect(lines[1] == "    methodical call chapters.get book_id:=41 number:=2", "\(refused)")
        }

        @Test(
            "A wrong file of arguments is refused at its place, and nothing is sent",
            arguments: [
                (
                    #"{"book.get": {}}"#,
                    "arguments.json:1:2: error: there is no method book.get; did you mean books.get?"
                ),
                (#"{"books.get": 7}"#, "arguments.json:1:15: error: expected an object, found 7"),
                (#"[]"#, "arguments.json:1:1: error: expected an object with an object of arguments for each method"),
                (#"{"#, "error: this is not JSON"),
                (#"{"books.get": {"id": "x"}}"#, "error: id: expected an integer, found \"x\""),
                (#"{"books.get": {"di": 7}}"#, "error: books.get has no parameter di; did you mean id?"),
            ])
        func wrongArguments(text: String, message: String) async throws {
            let books = try BookServer()
            try Data(text.utf8).write(to: books.work.appending(path: "arguments.json"))
            let ran = try await verify("--arguments", "arguments.json", "--only", "books.get", at: books)
            #expect(ran.status == 2 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors.contains(message), "\(ran)")
            #expect(books.server.received.isEmpty)
        }

        @Test("A mismatch is printed at its place in the schema, and its call shows it again")
        func mismatch() async throws {
            let books = try BookServer { request in
                request.target == "/books/41" ? BookServer.json(#"{"id":"41","title":"Emma"}"#) : nil
            }
            let ran = try await verify("--schema", "Schema", at: books)
            #expect(ran.status == 1, "\(ran)")
            let lines = ran.output.split(separator: "\n").map(String.init)
            #expect(lines[0] == "Schema/books.json:19:9: warning: Book.id: expected an integer, found a string, at id")
            let call = lines[1].trimmingPrefix("    ")
            #expect(call == "methodical call books.get id=41 --schema Schema")
            let again = try await Command.shell(
                "export METHODICAL_TOKEN=\(Self.token); " + call, in: books.work)
            #expect(again.errors.contains("Book.id: expected an integer, found a string, at id"), "\(again)")
        }

        @Test("A value of another shape has its place in the schema, and hides no other mismatch")
        func shape() async throws {
            let books = try BookServer { request in
                request.target == "/books/41" ? BookServer.json(#"{"id":"41","title":["Emma"]}"#) : nil
            }
            let ran = try await verify("--schema", "Schema", "--only", "books.*", at: books)
            #expect(ran.status == 1, "\(ran)")
            let mismatches = ran.output.split(separator: "\n").filter { $0.hasPrefix("Schema/books.json:") }
            #expect(
                mismatches == [
                    "Schema/books.json:20:9: error: Book.title: expected a string, found a list, at title",
                    "Schema/books.json:19:9: warning: Book.id: expected an integer, found a string, at id",
                ], "\(ran)")
        }

        @Test("A server that is not reached has an exit code of its own")
        func unreachable() async throws {
            let books = try BookServer()
            let gone = try RefusingPort()
            let ran = try await verify("http://127.0.0.1:\(gone.port)/", at: books)
            #expect(ran.status == 3, "\(ran)")
            #expect(ran.output.hasPrefix("Books: the server was not reached: "), "\(ran)")
        }

        @Test("Without a token, methods that need one are named, and the exit code is not that of success")
        func withoutToken() async throws {
            let books = try BookServer()
            let ran = try await verify(at: books, token: nil)
            #expect(ran.status == 2, "\(ran)")
            #expect(ran.output.contains("books.list: "), "\(ran)")
            #expect(ran.output.contains("token"), "\(ran)")
        }

        @Test("Methods that write are called only with `--writes`")
        func writes() async throws {
            let books = try BookServer { request in
                request.verb == "POST" ? BookServer.json(#"{"id":43,"title":"Emma"}"#) : nil
            }
            _ = try await verify(at: books)
            #expect(!books.lines.contains { $0.hasPrefix("POST") })
            let ran = try await verify("--writes", "--only", "books.add", at: books)
            #expect(ran.status == 0, "\(ran)")
            #expect(books.lines.last == "POST /books", "\(books.lines)")
        }

        @Test("The overlay corrects the schema, so that the same server then keeps to it")
        func overlay() async throws {
            let books = try BookServer { request in
                request.target == "/books"
                    ? BookServer.json(#"[{"id":41,"title":null,"language":"fr","sold":"soon"},{"id":42,"title":"P"}]"#)
                    : nil
            }
            let words = ["--schema", "Schema", "--overlay", "Schema/verified.overlay.json"]
            let first = try await Command.methodical(
                ["verify"] + words, in: books.work, environment: ["METHODICAL_TOKEN": Self.token])
            #expect(first.status == 1, "\(first)")
            #expect(first.errors == "Schema/verified.overlay.json: 3 new corrections\n", "\(first)")
            let again = try await verify("--schema", "Schema", at: books)
            #expect(again.status == 0, "\(again)")
            let overlay = try String(contentsOf: books.schema.appending(path: "verified.overlay.json"), encoding: .utf8)
            #expect(overlay.contains("\"because\": \"null in 1 of"), "\(overlay)")
        }

        @Test("The formats for programs name the mismatch, its place and its call")
        func formats() async throws {
            let books = try BookServer { request in
                request.target == "/books/41" ? BookServer.json(#"{"id":41,"title":null}"#) : nil
            }
            let json = try await verify("--format", "json", at: books)
            #expect(json.status == 1, "\(json)")
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            let mismatches = try #require(report["mismatches"] as? [[String: Any]])
            #expect(mismatches.count == 1, "\(json)")
            #expect(mismatches[0]["message"] as? String == "Book.title: null, at title")
            #expect(mismatches[0]["file"] as? String == "Schema/books.json")
            #expect(mismatches[0]["call"] as? String == "methodical call books.get id=41")
            #expect(mismatches[0]["at"] as? String == "books.json#/definitions/Book/properties/title")
            #expect(report["verified"] as? [String] == ["books.get", "books.list"])

            let junit = try await verify("--format", "junit", at: books)
            #expect(junit.status == 1, "\(junit)")
            #expect(junit.output.contains(#"<testsuite name="Books" tests="4" failures="1" errors="0" skipped="2">"#))
            #expect(junit.output.contains(#"<testcase classname="Books" name="books.list"/>"#), "\(junit)")
            #expect(junit.output.contains(#"<failure message="Book.title: null, at title">Schema/books.json:"#))

            let github = try await verify("--format", "github", at: books)
            #expect(github.output.hasPrefix("::error file=Schema/books.json,line="), "\(github)")
        }

        @Test("No output and no file contains the token, in any spelling, even if the server repeats it everywhere")
        func secrets() async throws {
            let token = #"t0k"en/5f2b+81c6=="#
            let bytes = Data(token.utf8)
            let spellings = [
                token, bytes.base64EncodedString(), token.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!,
                #"t0k\"en/5f2b+81c6=="#, #"t0k\"en\/5f2b+81c6=="#, "5f2b+81c6", "t0k&quot;en",
            ]
            let books = try BookServer { request in
                let sent = request["Authorization"].map { $0.dropFirst("Bearer ".count) }.map(String.init)
                guard let sent, request.target == "/books" || request.target == "/books/41" else { return nil }
                let quoted = sent.replacing("\"", with: "\\\"")
                let book = """
                    {"id":41,"title":"\(quoted)","language":"\(quoted)","sold":"\(quoted)","\(quoted)":1,
                     "more":"\(Data(sent.utf8).base64EncodedString())"}
                    """
                return .http(
                    200, ["Content-Type: application/json", "X-Echo: \(sent)"],
                    request.target == "/books" ? "[\(book)]" : book)
            }
            for format in ["text", "json", "junit", "github"] {
                let overlay = "Schema/\(format).overlay.json"
                let ran = try await Command.methodical(
                    ["verify", "--format", format, "--overlay", overlay, "--add-unknown"], in: books.work,
                    environment: ["METHODICAL_TOKEN": token])
                #expect(ran.status == 1, "\(ran)")
                let path = books.work.appending(path: overlay)
                var written = ran.output + ran.errors
                written += try String(contentsOf: path, encoding: .utf8)
                for spelling in spellings {
                    #expect(!written.contains(spelling), "\(format): \(spelling) in \(written)")
                }
                try FileManager.default.removeItem(at: path)
            }
        }

        @Test("All calls share the rate limits of the schema")
        func limits() async throws {
            let books = try BookServer(api: #""limits": { "*": "3/h" },"#)
            let ran = try await verify("--timeout", "2", at: books)
            #expect(books.server.received.count { $0["Authorization"] != nil } == 3, "\(ran) \(books.lines)")
        }

        @Test("Wrong options are refused")
        func wrongOptions() async throws {
            let books = try BookServer()
            let twice = try await verify("http://127.0.0.1:1/", "--base-url", "http://127.0.0.1:1/", at: books)
            #expect(twice.status == 64 && twice.errors.contains("named twice"), "\(twice)")
            let outside = try await verify("--overlay", "verified.overlay.json", at: books)
            #expect(outside.status == 64, "\(outside)")
            let unknown = try await verify("--only", "book.get", at: books)
            #expect(unknown.status == 2, "\(unknown)")
            #expect(books.server.received.isEmpty)
        }
    }
#endif
