import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request under way in a URL session, and who waits for its answer. It ends once, whatever comes first: answer, failure, cancellation, time.
final class SessionExchange: @unchecked Sendable {
    let task: URLSessionDataTask
    private let lock = NSLock()
    private var continuation: CheckedContinuation<HTTPResponse, any Error>?
    private var outcome: Result<HTTPResponse, any Error>?
    private var timer: (any DispatchSourceTimer)?
    private var body = Data()
    private var hasRefusedChallenge = false

    init(_ task: URLSessionDataTask) { self.task = task }

    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>, timeout: Duration?) {
        let early = lock.withLock {
            if outcome == nil { self.continuation = continuation }
            return outcome
        }
        if let early { return continuation.resume(with: early) }
        if let timeout { start(timeout) }
        task.resume()
    }

    /// The session's task is cancelled from another thread: FoundationNetworking waits for its queue there, which may itself wait for the lock that
    /// Swift holds while it runs a cancellation handler (swift-corelibs-foundation issue 5412).
    func end(_ result: Result<HTTPResponse, any Error>) {
        guard settle(result) else { return }
        DispatchQueue.global().async { [task] in task.cancel() }
    }

    /// False if the exchange had ended before.
    @discardableResult
    private func settle(_ result: Result<HTTPResponse, any Error>) -> Bool {
        lock.lock()
        guard outcome == nil else {
            lock.unlock()
            return false
        }
        outcome = result
        let waiting = continuation
        let timer = timer
        continuation = nil
        self.timer = nil
        body = Data()
        lock.unlock()
        timer?.cancel()
        waiting?.resume(with: result)
        return true
    }

    private func start(_ timeout: Duration) {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { [weak self] in self?.end(.failure(URLError(.timedOut))) }
        timer.schedule(deadline: .now() + max(0, min(timeout / .seconds(1), 1e9)))
        lock.withLock { if outcome == nil { self.timer = timer } }
        timer.resume()
    }

    // MARK: What the session reports

    func receive(_ data: Data) { lock.withLock { body.append(data) } }

    func refuseChallenge() { lock.withLock { hasRefusedChallenge = true } }

    /// FoundationNetworking reports a refused challenge as a cancelled task; the answer that held the challenge is there all the same.
    func complete(with error: (any Error)?) {
        let (body, isRefusal) = lock.withLock { (self.body, hasRefusedChallenge) }
        if let error, !isRefusal { settle(.failure(error)) }
        guard let response = task.response as? HTTPURLResponse else { return _ = settle(.failure(error ?? URLError(.badServerResponse))) }
        settle(.success(HTTPResponse(status: response.statusCode, headers: HTTPHeaders(response), body: body)))
    }
}

extension HTTPHeaders {
    /// By name, since the session forgets their order.
    fileprivate init(_ response: HTTPURLResponse) {
        self.init()
        let fields = response.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, "\(value)") } }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) { add(name, value) }
    }
}
