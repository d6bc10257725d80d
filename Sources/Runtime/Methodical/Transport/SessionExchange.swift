import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An in-flight request of a URL session, and the call that waits for its response.
///
/// It ends exactly once, by the first of these events: response, failure, cancellation or timeout. The reports of the
/// session are in `SessionExchange+Reports.swift`.
final class SessionExchange: Sendable {
    /// The error that ends a transfer if it is suspended and `URLSession` cannot do that. It must begin again.
    struct Paused: Error {}

    /// The response as the session reported it. The waiting call turns it into an `HTTPResponse`. The session's thread
    /// does not, because all requests wait for that thread.
    struct Arrived: Sendable {
        let head: HTTPURLResponse
        let body: Data
    }

    struct State {
        /// The continuation of the waiting call. It is unchecked, because `settle` takes it out under the lock and so
        /// resumes it only once.
        var continuation: UnsafeContinuation<Arrived, any Error>?
        var outcome: Result<Arrived, any Error>?
        var hasBegun = false
        /// The beginning of the current pause, and the length of the earlier ones.
        var heldSince: ContinuousClock.Instant?
        var heldTime = Duration.zero
        /// The time at which the server or the request last gave a sign of life.
        var lastActivity = ContinuousClock.now
        var isHeadAwaited = true
        var body = Data()
        var file: ResponseFile?
        var progress = TransferProgress()
        var hasRefusedChallenge = false
        /// Indicates whether the body goes to the observer instead of memory.
        var isStreamed = false
        /// The next request, if the response is a redirect to follow.
        var redirect: HTTPRequest?
        var ending = Ending.open
    }

    /// The event that decides how the session's task ends.
    enum Ending {
        case open
        /// The session waits for the decision about a redirect, and then ends the task.
        case redirected
        /// The task is being cancelled.
        case cancelled
    }

    let task: URLSessionDataTask
    let request: HTTPRequest
    let redirects: Redirects
    let largest: Int
    let observer: TransferObserver?
    let state: Locked<State>
    private let limits: SessionLimits
    private let exchanges: SessionExchanges
    #if canImport(FoundationNetworking)
        /// The request's file. It is unchecked, because its superclass is not `Sendable`. Its own state has a lock.
        nonisolated(unsafe) let stream: FileStream?
    #endif

    init(
        _ request: HTTPRequest,
        session: URLSession,
        exchanges: SessionExchanges,
        redirects: Redirects,
        limits: SessionLimits,
        observer: TransferObserver?
    ) throws {
        let file = try request.file.map { try RequestFile($0) }
        var urlRequest = URLRequest(request)
        #if canImport(FoundationNetworking)
            stream = file.map { FileStream($0) }
            if let file {
                urlRequest.setBody(stream, length: file.length)
            }
            task = session.dataTask(with: urlRequest)
        #else
            urlRequest.setSilence(limits.silence)
            task =
                request.file.map { session.uploadTask(with: urlRequest, fromFile: $0) }
                ?? session.dataTask(with: urlRequest)
        #endif
        // The priority is set only if necessary, because setting it waits for FoundationNetworking's queue.
        switch request.priority {
        case .low: task.priority = URLSessionTask.lowPriority
        case .normal: break
        case .high: task.priority = URLSessionTask.highPriority
        }
        var state = State()
        state.progress.sent.total = file?.length ?? request.body?.count
        self.state = Locked(state)
        self.request = request
        self.exchanges = exchanges
        self.redirects = redirects
        self.limits = limits
        self.observer = observer
        largest = exchanges.options.largestResponse
    }

    /// The time for which the app held the transfer back.
    var heldTime: Duration {
        state.withLock { state in
            guard let since = state.heldSince else {
                return state.heldTime
            }
            return state.heldTime + (.now - since)
        }
    }

    /// The next request, if the response was a redirect to follow.
    var redirect: HTTPRequest? {
        state.withLock { $0.redirect }
    }

