import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An in-flight request of a URL session, and the call that waits for its response.
///
/// It ends exactly once, by the first of these events: response, failure, cancellation or timeout.
final class SessionExchange: Sendable {
    /// The error that ends a transfer if it is suspended and `URLSession` cannot do that. It must begin again.
    struct Paused: Error {}

    /// The response as the session reported it. The waiting call turns it into an `HTTPResponse`. The session's thread
    /// does not, because all requests wait for that thread.
    private struct Arrived: Sendable {
        let head: HTTPURLResponse
        let body: Data
    }

    private struct State {
        /// The continuation of the waiting call. It is unchecked, because `settle` takes it out under the lock and so
        /// resumes it only once.
        var continuation: UnsafeContinuation<Arrived, any Error>?
        var outcome: Result<Arrived, any Error>?
        var timer: (any DispatchSourceTimer)?
        /// The time at which the timer fires, and the time that is left while there is no timer.
        var deadline: ContinuousClock.Instant?
        var timeLeft: Duration?
        var hasBegun = false
        var body = Data()
        var file: ResponseFile?
        var progress = TransferProgress()
        var hasRefusedChallenge = false
        /// Indicates whether the body goes to the observer instead of memory.
        var isStreamed = false
        /// The redirects that were followed, and the URL to which the whole request must be sent again.
        var redirects: [HTTPResponse.Redirect] = []
        var redirect: URL?
    }

    let task: URLSessionDataTask
    private let request: HTTPRequest
    private let largest: Int
    private let observer: TransferObserver?
    private let state: Locked<State>

    init(_ session: URLSession, _ request: HTTPRequest, _ options: SessionOptions, _ observer: TransferObserver?) throws
    {
        // FoundationNetworking takes the length of a symbolic link itself for the length of its file.
        let file = request.file?.resolvingSymlinksInPath()
        var state = State()
        state.progress.sent.total =
            try file.map { try FileManager.default.attributesOfItem(atPath: $0.path)[.size] as? Int }
            ?? request.body?.count
        let urlRequest = URLRequest(request, options, isStream: observer?.isStreaming == true)
        task = file.map { session.uploadTask(with: urlRequest, fromFile: $0) } ?? session.dataTask(with: urlRequest)
        // The priority is set only if necessary, because setting it waits for FoundationNetworking's queue.
        if request.priority != .normal {
            task.priority = request.priority == .low ? URLSessionTask.lowPriority : URLSessionTask.highPriority
        }
        (self.request, self.observer, largest) = (request, observer, options.largestResponse)
        self.state = Locked(state)
    }

