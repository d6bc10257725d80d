import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of a date that somebody sets forward or back during a call. Spans of time do not notice it.
@Suite struct ClockTests {
    /// The hours by which the date jumps.
    static let jumps = [-1.0, 1]

    // MARK: Timeouts

    /// The attempt ends at the timeout by the transport's own clock. The call must not begin another one.
    @Test(.eachTransport, .timeLimit(.minutes(5)), arguments: jumps)
    func theTimeoutHoldsAcrossAJumpOfTheDate(hours: Double) async throws {
        let date = MovableDate()
        let server = try LoopbackServer { _ in
            date.move(hours: hours)
            return .silence
        }
        let client = client(TestedTransport.make(), date.source, baseURL: server.baseURL)
        let error = try await failure(read(client).timeout(.milliseconds(500)))
        #expect(error.code == .timedOut)
        #expect(server.received.count == 1)
    }

    @Test(arguments: jumps) func theNextAttemptGetsTheRestOfTheTimeout(hours: Double) async throws {
        let time = SteppedTime()
        let timeouts = Locked([Duration?]())
        let transport = Exchanging { request in
            let attempt = timeouts.withLock { timeouts in
                timeouts.append(request.timeout)
                return timeouts.count
            }
            if attempt > 1 { return HTTPResponse(status: 200, body: Data("1".utf8)) }
            time.advance(2)
            time.jump(hours: hours)
            return HTTPResponse(status: 503)
        }
        let client = client(transport, time.source, retries: RetryPolicy(base: .zero))
        #expect(try await read(client).timeout(.seconds(10)).send() == 1)
        #expect(timeouts.withLock { $0 } == [.seconds(10), .seconds(8)])
    }

    @Test(arguments: jumps) func theDurationOfACallIsTheTimeThatHasPassed(hours: Double) async throws {
        let time = SteppedTime()
        let events = Observed()
        let transport = Exchanging { _ in
            time.advance(2)
            time.jump(hours: hours)
            return HTTPResponse(status: 200, body: Data("1".utf8))
        }
        let client = client(transport, time.source, observers: [events])
        #expect(try await read(client).send() == 1)
        let durations = events.all.compactMap { event -> Duration? in
            if case .finished(let finish) = event.kind { finish.duration } else { nil }
        }
        #expect(durations == [.seconds(2)])
    }

    // MARK: Pauses

