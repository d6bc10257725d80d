import Foundation

extension APIDescription {
    /// At most so many requests in any stretch of time of that length.
    public struct Limit: Hashable, Sendable {
        public var count: Int
        public var interval: Duration

        public init(_ count: Int, per interval: Duration = .seconds(1)) {
            (self.count, self.interval) = (max(1, count), interval)
        }

        fileprivate var pause: Duration { interval / count }
    }
}

extension Client {
    /// Who lets the calls of this account with a token of this kind through; nil where nobody need, as for requests to wherever without a token.
    @inline(never)
    func limiter(for token: Token?, _ call: Call? = nil) -> Limiter? {
        let limits = configuration.limits ?? api.limits
        if limits.isEmpty || call?.raw?.isAuthorized == false { return nil }
        let kinds = token?.kinds ?? []
        func slowest(_ fits: (TokenKinds) -> Bool) -> APIDescription.Limit? {
            limits.filter { fits($0.key) }.values.max { $0.pause < $1.pause }
        }
        var limit = limits[[]]
        if !kinds.isEmpty {
            limit = slowest { !$0.isDisjoint(with: kinds) } ?? limit
        } else if limit == nil, token != nil {
            limit = slowest { _ in true }
        }
        return limit.map {
            account.credentials.limiter(LimiterKey(api: api.name, baseURL: baseURL, kinds: kinds, limit: $0))
        }
    }
}

/// Whose limit it is, beside the account.
struct LimiterKey: Hashable, Sendable {
    let api: String
    let baseURL: String
    let kinds: TokenKinds
    let limit: APIDescription.Limit
}

/// Lets requests through at a limit: a higher priority first, equal ones as they came, and nobody is overtaken for ever.
///
/// What counts is when the server gets a request: some time between its sending and its answer. So a permit is given anew one interval after the
/// answer, or two after the sending where the answer takes longer than one: a server gets no more than the limit unless a request is under way to it
/// for longer than an interval.
final class Limiter: Sendable {
    private typealias Waiting = CheckedContinuation<Result<Permit, APIError>, Never>

    private struct State: Sendable {
        var queue: LimiterState
        var waiting: [ObjectIdentifier: Waiting] = [:]
        /// Who was cancelled before it came to wait.
        var cancelled: Set<ObjectIdentifier> = []
        /// When the timer looks again.
        var wake: Date?
        var timer: Task<Void, Never>?
    }

    private let state: Locked<State>

    init(_ limit: APIDescription.Limit) { state = Locked(State(queue: LimiterState(limit))) }

    struct Permit: Sendable {
        fileprivate let limiter: Limiter
        fileprivate let permit: LimiterState.Permit
        fileprivate let time: TimeSource

        /// The request is sent now.
        func begin() { limiter.change(time) { $0.queue.begin(permit, at: time.now()) } }

        /// The server has answered, or will not.
        func finish() { limiter.change(time) { $0.queue.finish(permit, at: time.now()) } }
    }

    /// Waits for its turn; `.timedOut` if that does not come in time.
    ///
    /// - Parameter waits: told, if the turn is not at once, how long it will be until the next one, whoever's it is.
    func permit(_ time: TimeSource, _ priority: CallPriority, before deadline: Date?, waits: (Duration) -> Void)
        async throws(APIError) -> Permit
    {
        let now = time.now()
        let (free, wait) = state.withLock { ($0.queue.take(at: now), $0.queue.wait(at: now)) }
        if let free { return Permit(limiter: self, permit: free, time: time) }
        waits(wait)
        let waiter = Waiter()
        let id = ObjectIdentifier(waiter)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiting) in
                change(time) { state in
                    if state.cancelled.contains(id) {
                        continuation.resume(returning: .failure(APIError(.cancelled)))
                        return state.queue.look(at: time.now())
                    }
                    state.waiting[id] = continuation
                    return state.queue.ask(id, priority, before: deadline, at: time.now())
                }
            }
        } onCancel: {
            change(time) { state in
                if let continuation = state.waiting.removeValue(forKey: id) {
                    continuation.resume(returning: .failure(APIError(.cancelled)))
                } else {
                    state.cancelled.insert(id)
                }
                return state.queue.cancel(id, at: time.now())
            }
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        withExtendedLifetime(waiter) {}
        return try result.get()
    }

    private func change(_ time: TimeSource, _ body: (inout State) -> LimiterState.Step) {
        state.withLock { state in
            let step = body(&state)
            for (id, permit) in step.granted {
                state.waiting.removeValue(forKey: id)?.resume(
                    returning: .success(Permit(limiter: self, permit: permit, time: time)))
            }
            for id in step.late {
                state.waiting.removeValue(forKey: id)?.resume(
                    returning: .failure(APIError(.timedOut, "no turn came in time")))
            }
            guard step.wake != state.wake else { return }
            state.timer?.cancel()
            state.wake = step.wake
            state.timer = step.wake.map { wake in
                let pause = max(0.001, wake.timeIntervalSince(time.now()))
                return Task { [self] in
                    guard (try? await time.sleep(.seconds(pause))) != nil else { return }
                    change(time) { state in
                        if state.wake == wake { state.wake = nil }
                        return state.queue.look(at: time.now())
                    }
                }
            }
        }
    }
}

