#if CommandLine && Crypto
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of calls with the token of an earlier sign-in.
    @Suite struct StoredTokenTests {
        private typealias Secret = SignInService.Secret

        @Test("A token that has expired is refreshed and stored, and no output contains the old or the new one")
        func refresh() async throws {
            let service = try SignInService()
            try await service.signIn(
                "--client-secret", "env:LIBRARY_SECRET", environment: ["LIBRARY_SECRET": Secret.client])
            service.rules.withLock { $0.expired = [Secret.tokens[0]] }
            let called = try await service.run("call", "books.get", "id=7", "--headers")
            #expect(called.status == 0 && called.output.hasSuffix("{\n  \"title\": \"<secret>\"\n}\n"), "\(called)")
            let form = try #require(service.forms.last)
            #expect(form["grant_type"] == "refresh_token" && form["refresh_token"] == Secret.refreshes[0])
            #expect(form["client_id"] == "app" && form["client_secret"] == Secret.client)
            let count = service.forms.count
            #expect(try await service.run("call", "books.get", "id=7").status == 0)
            #expect(service.forms.count == count)
            #expect(service.server.received.last?["Authorization"] == "Bearer \(Secret.tokens[1])")
            try service.checkStoredFiles()
        }

        @Test("A refused refresh says so and asks for another sign-in")
        func refusedRefresh() async throws {
            let service = try SignInService()
            try await service.signIn()
            service.rules.withLock { rules in
                rules.expired = [Secret.tokens[0]]
                rules.tokenReply = .http(
                    400, [], #"{"error":"invalid_grant","error_description":"\#(Secret.refreshes[0]) has ended"}"#)
            }
            let refused = try await service.run("call", "books.get", "id=7")
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
            let reason = "notAuthorized: the token could not be refreshed: invalid_grant: <secret> has ended"
            #expect(refused.errors.contains(reason), "\(refused)")
            #expect(refused.errors.hasSuffix("`methodical sign-in` signs in again\n"), "\(refused)")
            service.rules.withLock { rules in
                rules.tokenReply = nil
            }
            try await service.signIn()
            #expect(try await service.run("call", "books.get", "id=7").status == 0)
        }

        @Test("A variable or a file with a token comes before the stored one, and an account is chosen by its name")
        func precedence() async throws {
            let service = try SignInService()
            try await service.signIn()
            service.rules.withLock { $0.user = 8 }
            try await service.signIn()
            func sent(_ words: String..., environment: [String: String] = [:]) async throws -> String? {
                _ = try await Command.methodical(
                    ["call", "books.get", "id=7"] + words, in: service.folder.url,
                    environment: service.environment.merging(environment) { $1 })
                return service.server.received.last?["Authorization"]
            }
            #expect(try await sent() == "Bearer \(Secret.tokens[1])")
            #expect(try await sent("--account", "7") == "Bearer \(Secret.tokens[0])")
            let variable = ["METHODICAL_TOKEN": "t-1815"]
            #expect(try await sent(environment: variable) == "Bearer t-1815")
            #expect(try await sent("--account", "7", environment: variable) == "Bearer \(Secret.tokens[0])")
            let unknown = try await service.run("call", "books.get", "id=7", "--account", "9")
            #expect(unknown.status == 2 && unknown.errors == "error: 9 has not signed in; the accounts are 7, 8\n")
            let both = try await service.run("call", "books.get", "id=7", "--account", "7", "--token-env", "T")
            #expect(both.status == 64 && both.errors.contains("--account cannot be combined"), "\(both)")
            let shown = try await service.run("call", "books.get", "id=7", "--dry-run")
            #expect(shown.output.contains("Authorization: Bearer <secret>"), "\(shown)")
            #expect(shown.output.contains("$METHODICAL_TOKEN"))
        }

        @Test("A schema with the API's name gets no token for another server, nor for another endpoint of tokens")
        func otherSchema() async throws {
            let service = try SignInService()
            try await service.signIn()
            let thief = try LoopbackServer("{}")
            let schemas: [(name: String, change: (String) -> String)] = [
                ("Elsewhere", { $0.replacing("\(service.server.baseURL)/\"", with: "\(thief.baseURL)/\"") }),
                ("Refreshing", { $0.replacing("\(service.server.baseURL)/token", with: "\(thief.baseURL)/token") }),
                (
                    "Serving",
                    {
                        $0.replacing(
                            "\"defaults\"", with: "\"servers\": { \"other\": \"\(thief.baseURL)/\" }, \"defaults\"")
                    }
                ),
            ]
            for schema in schemas {
                try service.writeSchema(to: schema.name, schema.change)
                let before = service.server.received.count
                let ran = try await service.run("call", "books.get", "id=7", "--schema", schema.name)
                let sent = service.server.received.dropFirst(before) + thief.received
                #expect(ran.status == (schema.name == "Elsewhere" ? 0 : 2), "\(schema.name): \(ran)")
                #expect(sent.allSatisfy { $0["Authorization"] == nil }, "\(schema.name)")
            }
            let other = try await service.run("call", "books.get", "id=7", "--schema", "Refreshing")
            #expect(
                other.errors == "error: 7 has signed in for other addresses than those in api.json; run "
                    + "`methodical sign-in` again\n")
            // The mock server and sandboxes have accounts of their own.
            let sandbox = try await service.run(
                "call", "books.get", "id=7", "--schema", "Schema", "--base-url", thief.baseURL)
            #expect(sandbox.status == 0 && thief.received.last?["Authorization"] == nil, "\(sandbox)")
        }

        @Test("A wrong key is a clear error, and nothing is sent")
        func wrongKey() async throws {
            let service = try SignInService()
            try await service.signIn()
            let count = service.server.received.count
            let key = Data(repeating: 7, count: 32).base64EncodedString()
            let ran = try await service.run(
                "call", "books.get", "id=7", environment: ["METHODICAL_TOKEN_KEY": key])
            #expect(ran.status == 2 && ran.errors.contains("it was written with another key"), "\(ran)")
            #expect(!ran.errors.contains(key) && service.server.received.count == count)
        }
    }
#endif
