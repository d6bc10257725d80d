import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalAccounts
import Testing

/// Tests of token endpoints that fail.
@Suite(.eachTransport) struct TokenEndpointTests {
    /// A service whose first replies are given. All others issue a token.
    private func service(_ replies: LoopbackServer.Reply...) throws -> Service {
        let left = Locked(replies)
        return try Service(replying: { _ in
            left.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? .http(200, [], #"{"access_token": "new"}"#)
        })
    }

    private func account(_ service: Service, _ pauses: Locked<[Duration]> = Locked([])) -> Account {
        account(service.description, pauses)
    }

    private func account(_ server: OAuthServer, _ pauses: Locked<[Duration]> = Locked([])) -> Account {
        var oauth = OAuth(server, clientID: "app", transport: TestedTransport.make())
        oauth.sleep = { pause in pauses.withLock { $0.append(pause) } }
        oauth.retries.random = { 0 }
        return Account(id: 1, token: Token("old", refresh: "R"), refresher: oauth)
    }

    private func failure(_ account: Account) async throws -> APIError {
        do {
            let token = try await account.refreshToken()
            Issue.record("there is a token: \(token)")
            return APIError(.cancelled)
        } catch {
            return error
        }
    }

    private static let page = "<!doctype html><title>Please wait</title>"
    private static let html = ["Content-Type: text/html"]

    @Test func anUnavailableServiceIsAskedAgainAfterThePauseThatItNames() async throws {
        let service = try service(.http(503, ["Retry-After: 2"] + Self.html, Self.page), .http(503, ["Retry-After: 3"]))
        let pauses = Locked([Duration]())
        #expect(try await account(service, pauses).refreshToken().secret == "new")
        #expect(pauses.withLock { $0 } == [.seconds(2), .seconds(3)] && service.requests.count == 3)
    }

    @Test func anUnavailableServiceEndsAsAFailureOfTheServer() async throws {
        let reply = LoopbackServer.Reply.http(503, ["Retry-After: 2"], #"{"error": "temporarily_unavailable"}"#)
        let service = try service(reply, reply, reply, reply)
        let account = account(service)
        let error = try await failure(account)
        #expect(error.code == .server && error.status == 503 && error.retryAfter == .seconds(2))
        #expect(error.description.contains("temporarily_unavailable"))
        #expect(service.requests.count == 3)
        // Nothing was decided about the refresh token.
        #expect(account.token?.refresh == "R")
        #expect(try await account.refreshToken().secret == "new")
    }

    @Test func aRateLimitIsARateLimit() async throws {
        let reply = LoopbackServer.Reply.http(429, ["Retry-After: 1"], "slow down")
        let service = try service(reply, reply, reply)
        let error = try await failure(account(service))
        #expect(error.code == .rateLimited && error.status == 429 && service.requests.count == 3)
        let long = try self.service(.http(429, ["Retry-After: 3600"]))
        #expect(try await failure(account(long)).retryAfter == .seconds(3600))
        #expect(long.requests.count == 1)
    }

    /// The service may have spent the refresh token before the gateway gave up.
    @Test(arguments: [500, 502, 504, 520], [[], html]) func aFailureThatMayHaveSpentTheTokenIsNotRepeated(
        status: Int, headers: [String]
    ) async throws {
        let service = try service(.http(status, headers, Self.page))
        let account = account(service)
        let error = try await failure(account)
        #expect(error.code == .server && error.status == status && service.requests.count == 1)
        #expect(try await account.refreshToken().secret == "new")
    }

    @Test(arguments: [html, [], ["Content-Type: application/json"]]) func aPageInPlaceOfTheResponseIsAFailedConnection(
        headers: [String]
    ) async throws {
        let service = try service(.http(200, headers, Self.page))
        let account = account(service)
        let error = try await failure(account)
        #expect(error.code == .connection && error.status == 200 && service.requests.count == 1)
        #expect(try await account.refreshToken().secret == "new")
    }

    @Test(arguments: [400, 401, 403, 404, 407]) func aRefusalThatIsNotTheServicesIsAFailureOfTheServer(
        status: Int
    ) async throws {
        let service = try service(.http(status, Self.html, Self.page))
        let account = account(service)
        let error = try await failure(account)
        #expect(error.code == .server && error.status == status)
        #expect(try await account.refreshToken().secret == "new")
    }

    @Test func aSuccessThatIsNotJSONIsUndecodable() async throws {
        let service = try service(.http(200, [], "{\"access_tok"))
        #expect(try await failure(account(service)).code == .undecodable)
    }

    @Test(arguments: [
        (400, "invalid_client"), (401, "invalid_client"), (400, "unauthorized_client"), (403, "access_denied"),
        (400, "invalid_request"), (400, "temporarily_unavailable"), (500, "invalid_grant"), (503, "invalid_grant"),
    ]) func onlyInvalidGrantSignsOut(status: Int, name: String) async throws {
        let reply = LoopbackServer.Reply.http(status, [], #"{"error": "\#(name)"}"#)
        let service = try service(reply, reply, reply)
        let account = account(service)
        let error = try await failure(account)
        #expect(error.code == .server && error.status == status && error.description.contains(name))
        while service.requests.count < 3 { _ = try await failure(account) }
        #expect(try await account.refreshToken().secret == "new")
    }

    @Test(arguments: [200, 400, 401]) func invalidGrantSignsOut(status: Int) async throws {
        let service = try service(.http(status, [], #"{"error": "invalid_grant"}"#))
        let account = account(service)
        for _ in 0..<3 { #expect(try await failure(account).code == .notAuthorized) }
        #expect(service.requests.count == 1)
    }

    @Test func aRefusedConnectionIsTriedAgain() async throws {
        let port = try RefusingPort()
        let pauses = Locked([Duration]())
        let server = OAuthServer(token: "http://127.0.0.1:\(port.port)/token")
        #expect(try await failure(account(server, pauses)).code == .connection)
        #expect(pauses.withLock { $0.count } == 2)
    }

    /// The service may have spent the refresh token.
    @Test(arguments: [0, 1]) func aLostResponseIsNotRequestedAgain(kind: Int) async throws {
        let service = try service(kind == 0 ? .close : .reset)
        let account = account(service)
        #expect(try await failure(account).code == .connection)
        #expect(service.requests.count == 1)
    }
}
