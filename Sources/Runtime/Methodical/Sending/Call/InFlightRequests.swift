/// The table of in-flight requests with the calls that wait for them.
///
/// The first of several equal calls becomes the leader and sends the request. The others wait for its response. If the
/// leader is cancelled, the first waiter becomes the leader and sends the request anew.
///
/// This is a pure state machine, so that tests can try every order of events.
struct InFlightRequests<Key: Hashable & Sendable>: Sendable {
    /// The role of a call.
    enum Role {
        /// The call sends the request, and equal calls may wait for it.
        case leader
        /// The call waits for the response of the call with this number.
        case waiter(of: UInt64, TransferObserver?)
        /// The call sends a request that no other call shares.
        case alone
    }

    /// A request in flight.
    private struct Entry {
        /// The number of the call that sends the request.
        var leader: UInt64
        /// The observer of the bytes, or `nil` if the first leader did not observe them.
        let observer: TransferObserver?
        /// The calls that wait for the response, by their numbers in the list of waiters.
        var waiters = IndexedHeap<Waiter>()
        private var lastArrival = 0

        init(leader: UInt64, observer: TransferObserver?) {
            self.leader = leader
            self.observer = observer
        }

        mutating func add(_ caller: Int, call: UInt64) {
            lastArrival += 1
            waiters.set(caller, to: Waiter(arrival: lastArrival, call: call))
        }
    }

    /// A call that waits. Its order is that of its arrival.
    private struct Waiter: Comparable {
        let arrival: Int
        let call: UInt64

        static func < (left: Waiter, right: Waiter) -> Bool {
            left.arrival < right.arrival
        }
    }

    private var requests: [Key: Entry] = [:]

    /// Indicates whether the table holds nothing. Tests use it to find leaks.
    var isEmpty: Bool { requests.isEmpty }

    /// Returns the role of a call.
    ///
    /// A call that observes its bytes does not wait for a leader that does not, because it would see no progress.
    ///
    /// - Parameters:
    ///   - key: The key of the call.
    ///   - call: The number of the call.
    ///   - observer: The observer to share with waiters, or `nil` if the call does not observe its bytes.
    ///   - waiter: A function that returns the number of the call in the list of waiters.
    mutating func join(
        _ key: Key,
        by call: UInt64,
        observer: TransferObserver?,
        _ waiter: () -> Int
    ) -> Role {
        // A copy of the entry would make the addition below copy all waiters.
        guard let leader = requests[key]?.leader else {
            requests[key] = Entry(leader: call, observer: observer)
            return .leader
        }
        let shared = requests[key]?.observer
        if observer != nil, shared == nil {
            return .alone
        }
        requests[key]?.add(waiter(), call: call)
        return .waiter(of: leader, shared)
    }

    /// Removes a caller that no longer waits.
    mutating func leave(_ key: Key, caller: Int) {
        requests[key]?.waiters.remove(caller)
    }

    /// Removes the request that has ended, and returns the callers to resume.
    mutating func end(_ key: Key) -> [Int] {
        requests.removeValue(forKey: key)?.waiters.inOrder.map(\.number) ?? []
    }

    /// Makes the first waiter the leader after the old one was cancelled, and returns it with the observer to share.
    /// Returns `nil` and removes the request if no call waits.
    mutating func handOver(_ key: Key) -> (caller: Int, TransferObserver?)? {
        guard let first = requests[key]?.waiters.first else {
            requests[key] = nil
            return nil
        }
        requests[key]?.waiters.remove(first.number)
        requests[key]?.leader = first.order.call
        return (first.number, requests[key]?.observer)
    }
}

/// The event that ends the wait for a leader's response.
enum WaiterOutcome: Sendable {
    /// The leader has received this response.
    case response(any Sendable)
    /// The leader was cancelled, and the waiter is now the leader, with this observer to share.
    case leads(TransferObserver?)
}

