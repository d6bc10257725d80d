import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of middlewares around calls and around attempts.
@Suite struct MiddlewareTests {
    static let users = #"{"response":[{"id":1,"first_name":"Ann"}]}"#

    @Test func theFirstIsTheOutermost() async throws {
        let server = try LoopbackServer(Self.users)
        let log = Log()
        let vk = client(server, [Tap("a", log), Tap("b", log)])
        _ = try await vk.users.get(userIDs: [1]).send()
        #expect(
            log.lines == [
                "a call users.get", "b call users.get", "a attempt users.get 1", "b attempt users.get 1",
                "b attempt 200", "a attempt 200", "b call 200", "a call 200",
            ])
    }

    /// A retry, a refresh and a cached response: one call each, and an attempt for each request.
    @Test func attemptsAreThoseOfTheServer() async throws {
        let server = try LoopbackServer { request in
            if request.form["access_token"] == "old" {
                return .http(200, [], #"{"error":{"error_code":5,"error_msg":"expired"}}"#)
            }
            return request.form["user_ids"] == "9" ? .http(503) : .http(200, [], Self.users)
        }
        let log = Log()
        let account = Account(id: 1, token: Token("old"), refresher: Refreshing { _ in Token("new") })
        let vk = client(server, [Tap("", log)], account: account)
        _ = try await vk.users.get(userIDs: [1]).send()
        #expect(
            log.lines == [
                " call users.get", " attempt users.get 1", " attempt 200", " attempt users.get 1", " attempt 200",
                " call 200",
            ])
        log.clear()
        _ = try await vk.users.get(userIDs: [1]).send()
        #expect(log.lines == [" call users.get", " call 200"])
        log.clear()
        await #expect(throws: APIError.self) { try await vk.users.get(userIDs: [9]).send() }
        #expect(log.lines.first == " call users.get")
        #expect(log.lines.last == " call failed: server")
        #expect(log.lines.count == 8)
        #expect(log.lines.filter { $0.hasPrefix(" attempt users.get") }.map(\.last) == ["1", "2", "3"])
    }

    @Test func changesOfACallReachAllAttempts() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 3 ? .http(503) : .http(200, [], Self.users)
        }
        let vk = client(
            server,
            [
                Change(call: { settings in
                    settings.headers["X-Tenant"] = "a"
                    settings.headers["accept"] = "text/json"
                })
            ], token: "secret")
        _ = try await vk.users.get(userIDs: [1]).send()
        #expect(server.received.count == 3)
        for request in server.received {
            #expect(request["x-tenant"] == "a")
            #expect(request["accept"] == "text/json")
            #expect(request.form == ["user_ids": "1", "v": "5.199", "access_token": "secret"])
        }
    }

    /// The inner middleware sees the settings of the outer one.
    @Test func settingsPassFromMiddlewareToMiddleware() async throws {
        let server = try LoopbackServer(Self.users)
        let seen = Locked<[CallSettings]>([])
        let sent = Locked<[HTTPRequest]>([])
        let outer = Change(call: {
            $0.headers["X-Tenant"] = "a"
            $0.headers["accept"] = "text/json"
            $0.headers.add("X-Role", "reader")
            $0.headers.add("X-Role", "writer")
            $0.timeout = .seconds(9)
            $0.priority = .high
        })
        let inner = Change(call: { settings in seen.withLock { $0.append(settings) } })
        let last = Change(attempt: { request in sent.withLock { $0.append(request) } })
        let vk = client(server, [inner, outer, inner, last])
        _ = try await vk.users.get(userIDs: [1]).timeout(.seconds(5)).send()
        #expect(seen.withLock { $0.map(\.timeout) } == [.seconds(5), .seconds(9)])
        #expect(seen.withLock { $0.map(\.priority) } == [.normal, .high])
        #expect(seen.withLock { $0.map { $0.headers["X-Tenant"] } } == [nil, "a"])
        let request = try #require(sent.withLock { $0.first })
        let timeout = try #require(request.timeout)
        #expect(request.priority == .high)
        #expect(request.headers.values(of: "Accept") == ["text/json"])
        #expect(request.headers.values(of: "X-Role") == ["reader", "writer"])
        #expect(timeout > .seconds(5) && timeout <= .seconds(9))
    }

    @Test func aFieldThatCannotBeSentFailsTheCall() async throws {
        let server = try LoopbackServer(Self.users)
        let vk = client(server, [Change(call: { $0.headers["X-Tenant"] = "a\r\nX-Other: b" })])
        let error = try await failure(vk.users.get(userIDs: [1]))
        #expect(error.code == .invalidRequest)
        #expect(server.received.isEmpty)
    }

    @Test func changesThatMayBeSecretKeepACallOutOfTheCache() async throws {
        let server = try LoopbackServer(Self.users)
        let language = Locked("de")
        let vk = client(server, [Change(call: { $0.headers["Accept-Language"] = language.withLock { $0 } })])
        for _ in 1...2 { _ = try await vk.users.get(userIDs: [1]).send() }
        #expect(server.received.count == 1)
        language.withLock { $0 = "fr" }
        for _ in 1...2 { _ = try await vk.users.get(userIDs: [1]).send() }
        #expect(server.received.map { $0["accept-language"] } == ["de", "fr"])
        let tenant = client(server, [Change(call: { $0.headers["X-Tenant"] = "a" })])
        for _ in 1...2 { _ = try await tenant.users.get(userIDs: [1]).send() }
        #expect(server.received.count == 4)
    }

    @Test func anAnswerOpensNoConnection() async throws {
        let server = try LoopbackServer(Self.users)
        let events = Observed()
        let vk = client(
            server, [Answer(HTTPResponse(status: 200, body: Data(Self.users.utf8)))], observers: [events])
        let response = try await vk.users.get(userIDs: [1]).response()
        #expect(response.value == [VK.User(id: 1, firstName: "Ann")])
        #expect(response.source == .middleware)
        #expect(server.received.isEmpty)
        #expect(events.all.count == 2)
        // The error envelope is read as one of the server.
        let refusal = #"{"error":{"error_code":15,"error_msg":"no"}}"#
        let refused = client(server, [Answer(HTTPResponse(status: 200, body: Data(refusal.utf8)))])
        let error = try await failure(refused.users.get(userIDs: [1]))
        #expect(error.server?.code == .number(15))
        #expect(error.method == "users.get")
    }

    @Test func aResponseCanBeChangedAroundCallAndAttempt() async throws {
        let server = try LoopbackServer("Ann")
        struct Unwrap: Middleware {
            let isAttempt: Bool
            func handleCall(
                _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
            ) async throws -> HTTPResponse {
                var response = try await next(settings)
                if !isAttempt { response.body = Data(#"{"response":[{"id":2}]}"#.utf8) }
                return response
            }
            func handleAttempt(
                _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
            ) async throws -> HTTPResponse {
                var response = try await next(request)
                response.body = Data(MiddlewareTests.users.utf8)
                return response
            }
        }
        let attempt = try await client(server, [Unwrap(isAttempt: true)]).users.get(userIDs: [1]).response()
        #expect(attempt.value.first?.firstName == "Ann")
        #expect(attempt.source == .network)
        let call = try await client(server, [Unwrap(isAttempt: false)]).users.get(userIDs: [1]).response()
        #expect(call.value == [VK.User(id: 2)])
        #expect(call.source == .middleware)
    }

    /// A middleware may handle a failure of the whole call: here it asks for another region.
    @Test func aFailureCanBeHandled() async throws {
        let server = try LoopbackServer { request in
            request["x-region"] == "b" ? .http(200, [], Self.users) : .http(503)
        }
        struct Fallback: Middleware {
            func handleCall(
                _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
            ) async throws -> HTTPResponse {
                do { return try await next(settings) } catch {
                    var settings = settings
                    settings.headers["X-Region"] = "b"
                    return try await next(settings)
                }
            }
        }
        let events = Observed()
        let vk = VK(
            account: Account(id: 1, token: Token("t")),
            configuration: .init(
                baseURL: server.baseURL, observers: [events], middlewares: [Fallback()], retries: .never))
        #expect(try await vk.users.get(userIDs: [1]).send().count == 1)
        #expect(server.received.map { $0["x-region"] } == [nil, "b"])
        #expect(server.received.last?.form["access_token"] == "t")
        let ends = events.all.filter {
            switch $0.kind {
            case .finished, .failed: true
            default: false
            }
        }
        #expect(ends.count == 1)
    }

    /// The first attempt goes to a server that is down, and the second to another one.
    @Test func aRetryCanGoToAnotherServer() async throws {
        let server = try LoopbackServer(Self.users)
        let port = try RefusingPort()
        struct Failover: Middleware {
            let port: Int
            func handleAttempt(
                _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
            ) async throws -> HTTPResponse {
                guard context.attempt != 1 else { return try await next(request) }
                var request = request
                var components = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false))
                components.port = port
                request.url = try #require(components.url)
                return try await next(request)
            }
        }
        let vk = VK(
            account: Account(id: 1, token: Token("t")),
            configuration: .init(
                baseURL: "http://127.0.0.1:\(port.port)", middlewares: [Failover(port: Int(server.port))],
                retries: RetryPolicy(base: .milliseconds(1))))
        #expect(try await vk.users.get(userIDs: [1]).send().count == 1)
        #expect(server.received.first?.form["access_token"] == "t")
    }

    @Test func secretsOfACallDoNotPrint() async throws {
        let server = try LoopbackServer { _ in .close }
        struct Leak: Middleware {
            struct Failure: Error { let text: String }
            let log: Log
            func handleAttempt(
                _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
            ) async throws -> HTTPResponse {
                log.add("\(request) \(context)")
                let body = String(decoding: request.body ?? Data(), as: UTF8.self)
                log.add(context.redacted(body))
                throw Failure(text: body)
            }
        }
        let log = Log()
        let vk = client(server, [Leak(log: log)], token: "token-secret")
        let error = try await failure(vk.users.signIn(name: "ann", password: "pass-secret"))
        #expect(!log.lines.joined().contains("-secret"))
        #expect(log.lines.last?.contains("<secret>") == true)
        #expect(!"\(error)".contains("-secret"))
        #expect(error.code == .connection)
    }

    @Test func aMiddlewareThatObservesGetsTheEvents() async throws {
        let server = try LoopbackServer(Self.users)
        final class Both: Middleware, ClientObserver {
            let log = Log()
            func observe(_ event: ClientEvent) { log.add(event.method) }
        }
        let both = Both()
        _ = try await client(server, [both]).users.get(userIDs: [1]).send()
        #expect(both.log.lines.count == 3)
    }

    /// The signature covers the changes of middlewares, because it is made after them.
    @Test func signaturesAreMadeLast() async throws {
        struct Signer: RequestSigner {
            func sign(_ request: inout HTTPRequest, at time: Date) async throws(APIError) {
                request.headers["X-Signature"] = "of " + (request.headers["X-Attempt"] ?? "nothing")
            }
        }
        let server = try LoopbackServer(Self.users)
        var configuration = Client.Configuration(baseURL: server.baseURL, retries: .never)
        configuration.signer = Signer()
        configuration.middlewares = [Change(attempt: { $0.headers["X-Attempt"] = "one" })]
        _ = try await VK(configuration: configuration).users.get(userIDs: [1]).send()
        #expect(server.received.first?["x-signature"] == "of one")
    }

    @Test func aTokenInThePathOrInJSONStaysInItsPlace() async throws {
        let server = try LoopbackServer("null")
        var configuration = Client.Configuration(baseURL: server.baseURL, retries: .never)
        configuration.middlewares = [Change(call: { $0.headers["X-Tenant"] = "a" })]
        let account = Account(id: 1, token: Token("t"))
        let path = plainAPI { $0.authorization = .path("token") }
        let bot = Client(path, account: account, configuration: configuration)
        _ = try await Request<JSON>(Call(bot, Method("m", .get, "bot{token}/m"))).send()
        #expect(server.received.last?.target == "/bott/m")
        struct Reading: Middleware {
            func handleCall(
                _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
            ) async throws -> HTTPResponse {
                #expect(context.call(with: settings).settings.headers["X-Tenant"] == "a")
                return try await next(settings)
            }
        }
        configuration.middlewares.append(Reading())
        let watched = Client(path, account: account, configuration: configuration)
        _ = try await Request<JSON>(Call(watched, Method("m", .get, "bot{token}/m"))).send()
        #expect(server.received.count == 2)
        let json = plainAPI { ($0.authorization, $0.parameters) = (.parameter("token"), .body) }
        var call = Call(Client(json, account: account, configuration: configuration), Method("m", .post))
        call.add("a", 1)
        _ = try await Request<JSON>(call).send()
        #expect(server.received.last?["x-tenant"] == "a")
        #expect(server.received.last?.body == #"{"a":1,"token":"t"}"#)
    }

    @Test func cancellationPassesThrough() async throws {
        let server = try LoopbackServer { _ in .silence }
        let log = Log()
        let vk = client(server, [Tap("", log)])
        let call = vk.users.get(userIDs: [1]).start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        call.cancel()
        await #expect(throws: APIError.self) { try await call.value }
        #expect(call.state == .cancelled)
        #expect(log.lines.last == " call failed: cancelled")
    }

    private func client(
        _ server: LoopbackServer, _ middlewares: [any Middleware], account: Account? = nil, token: String? = nil,
        observers: [any ClientObserver] = []
    ) -> VK {
        VK(
            account: account ?? token.map { Account(id: 1, token: Token($0)) } ?? .anonymous,
            configuration: Client.Configuration(
                baseURL: server.baseURL, observers: observers, middlewares: middlewares,
                retries: RetryPolicy(base: .milliseconds(1))))
    }
}