    /// Starts the exchange and waits for the response.
    func response(within timeout: Duration?) async throws -> HTTPResponse {
        defer { observer?.onPause(nil) }
        let arrived = try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { begin($0, timeout: timeout) }
        } onCancel: {
            end(CancellationError())
        }
        var response = HTTPResponse(arrived.head, arrived.body)
        response.redirects = state.withLock { $0.redirects }
        response.url = response.redirects.last?.to ?? request.url
        return response
    }

    private func begin(_ continuation: UnsafeContinuation<Arrived, any Error>, timeout: Duration?) {
        // The task may have been cancelled before.
        let outcome = state.withLock {
            if $0.outcome == nil { $0.continuation = continuation }
            return $0.outcome
        }
        if let outcome { return continuation.resume(with: outcome) }
        // A stream has no limit for silence, so only the time until its head is limited.
        if let timeout = timeout ?? (observer?.isStreaming == true ? .seconds(60) : nil) {
            state.withLock { $0.timeLeft = timeout }
        }
        if let observer { observer.onPause(hold) } else { hold(false) }
    }

    /// Holds the transfer back, or lets it begin or continue.
    private func hold(_ isHeld: Bool) {
        let step = state.withLock { state -> (Bool, Duration?)? in
            // The next exchange of the same request needs the time that an exchange has left when it ends.
            guard state.outcome == nil else { return nil }
            defer { if !isHeld { (state.hasBegun, state.timeLeft) = (true, nil) } }
            return (state.hasBegun, state.timeLeft)
        }
        guard let (hadBegun, timeLeft) = step else { return }
        if !isHeld, let timeLeft { start(timeLeft) }
        #if canImport(FoundationNetworking)
            // Leaves a running task alone, because `resume` waits for the session's queue, and that may be reporting to
            // the observer that calls this function.
            guard isHeld else { return hadBegun ? () : task.resume() }
            // FoundationNetworking drops the connection of a suspended task, and later sends the rest of the body as if
            // it were the whole. Only a repeatable request without a body can be held back: it ends and begins again.
            // A stream continues too: its elements must not be sent twice.
            let canRestart = !request.hasBody && request.isRepeatable && observer?.isStreaming != true
            if hadBegun, canRestart {
                stopTimer()
                end(Paused())
            }
        #else
            guard isHeld else { return task.resume() }
            stopTimer()
            if hadBegun { task.suspend() }
        #endif
    }

    /// Ends the exchange with an error.
    ///
    /// Another thread cancels the session's task, because FoundationNetworking waits for its queue there. That queue
    /// may itself wait for the lock that Swift holds while it runs a cancellation handler:
    /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5412
    func end(_ error: any Error) {
        guard settle(.failure(error)) else { return }
        DispatchQueue.global().async { [task] in task.cancel() }
    }

    /// Records the outcome and resumes the waiting call. Returns `false` if the exchange had ended before.
    @discardableResult
    private func settle(_ result: Result<Arrived, any Error>) -> Bool {
        let ended = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            defer { (state.continuation, state.timer, state.body, state.file) = (nil, nil, Data(), nil) }
            state.outcome = result
            return state
        }
        guard let ended else { return false }
        ended.timer?.cancel()
        ended.continuation?.resume(with: result)
        return true
    }

    private func start(_ timeout: Duration) {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { [weak self] in self?.end(URLError(.timedOut)) }
        timer.schedule(deadline: .now() + max(0, min(timeout / .seconds(1), 1e9)))
        state.withLock { if $0.outcome == nil { ($0.timer, $0.deadline) = (timer, .now + timeout) } }
        timer.resume()
    }

    /// Stops the timer, because the time of a suspension does not count.
    private func stopTimer() {
        state.withLock { state in
            state.timer?.cancel()
            if let deadline = state.deadline { state.timeLeft = max(.zero, deadline - .now) }
            (state.timer, state.deadline) = (nil, nil)
        }
    }

    /// The part of the timeout that is left for the next exchange of the same request.
    var timeLeft: Duration? { state.withLock { $0.timeLeft ?? $0.deadline.map { max(.zero, $0 - .now) } } }

    // MARK: Reports of the session

    /// Handles the head of a response. It is called again if the request is sent again after a challenge.
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        change { state in
            state.body = Data()
            // The request has not asked for another protocol. FoundationNetworking would keep a core busy until the
            // server closes the connection.
            guard response.statusCode != 101 else {
                throw APIError(.connection, "the server has switched to another protocol (HTTP 101)")
            }
            let isPacked = response.value(forHTTPHeaderField: "Content-Encoding").map { $0 != "identity" } ?? false
            state.progress.received = TransferProgress.Part(
                total: isPacked || response.expectedContentLength < 0 ? nil : Int(response.expectedContentLength))
            state.file = try request.destination.flatMap {
                try ResponseFile($0, HTTPResponse(response), largest: isPacked ? largest : .max)
            }
            state.isStreamed = observer?.isStreaming == true && 200..<300 ~= response.statusCode
            if state.isStreamed {
                state.timer?.cancel()
                // A head that arrives while the transfer is suspended ends the time that is left, too.
                (state.timer, state.deadline, state.timeLeft) = (nil, nil, nil)
            }
            let isWhole =
                state.file == nil && !isPacked && !state.isStreamed && request.verb != .head
                && response.statusCode != 304
            guard !isWhole || response.expectedContentLength <= largest else { throw APIError.tooLarge(largest) }
            try observer?.begin(HTTPResponse(response))
        }
    }

    func receive(_ data: Data) {
        var isStreamed = false
        change { state in
            state.progress.received.bytes += data.count
            isStreamed = state.isStreamed
            if isStreamed { return }
            if let file = state.file { return try file.write(data) }
            guard state.body.count + data.count <= largest else { throw APIError.tooLarge(largest) }
            if state.body.isEmpty { state.body = data } else { state.body.append(data) }
        }
        // Outside of the lock, because the observer may suspend the transfer.
        if isStreamed { observer?.receive(data) }
    }

    func sent(_ count: Int) {
        change { $0.progress.sent.bytes = min($0.progress.sent.bytes + count, $0.progress.sent.total ?? .max) }
    }

    /// Changes the state unless the exchange has ended, and reports the progress. An error ends the exchange.
    private func change(_ body: (inout State) throws -> Void) {
        do {
            let progress = try state.withLock { state -> TransferProgress? in
                guard state.outcome == nil else { return nil }
                try body(&state)
                return state.progress
            }
            if let progress { observer?.report(progress) }
        } catch {
            end(error)
        }
    }

    /// Records that the client gives no credentials, so that the cancelled task counts as a response.
    func refuseChallenge() { state.withLock { $0.hasRefusedChallenge = true } }

    /// The URL on the same server to which the whole request must be sent again, including its body.
    var redirect: URL? { state.withLock { $0.redirect } }

    /// Records a redirect that is followed.
    ///
    /// - Parameter isRepeated: Indicates whether the whole request must be sent again after the exchange has ended.
    func follow(_ status: Int, to url: URL, isRepeated: Bool = false) {
        state.withLock {
            $0.redirects.append(.init(status: status, from: $0.redirects.last?.to ?? request.url, to: url))
            if isRepeated { $0.redirect = url }
        }
    }

    var repeatsBody: Bool { request.hasBody }

    /// Handles the end of the task.
    ///
    /// FoundationNetworking reports a refused challenge as a cancelled task. The response that contained the challenge
    /// is still available.
    func complete(with error: (any Error)?) {
        let (body, isRefusal) = state.withLock { ($0.body, $0.hasRefusedChallenge) }
        if let error, !isRefusal { settle(.failure(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return _ = settle(.failure(error ?? URLError(.badServerResponse)))
        }
        settle(.success(Arrived(head: response, body: body)))
    }
}

extension HTTPRequest {
    package var hasBody: Bool { file != nil || body?.isEmpty == false }
}

extension HTTPResponse {
    /// Creates a response with the header fields sorted by name, because the session forgets their order.
    fileprivate init(_ response: HTTPURLResponse, _ body: Data = Data()) {
        self.init(status: response.statusCode, body: body)
        let fields = response.allHeaderFields.compactMap { name, value in
            // Casting the value inside the key takes half the time of casting the key.
            (name.base as? String).map { HTTPHeaders.Field(name: $0, value: value as? String ?? "\(value)") }
        }
        headers = HTTPHeaders(fields.sorted { $0.name < $1.name })
    }
}
