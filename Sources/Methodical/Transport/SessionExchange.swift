import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request under way in a URL session, and who waits for its answer. It ends once, whatever comes first: answer, failure, cancellation, time.
final class SessionExchange: @unchecked Sendable {
    /// The transfer was suspended where URLSession cannot do that: it has to begin anew.
    struct Paused: Error {}

    /// What came, as the session has it: who waits makes an answer of it, and not the session's thread, which all requests wait for.
    private struct Arrived: Sendable {
        let head: HTTPURLResponse
        let body: Data
    }

    let task: URLSessionDataTask
    private let request: HTTPRequest
    private let largest: Int
    private let lock = Locked()
    /// Set later where it is others that follow.
    private var observer: TransferObserver?
    /// Unchecked, since `settle` and `leave` take it out under the lock.
    private var continuation: UnsafeContinuation<Arrived, any Error>?
    private var outcome: Result<Arrived, any Error>?
    private var timer: (any DispatchSourceTimer)?
    private var hasBegun = false
    private var hasWaited = false
    /// Who takes it over is cancelled before it waits.
    private var isLeft = false
    private var body = Data()
    private var file: AnswerFile?
    private var progress = TransferProgress()
    private var hasRefusedChallenge = false
    /// Where the server wants the whole request again, body included, on the same server.
    private(set) var redirect: URL?

    init(_ session: URLSession, _ request: HTTPRequest, _ options: SessionOptions, _ observer: TransferObserver?) throws
    {
        // Of a link, FoundationNetworking would send as many bytes as its path has.
        let file = request.file?.resolvingSymlinksInPath()
        progress.sent.total =
            try file.map { try FileManager.default.attributesOfItem(atPath: $0.path)[.size] as? Int }
            ?? request.body?.count
        let urlRequest = URLRequest(request, options)
        task = file.map { session.uploadTask(with: urlRequest, fromFile: $0) } ?? session.dataTask(with: urlRequest)
        // FoundationNetworking waits for its queue to set it.
        if request.priority != .normal {
            task.priority = request.priority == .low ? URLSessionTask.lowPriority : URLSessionTask.highPriority
        }
        (self.request, self.observer, largest) = (request, observer, options.largestAnswer)
    }

