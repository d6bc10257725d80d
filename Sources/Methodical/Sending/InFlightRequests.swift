/// The key under which equal reads find the same in-flight request.
///
/// Calls are equal if they ask the same of the same account, with the same token and settings, and read the response as
/// the same type.
final class JoinKey: Hashable, Sendable {
    private let token: Token?
    private let call: Call
    private let type: ObjectIdentifier
    /// A number that changes with each write by this client, or by another client with the same cache. A read that
    /// begins after a write therefore does not join a request from before it.
    private let generation: UInt64
    /// The hash, computed once, because the table of in-flight requests asks for it again and again.
    private let hash: Int

    /// Creates the key of a plain read. Equality is not defined for other calls.
    init(_ call: Call, as type: any APIValue.Type, _ generation: UInt64 = 0) {
        (token, self.call, self.type) = (call.client.account.token, call, ObjectIdentifier(type))
        self.generation = generation &+ call.client.writes.withLock { $0 }
        var hasher = Hasher()
        hasher.combine(call.method.name)
        for parameter in call.parameters { hasher.combine(parameter.value) }
        hash = hasher.finalize()
    }

    /// The settings that decide whether two calls are equal: the caller's name and the priority do not count.
    private var settings: Call.Settings {
        var settings = call.settings
        (settings.signature, settings.priority) = (nil, .normal)
        return settings
    }

