#if CommandLine && Crypto
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of sign-ins that are refused, forged, killed, or at the same time as others.
    @Suite struct SignInFaultTests {
        private typealias Secret = SignInService.Secret

        /// Checks that nobody has signed in, and that nothing is left of a token.
        private func expectNobody(
            in service: SignInService,
            at location: SourceLocation = #_sourceLocation
        ) async throws {
            let list = try await service.run("sign-in", "--list")
            #expect(list.output.isEmpty, sourceLocation: location)
            let tokens = try service.storedFiles().filter { $0.hasSuffix(".token") }
            #expect(tokens.isEmpty, sourceLocation: location)
            try service.checkStoredFiles()
        }

        @Test("A redirect with another state is refused, and the right one still signs in")
        func wrongState() async throws {
            let service = try SignInService()
            let running = try RunningSignIn([], of: service)
            let page = try await running.page()
            let query = Received.parameters(of: page.query(percentEncoded: true) ?? "")
            let redirect = try #require(query["redirect_uri"])
            let forged = try #require(URL(string: "\(redirect)?code=stranger&state=guessed"))
            let refused = try await SignInService.browse(forged)
            #expect(refused.status == 400 && refused.text.contains("belongs to another sign-in"), "\(refused)")
            #expect(service.forms.isEmpty)
            try await SignInService.browse(page)
            let ran = try await running.end()
            #expect(ran.status == 0 && ran.output == "signed in to Library as 7 (Ada)\n", "\(ran)")
            #expect(service.forms.map { $0["code"] } == [Secret.code])
        }

        @Test("The user's refusal and the service's end with exit code 1 and the service's reason")
        func refusals() async throws {
            let service = try SignInService()
            service.rules.withLock { $0.refusal = "error=access_denied&error_description=Not+today" }
            let denied = try await service.signIn()
            #expect(denied.status == 1 && denied.output.isEmpty, "\(denied)")
            #expect(denied.errors.hasSuffix("error: notAuthorized: access_denied: Not today\n"), "\(denied)")
            #expect(service.forms.isEmpty)
            service.rules.withLock { rules in
                rules.refusal = nil
                rules.tokenReply = .http(
                    400, [],
                    #"{"error":"invalid_client","error_description":"wrong \#(Secret.client) for \#(Secret.code)"}"#)
            }
            let refused = try await service.signIn(
                "--client-secret", "env:LIBRARY_SECRET", environment: ["LIBRARY_SECRET": Secret.client])
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
            #expect(refused.errors.contains("invalid_client: wrong <secret> for <secret> (HTTP 400)"), "\(refused)")
            try await expectNobody(in: service)
        }

        @Test("A process that is killed while it waits for the user, or for the token, leaves nothing of it")
        func killedInTheMiddle() async throws {
            let service = try SignInService()
            let waiting = try RunningSignIn([], of: service)
            _ = try await waiting.page()
            try await waiting.endByForce()
            try await expectNobody(in: service)
            service.rules.withLock { $0.tokenReply = .silence }
            let exchanging = try RunningSignIn([], of: service)
            try await SignInService.browse(try await exchanging.page())
            while service.forms.isEmpty {
                try await Task.sleep(for: .milliseconds(5))
            }
            try await exchanging.endByForce()
            try await expectNobody(in: service)
            service.rules.withLock { $0.tokenReply = nil }
            #expect(try await service.signIn().status == 0)
            #expect(try await service.run("call", "books.get", "id=7").status == 0)
        }

        @Test("A process that is killed while it stores the account leaves all of it or nothing")
        func killedWhileStoring() async throws {
            for delay in [0, 1, 2, 4, 8, 16, 32, 64] {
                let service = try SignInService()
                let running = try RunningSignIn([], of: service)
                try await SignInService.browse(try await running.page())
                // The last request of a sign-in is that for the user.
                while !service.server.received.contains(where: { $0.target == "/me" }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
                try await Task.sleep(for: .milliseconds(delay))
                try await running.endByForce()
                let isStored = try service.storedFiles().contains { $0.hasSuffix(".token") }
                let list = try await service.run("sign-in", "--list")
                #expect(list.output == (isStored ? "* 7 (Ada)\n" : ""), "\(list)")
                if isStored {
                    // A refresh needs the application, which is stored with the account.
                    service.rules.withLock { $0.expired = [Secret.tokens[0]] }
                    let called = try await service.run("call", "books.get", "id=7")
                    #expect(called.status == 0, "\(called)")
                    #expect(service.forms.last?["client_id"] == "app")
                }
                let leftovers = try service.storedFiles().filter { $0.contains("/.new-") }
                #expect(leftovers.isEmpty)
                try service.checkStoredFiles()
            }
        }

        @Test("Two sign-ins at once of one user, and of two users, are both complete")
        func twoAtOnce() async throws {
            let service = try SignInService()
            for users in [[7, 7], [7, 8]] {
                let both = try [RunningSignIn([], of: service), RunningSignIn([], of: service)]
                let pages = try await [both[0].page(), both[1].page()]
                for (user, page) in zip(users, pages) {
                    service.rules.withLock { $0.user = user }
                    try await SignInService.browse(page)
                    if users[0] != users[1] {
                        // The service tells who has signed in when it is asked.
                        let count = users[...(users.firstIndex(of: user) ?? 0)].count
                        try await wait { service.userRequests >= 2 + count }
                    }
                }
                for running in both {
                    let ran = try await running.end()
                    #expect(ran.status == 0, "\(ran)")
                }
                let list = try await service.run("sign-in", "--list").output
                let ids = list.split(separator: "\n").map { $0.dropFirst(2).prefix { $0 != " " } }
                #expect(Set(ids.map(String.init)) == Set(users.map(String.init)), "\(list)")
                #expect(try await service.run("call", "books.get", "id=7").status == 0)
            }
            try service.checkStoredFiles()
        }

        private func wait(until condition: () -> Bool) async throws {
            while !condition() {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    extension SignInService {
        /// The number of requests for the signed-in user.
        fileprivate var userRequests: Int {
            server.received.filter { $0.target == "/me" }.count
        }
    }
#endif
