#if canImport(Darwin)
    import os
#else
    import Foundation
#endif

/// Gets a new token in place of one that has expired: by OAuth's refresh token, from the application's own server, by asking the user.
///
/// It is called once for all calls that wait. An `APIError` with the code `.notAuthorized` says that there will be no new token: all calls with the
/// old one fail from then on. After any other error the next call tries again.
public protocol TokenRenewal: Sendable {
    func renew(_ token: Token, of account: AccountID) async throws -> Token
}

/// The token of an account and its renewal, shared by all who hold the account.
final class Credentials: Sendable {
    private let id: AccountID
    private let renewal: (any TokenRenewal)?
    private let keep: Account.Keeping?
    private let state: Locked<RenewalState>
    private let limiters = Locked([LimiterKey: Limiter]())

    init(id: AccountID, token: Token?, renewal: (any TokenRenewal)?, keep: Account.Keeping?) {
        self.id = id
        self.renewal = renewal
        self.keep = keep
        // A store may have a newer token by the next call, and remembers refusals itself.
        state = Locked(RenewalState(token: token, remembersRefusals: keep == nil))
    }

    var token: Token? { state.withLock { $0.token } }
    var canRenew: Bool { renewal != nil }

    /// Whoever shares the account shares its limits.
    func limiter(_ key: LimiterKey) -> Limiter {
        limiters.withLock { limiters in
            if let limiter = limiters[key] { return limiter }
            let limiter = Limiter(key.limit)
            limiters[key] = limiter
            return limiter
        }
    }

    func replace(_ token: Token?) { perform(state.withLock { $0.replace(token) }) }

    /// Takes a token that came otherwise than by a renewal, if `old` is still the account's: as with a renewed one, it is kept before it is used.
    func adopt(_ token: Token, after old: Token) {
        if keep?(token, old) ?? true { perform(state.withLock { $0.finish(.success(token), after: old) }) }
    }

    /// A token that serves where `old` does not any more. Whoever comes first renews, the others wait for it; who is cancelled leaves, or has no more
    /// time when `late` returns, and the renewal goes on for the rest.
    ///
    /// - Parameter report: told how a renewal that this call began ended.
    func token(
        after old: Token, late: (@Sendable () async throws -> Void)? = nil,
        report: @escaping @Sendable (Result<Token, APIError>) -> Void
    ) async throws(APIError) -> Token {
        guard let renewal else { throw APIError(.notAuthorized, "the token has expired") }
        let waiter = Waiter()
        var timer: Task<Void, any Error>?
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let step = state.withLock { $0.ask(for: waiter, with: continuation, after: old) }
                if case .renew = step { begin(renewal, old, report) } else { perform(step) }
                timer = late.map { late in
                    Task {
                        try await late()
                        perform(state.withLock { $0.cancel(waiter, isLate: true) })
                    }
                }
            }
        } onCancel: {
            perform(state.withLock { $0.cancel(waiter) })
        }
        timer?.cancel()
        state.withLock { $0.forget(waiter) }
        return try result.get()
    }

    private func begin(
        _ renewal: any TokenRenewal, _ old: Token, _ report: @escaping @Sendable (Result<Token, APIError>) -> Void
    ) {
        Task { [self] in
            let result: Result<Token, APIError>
            do {
                result = .success(try await renewal.renew(old, of: id))
            } catch {
                result = .failure(APIError(renewing: old, error))
            }
            report(result)
            perform(state.withLock { $0.finish(result, after: old) })
        }
    }

    private func perform(_ step: RenewalState.Step) {
        guard case .answer(let waiting, let result) = step else { return }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}

/// Who waits for a renewal, told apart by identity.
final class Waiter: Sendable {}

/// What renewals are under way and who waits for them: pure, so that every order of events can be tested. What is to be done is returned.
struct RenewalState: Sendable {
    typealias Continuation = CheckedContinuation<Result<Token, APIError>, Never>

    enum Step {
        case none
        case renew
        case answer([Continuation], Result<Token, APIError>)
    }

