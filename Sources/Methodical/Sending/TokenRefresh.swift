#if canImport(Darwin)
    import os
#else
    import Foundation
#endif

/// A way to get a new token in place of one that has expired: with OAuth's refresh token, from the application's own
/// server, or by asking the user.
public protocol TokenRefresher: Sendable {
    /// Returns a new token in place of an expired one.
    ///
    /// The client calls this method once for all calls that wait for the new token. If it throws an ``APIError`` with
    /// the code ``APIError/Code/notAuthorized``, no new token is possible, and all calls with the old one fail from
    /// then on. After any other error the next call tries again.
    ///
    /// - Parameters:
    ///   - token: The token that has expired.
    ///   - account: The id of the account that the token belongs to.
    func refresh(_ token: Token, of account: AccountID) async throws -> Token
}

/// The token of an account and its refresh, shared by all copies of the account.
final class Credentials: Sendable {
    private let id: AccountID
    private let refresher: (any TokenRefresher)?
    private let keep: Account.Keeping?
    private let state: Locked<RefreshState>
    private let limiters = Locked([LimiterKey: Limiter]())

    init(id: AccountID, token: Token?, refresher: (any TokenRefresher)?, keep: Account.Keeping?) {
        self.id = id
        self.refresher = refresher
        self.keep = keep
        // With a token store, the next call may find a newer token there, and the store itself remembers refusals.
        state = Locked(RefreshState(token: token, remembersRefusals: keep == nil))
    }

    var token: Token? { state.withLock { $0.token } }
    var canRefresh: Bool { refresher != nil }

    /// Returns the limiter for a key. All copies of the account share it.
    func limiter(_ key: LimiterKey) -> Limiter {
        limiters.withLock { limiters in
            if let limiter = limiters[key] { return limiter }
            let limiter = Limiter(key.limit)
            limiters[key] = limiter
            return limiter
        }
    }

    func replace(_ token: Token?) { perform(state.withLock { $0.replace(token) }) }

    /// Replaces a token by one that was not obtained by a refresh, if `old` is still the account's. As after a refresh,
    /// the token is stored before it is used.
    func adopt(_ token: Token, after old: Token) {
        if keep?(token, old) ?? true { perform(state.withLock { $0.finish(.success(token), after: old) }) }
    }

    /// Returns a token that replaces an expired one, refreshing it if necessary.
    ///
    /// The first caller starts the refresh and the others wait for it. A caller leaves if it is cancelled or if `late`
    /// returns, and the refresh goes on for the rest.
    ///
    /// - Parameters:
    ///   - old: The token that has expired.
    ///   - late: A function that returns at the caller's deadline.
    ///   - report: A function that receives the result if this caller started the refresh.
    func token(
        after old: Token, late: (@Sendable () async throws -> Void)? = nil,
        report: @escaping @Sendable (Result<Token, APIError>) -> Void
    ) async throws(APIError) -> Token {
        guard let refresher else { throw APIError(.notAuthorized, "the token has expired") }
        let waiter = Waiter()
        var timer: Task<Void, any Error>?
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let step = state.withLock { $0.ask(for: waiter, with: continuation, after: old) }
                if case .refresh = step { begin(refresher, old, report) } else { perform(step) }
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
        _ refresher: any TokenRefresher, _ old: Token, _ report: @escaping @Sendable (Result<Token, APIError>) -> Void
    ) {
        Task { [self] in
            let result: Result<Token, APIError>
            do {
                result = .success(try await refresher.refresh(old, of: id))
            } catch {
                result = .failure(APIError(refreshing: old, error))
            }
            report(result)
            perform(state.withLock { $0.finish(result, after: old) })
        }
    }

    private func perform(_ step: RefreshState.Step) {
        guard case .answer(let waiting, let result) = step else { return }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}

/// A caller that waits, identified by reference.
final class Waiter: Sendable {}

/// The state of a token's refresh and of the callers that wait for it.
///
/// The state is pure, so that tests can try every order of events: each method returns the step that the caller
/// performs.
struct RefreshState: Sendable {
    typealias Continuation = CheckedContinuation<Result<Token, APIError>, Never>

    enum Step {
        case none
        case refresh
        case answer([Continuation], Result<Token, APIError>)
    }

    private(set) var token: Token?
    /// The token that is being refreshed.
    private var refreshing: Token?
    private let remembersRefusals: Bool
    /// The error with which a refresh of the current token was refused for good.
    private var refusal: APIError?
    private var waiting: [ObjectIdentifier: Continuation] = [:]
    /// The callers that were cancelled before they began to wait.
    private var cancelled: Set<ObjectIdentifier> = []

    init(token: Token?, remembersRefusals: Bool = true) {
        (self.token, self.remembersRefusals) = (token, remembersRefusals)
    }

    /// Handles a caller that needs another token than `old`.
    mutating func ask(for waiter: Waiter, with continuation: Continuation, after old: Token) -> Step {
        if cancelled.contains(ObjectIdentifier(waiter)) {
            return .answer([continuation], .failure(APIError(.cancelled)))
        }
        guard let token else { return .answer([continuation], .failure(.signedOut)) }
        // The refresh that another call started has already finished.
        if token != old { return .answer([continuation], .success(token)) }
        if let refusal { return .answer([continuation], .failure(refusal)) }
        waiting[ObjectIdentifier(waiter)] = continuation
        if refreshing == old { return .none }
        refreshing = old
        return .refresh
    }

    /// Removes a waiter that was cancelled or, if `isLate`, whose time is over. A late waiter that no longer waits is
    /// ignored.
    mutating func cancel(_ waiter: Waiter, isLate: Bool = false) -> Step {
        guard let continuation = waiting.removeValue(forKey: ObjectIdentifier(waiter)) else {
            if !isLate { cancelled.insert(ObjectIdentifier(waiter)) }
            return .none
        }
        return .answer(
            [continuation], .failure(isLate ? APIError(.timedOut, "no new token came in time") : APIError(.cancelled)))
    }

    /// Forgets a waiter after it has received its result.
    mutating func forget(_ waiter: Waiter) { cancelled.remove(ObjectIdentifier(waiter)) }

    /// Handles the end of a refresh. A token that was set in the meantime is newer than the one that the refresh
    /// brings.
    mutating func finish(_ result: Result<Token, APIError>, after old: Token) -> Step {
        if refreshing == old { refreshing = nil }
        guard token == old else { return .none }
        switch result {
        case .success(let refreshed): return replace(refreshed)
        case .failure(let error):
            if error.code == .notAuthorized, remembersRefusals { refusal = error }
            return answer(result)
        }
    }

    /// Sets the token and resumes all waiters with it.
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

    /// Creates the error that each call throws after it has waited for a refresh that failed.
    fileprivate init(refreshing old: Token, _ error: any Error) {
        let redaction = Redaction([old.secret, old.refresh].compactMap(\.self))
        var contents = APIError(transport: error, isCancelled: false).redacted(by: redaction, nil).contents
        contents.message = ["the token could not be refreshed", contents.message].compactMap(\.self).joined(
            separator: ": ")
        self.init(contents)
    }
}
