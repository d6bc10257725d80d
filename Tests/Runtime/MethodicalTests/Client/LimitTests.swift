import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of the rate limit: no interval ever has more requests than the API allows, whatever the order of events.
@Suite struct LimitTests {
    /// Random arrivals, responses and cancellations never exceed the limit. The server receives each request at some
    /// time between its permit and its response.
    @Test(arguments: 0..<20) func neverExceededByAManualClock(seed: UInt64) {
        var random = SplitMix(state: seed)
        var limiter = PermitQueue(APIDescription.Limit(3))
        var now = ContinuousClock.now
        var waiting: [Int] = []
        var lastCaller = 0
        var out: [(permit: PermitQueue.Permit, since: ContinuousClock.Instant)] = []
        var arrivals: [ContinuousClock.Instant] = []
        for _ in 0..<2000 {
            now += .seconds(Double.random(in: 0...0.3, using: &random))
            var steps = [limiter.look(at: now)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                lastCaller += 1
                waiting.append(lastCaller)
                let priority = [Call.Priority.low, .normal, .high].randomElement(using: &random) ?? .low
                steps.append(limiter.add(lastCaller, priority: priority, before: nil, at: now))
            case 2, 3, 4:
                if let index = out.indices.randomElement(using: &random) {
                    let (permit, since) = out.remove(at: index)
                    let answered = min((now - since) / .seconds(1), 1)
                    arrivals.append(since + .seconds(Double.random(in: 0...answered, using: &random)))
                    steps.append(limiter.finish(permit, at: now))
                }
            default:
                if let gone = waiting.popLast() { steps.append(limiter.remove(gone, at: now)) }
            }
            for (_, permit) in steps.flatMap(\.granted) {
                out.append((permit, now))
                _ = limiter.begin(permit, at: now)
            }
        }
        arrivals += out.map { $0.since }
        #expect(arrivals.count > 100)
        #expect(fitsLimit(arrivals, 3, per: 1))
    }

    @Test func inOrderAndTheUrgentFirst() {
        var limiter = PermitQueue(APIDescription.Limit(1))
        let now = ContinuousClock.now
        let ids = Array(0..<4)
        var permit = limiter.take(at: now)
        for (id, priority) in zip(ids, [Call.Priority.low, .normal, .high, .normal]) {
            _ = limiter.add(id, priority: priority, before: nil, at: now)
        }
        var order: [Int] = []
        for second in 1...4 {
            let granted = permit.map { limiter.finish($0, at: now + .seconds(second - 1)) }.map { _ in
                limiter.look(at: now + .seconds(second)).granted
            }
            permit = granted?.first?.1
            order += granted?.map(\.0) ?? []
        }
        #expect(order == [ids[2], ids[1], ids[3], ids[0]])
    }

    @Test func noWaiterStarves() {
        var limiter = PermitQueue(APIDescription.Limit(1))
        var now = ContinuousClock.now
        let patient = 0
        var lastCaller = 0
        var permit = limiter.take(at: now)
        _ = limiter.add(patient, priority: .low, before: nil, at: now)
        var turns = 0
        var hasComeThrough = false
        while !hasComeThrough, turns < 100 {
            for _ in 0..<2 {
                lastCaller += 1
                _ = limiter.add(lastCaller, priority: .high, before: nil, at: now)
            }
            _ = permit.map { limiter.finish($0, at: now) }
            now += .seconds(1)
            turns += 1
            let granted = limiter.look(at: now).granted
            permit = granted.first?.1
            hasComeThrough = granted.contains { $0.0 == patient }
        }
        #expect(turns == 9)
    }

    @Test func whoLeavesTakesNothingWithThem() {
        var limiter = PermitQueue(APIDescription.Limit(1))
        let now = ContinuousClock.now
        let (first, second) = (1, 2)
        let permit = limiter.take(at: now)
        _ = limiter.add(first, priority: .normal, before: nil, at: now)
        _ = limiter.add(second, priority: .normal, before: now + .seconds(5), at: now)
        #expect(limiter.remove(first, at: now).granted.isEmpty)
        // The response came at once, so the next call may start one interval later.
        #expect(permit.map { limiter.finish($0, at: now) }?.wake == now + .seconds(1))
        #expect(limiter.look(at: now + .milliseconds(999)).granted.isEmpty)
        #expect(limiter.look(at: now + .seconds(1)).granted.map(\.0) == [second])
    }

    @Test func noTurnInTime() {
        var limiter = PermitQueue(APIDescription.Limit(1, per: .seconds(10)))
        let now = ContinuousClock.now
        let late = 1
        _ = limiter.take(at: now)
        #expect(limiter.add(late, priority: .normal, before: now + .seconds(3), at: now).wake == now + .seconds(3))
        let step = limiter.look(at: now + .seconds(3))
        #expect(step.late == [late] && step.granted.isEmpty && step.wake == nil)
    }

