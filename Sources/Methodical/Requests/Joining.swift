/// Equal calls share a request: the same question of the same account, asked with the same token and settings, and its answer read as the same type.
final class JoinKey: Hashable, Sendable {
    private let key: CacheKey
    private let token: Token?
    private let settings: Call.Settings
    private let type: ObjectIdentifier

    init(_ key: CacheKey, _ call: Call, as type: any APIValue.Type) {
        (self.key, token, self.type) = (key, call.client.account.token, ObjectIdentifier(type))
        var settings = call.settings
        (settings.signature, settings.priority) = (nil, .normal)
        self.settings = settings
    }

    static func == (left: JoinKey, right: JoinKey) -> Bool {
        left === right || (left.key, left.token, left.settings, left.type) == (right.key, right.token, right.settings, right.type)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// Which requests are under way and who waits for them: pure, so that every order of events can be tested. What is to be done is returned.
struct JoiningState<Key: Hashable & Sendable, Waiter: Sendable, Work: Sendable>: Sendable {
    enum Step {
        case none
        /// Nobody asks yet: the call's own request is to begin.
        case begin(TransferObserver)
        /// The request that this call began serves.
        case joined(UInt64, TransferObserver)
        /// These leave; work that nobody wants any more ends.
        case cancel(Waiter?, Work?)
    }

    private struct Flight {
        /// The number of the call that began it.
        let id: UInt64
        let transfer = TransferObserver()
        var work: Work?
        var waiting: [UInt64: Waiter]
    }

    private var flights: [Key: Flight] = [:]
    /// Who was cancelled before it came to wait.
    private var cancelled: Set<UInt64> = []

    var isEmpty: Bool { flights.isEmpty && cancelled.isEmpty }

    mutating func ask(_ key: Key, for call: UInt64, _ waiter: Waiter) -> Step {
        if cancelled.contains(call) { return .cancel(waiter, nil) }
        if let flight = flights[key] {
            flights[key]?.waiting[call] = waiter
            return .joined(flight.id, flight.transfer)
        }
        let flight = Flight(id: call, waiting: [call: waiter])
        flights[key] = flight
        return .begin(flight.transfer)
    }

    /// The request that a call began is this work, which may have ended already, or be wanted no more.
    mutating func begun(_ key: Key, by call: UInt64, _ work: Work) -> Step {
        guard flights[key]?.id == call else { return .cancel(nil, work) }
        flights[key]?.work = work
        return .none
    }

    /// Who has waited for the request that a call began.
    mutating func finish(_ key: Key, begunBy call: UInt64) -> [Waiter] {
        guard let flight = flights[key], flight.id == call else { return [] }
        flights[key] = nil
        return Array(flight.waiting.values)
    }

    mutating func cancel(_ key: Key, _ call: UInt64) -> Step {
        guard let waiter = flights[key]?.waiting.removeValue(forKey: call) else {
            cancelled.insert(call)
            return .none
        }
        guard let flight = flights[key], flight.waiting.isEmpty else { return .cancel(waiter, nil) }
        flights[key] = nil
        return .cancel(waiter, flight.work)
    }

    /// When a call has its answer.
    mutating func forget(_ call: UInt64) { cancelled.remove(call) }
}

extension Client {
    typealias Joining = JoiningState<JoinKey, CheckedContinuation<Result<any Sendable, APIError>, Never>, Task<Void, Never>>

    /// Waits for an equal call's request under way, or begins one that others may wait for. Who is cancelled leaves; with the last the request ends.
    func shared<Value: APIValue>(
        _ run: Run, _ key: JoinKey, _ ask: @escaping @Sendable (Run) async throws(APIError) -> Response<Value>
    ) async throws(APIError) -> Response<Value> {
        let number = run.number
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                switch joining.withLock({ $0.ask(key, for: number, continuation) }) {
                case .begin(let transfer):
                    transfer.forward(to: run.transfer)
                    let task = Task.beginning { [self] in
                        let result: Result<any Sendable, APIError>
                        do throws(APIError) { result = .success(try await ask(Run(run, transfer, run.batch))) } catch { result = .failure(error) }
                        for waiter in joining.withLock({ $0.finish(key, begunBy: number) }) { waiter.resume(returning: result) }
                    }
                    perform(joining.withLock { $0.begun(key, by: number, task) })
                case .joined(let other, let transfer):
                    transfer.forward(to: run.transfer)
                    run.report(.joined(other))
                case let step: perform(step)
                }
            }
        } onCancel: {
            perform(joining.withLock { $0.cancel(key, number) })
        }
        joining.withLock { $0.forget(number) }
        guard let response = try result.get() as? Response<Value> else { throw APIError(.undecodable, "an equal call's answer is of another type") }
        return response
    }

    private func perform(_ step: Joining.Step) {
        guard case .cancel(let waiter, let work) = step else { return }
        work?.cancel()
        waiter?.resume(returning: .failure(APIError(.cancelled)))
    }
}

extension Task<Void, Never> {
    /// Runs at once on this thread as far as it comes without waiting, where Swift's runtime can do that: a thread to be woken costs more than the rest
    /// of a call.
    fileprivate static func beginning(_ body: @escaping @Sendable () async -> Void) -> Task {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Task(operation: body) }
        return Task.immediate(operation: body)
    }
}
