/// Equal calls share a request: the same question of the same account, asked with the same token and settings, and its answer read as the same type.
final class JoinKey: Hashable, Sendable {
    private let token: Token?
    private let call: Call
    private let type: ObjectIdentifier
    /// Another number after each write, the client's or another's with the same cache: a later read is another question.
    private let generation: UInt64
    /// Made once: a thousand calls under way meet each other in their table.
    private let hash: Int

    /// Of a plain read.
    init(_ call: Call, as type: any APIValue.Type, _ generation: UInt64 = 0) {
        (token, self.call, self.type) = (call.client.account.token, call, ObjectIdentifier(type))
        self.generation = generation &+ call.client.writes.withLock { $0 }
        var hasher = Hasher()
        hasher.combine(call.method.name)
        for parameter in call.parameters { hasher.combine(parameter.value) }
        hash = hasher.finalize()
    }

    private var settings: Call.Settings {
        var settings = call.settings
        (settings.signature, settings.priority) = (nil, .normal)
        return settings
    }

    /// Mostly the hashes differ. Where they do not, the calls' keys decide, which tell texts apart that Swift calls equal.
    static func == (left: JoinKey, right: JoinKey) -> Bool {
        if left === right { return true }
        guard left.hash == right.hash, left.type == right.type, left.generation == right.generation,
            left.token == right.token,
            left.settings == right.settings
        else { return false }
        return left.call.raw == right.call.raw && left.call.key.map { $0 == right.call.key } ?? false
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Which requests are under way and who waits for them: pure, so that every order of events can be tested. What is to be done is returned.
///
/// A request is sent by the call that asks first, the leader. If that one is cancelled, the next of those who wait leads on.
struct JoiningState<Key: Hashable & Sendable, Waiter: Sendable, Work: Sendable>: Sendable {
    enum Turn {
        /// Nobody asks: the call is to send.
        case lead
        /// The work that this call leads serves.
        case joined(UInt64, Work)
        /// It was cancelled before it came to wait.
        case leave
    }

    private struct Flight {
        /// The number of the call that leads.
        var leader: UInt64
        let work: Work
        var waiting: [UInt64: Waiter] = [:]
    }

    private var flights: [Key: Flight] = [:]
    /// Who was cancelled before it came to wait.
    private var cancelled: Set<UInt64> = []

    var isEmpty: Bool { flights.isEmpty && cancelled.isEmpty }

    /// Whether the call leads now, since nobody did.
    mutating func lead(_ key: Key, by call: UInt64, _ work: Work) -> Bool {
        let isFirst = flights[key] == nil
        if isFirst { flights[key] = Flight(leader: call, work: work) }
        return isFirst
    }

    mutating func wait(_ key: Key, for call: UInt64, _ waiter: Waiter, _ work: Work) -> Turn {
        if cancelled.contains(call) { return .leave }
        guard let flight = flights[key] else { return lead(key, by: call, work) ? .lead : .leave }
        flights[key]?.waiting[call] = waiter
        return .joined(flight.leader, flight.work)
    }

    /// Who has waited for the work that a call led, which is done.
    mutating func finish(_ key: Key) -> [Waiter] {
        flights.removeValue(forKey: key).map { Array($0.waiting.values) } ?? []
    }

    /// Who leads on after a call that was cancelled: the first of those who wait. Nil if nobody does; the work ends then.
    mutating func handOver(_ key: Key) -> Waiter? {
        guard let heir = flights[key]?.waiting.keys.min() else {
            flights[key] = nil
            return nil
        }
        flights[key]?.leader = heir
        return flights[key]?.waiting.removeValue(forKey: heir)
    }

    /// A call that waits, or is about to, is cancelled: what it waits with, and for.
    mutating func cancel(_ key: Key, _ call: UInt64) -> (Waiter, Work)? {
        guard let waiter = flights[key]?.waiting.removeValue(forKey: call), let work = flights[key]?.work else {
            cancelled.insert(call)
            return nil
        }
        return (waiter, work)
    }

    /// When a call waits no more.
    mutating func forget(_ call: UInt64) { cancelled.remove(call) }
}

/// What becomes of a call that waits for another's request.
enum Joined: Sendable {
    case answered(Result<any Sendable, APIError>)
    /// It is to send itself, from where the one before has come to.
    case leads(Attempts)
}

extension Client {
    typealias Joining = JoiningState<JoinKey, CheckedContinuation<Joined, Never>, Attempts>

    /// Whether the call is to send: no equal one does.
    @inline(never)
    func leads(_ run: Run, _ attempts: Attempts) -> Bool {
        guard let key = attempts.key else { return true }
        guard joining.withLock({ $0.lead(key, by: run.number, attempts) }) else { return false }
        if let follower = run.transfer { attempts.transfer?.forward(to: follower) }
        return true
    }

    /// Waits for an equal call's request. Who is cancelled leaves; with the last the request ends.
    func joined(_ run: Run, _ attempts: Attempts) async -> Joined {
        guard let key = attempts.key else { return .leads(attempts) }
        let number = run.number
        let result = await withTaskCancellationHandler {
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
            guard let (waiter, work) = joining.withLock({ $0.cancel(key, number) }) else { return }
            work.follow().leave()
            waiter.resume(returning: .answered(.failure(APIError(.cancelled))))
        }
        joining.withLock { $0.forget(number) }
        return result
    }

    /// The leader's answer is everybody's; its failure too, unless it was cancelled: then the next one has what it has come to.
    func land(
        _ attempts: Attempts, _ result: @autoclosure () -> Result<any Sendable, APIError>, isCancelled: Bool = false
    ) {
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