    /// Of several limits, each holds: five requests in a minute, two in a second, and three in flight.
    @Test(arguments: 0..<20) func severalLimitsTogether(seed: UInt64) {
        var random = SplitMix(state: seed)
        var limiter = PermitQueue(
            APIDescription.Limit(2, further: [APIDescription.Limit(5, per: .seconds(60))], parallel: 3))
        var now = ContinuousClock.now
        var out: [PermitQueue.Permit] = []
        var sent: [ContinuousClock.Instant] = []
        for caller in 0..<600 {
            now += .seconds(Double.random(in: 0...2, using: &random))
            var steps = [limiter.add(caller, priority: .normal, before: nil, at: now)]
            if let index = out.indices.randomElement(using: &random), Bool.random(using: &random) {
                steps.append(limiter.finish(out.remove(at: index), at: now))
            }
            for (_, permit) in steps.flatMap(\.granted) {
                out.append(permit)
                sent.append(now)
                _ = limiter.begin(permit, at: now)
            }
            #expect(out.count <= 3 && steps.allSatisfy { $0.refused.isEmpty })
        }
        #expect(sent.count > 20)
        #expect(fitsLimit(sent, 2, per: 1) && fitsLimit(sent, 5, per: 60))
    }

    @Test func requestsInFlight() {
        var limiter = PermitQueue(APIDescription.Limit(100, parallel: 1))
        let now = ContinuousClock.now
        let permit = limiter.take(at: now)
        _ = permit.map { limiter.begin($0, at: now) }
        // The time at which a request ends is not known, so there is no time to look at the queue again.
        #expect(limiter.add(1, priority: .normal, before: nil, at: now + .seconds(3600)).wake == nil)
        #expect(permit.map { limiter.finish($0, at: now + .seconds(7200)).granted.map(\.0) } == [1])
    }

    /// The limit of a day stops no program for hours: its calls fail, those that wait already and those to come.
    @Test func noCallWaitsForHours() {
        var limiter = PermitQueue(APIDescription.Limit(1, further: [APIDescription.Limit(2, per: .seconds(86400))]))
        let now = ContinuousClock.now
        for second in 0..<2 {
            let permit = limiter.take(at: now + .seconds(second))
            _ = permit.map { limiter.finish($0, at: now + .seconds(second)) }
        }
        #expect(limiter.refusal(at: now + .seconds(1)) == .seconds(86399))
        let step = limiter.add(7, priority: .high, before: nil, at: now + .seconds(1))
        #expect(step.refused.map(\.0) == [7] && step.refused.map(\.1) == [.seconds(86399)])
        // The last hour of the day is short enough to wait for.
        #expect(limiter.refusal(at: now + .seconds(82801)) == nil)
        #expect(limiter.add(8, priority: .high, before: nil, at: now + .seconds(82801)).wake == now + .seconds(86400))
        #expect(limiter.look(at: now + .seconds(86400)).granted.map(\.0) == [8])
    }

    // MARK: Calls