    /// Compares the hashes first, because they usually differ. If they are equal, the cache keys decide: they compare
    /// strings by bytes, but Swift considers some strings equal whose bytes differ.
    static func == (left: JoinKey, right: JoinKey) -> Bool {
        if left === right { return true }
        guard left.hash == right.hash, left.type == right.type, left.generation == right.generation,
            left.token == right.token, left.settings == right.settings
        else { return false }
        return left.call.raw == right.call.raw && left.call.key.map { $0 == right.call.key } ?? false
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The table of in-flight requests with the calls that wait for them.
///
/// The first of several equal calls becomes the leader and sends the request, the others wait for its response. If the
/// leader is cancelled, the first waiter becomes the leader.
///
/// This is a pure state machine, so that tests can try every order of events. Each method returns the work that is left
/// to the caller, such as the waiters to resume.
struct JoiningState<Key: Hashable & Sendable, Waiter: Sendable, Work: Sendable>: Sendable {
    /// The role of a call.
    enum Turn {
        /// The call is the leader and sends the request.
        case lead
        /// The call waits for the leader with this number, which does this work.
        case joined(UInt64, Work)
        /// The call was cancelled before it began to wait.
        case leave
    }

    /// A request in flight.
    private struct Flight {
        /// The number of the call that sends the request.
        var leader: UInt64
        let work: Work
        /// The calls that wait for the response, by their numbers.
        var waiting: [UInt64: Waiter] = [:]
    }

    private var flights: [Key: Flight] = [:]
    /// The calls that were cancelled before they began to wait. `wait` then returns `.leave`.
    private var cancelled: Set<UInt64> = []

    /// Indicates whether the table holds nothing. Tests use it to find leaks.
    var isEmpty: Bool { flights.isEmpty && cancelled.isEmpty }

    /// Makes the call the leader and returns `true`, unless an equal call already is.
    mutating func lead(_ key: Key, by call: UInt64, _ work: Work) -> Bool {
        let isFirst = flights[key] == nil
        if isFirst { flights[key] = Flight(leader: call, work: work) }
        return isFirst
    }

    /// Adds a call to the waiters of the equal request. If that has ended in the meantime, the call becomes the leader.
    mutating func wait(_ key: Key, for call: UInt64, _ waiter: Waiter, _ work: Work) -> Turn {
        if cancelled.contains(call) { return .leave }
        guard let flight = flights[key] else { return lead(key, by: call, work) ? .lead : .leave }
        flights[key]?.waiting[call] = waiter
        return .joined(flight.leader, flight.work)
    }

    /// Removes the request that has ended and returns the waiters to resume.
    mutating func finish(_ key: Key) -> [Waiter] {
        flights.removeValue(forKey: key).map { Array($0.waiting.values) } ?? []
    }

    /// Makes the first waiter the leader after the old one was cancelled, and returns it. Returns `nil` and removes the
    /// request if no call waits.
    mutating func handOver(_ key: Key) -> Waiter? {
        guard let heir = flights[key]?.waiting.keys.min() else {
            flights[key] = nil
            return nil
        }
        flights[key]?.leader = heir
        return flights[key]?.waiting.removeValue(forKey: heir)
    }

    /// Removes a cancelled call from the waiters and returns it with the work it waited for.
    ///
    /// Returns `nil` if the call does not wait yet. `wait` then turns it away.
    mutating func cancel(_ key: Key, _ call: UInt64) -> (Waiter, Work)? {
        guard let waiter = flights[key]?.waiting.removeValue(forKey: call), let work = flights[key]?.work else {
            cancelled.insert(call)
            return nil
        }
        return (waiter, work)
    }

    /// Removes the memory of a cancelled call that has come and gone.
    mutating func forget(_ call: UInt64) { cancelled.remove(call) }
}

/// The outcome of waiting for another call's request.
enum Joined: Sendable {
    /// The leader's request has ended with this response or error, or the waiter was cancelled.
    case answered(Result<any Sendable, APIError>)
    /// The call is now the leader. It sends the request and continues with the old leader's attempts, if there was one.
    case leads(Attempts)
}

extension Client {
    typealias Joining = JoiningState<JoinKey, CheckedContinuation<Joined, Never>, Attempts>

    /// Makes the call the leader and returns `true`, unless an equal call is in flight. This begins step 2 of a call.
    @inline(never)
    func leads(_ run: Run, _ attempts: Attempts) -> Bool {
        guard let key = attempts.key else { return true }
        guard joining.withLock({ $0.lead(key, by: run.number, attempts) }) else { return false }
        if let follower = run.transfer { attempts.transfer?.forward(to: follower) }
        return true
    }

    /// Waits for the request of an equal call. This is the rest of step 2 for a call that does not lead.
    ///
    /// A cancelled waiter leaves without an effect on the others. The request itself is cancelled when nothing waits
    /// for it any more.
    func joined(_ run: Run, _ attempts: Attempts) async -> Joined {
        guard let key = attempts.key else { return .leads(attempts) }
        let number = run.number
        let result = await withTaskCancellationHandler {
            // An equal request may have ended since `leads` was called. Then this call is the leader.
            await withCheckedContinuation { continuation in
                switch joining.withLock({ $0.wait(key, for: number, continuation, attempts) }) {
                case .lead:
                    if let follower = run.transfer { attempts.transfer?.forward(to: follower) }
                    continuation.resume(returning: .leads(attempts))
                case .joined(let leader, let work):
                    work.follow().join(run.transfer)
                    run.report(.joined(leader))
                case .leave: continuation.resume(returning: .answered(.failure(APIError(.cancelled))))
                }
            }
        } onCancel: {
            // The handler may run before the continuation exists. Then `cancel` remembers the call, and `wait` returns
            // `.leave`.
            guard let (waiter, work) = joining.withLock({ $0.cancel(key, number) }) else { return }
            work.follow().leave()
            waiter.resume(returning: .answered(.failure(APIError(.cancelled))))
        }
        joining.withLock { $0.forget(number) }
        return result
    }

    /// Ends the request of a leader and gives its result to the waiters. This ends steps 5 and 6 of a call.
    ///
    /// The waiters share a failure too. A cancelled leader instead hands its attempts to the first waiter, together
    /// with the exchange that is still under way.
    func land(
        _ attempts: Attempts, _ result: @autoclosure () -> Result<any Sendable, APIError>, isCancelled: Bool = false
    ) {
        // The session keeps the exchange of a cancelled leader alive for the waiters. The heir then waits for that
        // exchange and inherits the permit of the rate limiter.
        attempts.isUnderWay = isCancelled && attempts.followed?.isUnderWay ?? false
        if !attempts.isUnderWay { attempts.finish() }
        guard let key = attempts.key else { return }
        if isCancelled {
            guard let heir = joining.withLock({ $0.handOver(key) }) else { return attempts.abandon() }
            attempts.follow().leave()
            return heir.resume(returning: .leads(attempts))
        }
        let waiting = joining.withLock { $0.finish(key) }
        if waiting.isEmpty { return }
        let result = result()
        for waiter in waiting { waiter.resume(returning: .answered(result)) }
    }
}