    private(set) var token: Token?
    /// The token that is being renewed.
    private var renewing: Token?
    private let remembersRefusals: Bool
    /// Why the token of this moment will not be renewed.
    private var refusal: APIError?
    private var waiting: [ObjectIdentifier: Continuation] = [:]
    /// Who was cancelled before it came to wait.
    private var cancelled: Set<ObjectIdentifier> = []

    init(token: Token?, remembersRefusals: Bool = true) {
        (self.token, self.remembersRefusals) = (token, remembersRefusals)
    }

    mutating func ask(for waiter: Waiter, with continuation: Continuation, after old: Token) -> Step {
        if cancelled.contains(ObjectIdentifier(waiter)) {
            return .answer([continuation], .failure(APIError(.cancelled)))
        }
        guard let token else { return .answer([continuation], .failure(.signedOut)) }
        // Another call's renewal is done already.
        if token != old { return .answer([continuation], .success(token)) }
        if let refusal { return .answer([continuation], .failure(refusal)) }
        waiting[ObjectIdentifier(waiter)] = continuation
        if renewing == old { return .none }
        renewing = old
        return .renew
    }

    /// Late is only who waits.
    mutating func cancel(_ waiter: Waiter, isLate: Bool = false) -> Step {
        guard let continuation = waiting.removeValue(forKey: ObjectIdentifier(waiter)) else {
            if !isLate { cancelled.insert(ObjectIdentifier(waiter)) }
            return .none
        }
        return .answer(
            [continuation], .failure(isLate ? APIError(.timedOut, "no new token came in time") : APIError(.cancelled)))
    }

    /// When a waiter has its answer.
    mutating func forget(_ waiter: Waiter) { cancelled.remove(ObjectIdentifier(waiter)) }

    /// A token that was given meanwhile is newer than the one that a renewal brings.
    mutating func finish(_ result: Result<Token, APIError>, after old: Token) -> Step {
        if renewing == old { renewing = nil }
        guard token == old else { return .none }
        switch result {
        case .success(let renewed): return replace(renewed)
        case .failure(let error):
            if error.code == .notAuthorized, remembersRefusals { refusal = error }
            return answer(result)
        }
    }

    mutating func replace(_ token: Token?) -> Step {
        self.token = token
        refusal = nil
        return answer(token.map { .success($0) } ?? .failure(.signedOut))
    }

    private mutating func answer(_ result: Result<Token, APIError>) -> Step {
        defer { waiting = [:] }
        return .answer(Array(waiting.values), result)
    }
}

extension APIError {
    fileprivate static var signedOut: APIError { APIError(.notAuthorized, "the account has been signed out") }

    /// A failed renewal, as each call that waited for it throws it.
    fileprivate init(renewing old: Token, _ error: any Error) {
        let redaction = Redaction([old.secret, old.refresh].compactMap(\.self))
        var contents = APIError(transport: error, isCancelled: false).redacted(by: redaction, nil).contents
        contents.message = ["the token could not be renewed", contents.message].compactMap(\.self).joined(
            separator: ": ")
        self.init(contents)
    }
}

/// A value that is touched by one thread at a time, in one allocation with its lock.
///
/// Each call makes two of them. A lock of Foundation's is five allocations on Linux; the standard library's `Mutex` is none, but its module has
/// only a textual interface, which each first build with an index compiles: 0.9 CPU seconds.
package struct Locked<Value: Sendable>: @unchecked Sendable {
    #if canImport(Darwin)
        private let storage: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) { storage = OSAllocatedUnfairLock(uncheckedState: value) }

        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try storage.withLockUnchecked(body)
        }
    #else
        private let storage: ManagedBuffer<Value, pthread_mutex_t>

        package init(_ value: Value) {
            storage = Storage.create(minimumCapacity: 1) { storage in
                storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
                return value
            }
        }

        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try storage.withUnsafeMutablePointers { value, lock in
                pthread_mutex_lock(lock)
                defer { pthread_mutex_unlock(lock) }
                return try body(&value.pointee)
            }
        }

        private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
            deinit { withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) } }
        }
    #endif
}

/// A lock alone. Its value has a size: ThreadSanitizer would take one that has none for the object it is in, and report races.
extension Locked<UInt8> {
    init() { self.init(0) }
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try withLock { _ in try body() } }
}