    @Test func callsByAManualClock() async throws {
        let time = SteppedTime()
        let (events, sent) = (Observed(), Locked([Date]()))
        let transport = Answering { _ in
            sent.withLock { $0.append(time.now) }
            return "1"
        }
        let client = client(transport, time.source, [[]: .init(3)], observers: [events])
        let calls = (0..<30).map { number in Task { try await read(client, number).send() } }
        // The limit does not hold for a request that is on its way for longer than an interval. The clock therefore
        // stands still until each request that was sent has arrived.
        while sent.withLock({ $0.count }) < 30 {
            if events.sent == sent.withLock({ $0.count }) { time.advance(0.05) }
            try await Task.sleep(for: .milliseconds(1))
        }
        for call in calls { #expect(try await call.value == 1) }
        #expect(fitsLimit(sent.withLock { $0 }, 3, per: 1))
        // The first three of thirty calls start at once, and the other 27 need nine more intervals of a second.
        #expect(time.now.timeIntervalSince(SteppedTime.start) >= 9)
    }

    /// Calls never exceed the limit by the server's clock, even if responses take different times.
    @Test func callsByARealClock() async throws {
        // The limit does not hold for a request that is on its way for longer than an interval, as may happen on a busy
        // machine. Then a longer interval follows.
        for interval in [1.0, 4, 16] {
            let arrivals = Locked([(at: Date, after: Double)]())
            let server = try LoopbackServer { request in
                let (now, sent) = (Date(), request["X-Sent"].flatMap { Double($0) } ?? 0)
                let count = arrivals.withLock {
                    $0.append((now, now.timeIntervalSince1970 - sent))
                    return $0.count
                }
                return count % 2 == 0 ? .late(0.15, "1") : .http(200, [], "1")
            }
            let client = client(
                URLSessionTransport(), .system, [.user: .init(3, per: .seconds(interval))], server.baseURL,
                middlewares: [Departures()])
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<10 { group.addTask { try await read(client, number).send() } }
                for try await value in group { #expect(value == 1) }
            }
            let all = arrivals.withLock { $0 }
            #expect(all.count == 10)
            if all.contains(where: { $0.after >= interval }) { continue }
            #expect(fitsLimit(all.map(\.at), 3, per: interval), "\(all.map { $0.at.timeIntervalSince(all[0].at) })")
            return
        }
        Issue.record("requests were on their way for longer than an interval")
    }

    @Test func accountsAndKindsOfTokenAreApart() {
        let api = plainAPI { $0.limits = [.user: .init(3), .group: .init(20), []: .init(5)] }
        let account = Account(id: 1, token: nil)
        let (one, two) = (Client(api, account: account), Client(api, account: account))
        let other = Client(api, account: Account(id: 1, token: nil))
        let (user, group) = (Token("u", kinds: .user), Token("g", kinds: .group))
        #expect(one.rateLimiter(for: user) === two.rateLimiter(for: user))
        #expect(one.rateLimiter(for: user) !== one.rateLimiter(for: group))
        #expect(one.rateLimiter(for: user) !== other.rateLimiter(for: user))
        #expect(one.rateLimiter(for: nil) !== nil)
        let unlimited = Client(api, account: account, configuration: Client.Configuration(limits: [:]))
        #expect(unlimited.rateLimiter(for: user) == nil)
        // A token of unknown kind gets the limit of the slowest kind.
        let strict = Client(plainAPI { $0.limits = [.user: .init(3), .group: .init(20)] }, account: account)
        #expect(strict.rateLimiter(for: Token("t")) === strict.rateLimiter(for: Token("t2")))
        #expect(strict.rateLimiter(for: Token("s", kinds: .service)) == nil && strict.rateLimiter(for: nil) == nil)
    }

    @Test func cancelledWhileItWaits() async throws {
        let time = SteppedTime()
        let client = client(Answering { _ in "1" }, time.source, [[]: .init(1)])
        #expect(try await read(client, 0).send() == 1)
        let waiting = Task { try await failure(read(client, 1)) }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        waiting.cancel()
        #expect(try await waiting.value.code == .cancelled)
        // After the cancellation no call waits, no timer runs, and the next call gets the permit.
        while time.sleepers > 0 { try await Task.sleep(for: .milliseconds(1)) }
        time.advance(1)
        #expect(try await read(client, 2).send() == 1)
    }

    /// A call that is cancelled before it waits leaves the timer of the other calls running. It once stopped that
    /// timer, and they waited forever.
    @Test func cancelledBeforeItComesToWait() async throws {
        let time = SteppedTime()
        let client = client(Answering { _ in "1" }, time.source, [[]: .init(1)])
        #expect(try await read(client, 0).send() == 1)
        let waiting = Task { try await read(client, 1).send() }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await failure(read(client, 2))
        }
        late.cancel()
        #expect(try await late.value.code == .cancelled)
        try #require(time.sleepers == 1)
        time.advance(1)
        #expect(try await waiting.value == 1)
    }

    @Test func whoWaitsLongerThanTheCallMayTakeGivesUp() async throws {
        let time = SteppedTime()
        let client = client(Answering { _ in "1" }, time.source, [[]: .init(1, per: .seconds(60))])
        #expect(try await read(client, 0).send() == 1)
        let late = Task { try await failure(read(client, 1).timeout(.seconds(5))) }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        time.advance(5)
        #expect(try await late.value.code == .timedOut)
    }

    @Test func aCallAfterTheLastOfTheDayFailsAtOnce() async throws {
        let time = SteppedTime()
        let day = APIDescription.Limit(1, per: .seconds(86400))
        let client = client(Answering { _ in "1" }, time.source, [[]: .init(3, further: [day])])
        #expect(try await read(client, 0).send() == 1)
        let error = try await failure(read(client, 1))
        #expect(error.code == .rateLimited && error.status == nil && error.retryAfter == .seconds(86400))
    }

    @Test func callsInFlightOfOneAccount() async throws {
        let flying = Locked((now: 0, most: 0))
        let transport = Pausing {
            flying.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            try await Task.sleep(for: .milliseconds(5))
            flying.withLock { $0.now -= 1 }
        }
        let client = client(transport, .system, [[]: .init(1000, parallel: 3)])
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<30 { group.addTask { try await read(client, number).send() } }
            for try await value in group { #expect(value == 1) }
        }
        #expect(1...3 ~= flying.withLock { $0.most })
    }