extension Received {
    /// The fields of a form in the body.
    fileprivate var form: [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = body
        return Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
    }
}

/// A list of lines that middlewares write.
private final class Log: Sendable {
    private let state = Locked<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func add(_ line: String) { state.withLock { $0.append(line) } }
    func clear() { state.withLock { $0 = [] } }
}

/// A middleware that writes a line for each request and each response.
private struct Tap: Middleware {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

    func handleCall(
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse {
        log.add("\(name) call \(context.method)")
        do {
            let response = try await next(settings)
            log.add("\(name) call \(response.status)")
            return response
        } catch {
            log.add("\(name) call failed: \((error as? APIError)?.code.rawValue ?? "\(error)")")
            throw error
        }
    }

    func handleAttempt(
        _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
    ) async throws -> HTTPResponse {
        log.add("\(name) attempt \(request.method ?? "") \(context.attempt ?? 0)")
        let response = try await next(request)
        log.add("\(name) attempt \(response.status)")
        return response
    }
}

/// A middleware that changes settings and requests.
private struct Change: Middleware {
    var call: @Sendable (inout CallSettings) -> Void = { _ in }
    var attempt: @Sendable (inout HTTPRequest) -> Void = { _ in }

    init(call: @escaping @Sendable (inout CallSettings) -> Void) { self.call = call }
    init(attempt: @escaping @Sendable (inout HTTPRequest) -> Void) { self.attempt = attempt }

    func handleCall(
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse {
        var settings = settings
        call(&settings)
        return try await next(settings)
    }

    func handleAttempt(
        _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
    ) async throws -> HTTPResponse {
        var request = request
        attempt(&request)
        return try await next(request)
    }
}

/// A middleware that answers each call by itself.
private struct Answer: Middleware {
    let response: HTTPResponse
    init(_ response: HTTPResponse) { self.response = response }

    func handleCall(
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse { response }
}
