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

    /// Tests of the abilities that only this transport has. All others are in suites with the trait `eachTransport`.
    @Suite struct AsyncHTTPClientTransportTests {
        private func request(_ port: some BinaryInteger, _ verb: HTTPRequest.Verb = .get, _ body: Data? = nil) throws
            -> HTTPRequest
        {
            HTTPRequest(verb: verb, url: try #require(URL(string: "http://127.0.0.1:\(port)/")), body: body)
        }

        private func failure(_ body: () async throws -> some Any) async -> (any Error)? {
            do {
                _ = try await body()
                return nil
            } catch {
                return error
            }
        }

        /// FoundationNetworking ends the process if it receives the first of these.
        @Test(
            "A `Content-Length` that no response can have is an error, in memory and in a file",
            arguments: [
                "9223372036854775807", "9223372036854775808", "18446744073709551615", "99999999999999999999999", "1e30",
                "-1",
            ])
        func hostileLength(length: String) async throws {
            let server = try LoopbackServer { _ in
                .raw(["HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n", "{}"], pause: 0.05)
            }
            let request = try request(server.port)
            let error = await failure { try await AsyncHTTPClientTransport().send(request) }
            #expect((error as? APIError)?.code == .tooLarge || error is URLError, "\(String(describing: error))")
            let file = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            var download = request
            download.destination = file
            #expect(await failure { try await AsyncHTTPClientTransport().send(download) } is URLError)
        }

        /// A server that refuses a body before it has it all. AsyncHTTPClient then stops sending.
        @Test(
            "A refusal before the whole body is sent is the response, unless the closing connection loses it",
            arguments: [
                ("Content-Length: 4\r\n\r\nfull", true), ("Content-Length: 4\r\n\r\nfull", false),
                ("Content-Length: 0\r\n\r\n", false),
                ("Transfer-Encoding: chunked\r\n\r\n4\r\nfull\r\n0\r\n\r\n", false),
                ("\r\nfull", true),
            ])
        func earlyRefusal(rest: String, closes: Bool) async throws {
            let server = try await RawServer("HTTP/1.1 413 Too Large\r\n\(rest)", closes: closes)
            let request = try request(server.port, .post, Data(count: 50_000_000))
            let transport = AsyncHTTPClientTransport()
            do {
                let response = try await transport.send(request)
                #expect(response.status == 413)
                #expect(response.body == Data(rest.contains("full") ? "full".utf8 : "".utf8))
            } catch let error as URLError {
                // The system may lose the response if the server closes a connection with unread bytes.
                #expect(closes && error.code == .networkConnectionLost)
            }
        }

        /// AsyncHTTPClient pauses the body when the head of a refusal arrives, and forgets the piece that it takes then.
        @Test("A refusal whose end never comes does not end the process")
        func endlessRefusal() async throws {
            let (socket, port) = try Sockets.listen()
            defer { Sockets.shutDown(socket) }
            Thread.detachNewThread {
                guard let connection = Sockets.accept(socket) else { return }
                var bytes: [UInt8] = []
                guard Sockets.receive(connection, &bytes) else { return }
                _ = Sockets.send(connection, "HTTP/1.1 413 Too Large\r\nContent-Length: 100\r\n\r\nfull")
                // The client gets the head long before it could have sent all of its body.
                repeat {
                    Thread.sleep(forTimeInterval: 0.01)
                    bytes.removeAll()
                } while Sockets.receive(connection, &bytes)
                Sockets.close(connection)
            }
            let request = try request(Int(port), .post, Data(count: 50_000_000))
            let response = try await AsyncHTTPClientTransport().send(request)
            #expect(response.status == 413 && response.body == Data("full".utf8))
        }

        @Test func aBodyThatIsCancelled() async throws {
            let server = try await RawServer("")
            let request = try request(server.port, .post, Data(count: 50_000_000))
            let observer = TransferObserver()
            let task = Task { try await AsyncHTTPClientTransport().send(request, observing: observer) }
            while observer.progress.sent.bytes == 0 { try await Task.sleep(for: .milliseconds(5)) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }

        /// A suspended transfer stops at its place, in both directions, and the time does not count as the server's
        /// silence.
        @Test("A suspended transfer stops in both directions, and the pause is no silence of the server")
        func suspendedBodies() async throws {
            let body = Data(count: 20_000_000)
            // On a busy machine, the server may be silent for longer than a limit. Then the next one counts.
            for limit in [Duration.seconds(2), .seconds(10), .seconds(60)] {
                do {
                    let received = try await echo(of: body, pausing: limit * 1.25, idleTimeout: limit)
                    #expect(received == body)
                    return
                } catch let error as URLError where error.code == .timedOut && limit < .seconds(60) {}
            }
        }

        /// Sends a body to a server that returns it, with a pause after the first bytes of each direction.
        private func echo(of body: Data, pausing pause: Duration, idleTimeout: Duration) async throws -> Data {
            let server = try LoopbackServer { .data(200, [], $0.bytes) }
            let (transfer, stops) = (Locked<TransferObserver?>(nil), Locked([\TransferProgress.sent, \.received]))
            let suspensions = Locked(0)
            // Suspends the transfer with the first bytes of each direction.
            let observer = TransferObserver(listener: { progress in
                let isBegun = stops.withLock { stops in
                    guard let first = stops.first, progress[keyPath: first].bytes > 0 else { return false }
                    stops.removeFirst()
                    return true
                }
                guard isBegun else { return }
                transfer.withLock { $0 }?.suspend()
                suspensions.withLock { $0 += 1 }
            })
            transfer.withLock { $0 = observer }
            let request = try request(server.port, .post, body)
            defer { transfer.withLock { $0 = nil } }
            let options = SessionOptions { $0.idleTimeout = idleTimeout }
            let hasEnded = Locked(false)
            let task = Task {
                defer { hasEnded.withLock { $0 = true } }
                return try await AsyncHTTPClientTransport(options).send(request, observing: observer)
            }
            for (number, part) in [\TransferProgress.sent, \TransferProgress.received].enumerated() {
                while suspensions.withLock({ $0 }) == number, !hasEnded.withLock({ $0 }) {
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await Task.sleep(for: .milliseconds(100))
                let bytes = observer.progress[keyPath: part].bytes
                try await Task.sleep(for: pause)
                #expect(observer.progress[keyPath: part].bytes == bytes && bytes < body.count)
                observer.resume()
            }
            return try await task.value.body
        }

        /// A request that breaks on a connection that was used before is not sent again.
        @Test(arguments: [HTTPRequest.Verb.get, .post]) func nothingIsSentTwice(verb: HTTPRequest.Verb) async throws {
            let count = Locked(0)
            let server = try LoopbackServer { _ in
                count.withLock { count in
                    count += 1
                    return count == 1 ? .http(200, [], "1") : .close
                }
            }
            let transport = AsyncHTTPClientTransport()
            #expect(try await transport.send(request(server.port)).status == 200)
            let again = try request(server.port, verb, verb == .post ? Data("body".utf8) : nil)
            let error = await failure { try await transport.send(again) }
            #expect((error as? URLError)?.code == .networkConnectionLost)
            #expect(server.received.count == 2 && server.connections == 1)
        }

        /// A second response to one request is not taken for that of a request that waits for the connection.
        @Test func aResponseThatNobodyAskedFor() async throws {
            let server = try LoopbackServer { request in
                let body = request.target.dropFirst()
                let response = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                return .raw([response + response], pause: 0.05)
            }
            let transport = AsyncHTTPClientTransport(SessionOptions { $0.connectionsPerHost = 1 })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        var request = try request(server.port)
                        request.url.append(path: "\(number)")
                        guard let response = try? await transport.send(request) else { return }
                        #expect(response.body == Data("\(number)".utf8))
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test("Repeated header fields are joined with commas, except for cookies")
        func repeatedFields() async throws {
            let server = try LoopbackServer { _ in
                .http(200, ["Link: <a>", "X-A: 1", "link: <b>", "Set-Cookie: a=1", "Set-Cookie: b=2"])
            }
            let response = try await AsyncHTTPClientTransport().send(request(server.port))
            #expect(response.headers["Link"] == "<a>, <b>")
            #expect(response.headers.fields.filter { $0.name == "Set-Cookie" }.map(\.value) == ["a=1", "b=2"])
        }

        @Test func fieldsOfTheRequest() async throws {
            let server = try LoopbackServer("{}")
            var request = try request(server.port)
            _ = try await AsyncHTTPClientTransport().send(request)
            request.headers = ["User-Agent": "App/1", "Accept-Encoding": "identity"]
            _ = try await AsyncHTTPClientTransport().send(request)
            #expect(server.received.map { $0["User-Agent"] } == ["Methodical", "App/1"])
            #expect(server.received.map { $0["Accept-Encoding"] } == ["deflate, gzip", "identity"])
        }

        @Test func aPasswordThatIsWrong() async throws {
            let server = try LoopbackServer { _ in .http(401, ["WWW-Authenticate: Bearer, Basic realm=\"a\""], "out") }
            let options = SessionOptions {
                $0.authenticationKinds = [.password]
                $0.authentication = { _ in (.useCredential, URLCredential(user: "a", password: "b", persistence: .none))
                }
            }
            let response = try await AsyncHTTPClientTransport(options).send(request(server.port))
            #expect(response.status == 401 && server.received.count == 4)
        }

        @Test("A request goes through the proxy of the session options")
        func aProxy() async throws {
            let proxy = try LoopbackServer { request in
                request.verb == "CONNECT" ? .http(200) : .http(200, [], request["Host"] ?? "")
            }
            let options = SessionOptions {
                $0.proxy = ("127.0.0.1", Int(proxy.port))
                $0.insecureHosts = ["api.example"]
            }
            let request = HTTPRequest(verb: .get, url: try #require(URL(string: "http://api.example/")))
            let response = try await AsyncHTTPClientTransport(options).send(request)
            #expect(response.body == Data("api.example".utf8))
        }

        // MARK: A client of the app

        /// The client's own configuration decides about both, so the options would have no effect.
        @Test func optionsThatASharedClientIgnores() async throws {
            let server = try LoopbackServer("{}")
            for options in [SessionOptions { $0.proxy = ("127.0.0.1", 8080) }, SessionOptions { $0.lowestTLS = .v13 }] {
                let transport = AsyncHTTPClientTransport(HTTPClient.shared, options)
                let error = await #expect(throws: APIError.self) { try await transport.send(request(server.port)) }
                #expect(error?.code == .invalidRequest)
                #expect(error?.message?.contains("HTTPClient.Configuration") == true)
            }
            #expect(server.connections == 0)
        }

        /// A client that follows redirects by its own rules would send the field to the other server.
        @Test func redirectsOfASharedClient() async throws {
            let other = try LoopbackServer("there")
            let server = try LoopbackServer { request in
                switch request.target {
                case "/": .http(302, ["Location: /here"])
                case "/here": .http(302, ["Location: \(other.baseURL)/"], "moved")
                default: .http(307, ["Location: \(other.baseURL)/"], "moved")
                }
            }
            let client = HTTPClient()
            var request = try request(server.port)
            request.headers["X-Key"] = "secret"
            let response = try await AsyncHTTPClientTransport(client).send(request)
            #expect(response.status == 200 && response.body == Data("there".utf8))
            #expect(server.received.map { $0["X-Key"] } == ["secret", "secret"])
            #expect(other.received.map { $0["X-Key"] } == [nil])
            request.url.append(path: "there")
            (request.verb, request.body) = (.post, Data("body".utf8))
            #expect(try await AsyncHTTPClientTransport(client).send(request).status == 307)
            #expect(other.received.count == 1)
            try await client.shutdown()
        }

        @Test func aSharedClientThatWasShutDown() async throws {
            let server = try LoopbackServer("{}")
            let client = HTTPClient()
            try await client.shutdown()
            let request = try request(server.port)
            let error = await failure { try await AsyncHTTPClientTransport(client).send(request) }
            #expect((error as? APIError)?.code == .connection)
        }

        /// An app may end its transport while a request is in flight elsewhere.
        @Test("A hundred transports that are released leave no open connection")
        func manyTransports() async throws {
            let server = try LoopbackServer("{}")
            for _ in 0..<100 { _ = try await AsyncHTTPClientTransport().send(request(server.port)) }
            for _ in 0..<6000 where server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(server.connections == 100 && server.openConnections == 0)
        }
    }
#endif
