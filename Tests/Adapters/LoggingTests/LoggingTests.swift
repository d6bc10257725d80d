#if Logging
    import Foundation
    import Logging
    import LoopbackServer
    import Methodical
    import Metrics
    import MetricsTestKit
    import Testing

    @testable import MethodicalLogging

    @Suite struct LoggingTests {
        @Test func aCallIsLoggedFromStartToEnd() async throws {
            let server = try LoopbackServer(#"["Ada"]"#)
            let log = Log()
            let people = People(server, LogObserver(log.logger(.trace)))
            try await people.get("secret-word").send()
            try await people.get("secret-word").signature("members screen").send()
            #expect(log.lines.first?.hasPrefix("trace people.get: started") ?? false)
            #expect(log.lines.contains { $0.hasPrefix("trace people.get: sent") && $0.contains("attempt=1") })
            #expect(
                log.lines.contains {
                    $0.hasPrefix("debug people.get: finished") && $0.contains("bytes=7") && $0.contains("status=200")
                })
            #expect(log.lines.contains { $0.contains("signature=members screen") && $0.contains("call=2") })
            #expect(
                log.lines.allSatisfy {
                    $0.contains("account=7") && !$0.contains("a-token") && !$0.contains("secret-word")
                }, "\(log.lines)")
        }

        @Test(
            "A duration of centuries has as many nanoseconds as a number can hold",
            arguments: [
                (Duration.zero, 0), (.milliseconds(-1_500), -1_500_000_000), (.nanoseconds(Int64.max), .max),
                (.seconds(9_223_372_036), 9_223_372_036_000_000_000), (.seconds(9_223_372_037), .max),
                (.seconds(-9_223_372_037), .min), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
            ] as [(Duration, Int64)])
        func nanoseconds(duration: Duration, count: Int64) {
            #expect(duration.nanoseconds == count)
        }

        @Test func theLoggersLevelDecides() async throws {
            let server = try LoopbackServer { request in
                request.body.contains("a-token")
                    ? .http(500, [], #"{"error": "no a-token"}"#) : .http(200, [], #"["Ada"]"#)
            }
            let log = Log()
            let people = People(server, LogObserver(log.logger(.warning)))
            await #expect(throws: APIError.self) { try await people.get("x").send() }
            #expect(
                log.lines.count == 1 && log.lines.first?.hasPrefix("error people.get: failed") ?? false, "\(log.lines)")
            #expect(log.lines.allSatisfy { $0.contains("code=server") && !$0.contains("a-token") })
        }

        @Test func departuresAreNotices() async throws {
            let server = try LoopbackServer(#"["5"]"#)
            let log = Log()
            #expect(try await People(server, LogObserver(log.logger(.notice))).ages().send() == [5])
            #expect(
                log.lines.count == 1
                    && log.lines.allSatisfy { $0.hasPrefix("notice people.ages: []") && $0.contains("mismatches=1") },
                "\(log.lines)"
            )
        }

        @Test func whoMindsOtherThingsSaysSo() async throws {
            let server = try LoopbackServer(#"["Ada"]"#)
            let log = Log()
            let observer = LogObserver(log.logger(.info)) { kind in if case .finished = kind { .info } else { .trace } }
            try await People(server, observer).get("x").send()
            #expect(log.lines.count == 1)
        }

        @Test("A cancellation or a retry is a notice, a cache failure a warning, and another failure an error")
        func levels() {
            #expect(LogObserver.level(of: .failed(.cancelled, .zero)) == .notice)
            #expect(LogObserver.level(of: .failed(.undecodable, .zero)) == .error)
            #expect(LogObserver.level(of: .tokenRefreshFailed(.notAuthorized)) == .error)
            #expect(LogObserver.level(of: .retrying(after: .zero, .connection)) == .notice)
            #expect(LogObserver.level(of: .cacheFailed("")) == .warning)
        }

        @Test func callsAreCountedAndTimed() async throws {
            let server = try LoopbackServer { request in
                request.body.contains("bad") ? .http(500) : .http(200, [], #"["Ada"]"#)
            }
            let metrics = TestMetrics()
            let people = People(server, MetricsObserver(prefix: "shop", factory: metrics))
            for _ in 1...3 { try await people.get("good").caching(.networkOnly).send() }
            await #expect(throws: APIError.self) { try await people.get("bad").send() }
            let finished = try metrics.expectTimer(
                "shop_call_duration", [("method", "people.get"), ("outcome", "network")])
            #expect(finished.values.count == 3 && finished.values.allSatisfy { $0 > 0 })
            #expect(
                try metrics.expectTimer("shop_call_duration", [("method", "people.get"), ("outcome", "server")]).values
                    .count == 1)
            #expect(try metrics.expectRecorder("shop_call_bytes", [("method", "people.get")]).values == [7, 7, 7])
            #expect(try metrics.expectCounter("shop_attempts_total", [("method", "people.get")]).totalValue == 6)
        }

        @Test("Methods beyond the first 2,000 share their series")
        func manyHosts() throws {
            let metrics = TestMetrics()
            let observer = MetricsObserver(factory: metrics)
            for number in 1...2003 {
                observer.observe(ClientEvent(method: "GET \(number).example", kind: .joined(1)))
            }
            observer.observe(ClientEvent(method: "GET 7.example", kind: .joined(1)))
            func count(_ method: String) throws -> Int64 {
                try metrics.expectCounter("methodical_joined_total", [("method", method)]).totalValue
            }
            #expect(try count("GET 7.example") == 2)
            #expect(try count("GET 2000.example") == 1)
            #expect(try count("other") == 3)
            #expect(throws: (any Error).self) { try count("GET 2001.example") }
        }

        @Test func everyKindHasItsMetric() throws {
            let metrics = TestMetrics()
            let observer = MetricsObserver(factory: metrics)
            func happens(_ kind: ClientEvent.Kind) { observer.observe(ClientEvent(method: "a.b", kind: kind)) }
            happens(.retrying(after: .seconds(1), .timedOut))
            happens(.joined(1))
            happens(.waiting(.milliseconds(1500)))
            happens(.cacheFailed("disk"))
            happens(.tokenRefreshFailed(.notAuthorized))
            happens(.sharedStateFailed("redis"))
            #expect(
                try metrics.expectCounter("methodical_retries_total", [("method", "a.b"), ("code", "timedOut")])
                    .totalValue == 1)
            #expect(try metrics.expectCounter("methodical_joined_total", [("method", "a.b")]).totalValue == 1)
            #expect(
                try metrics.expectTimer("methodical_waiting_duration", [("method", "a.b")]).values == [1_500_000_000])
            #expect(
                try metrics.expectCounter("methodical_failures_total", [("kind", "cache"), ("code", "storage")])
                    .totalValue == 1)
            #expect(
                try metrics.expectCounter(
                    "methodical_failures_total", [("kind", "refresh"), ("code", "notAuthorized")]
                ).totalValue == 1)
            #expect(
                try metrics.expectCounter("methodical_failures_total", [("kind", "shared"), ("code", "storage")])
                    .totalValue == 1)
        }
    }

    /// A log that keeps a line for each message: level, message and metadata.
    private final class Log: Sendable {
        private let all = Locked<[String]>([])
        var lines: [String] { all.withLock { $0 } }

        func logger(_ level: Logger.Level) -> Logger {
            var logger = Logger(label: "test") { _ in Handler(log: self) }
            logger.logLevel = level
            return logger
        }

        private struct Handler: LogHandler {
            let log: Log
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.trace
            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                let pairs = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
                log.all.withLock { $0.append("\(event.level) \(event.message) \(pairs)") }
            }
        }
    }

    /// An API in the form that the generator prints.
    private struct People: APIClient {
        let client: Client
        static let api = APIDescription(
            name: "People", baseURL: "https://people.example/", authorization: .parameter("access_token"))

        init(client: Client) { self.client = client }

        init(_ server: LoopbackServer, _ observer: any ClientObserver) {
            self.init(
                account: Account(id: 7, token: Token("a-token")),
                configuration: Client.Configuration(baseURL: server.baseURL, observers: [observer]))
        }

        func ages() -> Request<[Int]> { Request(Call(client, .init("people.ages", reads: true))) }

        func get(_ word: String) -> Request<[String]> {
            var call = Call(client, .init("people.get", reads: true))
            call.add("word", word)
            return Request(call)
        }
    }
#endif