/// Who waits for a permit and which are out: pure, so that every order of events can be tested. What is to be done is returned.
struct LimiterState: Sendable {
    struct Permit: Hashable, Sendable {
        fileprivate let place: Int
        fileprivate let number: Int
    }

    struct Step: Sendable {
        var granted: [(ObjectIdentifier, Permit)] = []
        /// Whose time is over.
        var late: [ObjectIdentifier] = []
        /// When to look again; nil if nobody waits.
        var wake: Date?
    }

    private struct Waiting: Sendable {
        let id: ObjectIdentifier
        let priority: CallPriority
        let deadline: Date?
        var overtaken = 0
    }

    /// For each permit, when it can be given again (nobody knows before its request is sent), and to whom it was given last.
    private var permits: [(until: Date, number: Int)]
    private var waiting: [Waiting] = []
    private let interval: Double
    private var last = 0
    /// Who was overtaken that often is overtaken no more.
    private static let patience = 8

    init(_ limit: APIDescription.Limit) {
        permits = Array(repeating: (.distantPast, 0), count: limit.count)
        interval = limit.interval / .seconds(1)
    }

    /// A permit for who comes when nobody waits.
    mutating func take(at now: Date) -> Permit? { waiting.isEmpty ? grant(now) : nil }

    mutating func ask(_ id: ObjectIdentifier, _ priority: CallPriority, before deadline: Date?, at now: Date) -> Step {
        waiting.append(Waiting(id: id, priority: priority, deadline: deadline))
        return look(at: now)
    }

    mutating func cancel(_ id: ObjectIdentifier, at now: Date) -> Step {
        waiting.removeAll { $0.id == id }
        return look(at: now)
    }

    mutating func begin(_ permit: Permit, at now: Date) -> Step { set(permit, now + 2 * interval, now) }
    mutating func finish(_ permit: Permit, at now: Date) -> Step { set(permit, now + interval, now) }

    private mutating func set(_ permit: Permit, _ until: Date, _ now: Date) -> Step {
        if permits[permit.place].number == permit.number {
            permits[permit.place].until = min(permits[permit.place].until, until)
        }
        return look(at: now)
    }

    /// Until the next permit can be given.
    func wait(at now: Date) -> Duration { .seconds(max(0, min(nextPermit.timeIntervalSince(now), 2 * interval))) }

    private var nextPermit: Date { permits.reduce(.distantFuture) { min($0, $1.until) } }

    mutating func look(at now: Date) -> Step {
        var step = Step()
        waiting.removeAll { waiter in
            guard let deadline = waiter.deadline, deadline <= now else { return false }
            step.late.append(waiter.id)
            return true
        }
        while !waiting.isEmpty, let permit = grant(now) { step.granted.append((nextWaiter(), permit)) }
        let wake = waiting.reduce(nextPermit) { min($0, $1.deadline ?? .distantFuture) }
        if !waiting.isEmpty, wake != .distantFuture { step.wake = wake }
        return step
    }

    /// A permit further away than any can be was given before the clock was set back.
    private mutating func grant(_ now: Date) -> Permit? {
        guard
            let place = permits.firstIndex(where: {
                $0.until <= now || $0.until > now + 2 * interval && $0.until != .distantFuture
            })
        else { return nil }
        last += 1
        permits[place] = (.distantFuture, last)
        return Permit(place: place, number: last)
    }

    /// Takes the oldest of the most urgent out of the queue, or who has been overtaken too often.
    private mutating func nextWaiter() -> ObjectIdentifier {
        var best = 0
        for place in waiting.indices {
            if waiting[place].overtaken >= Self.patience {
                best = place
                break
            }
            if waiting[place].priority > waiting[best].priority { best = place }
        }
        for place in 0..<best { waiting[place].overtaken += 1 }
        return waiting.remove(at: best).id
    }
}
