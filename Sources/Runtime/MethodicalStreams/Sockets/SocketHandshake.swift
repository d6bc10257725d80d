import Methodical

import struct Foundation.URL

/// The opening of a WebSocket. The call counts as complete when the server has switched protocols, so tokens, limits,
/// retries and refusals work as for any other call.
final class SocketHandshake: PiecewiseResponse {
    private let limits: SocketLimits
    private let result = Locked<(any Socket)?>(nil)

    init(limits: SocketLimits) {
        self.limits = limits
    }

    /// The socket of a successful opening.
    var socket: (any Socket)? { result.withLock { $0 } }
    var length: Int { 0 }
    var transfer: TransferObserver? { nil }
    func hasGained() -> Bool { false }

    func exchange(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse {
        guard let transport = transport as? any SocketTransport else {
            throw APIError(
                .invalidRequest,
                "the client's transport opens no WebSocket; use WebSocketTransport of the product MethodicalWebSocket")
        }
        guard request.verb == .get else {
            throw APIError(.invalidRequest, "a WebSocket is opened by GET, not by \(request.verb.rawValue)")
        }
        var request = request
        request.url = Self.plain(request.url)
        if request.timeout == nil {
            request.timeout = DefaultTimeout.streamHead
        }
        switch try await transport.openSocket(request, limits: limits) {
        case .open(let socket):
            let earlier = result.withLock { result in
                defer { result = socket }
                return result
            }
            earlier?.abort(CancellationError())
            return HTTPResponse(status: 101, headers: socket.headers)
        case .refused(let response):
            return response
        }
    }

    /// Returns an address with the scheme of HTTP in place of that of WebSocket, so that all rules about TLS hold.
    private static func plain(_ url: URL) -> URL {
        let schemes = ["ws": "http", "wss": "https"]
        guard let scheme = url.scheme.flatMap({ schemes[$0.lowercased()] }),
            let colon = url.absoluteString.firstIndex(of: ":")
        else { return url }
        return URL(string: scheme + url.absoluteString[colon...]) ?? url
    }
}