extension Client {
    /// Makes the call the leader, or adds it to the waiters of an equal call in flight.
    ///
    /// Returns the number under which the call waits, or `nil` if the call sends the request itself.
    @inline(never)
    func enterInFlight(for run: Run, state: inout CallState) -> Int? {
        guard let key = state.inFlightKey else { return nil }
        // The leader gets an observer of its own, because its transfer stops only after all waiters are suspended too.
        let observer = run.transfer.map { _ in TransferObserver() }
        var caller: Int?
        let role = inFlight.withLock { requests in
            requests.join(key, by: run.number, observer: observer) {
                let number = waiters.enter()
                caller = number
                return number
            }
        }
        switch role {
        case .leader:
            observer?.share(with: run.transfer)
            state.follower = run.transfer
            lead(with: observer, state: &state)
        case .waiter(let leader, let observer):
            // A waiter that leaves must no longer keep the others from suspending the transfer.
            state.follower = observer.map { _ in run.transfer ?? TransferObserver() }
            observer?.share(with: state.follower)
            run.report(.joined(leader))
        case .alone:
            state.inFlightKey = nil
            state.observer = run.transfer
        }
        return caller
    }

    /// Makes a call the leader of a shared transfer, unless nothing observes the bytes.
    func lead(with observer: TransferObserver?, state: inout CallState) {
        state.observer = observer
        if let observer {
            state.clock.follow(observer)
        }
    }

    /// Makes the first waiter the leader after this one was cancelled.
    func handOver(state: CallState) {
        guard let key = state.inFlightKey else { return }
        // A waiter may be cancelled after it has left the table. Then the next one leads.
        while let (heir, observer) = inFlight.withLock({ $0.handOver(key) }) {
            if waiters.resume(heir, with: .success(.leads(observer))) {
                return
            }
        }
    }

    /// Stores the response of the leader for a waiter, unless the leader has done so. Its cache policy may not keep it.
    @inline(never)
    func keepShared(_ response: HTTPResponse, state: CallState) {
        let token = state.tokens.current
        let isSignedOut = token != nil && account.token == nil
        guard let cache = state.cache, cache.policy != .cacheFirst, !isSignedOut,
            cache.storedEntry()?.body != response.body
        else { return }
        cache.update(with: response, sent: nil, hiding: token)
    }

    /// Ends the request of a leader, and resumes its waiters with the outcome. They share a failure too.
    @inline(never)
    func endInFlight(state: CallState, with outcome: @autoclosure () -> Result<WaiterOutcome, APIError>) {
        guard let key = state.inFlightKey else { return }
        let callers = inFlight.withLock { $0.end(key) }
        if callers.isEmpty {
            return
        }
        let outcome = outcome()
        for caller in callers {
            waiters.resume(caller, with: outcome)
        }
    }
}

/// The key under which equal reads find the same in-flight request.
///
/// Calls are equal if they have the same method, arguments, account, token and settings, and read the response as the
/// same type. The cache policy does not count: each call that gets here asks the server.
final class InFlightKey: Hashable, Sendable {
    private let token: Token?
    private let call: Call
    private let type: ObjectIdentifier
    /// A number that changes with each write by this client, or by another client with the same cache. A read that
    /// begins after a write therefore does not join a request that began before the write.
    private let generation: UInt64
    /// The hash, computed once, because the table of in-flight requests needs it repeatedly.
    private let hash: Int

    /// Creates the key of a plain read. Equality is not defined for other calls.
    init(_ call: Call, as type: any APIValue.Type, generation: UInt64 = 0) {
        token = call.client.account.token
        self.call = call
        self.type = ObjectIdentifier(type)
        self.generation = generation &+ call.client.writes.withLock { $0 }
        var hasher = Hasher()
        hasher.combine(call.method.name)
        for parameter in call.parameters {
            hasher.combine(parameter.value)
        }
        hash = hasher.finalize()
    }

    /// The settings that decide whether two calls are equal: those that change neither the request nor the response do
    /// not count.
    private var settings: Call.Settings {
        var settings = call.settings
        settings.signature = nil
        settings.priority = .normal
        settings.caching = nil
        settings.isConfirmable = false
        return settings
    }

    /// Compares the hashes first, because they usually differ. If they are equal, the cache keys decide: they compare
    /// strings by bytes, but Swift considers some strings equal whose bytes differ.
    static func == (left: InFlightKey, right: InFlightKey) -> Bool {
        if left === right {
            return true
        }
        guard left.hash == right.hash, left.type == right.type, left.generation == right.generation,
            left.token == right.token, left.settings == right.settings
        else { return false }
        guard left.call.raw == right.call.raw,
            let key = left.call.cacheKey
        else { return false }
        return key == right.call.cacheKey
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