    /// Starts the exchange and waits for the response.
    func response() async throws -> HTTPResponse {
        defer { observer?.onPause(nil) }
        let arrived = try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { begin(with: $0) }
        } onCancel: {
            end(with: CancellationError())
        }
        return HTTPResponse(arrived.head, body: arrived.body)
    }

    private func begin(with continuation: UnsafeContinuation<Arrived, any Error>) {
        // The task may have been cancelled before.
        let outcome = state.withLock { state in
            if state.outcome == nil {
                state.continuation = continuation
            }
            return state.outcome
        }
        if let outcome {
            return continuation.resume(with: outcome)
        }
        guard let observer else {
            return hold(false)
        }
        observer.onPause { [weak self] in self?.hold($0) }
    }

    // MARK: Holding back

    private enum Step { case nothing, start, restart, suspend }

    /// Holds the transfer back, or lets it begin or continue.
    private func hold(_ isHeld: Bool) {
        let step = state.withLock { state in
            if isHeld {
                pause(in: &state)
            } else {
                proceed(in: &state)
            }
        }
        switch step {
        case .nothing: break
        case .start:
            exchanges.watch(self)
            task.resume()
        case .restart: end(with: Paused())
        case .suspend: task.suspend()
        }
    }

    private func pause(in state: inout State) -> Step {
        guard state.outcome == nil else {
            return .nothing
        }
        guard state.hasBegun else {
            state.heldSince = state.heldSince ?? .now
            return .nothing
        }
        #if canImport(FoundationNetworking)
            // FoundationNetworking drops the connection of a suspended task, and later sends the rest of the body as if
            // it were the whole. Only a repeatable request without a body can be held back: it ends and begins again.
            // A stream continues too: its elements must not be sent twice.
            let canRestart =
                !request.hasBody
                && request.isRepeatable
                && observer?.isStreaming != true
            guard canRestart else {
                return .nothing
            }
            state.heldSince = .now
            return .restart
        #else
            state.heldSince = .now
            return .suspend
        #endif
    }

    private func proceed(in state: inout State) -> Step {
        guard state.outcome == nil else {
            return .nothing
        }
        // A running task is left alone, because `resume` waits for the session's queue, and that may be reporting to
        // the observer that calls this function.
        guard !state.hasBegun || state.heldSince != nil else {
            return .nothing
        }
        if let since = state.heldSince {
            state.heldTime += .now - since
        }
        state.heldSince = nil
        state.lastActivity = .now
        state.hasBegun = true
        return .start
    }

    // MARK: Ending

    /// Ends the exchange with an error.
    func end(with error: any Error) {
        guard settle(with: .failure(error)) else { return }
        let isRedirected = state.withLock { state in
            guard state.ending == .open else { return true }
            state.ending = .cancelled
            return false
        }
        // The task of a redirected request ends by itself. FoundationNetworking ends the process if it is cancelled
        // while it waits for the decision (`didCompleteRedirectCallback` in `HTTPURLProtocol.swift`).
        if isRedirected {
            return
        }
        // FoundationNetworking waits for its queue in `cancel`. That queue may itself wait for the lock that Swift
        // holds while it runs a cancellation handler:
        // https://github.com/swiftlang/swift-corelibs-foundation/issues/5412
        DispatchQueue.global().async { [task] in task.cancel() }
    }

    /// Records that the session waits for the decision about a redirect. Returns `false` if the task has been
    /// cancelled, so that the session must get no decision.
    func noteRedirect() -> Bool {
        state.withLock { state in
            guard state.ending == .open else { return false }
            state.ending = .redirected
            return true
        }
    }

    /// Records the outcome and resumes the waiting call. Returns `false` if the exchange had ended before.
    @discardableResult
    func settle(with result: Result<Arrived, any Error>) -> Bool {
        var continuation: UnsafeContinuation<Arrived, any Error>?
        let isFirst = state.withLock { state in
            guard state.outcome == nil else { return false }
            state.outcome = result
            continuation = state.continuation
            state.continuation = nil
            state.body = Data()
            state.file = nil
            return true
        }
        continuation?.resume(with: result)
        return isFirst
    }

    // MARK: Time

    /// The time at which the exchange ends if nothing happens until then, or `nil` if it may take any time.
    var deadline: ContinuousClock.Instant? {
        state.withLock { state in
            // A transfer that is held back waits for the app, not for the server.
            guard state.outcome == nil,
                state.heldSince == nil
            else { return nil }
            // A stream has no end, so only the time until its head is limited.
            let isTimed = observer?.isStreaming != true || state.isHeadAwaited
            var end: ContinuousClock.Instant?
            if isTimed {
                end = limits.deadline?.after(state.heldTime)
            }
            // Apple's sessions watch the silence themselves.
            #if canImport(FoundationNetworking)
                guard let silence = limits.silence else {
                    return end
                }
                let silenceEnd = state.lastActivity.after(silence)
                return end.map { min($0, silenceEnd) } ?? silenceEnd
            #else
                return end
            #endif
        }
    }
}
