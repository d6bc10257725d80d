import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests that no output shows a credential or a secret of the app, wherever it was sent.
@Suite struct CredentialSecretTests {
    private static let password = "p&a=s?s w/o\"r'd"
    private static let user = "ada-lovelace-1815"
    private static let key = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"

    private static let all: [String: Credential] = [
        "apiKey": .key(key), "appID": .key(key), "session": .key(key), "device": .key(key), "bot": .key(key),
        "signed": .key(key), "login": .basic(user: user, password: password),
    ]

    /// Expects that none of the ways to print a value shows a secret, in any spelling.
    private func hides(_ value: Any, at location: SourceLocation = #_sourceLocation) {
        var dumped = ""
        dump(value, to: &dumped)
        let basic = Data("\(Self.user):\(Self.password)".utf8).base64EncodedString()
        for text in [dumped, "\(value)", String(reflecting: value), String(describing: value)] {
            for secret in [Self.key, Self.password, Self.user, basic] {
                let escaped = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let plain = text.replacingOccurrences(of: "%2D", with: "-")
                #expect(!text.contains(secret), "\(text)", sourceLocation: location)
                #expect(!text.contains(escaped) && !plain.contains(escaped), "\(text)", sourceLocation: location)
            }
        }
    }

    @Test("No account, API, request, or credential shows a secret when it is printed")
    func values() {
        let account = Account(id: 1, token: Token("t"), credentials: Self.all)
        let api = SecuredAPI(account: account)
        hides(Self.all)
        hides(account)
        hides([account])
        hides(api)
        hides(api.client)
        hides(api.bots.getMe())
        hides(Account(credentials: Self.all).id)
        #expect("\(Credential.key("a"))" == "Credential(<secret>)")
        #expect("\(Credential.basic(user: "a", password: "b"))" == "Credential(<secret>)")
    }

    /// The server repeats the whole request, as it came and decoded: line, header fields and body.
    @Test(arguments: [200, 400, 401, 500]) func serverThatEchoes(status: Int) async throws {
        let server = try LoopbackServer { request in
            let decoded = request.head.removingPercentEncoding ?? ""
            let text = [request.head, decoded, request.body, Self.password, Self.user].joined(separator: "\n")
            let fields = [request.target, request["Cookie"], request["Authorization"], request["X-App-ID"]]
                .compactMap(\.self).map { "X-Echo: \($0)" }
            return .http(status, fields, "[\(text)")
        }
        let account = Account(id: 1, credentials: Self.all)
        let events = Events()
        let api = SecuredAPI(
            account: account,
            configuration: .init(baseURL: server.baseURL, observers: [events], retries: .never))
        hides(try await failure(api.bots.page()))
        for request in [api.usual(), api.cookies(), api.login()] { hides(try await failure(request)) }
        // A method without a result does not read the body of a success.
        if status == 200 {
            hides(try await api.form(a: 1).response())
        } else {
            hides(try await failure(api.form(a: 1)))
        }
        #expect(server.received.count == 5)
        for event in events.all { hides(event) }
        #expect(events.all.count >= 10)
    }

    /// The errors of a connection contain the address, in which the token stands.
    @Test func connectionThatFails() async throws {
        let account = Account(id: 1, credentials: Self.all)
        let gone = SecuredAPI(
            account: account,
            configuration: .init(baseURL: "http://127.0.0.1:1/", timeout: .seconds(5), retries: .never))
        hides(try await failure(gone.bots.getMe()))
        let broken = SecuredAPI(account: account, configuration: .init(baseURL: "http://a b/", retries: .never))
        hides(try await failure(broken.bots.getMe()))
    }

    @Test("The cache holds no secret, and no response that repeats one is stored")
    func cache() async throws {
        let store = Store()
        let server = try LoopbackServer { request in
            .http(200, ["Cache-Control: max-age=60"], request.target.contains("pages") ? #"{"items":[1]}"# : "null")
        }
        let api = SecuredAPI(
            account: Account(id: 1, credentials: Self.all),
            configuration: .init(baseURL: server.baseURL, cache: store, retries: .never))
        _ = try await api.bots.page().send()
        #expect(store.entries.count == 1)
        for (key, entry) in store.entries {
            let text = "\(key) \(key.identity) \(entry.headers.fields) \(String(decoding: entry.body, as: UTF8.self))"
            #expect(!text.contains(Self.key) && !text.contains("ABC-DEF1234"))
        }
        let echo = try LoopbackServer { _ in
            .http(200, ["Cache-Control: max-age=60", "X-Echo: \(Self.key)"], #"{"items":[1]}"#)
        }
        let second = SecuredAPI(
            account: Account(id: 2, credentials: Self.all),
            configuration: .init(baseURL: echo.baseURL, cache: store, retries: .never))
        _ = try await second.bots.page().send()
        #expect(store.entries.count == 1)
    }

    /// A secret of the app is hidden as a secret argument is.
    @Test func secretOfTheApp() async throws {
        let server = try LoopbackServer { .http(400, ["X-Echo: \($0.target)"], "[\($0.target) \(Self.key)") }
        let api = ServedAPI(
            clientID: "shown", appSecret: Self.key,
            configuration: .init(baseURL: server.baseURL, retries: .never))
        hides(api)
        hides(api.client)
        hides(api.client.configuration)
        hides(api.files.get())
        hides(try await failure(api.files.get()))
        // Other calls do not send it, but their errors do not show it either.
        hides(try await failure(api.users.me()))
        #expect(server.received.count == 2)
    }
}

private final class Events: ClientObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var events: [ClientEvent] = []
    var all: [ClientEvent] { lock.withLock { events } }
    func observe(_ event: ClientEvent) { lock.withLock { events.append(event) } }
}

private final class Store: CacheStore, @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [CacheKey: CacheEntry] = [:]
    var entries: [CacheKey: CacheEntry] { lock.withLock { stored } }
    func entry(_ key: CacheKey) -> CacheEntry? { lock.withLock { stored[key] } }
    func store(_ entry: CacheEntry, _ key: CacheKey) { lock.withLock { stored[key] = entry } }
    func remove(_ key: CacheKey) { lock.withLock { stored[key] = nil } }
    func generation(_ key: CacheKey) -> UInt64 { 0 }
    func invalidate(_ namespace: CacheKey.Namespace) {}
    func removeAll(_ scope: CacheKey.Scope) {}
    func size(_ scope: CacheKey.Scope) -> Int { 0 }
}
