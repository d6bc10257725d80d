import Methodical

/// A value that changes of the cache reach.
@MainActor protocol CacheFollower: AnyObject {
    var key: CacheKey { get }
    /// The digests of the namespaces that contain the key's method.
    var namespaces: [UInt64] { get }
    var isLookedAt: Bool { get }
    var listenerCount: Int { get }
    func follow(_ change: FollowedChange)
}

/// A change of the cache, of the account or of the clock, as all followers understand it.
enum FollowedChange: Sendable {
    case generation(UInt64), cacheChanged, removed, signedOut, signedIn, becameActive, networkReturned, clock
    /// The grace time after the last look is over.
    case dropped
}

/// The state that all live values of equal requests share.
///
/// It carries out the effects of a ``LiveMachine``.
@MainActor final class SharedValue<Value: Equatable & Sendable>: CacheFollower {
    nonisolated let key: CacheKey
    nonisolated let namespaces: [UInt64]
    let hub: LiveHub
    let source: LiveSource<Value>
    private var machine = LiveMachine<Value>()
    private let waiters = WaitList<Value>()
    private var request: (number: Int, task: Task<Void, Never>)?
    private var listeners: [Int: (LiveState<Value>) -> Void] = [:]
    private var lastNumber = 0
    private var valueVersion = 0
    private let properties = ObservedProperties()

    private(set) var value: Value?
    private(set) var error: APIError?
    private(set) var isRefreshing = false
    private(set) var dates: CacheDates?

    init(_ source: LiveSource<Value>, hub: LiveHub) {
        self.source = source
        self.hub = hub
        key = source.key
        namespaces = source.key.namespaces
    }

    var isLookedAt: Bool { machine.isLookedAt }

    /// The number of streams of states. Tests use it to find leaks.
    var listenerCount: Int { listeners.count }

    var state: LiveState<Value> {
        LiveState(value: value, error: error, isRefreshing: isRefreshing, age: age)
    }

    var age: Duration? {
        dates.map { .seconds(max(0, hub.time.now().timeIntervalSince($0.stored))) }
    }

    /// Takes an event, carries out its effects, and tells observers of the new state.
    private func handle(_ event: LiveMachine<Value>.Event) {
        for effect in machine.handle(event) {
            switch effect {
            case .look(let number, let known): look(number, known: known)
            case .request(let number): send(number)
            case .cancel(let number): cancel(number)
            case .resume(let waiter, let result): waiters.resume(waiter, with: result)
            }
        }
        publish()
    }

    private func look(_ number: Int, known: CacheMark?) {
        Task { [source] in
            let result = await source.look(known)
            handle(.found(result, look: number, at: hub.time.now()))
        }
    }

    private func send(_ number: Int) {
        let task = Task { [source] in
            do throws(APIError) {
                let response = try await source.request()
                forget(number)
                handle(.responded(response, request: number))
            } catch {
                forget(number)
                handle(.failed(error, request: number))
            }
        }
        request = (number, task)
    }

    /// Releases the task of a request that has ended.
    private func forget(_ number: Int) {
        if request?.number == number {
            request = nil
        }
    }

    private func cancel(_ number: Int) {
        guard request?.number == number else { return }
        request?.task.cancel()
        request = nil
    }

    private func publish() {
        let isNewValue = machine.valueVersion != valueVersion
        let hasErrorChanged = error != nil || machine.error != nil
        let isOtherPhase = machine.isRefreshing != isRefreshing
        valueVersion = machine.valueVersion
        if isNewValue {
            properties.change(.value) { value = machine.value }
        }
        if hasErrorChanged {
            properties.change(.error) { error = machine.error }
        }
        if isOtherPhase {
            properties.change(.isRefreshing) { isRefreshing = machine.isRefreshing }
        }
        if dates != machine.response?.dates {
            properties.change(.dates) { dates = machine.response?.dates }
            wakeAtExpiry()
        }
        if isNewValue || hasErrorChanged || isOtherPhase {
            let state = state
            for listener in listeners.values {
                listener(state)
            }
        }
    }

    /// Notes that an observer has read a property.
    func access(_ property: ObservedProperties.Property) {
        properties.access(property)
    }
}

// MARK: Looking

extension SharedValue {
    /// Begins to look, until the returned object is released.
    func beginLook() -> LiveLook {
        handle(.looked(at: hub.time.now()))
        hub.keep(self)
        wakeAtExpiry()
        return LiveLook { [self] in
            Task { @MainActor in endLook() }
        }
    }

    private func wakeAtExpiry() {
        if isLookedAt, let expiry = machine.nextExpiry {
            hub.wake(atExpiry: expiry)
        }
    }

    private func endLook() {
        handle(.left)
        if !isLookedAt {
            hub.drop(self)
        }
    }

    /// Returns a stream of the states from now on, which looks at the value until it ends.
    ///
    /// - Parameter convert: A function that returns an element of the stream for a state.
    func states<State: Sendable>(_ convert: @escaping (LiveState<Value>) -> State) -> AsyncStream<State> {
        let look = beginLook()
        lastNumber += 1
        let number = lastNumber
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            listeners[number] = { continuation.yield(convert($0)) }
            continuation.onTermination = { [self] _ in
                Task { @MainActor in
                    listeners[number] = nil
                    look.end()
                }
            }
            continuation.yield(convert(state))
        }
    }

    /// Asks the server, or waits for the request in flight, and returns its value.
    func refresh() async throws(APIError) -> Value {
        let waiter = waiters.enter()
        handle(.asked(waiter: waiter))
        return try await waiters.value(of: waiter) { [self] in
            Task { @MainActor in handle(.gaveUp(waiter: waiter)) }
        }
    }

    /// Shows a change, and sends the write that makes it.
    func change<Result>(
        _ change: @escaping @Sendable (inout Value) -> Void, by write: Request<Result>
    ) async throws(APIError) -> Result {
        lastNumber += 1
        let number = lastNumber
        handle(.changeBegan(number, change))
        do throws(APIError) {
            let result = try await write.response().value
            handle(.changeSucceeded(number))
            return result
        } catch {
            handle(.changeFailed(number))
            throw error
        }
    }

    func follow(_ change: FollowedChange) {
        switch change {
        case .generation(let number): handle(.generation(number))
        case .cacheChanged: handle(.cacheChanged)
        case .removed: handle(.removed)
        case .signedOut: handle(.signedOut)
        case .signedIn: handle(.signedIn)
        case .becameActive: handle(.becameActive(at: hub.time.now()))
        case .networkReturned: handle(.networkReturned)
        case .clock:
            handle(.expired(at: hub.time.now()))
            wakeAtExpiry()
        case .dropped:
            request?.task.cancel()
        }
    }
}

/// The time for which somebody looks at a live value. It ends when this object is released.
final class LiveLook: Sendable {
    private let whenEnded: Locked<(@Sendable () -> Void)?>

    init(_ whenEnded: @escaping @Sendable () -> Void) {
        self.whenEnded = Locked(whenEnded)
    }

    func end() {
        let body = whenEnded.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }

    deinit {
        end()
    }
}
