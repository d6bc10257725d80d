#if CommandLine
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of `methodical call` with a method that starts an operation.
    @Suite struct CallOperationTests {
        private static let token = "tok-5f2b81c6"

        /// Runs `videos.make` against a server, and checks that no output contains the token.
        private func make(_ words: String..., on server: LoopbackServer) async throws -> Command {
            let shop = try Shop(baseURL: server.baseURL)
            let ran = try await Command.methodical(
                ["call", "videos.make", "title=Sea", "--schema", shop.folder.path] + words,
                environment: ["METHODICAL_TOKEN": Self.token])
            #expect(!(ran.output + ran.errors).contains(Self.token), "\(ran)")
            return ran
        }

        /// Returns a server whose operation ends at the first poll, with these members in the response.
        private func server(endingWith members: String) throws -> LoopbackServer {
            try LoopbackServer { request in
                let end = request.verb == "GET" ? members : #""state":"queued""#
                return .http(200, ["Retry-After: 0"], #"{"data":{"id":"v1",\#(end)}}"#)
            }
        }

        @Test("The call waits for the end, prints the result and judges it by the schema")
        func result() async throws {
            let server = try server(endingWith: #""state":"done","video":{"id":7,"title":"Sea","price":1.50}"#)
            let ran = try await make(on: server)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            #expect(ran.output == "{\n  \"id\": 7,\n  \"title\": \"Sea\",\n  \"price\": 1.50\n}\n")
            let requests = server.received.map { "\($0.verb) \($0.target) \($0.body)" }
            #expect(requests == [#"POST /videos.make {"title":"Sea"}"#, "GET /videos/v1 "])
            #expect(server.received.allSatisfy { $0["Authorization"] == "Bearer \(Self.token)" })
            let wrong = try self.server(endingWith: #""state":"done","video":{"id":7,"title":null}"#)
            let other = try await make(on: wrong)
            #expect(other.status == 0)
            #expect(other.errors.hasSuffix("warning: Book.title: null, at data.title\n"), "\(other)")
        }

        @Test("`--no-wait` prints the response to the start, and sends nothing else")
        func noWait() async throws {
            let server = try server(endingWith: #""state":"done""#)
            let ran = try await make("--no-wait", on: server)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            #expect(ran.output == "{\n  \"id\": \"v1\",\n  \"state\": \"queued\"\n}\n")
            #expect(server.received.count == 1)
            let shop = try Shop(baseURL: server.baseURL)
            let other = try await Command.methodical(
                ["call", "books.get", "id=1", "--no-wait", "--schema", shop.folder.path])
            #expect(other.status == 2)
            #expect(other.errors == "error: books.get starts no operation, so there is nothing to wait for\n")
            #expect(server.received.count == 1)
        }

        @Test("An operation that fails or takes too long ends with exit code 1 and a reason without the token")
        func failures() async throws {
            let failing = try server(endingWith: #""state":"failed","reason":"no space for \#(Self.token)""#)
            let failed = try await make(on: failing)
            #expect(failed.status == 1 && failed.output.isEmpty, "\(failed)")
            #expect(
                failed.errors
                    == #"error: videos.state [videos.make]: server: the operation ended as "failed": "#
                    + "no space for <secret> (HTTP 200)\n")
            let endless = try LoopbackServer { _ in
                .http(200, ["Retry-After: 900"], #"{"data":{"id":"v1","state":"queued"}}"#)
            }
            let late = try await make("--timeout", "60", on: endless)
            #expect(late.status == 1 && late.output.isEmpty, "\(late)")
            #expect(late.errors.contains("timedOut: the operation has not ended by the deadline"), "\(late)")
        }

        @Test("A terminal shows the state, and the result replaces it")
        func progress() async throws {
            let server = try server(
                endingWith: #""state":"done","percent":1e300,"video":{"id":7,"title":"Sea"}"#)
            let shop = try Shop(baseURL: server.baseURL)
            let ran = try await Command.onTerminal(
                ["call", "videos.make", "title=Sea", "--schema", shop.folder.path],
                environment: ["METHODICAL_TOKEN": Self.token, "TERM": "xterm", "NO_COLOR": "1"])
            #expect(ran.status == 0, "\(ran)")
            #expect(ran.output.contains("videos.make: done, 1e+300 …\r\u{1B}[K{\n  \"id\": 7"), "\(ran)")
        }

        @Test("The result is written to a file, and a dry run shows the request that starts the operation")
        func fileAndDryRun() async throws {
            let server = try server(endingWith: #""state":"done","video":{"id":7,"title":"Sea"}"#)
            let shown = try await make("--dry-run", on: server)
            #expect(shown.status == 0 && shown.output.hasPrefix("POST /videos.make HTTP/1.1\n"), "\(shown)")
            #expect(server.received.isEmpty)
            let shop = try Shop(baseURL: server.baseURL)
            let file = shop.folder.appending(path: "video.txt")
            let ran = try await make("--to", file.path, on: server)
            #expect(ran.status == 0 && ran.output.isEmpty, "\(ran)")
            #expect(try String(contentsOf: file, encoding: .utf8).contains(#""title":"Sea""#))
        }
    }
#endif
