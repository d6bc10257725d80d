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

/// What a URL session reports to: hands every event to the exchange it belongs to.
final class SessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var underWay: [Int: SessionExchange] = [:]

    func add(_ exchange: SessionExchange) { lock.withLock { underWay[exchange.task.taskIdentifier] = exchange } }

    func remove(_ exchange: SessionExchange) { lock.withLock { _ = underWay.removeValue(forKey: exchange.task.taskIdentifier) } }

    private subscript(task: URLSessionTask) -> SessionExchange? { lock.withLock { underWay[task.taskIdentifier] } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { self[dataTask]?.receive(data) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) { self[task]?.complete(with: error) }

    /// Secrets travel in header fields and bodies, and go to the server they are meant for only. To that server `Authorization` goes again, which
    /// Apple's session leaves out of every redirect.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        var request = request
        guard let original = task.originalRequest, let url = request.url, Origin(original.url) != Origin(url) else {
            if let authorization = task.originalRequest?.value(forHTTPHeaderField: "Authorization") {
                request.setValue(authorization, forHTTPHeaderField: "Authorization")
            }
            return completionHandler(request)
        }
        guard request.httpMethod == "GET" || request.httpMethod == "HEAD" else { return completionHandler(nil) }
        request.httpBody = nil
        for name in request.allHTTPHeaderFields?.keys.map(\.self) ?? [] { request.setValue(nil, forHTTPHeaderField: name) }
        request.setValue(original.value(forHTTPHeaderField: "Accept"), forHTTPHeaderField: "Accept")
        completionHandler(request)
    }

    /// A 401 is an answer. Left to itself FoundationNetworking would look for credentials, find none, and never end
    /// (swift-corelibs-foundation issue 5456).
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let method = challenge.protectionSpace.authenticationMethod
        guard [NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest].contains(method) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        self[task]?.refuseChallenge()
        completionHandler(.rejectProtectionSpace, nil)
    }
}

/// Scheme, host and port: what one server is to a browser.
private struct Origin: Equatable {
    private let scheme: String?
    private let host: String?
    private let port: Int?

    init(_ url: URL?) {
        scheme = url?.scheme?.lowercased()
        host = url?.host()?.lowercased()
        port = url?.port ?? (scheme == "https" ? 443 : 80)
    }
}
