import Foundation
import Methodical

#if canImport(FoundationNetworking)
    extension URLSessionTransport: SocketTransport {
        /// Throws an error, because `URLSession` has no WebSockets on this system: its libcurl is built without them.
        public func openSocket(_ request: HTTPRequest, limits: SocketLimits) async throws -> SocketOpening {
            throw APIError(
                .invalidRequest,
                "URLSession has no WebSockets on this system; use WebSocketTransport of the product "
                    + "MethodicalWebSocket")
        }
    }
#else
    extension URLSessionTransport: SocketTransport {
        /// Opens a WebSocket in a session of its own, with the options of the transport.
        public func openSocket(_ request: HTTPRequest, limits: SocketLimits) async throws -> SocketOpening {
            try options.permit(request)
            let socket = URLSessionSocket(request, limits: limits, options: options)
            return try await socket.open(within: request.timeout)
        }
    }
#endif