    @Test func tenThousandCallsEndOnce() async throws {
        let client = client(Answering { _ in "1" }, .system, [[]: .init(1000, per: .milliseconds(10))])
        let ended = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<10_000 {
                group.addTask {
                    let task = Task { try await read(client, number).send() }
                    if number % 3 == 0 { task.cancel() }
                    switch await task.result {
                    case .success(let value): return value == 1
                    case .failure(let error): return (error as? APIError)?.code == .cancelled
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ended == 10_000)
    }

    private func client(
        _ transport: any Transport, _ time: TimeSource, _ limits: [Token.Kinds: APIDescription.Limit],
        _ baseURL: String? = nil, observers: [any ClientObserver] = [], middlewares: [any Middleware] = []
    ) -> Client {
        let account = Account(id: 1, token: limits[[]] == nil ? Token("t", kinds: .user) : nil)
        let configuration = Client.Configuration(
            baseURL: baseURL, observers: observers, middlewares: middlewares, cache: nil, time: time)
        return Client(
            plainAPI { $0.limits = limits }, account: account, transport: transport, configuration: configuration)
    }
}

private func read(_ client: Client, _ number: Int) -> Request<Int> {
    var call = Call(client, Method("m", reads: true))
    call.add("n", number)
    return Request(call)
}

/// Indicates whether no interval of the given length contains more than `count` of the moments, apart from rounding.
private func fitsLimit(_ moments: [ContinuousClock.Instant], _ count: Int, per seconds: Double) -> Bool {
    let sorted = moments.sorted()
    return zip(sorted, sorted.dropFirst(count)).allSatisfy { $1 - $0 > .seconds(seconds - 1e-6) }
}

private func fitsLimit(_ moments: [Date], _ count: Int, per seconds: Double) -> Bool {
    let sorted = moments.sorted()
    return zip(sorted, sorted.dropFirst(count)).allSatisfy { $1.timeIntervalSince($0) > seconds - 1e-6 }
}

extension Observed {
    fileprivate var sent: Int {
        all.count { if case .sent = $0.kind { true } else { false } }
    }
}

/// A middleware that writes into each request when it was sent.
private struct Departures: Middleware {
    func handleAttempt(
        _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
    ) async throws -> HTTPResponse {
        var request = request
        request.headers["X-Sent"] = "\(Date().timeIntervalSince1970)"
        return try await next(request)
    }
}

/// A transport that responds from memory.
struct Answering: Transport {
    private let body: @Sendable (HTTPRequest) throws -> String
    init(_ body: @escaping @Sendable (HTTPRequest) throws -> String) { self.body = body }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(status: 200, body: Data(try body(request).utf8))
    }
}

/// A transport that responds after a pause.
private struct Pausing: Transport {
    private let pause: @Sendable () async throws -> Void
    init(_ pause: @escaping @Sendable () async throws -> Void) { self.pause = pause }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await pause()
        return HTTPResponse(status: 200, body: Data("1".utf8))
    }
}

/// A clock that tests move by hand and that wakes each sleeper when its time has come.
final class SteppedTime: Sendable {
    static let start = Date(timeIntervalSince1970: 1e9)
    private struct State {
        var passed = Duration.zero
        /// The seconds by which the date was set forward or back.
        var offset = 0.0
        var sleepers: [Int: Duration] = [:]
    }
    private let state = Locked(State())
    private let beginning = ContinuousClock.now
    private let waiting = WaitList<Void>()

    var now: Date { state.withLock { Self.start + $0.passed / .seconds(1) + $0.offset } }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    var source: TimeSource {
        TimeSource(now: { [self] in now }, instant: { [self] in beginning + state.withLock { $0.passed } }) {
            [self] duration in
            if duration <= .zero { return }
            let sleeper = waiting.enter()
            state.withLock { $0.sleepers[sleeper] = $0.passed + duration }
            try await waiting.value(of: sleeper) { [state] in state.withLock { $0.sleepers[sleeper] = nil } }
        }
    }

    func advance(_ seconds: Double) {
        let due = state.withLock { state in
            state.passed += .seconds(seconds)
            let due = state.sleepers.keys.filter { state.sleepers[$0].map { $0 <= state.passed } ?? false }
            for sleeper in due { state.sleepers[sleeper] = nil }
            return due
        }
        for sleeper in due { waiting.resume(sleeper, with: .success(())) }
    }

    /// Sets the date forward or back. No time passes.
    func jump(hours: Double) { state.withLock { $0.offset += hours * 3600 } }

    /// Advances the clock until the condition is true.
    func run(until isDone: () -> Bool) async throws {
        while !isDone() {
            advance(0.05)
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
