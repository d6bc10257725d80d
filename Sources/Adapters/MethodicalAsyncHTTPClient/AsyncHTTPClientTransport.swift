#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore

    /// A transport that sends requests through AsyncHTTPClient, for servers and for all programs on Linux.
    ///
    /// ```swift
    /// let vk = VK(account: account, transport: AsyncHTTPClientTransport())
    /// ```
    ///
    /// It behaves like `URLSessionTransport`: it uses no cookies, no cache and no stored credentials, follows up to 20
    /// redirects by the same rules, and sends each request once. It can also suspend a transfer on every system, and
    /// use a proxy or TLS 1.3 alone. A suspended transfer stops reading, and TCP then stops the server.
    ///
    /// It asks `SessionOptions.authentication` only for a name and password (HTTP Basic). Set `authenticationKinds` to
    /// `[.password]`, and check certificates by the client's `tlsConfiguration`.
    public final class AsyncHTTPClientTransport: Transport {
        /// The clients, one for each event loop, with their exchanges in flight. A client of the app is the only one.
        private let lanes: [Lane]
        private let options: SessionOptions
        /// Indicates whether the client belongs to the app.
        private let isShared: Bool

        /// Creates a transport with a client of its own, which ends together with the transport.
        ///
        /// There is a client for each event loop of the process, up to the number of connections, so that no response
        /// changes threads on its way. A program that waits for each response uses one of them.
        ///
        /// - Parameters:
        ///   - options: The options of the client.
        ///   - change: A function that changes the client's configuration, for settings that the options do not have.
        public init(
            _ options: SessionOptions = SessionOptions(),
            change: (inout HTTPClient.Configuration) -> Void = { _ in }
        ) {
            var configuration = HTTPClient.Configuration(options)
            change(&configuration)
            configuration.refuseMalformedResponses()
            lanes = Lane.make(with: configuration)
            self.options = options
            isShared = false
        }

        /// Creates a transport with a client of the app, such as `HTTPClient.shared`. The app shuts it down.
        ///
        /// The client's configuration decides about connections, TLS, proxies, decompression and its own timeouts. A
        /// read timeout also ends streams and suspended transfers. Redirects follow the rules of this transport in any
        /// case.
        ///
        /// - Important: A server can end the process if the configuration is without
        ///   `refuseMalformedResponses()`, as that of `HTTPClient.shared` is. The transport cannot add it to a client
        ///   that exists.
        ///
        /// - Parameters:
        ///   - client: The client.
        ///   - options: The options. The client's configuration replaces `connectionsPerHost`. Requests fail if
        ///     `proxy` or `lowestTLS` is set, because the client's configuration decides about them.
        public init(_ client: HTTPClient, _ options: SessionOptions = SessionOptions()) {
            lanes = [Lane(client)]
            self.options = options
            isShared = true
        }

        deinit {
            // AsyncHTTPClient ends the program in a debug build if a client is released without a shutdown. The
            // shutdown keeps the client until it is complete.
            if !isShared {
                for lane in lanes {
                    lane.client.shutdown { _ in }
                }
            }
        }

        /// Sends a request and returns the response.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try await send(request, observing: nil)
        }

        /// Sends a request, reports its progress to an observer, and returns the response.
        public func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
            try options.permit(request)
            try checkOptions()
            var request = request
            for field in options.headers.fields where request.headers[field.name] == nil {
                request.headers[field.name] = field.value
            }
            // The limit for decompression counts all bytes of a response, and a stream may have any number.
            if observer?.isStreaming == true, request.headers["Accept-Encoding"] == nil {
                request.headers["Accept-Encoding"] = "identity"
            }
            let redirects = Redirects(of: request, options: options)
            var limits = Exchange.Limits(request, options: options, isStream: observer?.isStreaming == true)
            var hops = [HTTPResponse.Redirect]()
            var failures = 0
            while true {
                let exchange = try Exchange(
                    request,
                    redirects: redirects,
                    limits: limits,
                    options: options,
                    observer: observer,
                    isShared: isShared)
                var response = try await exchange.response(on: lanes.leastBusy)
                limits.extend(by: exchange.heldTime)
                if let next = exchange.redirect {
                    hops.append(.init(status: response.status, from: request.url, to: next.url))
                    guard hops.count <= Redirects.largestCount else {
                        throw URLError(.httpTooManyRedirects)
                    }
                    request = next
                } else if response.status == 401,
                    let credential = await credential(for: response, to: request, failures: failures)
                {
                    failures += 1
                    request.headers["Authorization"] = credential
                } else {
                    response.url = request.url
                    response.redirects = hops
                    return response
                }
            }
        }

        /// Throws an error if this transport does not have one of the options.
        private func checkOptions() throws(APIError) {
            try options.checkAuthentication()
            if isShared, options.proxy != nil || options.lowestTLS != .v12 {
                throw APIError(
                    .invalidRequest,
                    "the app's HTTPClient decides about proxies and TLS; set them in its HTTPClient.Configuration")
            }
        }

        /// Returns the value of the field `Authorization` that the app gives after a challenge, or `nil`.
        private func credential(
            for response: HTTPResponse,
            to request: HTTPRequest,
            failures: Int
        ) async -> String? {
            guard let authentication = options.authentication else { return nil }
            return await BasicChallenge(response, to: request, failures: failures)?.answer(by: authentication)
        }
    }
#endif