    /// Begins, or goes on for who takes it over.
    func response(within timeout: Duration?) async throws -> HTTPResponse {
        let arrived = try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { begin($0, timeout: timeout) }
        } onCancel: {
            leave()
        }
        return HTTPResponse(arrived.head, arrived.body)
    }

    /// From now on.
    func follow(_ observer: TransferObserver) {
        let progress = lock.withLock {
            self.observer = observer
            return outcome == nil ? self.progress : TransferProgress()
        }
        if progress != TransferProgress() { observer.report(progress) }
    }

    /// When nobody waits any more; false if the exchange goes on for others all the same.
    func release() -> Bool { followed?.release(self) ?? true }

    private var followed: TransferObserver? { lock.withLock { observer } }

    private func begin(_ continuation: UnsafeContinuation<Arrived, any Error>, timeout: Duration?) {
        let (early, isFirst, observer) = lock.withLock { () -> (Result<Arrived, any Error>?, Bool, TransferObserver?) in
            if isLeft {
                isLeft = false
                return (.failure(CancellationError()), false, nil)
            }
            defer { hasWaited = true }
            if outcome == nil { self.continuation = continuation }
            return (outcome, !hasWaited, self.observer)
        }
        if let early { return continuation.resume(with: early) }
        if isFirst, let timeout { start(timeout) }
        if let observer { observer.onPause(hold) } else { hold(false) }
    }

    private func hold(_ isHeld: Bool) {
        let hadBegun = lock.withLock {
            defer { if !isHeld { hasBegun = true } }
            return hasBegun
        }
        #if canImport(FoundationNetworking)
            // What runs is left alone: resuming waits for the session's queue, which may be reporting to the observer that calls this.
            guard isHeld else { return hadBegun ? () : task.resume() }
            // Suspended, FoundationNetworking drops the connection, and then sends what is left of the body as if it were all.
            if hadBegun, !request.hasBody, request.isRepeatable { end(Paused()) }
        #else
            guard isHeld else { return task.resume() }
            if hadBegun { task.suspend() }
        #endif
    }

    /// Who waited is cancelled. The exchange ends, unless others wait for it. (The observer's lock is never taken inside the exchange's own.)
    private func leave() {
        if let observer = followed, observer.keep(self) {
            let (waiting, isOver) = lock.withLock {
                defer { continuation = nil }
                isLeft = continuation == nil && outcome == nil
                return (continuation, outcome != nil)
            }
            waiting?.resume(throwing: CancellationError())
            if isOver { _ = observer.takeOver() }
            return
        }
        end(CancellationError())
    }

    /// The session's task is cancelled from another thread: FoundationNetworking waits for its queue there, which may itself wait for the lock that
    /// Swift holds while it runs a cancellation handler (swift-corelibs-foundation issue 5412).
    func end(_ error: any Error) {
        guard settle(.failure(error)) else { return }
        DispatchQueue.global().async { [task] in task.cancel() }
    }

    /// False if the exchange had ended before.
    @discardableResult
    private func settle(_ result: Result<Arrived, any Error>) -> Bool {
        let ended = lock.withLock { () -> (UnsafeContinuation<Arrived, any Error>?, (any DispatchSourceTimer)?)? in
            guard outcome == nil else { return nil }
            defer { (continuation, timer, body, file) = (nil, nil, Data(), nil) }
            outcome = result
            return (continuation, timer)
        }
        guard let (waiting, timer) = ended else { return false }
        timer?.cancel()
        waiting?.resume(with: result)
        return true
    }

    private func start(_ timeout: Duration) {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { [weak self] in self?.end(URLError(.timedOut)) }
        timer.schedule(deadline: .now() + max(0, min(timeout / .seconds(1), 1e9)))
        lock.withLock { if outcome == nil { self.timer = timer } }
        timer.resume()
    }

    // MARK: What the session reports

    /// Again where the request goes out again, after a challenge.
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        change {
            body = Data()
            // No request asks for another protocol. FoundationNetworking would keep a core busy until the server closes
            // the connection.
            guard response.statusCode != 101 else {
                throw APIError(.connection, "the server has switched to another protocol (HTTP 101)")
            }
            let isPacked = response.value(forHTTPHeaderField: "Content-Encoding").map { $0 != "identity" } ?? false
            progress.received = TransferProgress.Part(
                total: isPacked || response.expectedContentLength < 0 ? nil : Int(response.expectedContentLength))
            file = try request.destination.flatMap {
                try AnswerFile($0, HTTPResponse(response), largest: isPacked ? largest : .max)
            }
            let isWhole = file == nil && !isPacked && request.verb != .head && response.statusCode != 304
            guard !isWhole || response.expectedContentLength <= largest else { throw APIError.tooLarge(largest) }
            try observer?.begin(HTTPResponse(response))
        }
    }

    func receive(_ data: Data) {
        change {
            progress.received.bytes += data.count
            if let file { return try file.write(data) }
            guard body.count + data.count <= largest else { throw APIError.tooLarge(largest) }
            if body.isEmpty { body = data } else { body.append(data) }
        }
    }

    func sent(_ count: Int) {
        change { progress.sent.bytes = min(progress.sent.bytes + count, progress.sent.total ?? .max) }
    }

    private func change(_ body: () throws -> Void) {
        do {
            let report = try lock.withLock { () -> (TransferObserver, TransferProgress)? in
                guard outcome == nil else { return nil }
                try body()
                return observer.map { ($0, progress) }
            }
            if let (observer, progress) = report { observer.report(progress) }
        } catch {
            end(error)
        }
    }

    func refuseChallenge() { lock.withLock { hasRefusedChallenge = true } }

    func repeatAt(_ url: URL) { lock.withLock { redirect = url } }

    var repeatsBody: Bool { request.hasBody }

    /// FoundationNetworking reports a refused challenge as a cancelled task; the answer that held the challenge is there all the same.
    func complete(with error: (any Error)?) {
        let (body, isRefusal) = lock.withLock { (self.body, hasRefusedChallenge) }
        if let error, !isRefusal { settle(.failure(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return _ = settle(.failure(error ?? URLError(.badServerResponse)))
        }
        settle(.success(Arrived(head: response, body: body)))
    }
}

extension HTTPRequest {
    var hasBody: Bool { file != nil || body?.isEmpty == false }
}

extension HTTPResponse {
    /// Header fields by name, since the session forgets their order.
    fileprivate init(_ response: HTTPURLResponse, _ body: Data = Data()) {
        self.init(status: response.statusCode, body: body)
        let fields = response.allHeaderFields.compactMap { name, value in
            // A cast of what is in the key takes half the time of a cast of the key.
            (name.base as? String).map { HTTPHeaders.Field(name: $0, value: value as? String ?? "\(value)") }
        }
        headers = HTTPHeaders(fields.sorted { $0.name < $1.name })
    }
}

/// What a URL session reports to: hands every event to the exchange it belongs to.
final class SessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let options: SessionOptions
    private let lock = Locked()
    private var underWay: [Int: SessionExchange] = [:]

    init(_ options: SessionOptions) { self.options = options }

    func add(_ exchange: SessionExchange) { lock.withLock { underWay[exchange.task.taskIdentifier] = exchange } }

    func remove(_ exchange: SessionExchange) {
        lock.withLock { _ = underWay.removeValue(forKey: exchange.task.taskIdentifier) }
    }

    private subscript(task: URLSessionTask) -> SessionExchange? { lock.withLock { underWay[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        self[dataTask]?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        self[dataTask]?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { self[task]?.sent(Int(count)) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        lock.withLock { underWay.removeValue(forKey: task.taskIdentifier) }?.complete(with: error)
    }

    #if canImport(FoundationNetworking)
        /// libcurl wants to send a request again, since the connection, which was used before, died without an answer. Nobody knows what the server has
        /// done: the exchange ends here, and the client decides. (Without this the head goes out again, the body does not, and nothing happens for a
        /// minute.)
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            self[task]?.end(URLError(.networkConnectionLost))
            completionHandler(nil)
        }
    #endif

    /// Secrets travel in header fields and bodies, and go to the server they are meant for only. To that server `Authorization` goes again, which
    /// Apple's session leaves out of every redirect.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        var request = request
        guard let url = request.url, options.permits(url, from: task.originalRequest?.url) else {
            return completionHandler(nil)
        }
        // Where another server leads back, it has chosen the address, and must not have the token sent there.
        guard let original = task.originalRequest,
            [original.url, task.currentRequest?.url].contains(where: { Origin($0) != Origin(url) })
        else {
            // FoundationNetworking would send it without the body.
            if response.statusCode >= 307, let exchange = self[task], exchange.repeatsBody,
                request.httpMethod == task.originalRequest?.httpMethod
            {
                exchange.repeatAt(url)
                return completionHandler(nil)
            }
            // Not where it was taken off on the way.
            if let authorization = task.currentRequest?.value(forHTTPHeaderField: "Authorization") {
                request.setValue(authorization, forHTTPHeaderField: "Authorization")
            }
            return completionHandler(request)
        }
        guard request.httpMethod == "GET" || request.httpMethod == "HEAD" else { return completionHandler(nil) }
        request.httpBody = nil
        for name in request.allHTTPHeaderFields?.keys.map(\.self) ?? [] {
            request.setValue(nil, forHTTPHeaderField: name)
        }
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
        #if canImport(FoundationNetworking)
            // It would end the program over any other.
            let canAnswer = method == NSURLAuthenticationMethodHTTPBasic
        #else
            let canAnswer = true
        #endif
        if let authentication = options.authentication, canAnswer {
            Task { [weak self] in
                let (disposition, credential) = await authentication(challenge)
                if disposition == .useCredential, credential != nil {
                    return completionHandler(disposition, credential)
                }
                if disposition != .performDefaultHandling { self?[task]?.refuseChallenge() }
                completionHandler(disposition == .performDefaultHandling ? disposition : .rejectProtectionSpace, nil)
            }
            return
        }
        let isRefused = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
        ].contains(method)
        if isRefused { self[task]?.refuseChallenge() }
        // FoundationNetworking would wait here for the queue that it reports on.
        DispatchQueue.global().async {
            completionHandler(isRefused ? .rejectProtectionSpace : .performDefaultHandling, nil)
        }
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
