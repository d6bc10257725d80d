import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
