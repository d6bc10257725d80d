import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a URL session. It passes each event to the exchange that the event belongs to, and ends the
/// exchanges that take too long.
final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        /// The exchanges in flight, by the identifiers of their tasks.
        var inFlight: [Int: SessionExchange] = [:]
        /// The timer that fires when the first of them may have taken too long.
        var timer: (any DispatchSourceTimer)?
        var timerEnd: ContinuousClock.Instant?
    }

    let options: SessionOptions
    private let state = Locked(State())

    init(_ options: SessionOptions) { self.options = options }

    deinit { state.withLock { $0.timer?.cancel() } }

    func add(_ exchange: SessionExchange) {
        state.withLock { $0.inFlight[exchange.task.taskIdentifier] = exchange }
    }

    func remove(_ exchange: SessionExchange) {
        remove(exchange.task)
    }

    @discardableResult
    private func remove(_ task: URLSessionTask) -> SessionExchange? {
        state.withLock { $0.inFlight.removeValue(forKey: task.taskIdentifier) }
    }

    private subscript(task: URLSessionTask) -> SessionExchange? {
        state.withLock { $0.inFlight[task.taskIdentifier] }
    }

    // MARK: Time

    /// Sets the timer if an exchange may end earlier than all others.
    ///
    /// A timer of its own for each exchange would be set again with each piece of a body. This one is not: each piece
    /// just notes the time.
    func watch(_ exchange: SessionExchange) {
        guard let end = exchange.deadline else { return }
        let timer = state.withLock { state -> (any DispatchSourceTimer)? in
            if let timerEnd = state.timerEnd, timerEnd <= end {
                return nil
            }
            state.timer?.cancel()
            let timer = DispatchSource.makeTimerSource()
            state.timer = timer
            state.timerEnd = end
            return timer
        }
        guard let timer else { return }
        timer.setEventHandler { [weak self] in self?.endLateExchanges(at: end) }
        // The timer looks again if it fires too early. It would trap for a time beyond its range.
        let seconds = min(max(0, (end - .now) / .seconds(1)), .practicallyEndless)
        timer.schedule(deadline: .now() + seconds)
        timer.resume()
    }

    private func endLateExchanges(at end: ContinuousClock.Instant) {
        let exchanges = state.withLock { state -> [SessionExchange] in
            // A timer for an earlier time has replaced this one.
            guard state.timerEnd == end else { return [] }
            state.timer = nil
            state.timerEnd = nil
            return Array(state.inFlight.values)
        }
        for exchange in exchanges {
            if let deadline = exchange.deadline, deadline <= .now {
                exchange.end(with: URLError(.timedOut))
            }
            watch(exchange)
        }
    }

    // MARK: Reports of the session

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        self[dataTask]?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        self[dataTask]?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData count: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { self[task]?.sent(Int(count)) }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        remove(task)?.complete(with: error)
    }

    #if canImport(FoundationNetworking)
        /// Ends an exchange that libcurl wants to send again.
        ///
        /// libcurl does so if a connection that was used before broke without a response. The server may have performed
        /// the request, so the client must decide about a retry. Without this method, libcurl sends the head again
        /// without the body, and nothing happens for a minute. A stream must not be returned, because
        /// FoundationNetworking ends the process if the body was none (`seekInputStream` in `NativeProtocol.swift`).
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            let exchange = self[task]
            exchange?.stream?.refuse()
            exchange?.end(with: URLError(.networkConnectionLost))
            completionHandler(nil)
        }
    #endif

    /// Leaves each redirect to the transport, which follows it with another request.
    ///
    /// The rules are then the same over each transport and on each system. FoundationNetworking would send a PUT again
    /// without its body, and Apple's session without `Authorization`.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // A decision about a task that was cancelled ends the process. The cancellation ends the task.
            if self[task]?.noteRedirect() != true {
                return
            }
        #endif
        completionHandler(nil)
    }

    /// Responds to an authentication challenge. Without a function in the options, a 401 is an ordinary response.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let method = challenge.protectionSpace.authenticationMethod
        #if !canImport(FoundationNetworking)
            if let authentication = options.authentication,
                options.handlesChallenge(of: method)
            {
                Task { [weak self] in
                    let (disposition, credential) = await authentication(challenge)
                    if disposition == .useCredential, credential != nil {
                        return completionHandler(disposition, credential)
                    }
                    if disposition == .performDefaultHandling {
                        return completionHandler(disposition, nil)
                    }
                    self?[task]?.refuseChallenge()
                    completionHandler(.rejectProtectionSpace, nil)
                }
                return
            }
        #endif
        // FoundationNetworking would begin the task again, with a body that has been read. There the transport itself
        // sends the request again. By default FoundationNetworking would look for credentials, find none, and never
        // end: https://github.com/swiftlang/swift-corelibs-foundation/issues/5456
        let isRefused = [
            NSURLAuthenticationMethodDefault,
            NSURLAuthenticationMethodHTTPBasic,
            NSURLAuthenticationMethodHTTPDigest,
        ].contains(method)
        if isRefused {
            self[task]?.refuseChallenge()
        }
        // FoundationNetworking would wait here for the queue that it reports on.
        DispatchQueue.global().async {
            let disposition: URLSession.AuthChallengeDisposition =
                if isRefused {
                    .rejectProtectionSpace
                } else {
                    .performDefaultHandling
                }
            completionHandler(disposition, nil)
        }
    }
}
