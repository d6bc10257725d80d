#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAsyncHTTPClient
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of responses that are not HTTP, and of the sentences that name the fault.
    @Suite struct MalformedResponseTests {
        private func failure(
            _ reply: String, to verb: HTTPRequest.Verb = .get, _ body: Data? = nil,
            over transport: AsyncHTTPClientTransport = AsyncHTTPClientTransport()
        ) async throws -> URLError {
            let server = try await RawServer(reply, closes: true)
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
            let error = await #expect(throws: URLError.self, "\(reply)") {
                try await transport.send(HTTPRequest(verb: verb, url: url, body: body))
            }
            return try #require(error)
        }

        private static let rests = [
            "\r\n", "\r\n{}", "Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\n{}",
            "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\na: b\r\n\r\n",
            "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
            "Content-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        ]

        /// Such a response ended the process.
        @Test(arguments: ["000", "001", "050", "099"], rests)
        func refusesAStatusBelow100(status: String, rest: String) async throws {
            let reply = "HTTP/1.1 \(status) X\r\n\(rest)"
            for (verb, body) in [(HTTPRequest.Verb.get, nil), (.head, nil), (.post, Data(count: 200_000))] {
                let error = try await failure(reply, to: verb, body)
                // The system may lose the response if the server closes a connection with unread bytes.
                if verb == .post, error.code == .networkConnectionLost { continue }
                #expect(error.code == .badServerResponse, "\(verb)")
                #expect(error.localizedDescription.contains("its status is"), "\(error)")
            }
        }

        /// The app's own functions of the configuration still run, and the guard is there once.
        @Test func guardsAClientOfTheApp() async throws {
            let count = Locked(0)
            var configuration = HTTPClient.Configuration()
            configuration.http1_1ConnectionDebugInitializer = { channel in
                count.withLock { $0 += 1 }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            configuration.refuseMalformedResponses()
            configuration.refuseMalformedResponses()
            let client = HTTPClient(configuration: configuration)
            let transport = AsyncHTTPClientTransport(client)
            let error = try await failure("HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\n{}", over: transport)
            #expect(error.code == .badServerResponse)
            #expect(count.withLock { $0 } == 1)
            try await client.shutdown()
        }

        @Test(arguments: [
            ("SSH-2.0-OpenSSH\r\n", "the server's response is not HTTP: it does not begin with HTTP/ and a version"),
            ("<html></html>", "the server's response is not HTTP: it does not begin with HTTP/ and a version"),
            ("HTTP/2.0 200 OK\r\n\r\n", "the server's response has another version than HTTP/1.0 or HTTP/1.1"),
            ("HTTP/1.1 abc\r\n\r\n", "the server's response is not HTTP: its status is not a number of three digits"),
            ("HTTP/1.1 200 OK\r\nA B: c\r\n\r\n", "the server's response is not HTTP: its header has a character"),
            ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "is not HTTP: its Content-Length is not a length"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "is not HTTP: its Content-Length contradicts another field of the header"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "is not HTTP: the size of a chunk is not a hexadecimal number, or is too large"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
                "is not HTTP: the size of a chunk is not a hexadecimal number, or is too large"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", "the server closed the connection before the response"),
            ("HTTP/1.1 200 OK\r\nContent-Le", "the server closed the connection before the response was complete"),
            ("", "the server closed the connection before the response was complete"),
            (
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
                "the server's response is not in the encoding that its Content-Encoding names"
            ),
        ])
        func namesTheFault(reply: String, text: String) async throws {
            let error = try await failure(reply)
            #expect(error.localizedDescription.contains(text), "\(error)")
        }

        @Test func namesAHeaderThatIsTooLarge() async throws {
            let field = "A: " + String(repeating: "b", count: 100_000) + "\r\n"
            let error = try await failure("HTTP/1.1 200 OK\r\n\(field)\r\n")
            #expect(error.localizedDescription == "the header of the server's response is too large")
        }

        @Test func namesAPortWithoutAServer() async throws {
            let port = try RefusingPort()
            let url = try #require(URL(string: "http://127.0.0.1:\(port.port)/"))
            let error = await #expect(throws: URLError.self) {
                try await AsyncHTTPClientTransport().send(HTTPRequest(verb: .get, url: url))
            }
            #expect(error?.code == .cannotConnectToHost)
            #expect(error?.localizedDescription == "no server accepts connections at this address (ECONNREFUSED)")
            withExtendedLifetime(port) {}
        }

        @Test func namesAReset() async throws {
            let server = try LoopbackServer { _ in .reset }
            let url = try #require(URL(string: server.baseURL + "/"))
            let error = await #expect(throws: URLError.self) {
                try await AsyncHTTPClientTransport().send(HTTPRequest(verb: .get, url: url))
            }
            #expect(error?.localizedDescription == "the server reset the connection (ECONNRESET)")
        }

        /// A server without TLS at an address with `https`.
        @Test func namesAServerWithoutTLS() async throws {
            let server = try await RawServer("HTTP/1.1 400 Bad Request\r\n\r\n", closes: true)
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let error = await #expect(throws: URLError.self) {
                try await AsyncHTTPClientTransport().send(HTTPRequest(verb: .get, url: url))
            }
            #expect(error?.code == .secureConnectionFailed)
            #expect(error?.localizedDescription == "the server does not speak TLS")
        }
    }
#endif