    @Test(.timeLimit(.minutes(5)), arguments: jumps)
    func theRateLimitLetsTheNextCallThroughAfterItsInterval(hours: Double) async throws {
        let time = SteppedTime()
        let sent = Locked(0)
        let transport = Exchanging { _ in
            sent.withLock { $0 += 1 }
            return HTTPResponse(status: 200, body: Data("1".utf8))
        }
        let client = client(transport, time.source, limits: [[]: .init(1, per: .seconds(60))])
        #expect(try await read(client).send() == 1)
        time.jump(hours: hours)
        let second = Task { try await read(client).send() }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        time.jump(hours: hours)
        time.advance(59)
        #expect(sent.withLock { $0 } == 1)
        time.advance(1)
        #expect(try await second.value == 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: jumps)
    func theEndOfALimitThatTheServerNamedDoesNotMove(hours: Double) async throws {
        let time = SteppedTime()
        let sent = Locked(0)
        let transport = Exchanging { _ in
            sent.withLock { $0 += 1 }
            let headers: HTTPHeaders = ["RateLimit-Remaining": "0", "RateLimit-Reset": "60"]
            return HTTPResponse(status: 200, headers: headers, body: Data("1".utf8))
        }
        let client = Client(
            plainAPI { $0.limitHeaders = .standard }, account: Account(id: 1, token: nil), transport: transport,
            configuration: Client.Configuration(cache: nil, time: time.source))
        #expect(try await read(client).send() == 1)
        time.jump(hours: hours)
        let second = Task { try await read(client).send() }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        time.advance(59)
        #expect(sent.withLock { $0 } == 1)
        time.advance(1)
        #expect(try await second.value == 1)
    }

    // MARK: Dates of the server

    /// The server's clock is an hour behind or ahead. The pause is the difference of its two dates.
    @Test(arguments: ["Retry-After", "RateLimit-Reset"], [-3600.0, 3600])
    func aDateOfTheServerIsComparedWithItsOwnClock(field: String, seconds: Double) async throws {
        let time = SteppedTime()
        let serversDate = time.now + seconds
        let sent = Locked([Date]())
        let transport = Exchanging { _ in
            sent.withLock { $0.append(time.now) }
            if sent.withLock({ $0.count }) > 1 { return HTTPResponse(status: 200, body: Data("1".utf8)) }
            let headers: HTTPHeaders = ["Date": httpDate(serversDate), field: httpDate(serversDate + 3)]
            return HTTPResponse(status: 429, headers: headers)
        }
        let client = Client(
            plainAPI { $0.limitHeaders = .standard }, account: Account(id: 1, token: nil), transport: transport,
            configuration: Client.Configuration(
                cache: nil, time: time.source, retries: RetryPolicy(throttlingBase: .zero)))
        let call = Task { try await read(client).send() }
        try await time.run { sent.withLock { $0.count } == 2 }
        #expect(try await call.value == 1)
        let pause = sent.withLock { $0[1].timeIntervalSince($0[0]) }
        #expect(pause >= 2.99 && pause < 4)
    }

    @Test func theAgeOfAResponseCountsAsPassed() {
        let now = Date(timeIntervalSince1970: 1e9)
        func pause(_ headers: HTTPHeaders) -> Duration? {
            var headers = headers
            headers["Retry-After"] = httpDate(now + 60)
            return HTTPResponse(status: 503, headers: headers).retryAfter(at: now)
        }
        #expect(pause(["Date": httpDate(now), "Age": "20"]) == .seconds(40))
        #expect(pause(["Date": httpDate(now), "Age": "90"]) == .zero)
        #expect(pause(["Date": httpDate(now + 3600)]) == .zero)
        // Without a date that can be read, only this machine's clock is left.
        #expect(pause(["Date": "today"]) == .seconds(60) && pause([:]) == .seconds(60))
        // A server that has lost its time, but knows when it will be back.
        #expect(pause(["Date": "Thu, 01 Jan 1970 00:00:00 GMT"]) == .seconds(60))
    }

    @Test func aPauseOfDaysIsNotShortenedWithoutReason() {
        let now = Date(timeIntervalSince1970: 1e9)
        let headers: HTTPHeaders = ["Date": httpDate(now - 3600), "Retry-After": httpDate(now + 200_000)]
        #expect(HTTPResponse(status: 503, headers: headers).retryAfter(at: now) == .seconds(200_000))
        let endless: HTTPHeaders = ["Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"]
        #expect(HTTPResponse(status: 503, headers: endless).retryAfter(at: now) == .seconds(1 << 31))
    }

    private func client(
        _ transport: any Transport, _ time: TimeSource, limits: [Token.Kinds: APIDescription.Limit] = [:],
        baseURL: String? = nil, observers: [any ClientObserver] = [], retries: RetryPolicy = RetryPolicy()
    ) -> Client {
        Client(
            plainAPI { $0.limits = limits }, account: Account(id: 1, token: nil), transport: transport,
            configuration: Client.Configuration(
                baseURL: baseURL, observers: observers, cache: nil, time: time, retries: retries))
    }
}

private func read(_ client: Client) -> Request<Int> { Request(Call(client, Method("m", .get, reads: true))) }

/// Returns a date in the form of header fields.
private func httpDate(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
}

/// The system's clock with a date that a test moves.
private final class MovableDate: Sendable {
    private let offset = Locked(0.0)

    var source: TimeSource {
        var time = TimeSource.system
        time.now = { [offset] in Date() + offset.withLock { $0 } }
        return time
    }

    func move(hours: Double) { offset.withLock { $0 += hours * 3600 } }
}

/// A transport that responds from memory with any response.
private struct Exchanging: Transport {
    let exchange: @Sendable (HTTPRequest) -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { exchange(request) }
}
