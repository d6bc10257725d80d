#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing

    /// Tests of the mock server with schemes, a token in the path, several servers, and variables in addresses.
    @Suite struct SchemeTests {
        private static let schema = [
            "api.json": #"""
            {"name": "Safe", "baseURL": "https://{region}.safe.example/{edition}/",
              "servers": {"content": "https://content.safe.example/"},
              "variables": {"region": {"enum": ["eu", "us"], "default": "eu"}, "edition": {"type": "string", "default": "v1"}},
              "schemes": {"key": {"query": "key"}, "app": {"field": "X-App"}, "session": {"cookie": "sid"},
                "login": {"header": "Basic"}, "oauth": {"header": "Bearer"}, "bot": {"path": "token"}},
              "defaults": {"*": {"verb": "GET", "needs": [["key", "app"], ["oauth"]]}}}
            """#,
            "methods.json": #"""
            {"methods": [
              {"name": "items.get", "response": {"type": "integer"}},
              {"name": "items.see", "needs": "session", "server": "content", "response": {"type": "integer"}},
              {"name": "items.mine", "needs": "login", "response": {"type": "integer"}},
              {"name": "bots.get", "needs": "bot", "path": "bot{token}/get", "response": {"type": "integer"}}]}
            """#,
        ]

        private static let api = APIDescription(
            name: "Safe", baseURL: "https://{region}.safe.example/{edition}/",
            schemes: [
                "key": .query("key"), "app": .field("X-App"), "session": .cookie("sid"), "login": .header("Basic"),
                "oauth": .header("Bearer"), "bot": .path("token"),
            ],
            needs: [["key", "app"], ["oauth"]], servers: ["content": "https://content.safe.example/"],
            variables: ["region": "eu", "edition": "v1"], verb: .get)

        private static func server() async throws -> MockServer {
            let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-safe-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in schema { try Data(text.utf8).write(to: folder.appending(path: name)) }
            return try await MockServer.start(schemas: folder)
        }

        private static let methods: [APIEngine.Method] = [
            .init("items.get"), .init("items.see", needs: [["session"]], server: "content"),
            .init("items.mine", needs: [["login"]]), .init("bots.get", .get, "bot{token}/get", needs: [["bot"]]),
        ]

        @Test func callsWithTheirCredentials() async throws {
            let server = try await Self.server()
            #expect(server.baseURL.hasSuffix("/v1/"))
            let account = Account(
                id: 1,
                credentials: [
                    "key": .key("k"), "app": .key("a"), "session": .key("s"),
                    "login": .basic(user: "ada", password: "secret-1"), "bot": .key("1:b"),
                ])
            let client = Client(Self.api, account: account, configuration: .mock(server))
            for method in Self.methods { _ = try await Request<Int>(Call(client, method)).send() }
            #expect(server.calls.map(\.method) == ["items.get", "items.see", "items.mine", "bots.get"])
            #expect(server.calls[0].credentials == ["key": "k", "app": "a"])
            #expect(server.calls[1].credentials == ["session": "s"])
            #expect(server.calls[2].credentials == ["login": Data("ada:secret-1".utf8).base64EncodedString()])
            #expect(server.calls[3].credentials == ["bot": "1:b"])
            #expect(server.calls.allSatisfy { $0.arguments.isEmpty })
            #expect(server.calls.map(\.description) == ["items.get()", "items.see()", "items.mine()", "bots.get()"])
        }

        /// The account for tests has a value for all schemes.
        @Test func accountForTests() async throws {
            let server = try await Self.server()
            let client = Client(Self.api, account: .test, configuration: .mock(server))
            for method in Self.methods { _ = try await Request<Int>(Call(client, method)).send() }
            #expect(server.calls.count == 4)
            #expect("\(server.calls)".contains("test-key") == false)
        }

        /// A call that another program sends without its credentials is refused.
        @Test func callWithoutCredentials() async throws {
            let server = try await Self.server()
            var api = Self.api
            (api.needs, api.schemes) = ([], [:])
            let client = Client(api, configuration: .mock(server))
            do {
                _ = try await Request<Int>(Call(client, .init("items.get"))).send()
                Issue.record("no error")
            } catch {
                #expect(error.status == 401)
                #expect("\(error)".contains("items.get needs key and app, or oauth"), "\(error)")
            }
        }

        @Test("A stub responds to a method with a key in its path, and its calls do not show the key")
        func stub() async throws {
            let stub = StubTransport()
            let client = Client(Self.api, account: .test, transport: stub)
            let request = Request<Int>(Call(client, .init("bots.get", .get, "bot{token}/get", needs: [["bot"]])))
            stub.on(request) { _ in 7 }
            #expect(try await request.send() == 7)
            #expect("\(stub.calls)".contains("test-key") == false)
        }
    }
#endif
