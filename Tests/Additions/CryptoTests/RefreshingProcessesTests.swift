#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAccounts
    import MethodicalCrypto
    import Testing

    /// Tests of several processes that share one folder of tokens. The service revokes all tokens of an account if a
    /// refresh token is used twice (RFC 9700, section 4.14.2).
    @Suite struct RefreshingProcessesTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "refresh-\(UUID().uuidString)"
        ).path
        private let service = RotatingTokens()
        private let server: LoopbackServer
        private let store: EncryptedTokenStore

        init() throws {
            server = try LoopbackServer { [service] request in service.reply(to: request) }
            store = try EncryptedTokenStore(folder, key: EncryptionKey([UInt8](repeating: 7, count: 32)))
            try store.store(
                Token("token 0", created: Date(timeIntervalSince1970: 0), lifetime: .seconds(1), refresh: "refresh-0"),
                for: 1)
        }

        private func start(rounds: Int, patience: Int = 3600, clock: Int = 0) throws -> TokenStressTests.Running {
            try TokenStressTests.start(["refresh", folder, server.baseURL, "\(rounds)", "\(patience)", "\(clock)"])
        }

        /// Processes that refresh at once keep the account signed in, even if one clock is two hours slow and another
        /// two hours fast.
        @Test(arguments: [[0, 0, 0, 0], [0, -7200, 7200, 0]]) func processesThatRefreshAtOnceKeepTheAccount(
            clocks: [Int]
        ) async throws {
            let running = try clocks.map { try start(rounds: 15, clock: $0) }
            for process in running { #expect(await process.wait().hasPrefix("token: token ")) }
            let (count, isRevoked) = service.state.withLock { ($0.count, $0.isRevoked) }
            #expect(!isRevoked)
            #expect((15...60).contains(count))
            let token = try #require(try store.token(for: 1))
            #expect(token.refresh == "refresh-\(count)" && token.generation == UInt64(count))
        }

        /// A killed process does not block the others, because the kernel releases its lock.
        @Test func aKilledProcessHoldsNobodyBack() async throws {
            let stuck = try TokenStressTests.start(["stick", folder])
            #expect(stuck.output.fileHandleForReading.availableData == Data("refreshing\n".utf8))
            let late = try await start(rounds: 1, patience: 1).wait()
            #expect(
                late
                    == "error: timedOut: the token could not be refreshed: another process has been refreshing the token for 1.0 seconds\n"
            )
            let waiting = try start(rounds: 1)
            try await Task.sleep(for: .milliseconds(500))
            #expect(waiting.process.isRunning && service.state.withLock { $0.count } == 0)
            kill(stuck.process.processIdentifier, SIGKILL)
            stuck.process.waitUntilExit()
            #expect(await waiting.wait() == "token: token 1\n")
            let locks = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".lock") }
            let path = try folder + "/" + #require(locks.first)
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(locks.count == 1 && permissions == 0o600)
            try store.remove(1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }

        /// Generations are stored. A file of an earlier version has none.
        @Test func generationsAreKeptAndMayBeAbsent() throws {
            #expect(try store.token(for: 1)?.generation == 0)
            var token = Token("t")
            token.generation = UInt64.max
            try store.store(token, for: 2)
            #expect(try store.token(for: 2)?.generation == UInt64.max)
        }
    }

    /// A service that hands out each token once, and revokes all tokens after a refresh token is used twice.
    private final class RotatingTokens: Sendable {
        let state = Locked((count: 0, isRevoked: false))

        func reply(to request: Received) -> LoopbackServer.Reply {
            state.withLock { state in
                if !request.body.contains("refresh_token=refresh-\(state.count)&") { state.isRevoked = true }
                if state.isRevoked { return .http(400, [], #"{"error":"invalid_grant"}"#) }
                state.count += 1
                let (token, refresh) = ("token \(state.count)", "refresh-\(state.count)")
                return .late(0.02, #"{"access_token":"\#(token)","expires_in":3600,"refresh_token":"\#(refresh)"}"#)
            }
        }
    }
#endif
