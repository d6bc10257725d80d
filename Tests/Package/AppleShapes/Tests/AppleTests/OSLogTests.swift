import LoopbackServer
import Methodical
import MethodicalLogging
import Testing
import os

/// Tests of the observer for Apple's unified log. They share one log.
@Suite(.serialized) struct OSLogTests {
    init() { Log.shared.clear() }

    @Test func aCallIsLoggedWithoutItsAccountAndTag() async throws {
        let server = try LoopbackServer(#"["Ada"]"#)
        let client = Client(
            APIDescription(
                name: "People", baseURL: "https://people.example/", authorization: .parameter("access_token")),
            account: Account(id: 7_007_007_007_007, token: Token("a-token")),
            configuration: Client.Configuration(baseURL: server.baseURL, observers: [OSLogObserver()]))
        var call = Call(client, .init("people.get", reads: true))
        call.add("word", "secret-word", .secret)
        try await Request<[String]>(call).signature("members screen").send()
        let lines = Log.shared.lines
        #expect(lines.map(\.level) == [.debug, .debug, .debug])
        #expect(lines.allSatisfy { $0.subsystem == "methodical" && $0.category == "calls" })
        #expect(
            lines.first?.text == "people.get #1: started <private> [account <mask.hash>, tag <private>]",
            "\(lines.map(\.text))")
        #expect(lines.last?.text.contains("HTTP 200, 7 bytes") ?? false)
        #expect(lines.allSatisfy { $0.whole.hasSuffix("[account 7007007007007, tag members screen]") })
        #expect(lines.allSatisfy { !$0.text.contains("7007007007007") && !$0.text.contains("members") })
        #expect(lines.allSatisfy { !$0.whole.contains("a-token") && !$0.whole.contains("secret-word") })
    }

    @Test func detailsArePrivate() {
        let observer = OSLogObserver(Logger(subsystem: "com.example", category: "api"))
        for kind in [ClientEvent.Kind.cacheFailed("/Users/ada/cache"), .sharedStateFailed("redis.internal:6379")] {
            observer.observe(ClientEvent(method: "people.get", account: 7, call: 3, kind: kind))
        }
        #expect(
            Log.shared.lines.map(\.text) == [
                "people.get #3: the cache failed <private> [account <mask.hash>, tag <private>]",
                "people.get #3: the shared state failed <private> [account <mask.hash>, tag <private>]",
            ])
        #expect(Log.shared.lines.allSatisfy { $0.level == .error && $0.subsystem == "com.example" })
        #expect(Log.shared.lines.first?.whole.contains("/Users/ada/cache") ?? false)
    }

    @Test func everyKindHasALevel() {
        #expect(OSLogObserver.level(of: .failed(.cancelled, .zero)) == .default)
        #expect(OSLogObserver.level(of: .failed(.server, .zero)) == .error)
        #expect(OSLogObserver.level(of: .retrying(after: .zero, .connection)) == .default)
        #expect(OSLogObserver.level(of: .tokenRefreshed) == .info)
        let observer = OSLogObserver { kind in if case .started = kind { .fault } else { .debug } }
        observer.observe(ClientEvent(method: "people.get", kind: .started))
        #expect(Log.shared.lines.map(\.level) == [.fault])
    }
}
