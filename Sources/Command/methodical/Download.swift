#if CommandLine
    import APIImport
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The end of the time for all downloads of an import.
    struct DownloadDeadline {
        let time: DispatchTime
        private let seconds: Int

        /// - Parameter seconds: The time from now on.
        init(seconds: Int) {
            self.seconds = seconds
            time = .now() + .seconds(seconds)
        }

        /// The failure of a download that has not ended by then.
        var failure: DocumentReader.Failure {
            let unit = seconds == 1 ? "second" : "seconds"
            return DocumentReader.Failure(
                description: "it has not arrived within \(seconds) \(unit); --time-limit SECONDS allows more")
        }
    }

    /// A document from a server.
    ///
    /// Only `https` is accepted, except from this computer, because a document decides on the servers that an app will
    /// talk to. Redirects follow the same rule, and a server elsewhere cannot redirect to this computer.
    ///
    /// The session calls its delegate on one serial queue. `download(_:)` reads the failure, and the data if there is
    /// none, after the call that signals the end, and no call changes them after that. So the state is never used by
    /// two threads at a time.
    final class Download: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        /// The greatest size of a document in bytes. The largest that is known to be published has 36 MB.
        static let limit = 64 << 20

        private var data = Data()
        /// The reason of the failure that was noticed first.
        private var failure: String?
        private let end = DispatchSemaphore(value: 0)
        private let opened = DispatchSemaphore(value: 0)
        private var hasResponse = false
        /// Indicates whether the connection ended, or was of no use, before the server responded.
        private var endsWithoutResponse = false

        private var progress: DownloadProgress?
        /// The URLs in private networks that servers redirected to.
        private(set) var privateURLs: [String] = []

        /// The document.
        var bytes: [UInt8] { [UInt8](data) }

        /// The longest time in seconds in which a server may send nothing.
        private static let idleLimit: TimeInterval = 60

        /// Downloads the document at a URL.
        static func download(
            _ location: String,
            deadline: DownloadDeadline
        ) throws(DocumentReader.Failure) -> Download {
            guard let url = URL(string: lowercasingScheme(of: location)), url.host() != nil else {
                throw DocumentReader.Failure(description: "it is not a valid URL")
            }
            guard url.user() == nil, url.password() == nil else {
                throw DocumentReader.Failure(
                    description: "it contains a password, which api.json would record; download the document yourself")
            }
            if let refusal = refusal(of: url) {
                throw DocumentReader.Failure(description: refusal)
            }
            var download = try Download.attempt(
                at: url,
                openingConnection: needsOpenConnection,
                deadline: deadline)
            if needsOpenConnection, download.endsWithoutResponse {
                download = try Download.attempt(
                    at: url,
                    openingConnection: false,
                    deadline: deadline)
            }
            if let failure = download.failure {
                throw DocumentReader.Failure(description: failure + hint)
            }
            return download
        }

        /// Returns a URL with its scheme in lowercase letters. FoundationNetworking does not support `HTTPS://`.
        private static func lowercasingScheme(of location: String) -> String {
            let scheme = location.prefix { $0 != ":" }
            return scheme.lowercased() + location[scheme.endIndex...]
        }

        /// Indicates whether a connection is to be opened before the download.
        ///
        /// FoundationNetworking keeps a processor busy while the first request on a connection waits for the server.
        private static var needsOpenConnection: Bool {
            #if canImport(FoundationNetworking)
                true
            #else
                false
            #endif
        }

        /// Downloads the document at a URL once, and returns the download with its data or its failure.
        private static func attempt(
            at url: URL,
            openingConnection: Bool,
            deadline: DownloadDeadline
        ) throws(DocumentReader.Failure) -> Download {
            let download = Download()
            let session = URLSession(
                configuration: .ephemeral,
                delegate: download,
                delegateQueue: nil)
            defer { session.invalidateAndCancel() }
            let progress = DownloadProgress(of: url)
            defer { progress.end() }
            download.progress = progress
            if openingConnection {
                download.openConnection(to: url, in: session, deadline: deadline)
            }
            var request = URLRequest(url: url, timeoutInterval: idleLimit)
            request.setValue("application/json, application/yaml, */*;q=0.5", forHTTPHeaderField: "Accept")
            session.dataTask(with: request).resume()
            guard download.end.wait(timeout: deadline.time) == .success else {
                throw deadline.failure
            }
            return download
        }

        /// Returns the reason not to use a URL, or `nil` if it may be used.
        private static func refusal(of url: URL) -> String? {
            switch url.scheme?.lowercased() {
            case "https": return nil
            case "http" where NetworkPlace(spelling: url.host() ?? "") == .thisComputer:
                return nil
            case "http":
                return "http can be changed on its way; use https, or download the document"
            default: return "it leads to \(url.scheme ?? "something") in place of https"
            }
        }

        /// The permission that a plugin needs on macOS.
        private static var hint: String {
            #if os(macOS)
                if ProcessInfo.processInfo.environment["METHODICAL_COMMAND"] != nil {
                    return "; in a package: swift package --allow-writing-to-package-directory "
                        + "--allow-network-connections all methodical import ..."
                }
            #endif
            return ""
        }

        /// Sends a `HEAD` request, so that the download uses an open connection.
        ///
        /// The wait for the response is short even if the server makes the document slowly, because the request is for
        /// another file, which servers have at hand or do not have, and because its response has no body. The response
        /// is ignored: if the server cannot be reached, the download says why. Some servers send a body all the same,
        /// and the download on this connection fails; then it is repeated on another one.
        private func openConnection(
            to url: URL,
            in session: URLSession,
            deadline: DownloadDeadline
        ) {
            guard let file = URL(string: "/robots.txt", relativeTo: url)?.absoluteURL else { return }
            let longestWait: TimeInterval = 10
            var request = URLRequest(url: file, timeoutInterval: longestWait)
            request.httpMethod = "HEAD"
            session.dataTask(with: request).resume()
            _ = opened.wait(timeout: min(.now() + longestWait, deadline.time))
        }

        /// Indicates whether a task only opens a connection.
        private func opensConnection(_ task: URLSessionTask) -> Bool {
            task.originalRequest?.httpMethod == "HEAD"
        }

        /// Ends the download with a failure. The end of the task is not awaited, because a cancelled task of a fast
        /// server may never end on Linux.
        private func fail(_ text: String) {
            guard failure == nil else { return }
            failure = text
            end.signal()
        }

        // MARK: Delegate

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            if opensConnection(task) {
                return completionHandler(nil)
            }
            if let refusal = refusal(of: request.url, from: task.originalRequest?.url) {
                fail("it is redirected to \(request.url?.absoluteString ?? "nowhere"), \(refusal)")
                completionHandler(nil)
                return task.cancel()
            }
            completionHandler(request)
        }

        /// Returns the reason not to follow a redirect, or `nil` if it may be followed.
        private func refusal(of url: URL?, from original: URL?) -> String? {
            guard let url else {
                return "which is not a URL"
            }
            let isFromHere = NetworkPlace(resolving: original?.host() ?? "") == .thisComputer
            let isSecure = url.scheme?.lowercased() == "https"
            guard isSecure || isFromHere, Self.refusal(of: url) == nil else {
                return "which is not https"
            }
            guard url.host() != original?.host() else { return nil }
            switch NetworkPlace(resolving: url.host() ?? "") {
            case .elsewhere: break
            case .privateNetwork:
                if !privateURLs.contains(url.absoluteString) {
                    privateURLs.append(url.absoluteString)
                }
            case .thisComputer:
                if !isFromHere {
                    return "a server on this computer"
                }
            }
            return nil
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if opensConnection(dataTask) {
                return completionHandler(.allow)
            }
            hasResponse = true
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if !(200..<300).contains(status) {
                fail("the server answers with status \(status)")
                return completionHandler(.cancel)
            }
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive data: Data
        ) {
            guard failure == nil, !opensConnection(dataTask) else { return }
            self.data.append(data)
            progress?.show(self.data.count)
            guard self.data.count > Self.limit else { return }
            fail("it is larger than \(Self.limit >> 20) MiB")
            dataTask.cancel()
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            if opensConnection(task) {
                opened.signal()
                return
            }
            let isTimeout = (error as? URLError)?.code == .timedOut
            endsWithoutResponse = error != nil && !isTimeout && !hasResponse && failure == nil
            if isTimeout {
                fail("the server has sent nothing for \(Int(Self.idleLimit)) seconds")
            } else if let error {
                fail(error.localizedDescription)
            }
            end.signal()
        }
    }
#endif
