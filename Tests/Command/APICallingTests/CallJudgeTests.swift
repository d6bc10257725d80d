#if CommandLine
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of the mismatches that `methodical call` prints after a response.
    @Suite struct CallJudgeTests {
        @Test("Mismatches of the response follow it, with their places in the schema and without secrets")
        func mismatches() async throws {
            let server = try LoopbackServer(
                #"{"data":{"id":"7","title":null,"tags":["a",1],"subtitle":"tok-5f2b81c6"}}"#)
            let shop = try Shop(baseURL: server.baseURL)
            let ran = try await Command.methodical(
                ["call", "books.get", "id=7", "--schema", "Schema"], in: shop.work,
                environment: ["METHODICAL_TOKEN": "tok-5f2b81c6"])
            #expect(ran.status == 0, "\(ran)")
            #expect(ran.output.hasPrefix("{\n  \"id\": \"7\",\n"), "\(ran)")
            let lines = ran.errors.split(separator: "\n").map(String.init)
            #expect(lines.count == 4, "\(ran)")
            let pattern = /Schema\/books\.json:[0-9]+:[0-9]+: (?:warning|note): .+/
            for line in lines { #expect(try pattern.wholeMatch(in: line) != nil, "\(line)") }
            #expect(ran.errors.contains("Book.id: expected an integer, found a string"), "\(ran)")
            #expect(ran.errors.contains("Book.subtitle is not in the schema"), "\(ran)")
            #expect(!(ran.output + ran.errors).contains("5f2b81c6"), "\(ran)")
        }

        @Test("A response that matches the schema is all that is printed")
        func match() async throws {
            let server = try LoopbackServer(#"{"data":{"id":7,"title":"Emma"}}"#)
            let shop = try Shop(baseURL: server.baseURL)
            let ran = try await Command.methodical(["call", "books.get", "id=7"], in: shop.work)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
        }

        @Test("A mismatch on several pages is one line")
        func pages() async throws {
            let server = try LoopbackServer { request in
                request.target.contains("offset=1")
                    ? .http(200, [], #"{"count":2,"items":[{"id":"b"}]}"#)
                    : .http(200, [], #"{"count":2,"items":[{"id":"a"}]}"#)
            }
            let shop = try Shop(baseURL: server.baseURL, hasEnvelope: false)
            let ran = try await Command.methodical(["call", "notes.list", "--page", "all"], in: shop.work)
            #expect(ran.status == 0, "\(ran)")
            #expect(
                ran.errors.hasSuffix(
                    "Note.id: expected an integer, found a string (2), at response.items[0].id and 1 more\n")
                    || ran.errors.contains("Note.id: expected an integer, found a string"), "\(ran)")
            #expect(ran.errors.split(separator: "\n").count == 1, "\(ran)")
        }
    }
#endif
