import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of calls whose session is dead, and which wait until the person has signed in again.
@Suite(.eachTransport) struct SignInTests {
    /// An account that needs a new sign-in, for one of the possible reasons.
    enum Death: CaseIterable {
        case noToken, refreshRefused, tokenRefused, refreshDoesNotHelp

        var reason: Challenge.SignIn.Reason {
            switch self {
            case .noToken: .noToken
            case .refreshRefused: .refreshRefused
            case .tokenRefused, .refreshDoesNotHelp: .tokenRefused
            }
        }

        var account: Account {
            var old = Token("old")
            old.userName = "Ada"
            return switch self {
            case .noToken: Account(id: 1)
            case .refreshRefused:
                Account(
                    id: 1, token: old, refresher: Refreshing { _ in throw APIError(.notAuthorized, "invalid_grant") })
            case .tokenRefused: Account(id: 1, token: old)
            case .refreshDoesNotHelp:
                Account(id: 1, token: old, refresher: Refreshing { count in Token("useless \(count)") })
            }
        }
    }

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            request.head.contains("Bearer new") ? .http(200, [], "1") : .http(401, [], "")
        }
    }

    private func client(
        _ server: LoopbackServer, _ account: Account, time: TimeSource = .system, timeout: Duration? = nil
    ) -> Sample {
        Sample(
            client: Client(
                Sample.api, account: account, transport: TestedTransport.make(),
                configuration: Client.Configuration(
                    baseURL: server.baseURL, timeout: timeout, cache: nil, time: time)))
    }

    @Test(arguments: Death.allCases) func allCallsOfTheAccountWaitForOneSignIn(death: Death) async throws {
        let server = try Self.server()
        let sample = client(server, death.account)
        let gate = Gate()
        let asked = Locked([Challenge.SignIn]())
        sample.onChallenge { challenge in
            guard case .signIn(let signIn) = challenge else { return .giveUp }
            asked.withLock { $0.append(signIn) }
            await gate.wait()
            return .signedIn(Account(id: signIn.account, token: Token("new")))
        }
        let calls = (0..<20).map { number in Task { try await sample.read(number).send() } }
        while sample.client.challenges.waiting < 20 { try await Task.sleep(for: .milliseconds(1)) }
        await gate.open()
        for call in calls { #expect(try await call.value == 1) }
        #expect(asked.withLock { $0.count } == 1)
        let signIn = try #require(asked.withLock { $0.first })
        #expect(signIn.account == 1 && signIn.reason == death.reason)
        #expect(sample.client.account.token?.secret == "new")
        // Later calls ask nobody.
        #expect(try await sample.read().send() == 1)
        #expect(asked.withLock { $0.count } == 1)
    }

    /// The handler may give the account its token itself, as an account store does.
    @Test(arguments: Death.allCases) func theHandlerMaySetTheToken(death: Death) async throws {
        let server = try Self.server()
        let account = death.account
        let sample = client(server, account)
        sample.onChallenge { _ in
            account.replace(Token("new"))
            return .signedIn(account)
        }
        #expect(try await sample.read().send() == 1)
    }

    @Test(arguments: Death.allCases) func withoutASignInNothingChanges(death: Death) async throws {
        let server = try Self.server()
        let expected = try await failure(client(server, death.account).read())
        #expect(expected.code == .notAuthorized && expected.challenge == nil)
        let declining: [@Sendable (Challenge) async throws -> Challenge.Solution] = [
            { _ in .giveUp }, { _ in throw URLError(.badURL) }, { _ in throw CancellationError() },
            { _ in .text("x") }, { _ in .signedIn(Account(id: 1)) },
            { _ in .signedIn(Account(id: 1, token: Token("old"))) },
        ]
        for (number, answer) in declining.enumerated() {
            let sample = client(server, death.account)
            sample.onChallenge(answer)
            // A sign-in that brings the token "old" is a sign-in if there was none. The server refuses it each time.
            if number == 5, death == .noToken { continue }
            let error = try await failure(sample.read())
            #expect(error.code == .notAuthorized && error.challenge == nil)
            #expect(error.description == expected.description && error.status == expected.status)
        }
    }

    /// The calls of one person must not be sent with the token of another.
    @Test(arguments: Death.allCases) func anotherAccountThatSignsInDoesNotGetTheCalls(death: Death) async throws {
        let server = try Self.server()
        let account = death.account
        let sample = client(server, account)
        sample.onChallenge { _ in .signedIn(Account(id: 2, token: Token("new"))) }
        let calls = (0..<5).map { number in Task { try await failure(sample.read(number)) } }
        for call in calls {
            let error = try await call.value
            #expect(error.code == .notAuthorized)
            #expect(error.message == "another account (2) has signed in instead of 1")
        }
        #expect(account.token?.secret != "new")
        #expect(!server.received.contains { $0.head.contains("Bearer new") })
    }

    /// Several clients of an account ask one after the other, and the second finds the token of the first.
    @Test func theClientsOfAnAccountAskOnce() async throws {
        let server = try Self.server()
        let account = Account(id: 1)
        let clients = (0..<3).map { _ in client(server, account) }
        let gate = Gate()
        let asked = Locked(0)
        for sample in clients {
            sample.onChallenge { _ in
                asked.withLock { $0 += 1 }
                await gate.wait()
                return .signedIn(Account(id: 1, token: Token("new")))
            }
        }
        let calls = clients.map { sample in Task { try await sample.read().send() } }
        while clients.contains(where: { $0.client.challenges.waiting == 0 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        await gate.open()
        for call in calls { #expect(try await call.value == 1) }
        #expect(asked.withLock { $0 } == 1)
    }

    /// The time that the person takes does not count towards the call's timeout.
    @Test(arguments: Death.allCases) func aPersonMayTakeTheirTime(death: Death) async throws {
        let time = ManualTime()
        let server = try Self.server()
        let sample = client(server, death.account, time: time.source, timeout: .seconds(300))
        sample.onChallenge { _ in
            time.advance(600)
            return .signedIn(Account(id: 1, token: Token("new")))
        }
        #expect(try await sample.read().send() == 1)
    }

    @Test func aCancelledCallDoesNotWait() async throws {
        let server = try Self.server()
        let sample = client(server, Account(id: 1))
        let state = Locked((asked: 0, ended: 0))
        sample.onChallenge { _ in
            state.withLock { $0.asked += 1 }
            defer { state.withLock { $0.ended += 1 } }
            try await Task.sleep(for: .seconds(3600))
            return .giveUp
        }
        let call = Task { try await failure(sample.read()) }
        while state.withLock({ $0.asked }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        call.cancel()
        #expect(try await call.value.code == .cancelled)
        while state.withLock({ $0.ended }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        // The turn is free again.
        sample.onChallenge { _ in .signedIn(Account(id: 1, token: Token("new"))) }
        #expect(try await sample.read().send() == 1)
    }

    /// Nobody is signed in, so there is no session to renew.
    @Test func anAnonymousAccountIsNotAsked() async throws {
        let server = try Self.server()
        let sample = client(server, .anonymous)
        sample.onChallenge { challenge in
            Issue.record("\(challenge) was asked")
            return .giveUp
        }
        #expect(try await failure(sample.read()).code == .notAuthorized)
    }

    /// A server that refuses every token ends in an error, and not in a loop.
    @Test func aServerThatRefusesEachNewTokenIsAskedFiveTimes() async throws {
        let server = try LoopbackServer { _ in .http(401, [], "") }
        let sample = client(server, Account(id: 1))
        let asked = Locked(0)
        sample.onChallenge { _ in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return .signedIn(Account(id: 1, token: Token("new \(number)")))
        }
        #expect(try await failure(sample.read()).status == 401)
        #expect(asked.withLock { $0 } == 5)
    }

    @Test func aChallengeShowsNoToken() throws {
        let account = Account(id: 1, token: Token("secret-text"))
        let challenge = Challenge.signIn(.init(account, reason: .tokenRefused, inPlaceOf: account.token))
        var text = "\(challenge) \(String(reflecting: challenge))"
        dump(challenge, to: &text)
        #expect(!text.contains("secret-text"))
    }

    struct Sample: APIClient {
        let client: Client
        static let api = plainAPI { $0.authorization = .header("Bearer") }

        func read(_ number: Int = 0) -> Request<Int> {
            Request(Call(client, Method("m\(number)", needsToken: true)))
        }
    }
}

/// Tests of refreshes that do not help, because the server refuses the new token, too.
@Suite(.eachTransport) struct UnhelpfulRefreshTests {
    private typealias Sample = SignInTests.Sample

    private func client(_ server: LoopbackServer, _ account: Account) -> Sample {
        Sample(
            client: Client(
                Sample.api, account: account, transport: TestedTransport.make(),
                configuration: Client.Configuration(baseURL: server.baseURL, cache: nil)))
    }

    private static func account(_ refresher: Refreshing) -> Account {
        Account(id: 1, token: Token("old", refresh: "r"), refresher: refresher)
    }

    @Test(arguments: [false, true]) func fiftyCallsRefreshOnce(atOnce: Bool) async throws {
        let server = try LoopbackServer { _ in .http(401, [], "") }
        let refresher = Refreshing { count in Token("new \(count)", refresh: "r") }
        let sample = client(server, Self.account(refresher))
        if atOnce {
            let calls = (0..<50).map { number in Task { try await failure(sample.read(number % 5)) } }
            for call in calls {
                let error = try await call.value
                #expect(error.code == .notAuthorized && error.status == 401)
            }
        } else {
            for number in 0..<50 {
                let error = try await failure(sample.read(number % 5))
                #expect(error.code == .notAuthorized && error.status == 401)
            }
        }
        #expect(refresher.count == 1)
        // Another token gets a refresh of its own.
        sample.client.account.replace(Token("signed in", refresh: "r"))
        _ = try await failure(sample.read())
        _ = try await failure(sample.read())
        #expect(refresher.count == 2)
    }

    /// A service that always issues the same token does not lead to a loop either.
    @Test func theSameTokenAgainDoesNotHelp() async throws {
        let server = try LoopbackServer { _ in .http(401, [], "") }
        let refresher = Refreshing { _ in Token("old", refresh: "r") }
        let sample = client(server, Self.account(refresher))
        for _ in 0..<10 { #expect(try await failure(sample.read()).status == 401) }
        #expect(refresher.count == 1)
    }

    /// A method that the user may not call says nothing about the token. When the token ends, it is refreshed.
    @Test func aMethodThatIsAlwaysRefusedDoesNotEndTheRefreshesOfOthers() async throws {
        let accepted = Locked<Set<String>>(["new 1"])
        let server = try LoopbackServer { request in
            let isAccepted = accepted.withLock { $0.contains { request.head.contains("Bearer \($0)\r\n") } }
            return request.target.hasSuffix("m0") || !isAccepted ? .http(401, [], "") : .http(200, [], "1")
        }
        let refresher = Refreshing { count in Token("new \(count)", refresh: "r") }
        let sample = client(server, Self.account(refresher))
        for _ in 0..<5 {
            #expect(try await failure(sample.read(0)).status == 401)
            #expect(try await sample.read(1).send() == 1)
        }
        #expect(refresher.count == 1)
        accepted.withLock { $0 = ["new 2"] }
        #expect(try await sample.read(1).send() == 1)
        #expect(refresher.count == 2)
    }

    /// A token that has expired since is refreshed, as any other.
    @Test func aTokenThatExpiresLaterIsRefreshed() async throws {
        let server = try LoopbackServer { request in
            request.head.contains("Bearer new 2") ? .http(200, [], "1") : .http(401, [], "")
        }
        let time = ManualTime()
        let refresher = Refreshing { count in
            Token("new \(count)", created: time.source.now(), lifetime: .seconds(60), refresh: "r")
        }
        let sample = Sample(
            client: Client(
                Sample.api, account: Self.account(refresher), transport: TestedTransport.make(),
                configuration: Client.Configuration(baseURL: server.baseURL, cache: nil, time: time.source)))
        for _ in 0..<3 { #expect(try await failure(sample.read()).status == 401) }
        #expect(refresher.count == 1)
        time.advance(120)
        #expect(try await sample.read().send() == 1)
        #expect(refresher.count == 2)
    }

    /// Another process has stored a token long ago. It has ended, and this process refreshes it.
    @Test func aTokenOfAnotherProcessIsRefreshedWhenItIsRefused() async throws {
        let server = try LoopbackServer { request in
            request.head.contains("Bearer new") ? .http(200, [], "1") : .http(401, [], "")
        }
        let refresher = Sharing()
        let sample = client(server, Account(id: 1, token: Token("old"), refresher: refresher))
        #expect(try await failure(sample.read()).status == 401)
        #expect(refresher.count.withLock { $0 } == 0)
        #expect(try await sample.read().send() == 1)
        #expect(refresher.count.withLock { $0 } == 1)
    }

    /// The token of this process does not help, and another process has stored one that does.
    @Test func aTokenThatAnotherProcessHasStoredIsTakenInsteadOfARefresh() async throws {
        let server = try LoopbackServer { request in
            request.head.contains("Bearer stored") ? .http(200, [], "1") : .http(401, [], "")
        }
        let refresher = Sharing(isStored: false)
        let sample = client(server, Account(id: 1, token: Token("old"), refresher: refresher))
        for _ in 0..<3 { #expect(try await failure(sample.read()).status == 401) }
        #expect(refresher.count.withLock { $0 } == 1)
        refresher.isStored.withLock { $0 = true }
        #expect(try await sample.read().send() == 1)
        #expect(refresher.count.withLock { $0 } == 1)
    }

    /// A refresher whose store has the token `stored`.
    private final class Sharing: SharedTokenRefresher {
        let count = Locked(0)
        let isStored: Locked<Bool>

        init(isStored: Bool = true) { self.isStored = Locked(isStored) }

        func newerToken(than old: Token, of account: Account.ID) async -> Token? {
            isStored.withLock { $0 } && old.secret != "stored" ? Token("stored") : nil
        }

        func isLastIssued(_ token: Token, to account: Account.ID) -> Bool { token.secret == "new" }

        func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
            if let newer = await newerToken(than: token, of: account) { return newer }
            count.withLock { $0 += 1 }
            return Token("new")
        }
    }
}
