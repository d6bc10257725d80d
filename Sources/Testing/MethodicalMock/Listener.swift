import Foundation

#if MockServer
    import FlyingFox
    import FlyingSocks

    #if canImport(FoundationNetworking)
        import class FoundationNetworking.HTTPURLResponse
    #endif
#endif

/// An HTTP server on a port, which is there only with the package's trait `MockServer`.
final class Listener: Sendable {
    /// The port that the server listens on.
    let port: UInt16

    #if MockServer
        private let server: HTTPServer
        private let running: Task<Void, any Error>

        init(
            host: String,
            port: UInt16,
            _ reply: @escaping @Sendable (MockRequest) async -> MockReply
        ) async throws {
            do {
                server = HTTPServer(
                    address: try .inet(ip4: host, port: port),
                    // A test may delay a response on purpose, so the limit is an hour.
                    timeout: 3600,
                    logger: .disabled,
                    handler: ClosureHTTPHandler { request in
                        let response = await reply(try await MockRequest(request))
                        if let socket = response.socket {
                            let handler = WebSocketHTTPHandler(handler: MessageFrameWSHandler(handler: socket))
                            return try await handler.handleRequest(request)
                        }
                        return HTTPResponse(response, to: request.method)
                    })
            } catch {
                throw MockServer.Refusal(description: "\(host) is not an IPv4 address of this machine")
            }
            running = Task { [server] in try await server.run() }
            // A server that cannot listen ends. Only a very busy machine needs more than a moment.
            let listening = Task {
                [server] in try await server.waitUntilListening(timeout: 120)
            }
            let watching = Task { [running] in
                _ = await running.result
                listening.cancel()
            }
            defer { watching.cancel() }
            do {
                try await listening.value
            } catch {
                throw MockServer.Refusal(description: "cannot listen on \(host):\(port): is the port in use?")
            }
            guard case .ip4(_, let port)? = await server.listeningAddress else {
                throw MockServer.Refusal(description: "the system did not report the port")
            }
            self.port = port
        }

        /// Closes all connections and stops the server.
        func stop() async {
            await server.stop()
            running.cancel()
        }

        /// Stops the server without waiting for it.
        func cancel() { running.cancel() }

        /// Throws if the trait is off.
        static func check() throws {}
    #else
        init(
            host: String,
            port: UInt16,
            _ reply: @escaping @Sendable (MockRequest) async -> MockReply
        ) async throws {
            self.port = 0
            try Self.check()
        }

        func stop() async {}

        func cancel() {}

        static func check() throws {
            throw MockServer.Refusal(description: "enable the trait `MockServer` of the package methodical")
        }
    #endif
}

#if MockServer
    extension MockRequest {
        fileprivate init(_ request: HTTPRequest) async throws {
            verb = request.method.rawValue
            path = request.target.path()
            query = request.target.query()
            headers = [:]
            for (name, value) in request.headers {
                headers[name.rawValue.lowercased()] = value
            }
            // A larger body can only be a file, whose bytes are not needed.
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            if length <= 64 << 20 {
                body = try await request.bodyData
            } else {
                body = Data()
            }
        }
    }

    extension HTTPResponse {
        fileprivate init(_ reply: MockReply, to method: HTTPMethod) {
            var headers = HTTPHeaders()
            for (name, value) in reply.headers {
                headers[HTTPHeader(name)] = value
            }
            let phrase = HTTPURLResponse.localizedString(forStatusCode: reply.status)
            let status = HTTPStatusCode(reply.status, phrase: phrase)
            var body = reply.body
            if method == .HEAD {
                body = Data()
            }
            self.init(statusCode: status, headers: headers, body: body)
        }
    }
#endif
