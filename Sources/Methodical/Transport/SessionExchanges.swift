import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a URL session. It passes each event to the exchange that the event belongs to.
final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    let options: SessionOptions
    /// The exchanges in flight, by the identifiers of their tasks.
    private let inFlight = Locked([Int: SessionExchange]())

    init(_ options: SessionOptions) { self.options = options }

    func add(_ exchange: SessionExchange) { inFlight.withLock { $0[exchange.task.taskIdentifier] = exchange } }

    func remove(_ exchange: SessionExchange) {
        inFlight.withLock { _ = $0.removeValue(forKey: exchange.task.taskIdentifier) }
    }

    private subscript(task: URLSessionTask) -> SessionExchange? { inFlight.withLock { $0[task.taskIdentifier] } }

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
        inFlight.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(with: error)
    }

    #if canImport(FoundationNetworking)
        /// Ends an exchange that libcurl wants to send again.
        ///
        /// libcurl does so if a connection that was used before broke without a response. The server may have performed
        /// the request, so the client must decide about a retry. Without this method, libcurl sends the head again
        /// without the body, and nothing happens for a minute.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            self[task]?.end(URLError(.networkConnectionLost))
            completionHandler(nil)
        }
    #endif

    /// Decides about a redirect.
    ///
    /// Header fields and bodies may contain secrets, so they go only to the server that they are meant for. A redirect
    /// on that server gets `Authorization` again, which Apple's session removes from every redirect.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        var request = request
        guard let url = request.url, options.permits(url, from: task.originalRequest?.url) else {
            return completionHandler(nil)
        }
        // A redirect back from another server must not get the token, because the other server has chosen the URL.
        guard let original = task.originalRequest,
            [original.url, task.currentRequest?.url].contains(where: { Origin($0) != Origin(url) })
        else {
            // FoundationNetworking would send the request without its body.
            if response.statusCode >= 307, let exchange = self[task], exchange.repeatsBody,
                request.httpMethod == task.originalRequest?.httpMethod
            {
                exchange.follow(response.statusCode, to: url, isRepeated: true)
                return completionHandler(nil)
            }
            // The field is missing here if it was removed on the way, and then stays removed.
            if let authorization = task.currentRequest?.value(forHTTPHeaderField: "Authorization") {
                request.setValue(authorization, forHTTPHeaderField: "Authorization")
            }
            self[task]?.follow(response.statusCode, to: url)
            return completionHandler(request)
        }
        guard request.httpMethod == "GET" || request.httpMethod == "HEAD" else { return completionHandler(nil) }
        request.httpBody = nil
        for name in request.allHTTPHeaderFields?.keys.map(\.self) ?? [] {
            request.setValue(nil, forHTTPHeaderField: name)
        }
        request.setValue(original.value(forHTTPHeaderField: "Accept"), forHTTPHeaderField: "Accept")
        self[task]?.follow(response.statusCode, to: url)
        completionHandler(request)
    }

    /// Responds to an authentication challenge. Without a function in the options, a 401 is an ordinary response.
    ///
    /// By default FoundationNetworking would look for credentials, find none, and never end:
    /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5456
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let method = challenge.protectionSpace.authenticationMethod
        #if canImport(FoundationNetworking)
            // FoundationNetworking ends the program if a credential is given for any other method.
            let canAnswer = method == NSURLAuthenticationMethodHTTPBasic
        #else
            let canAnswer = true
        #endif
        if let authentication = options.authentication, options.answers(method), canAnswer {
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
