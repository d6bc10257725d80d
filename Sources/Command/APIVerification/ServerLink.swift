import APICalling
import Methodical

/// A client with a transport that keeps its last response. All calls share it, so that they keep the rate limits of the
/// schema.
struct ServerLink {
    let client: MethodCall.RuntimeClient
    let transport: WatchingTransport

    /// Creates the link that a call needs.
    init(for call: MethodCall, connection: Connection, transport: any Transport) {
        self.transport = WatchingTransport(transport)
        client = call.client(for: connection, transport: self.transport)
    }

    /// Sends a call. Returns its last response and its failure, if there are any.
    func send(_ call: MethodCall) async -> (response: HTTPResponse?, failure: CallFailure?) {
        transport.forget()
        do throws(CallFailure) {
            _ = try await call.send(on: client)
            return (transport.last, nil)
        } catch {
            return (transport.last, error)
        }
    }
}

/// A transport that keeps the last response.
final class WatchingTransport: Transport {
    private let base: any Transport
    private let kept = Locked<HTTPResponse?>(nil)

    init(_ base: any Transport) {
        self.base = base
    }

    /// The last response since `forget()` was called.
    var last: HTTPResponse? { kept.withLock { $0 } }

    func forget() {
        kept.withLock { $0 = nil }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, observing: nil)
    }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        let response = try await base.send(request, observing: observer)
        kept.withLock { $0 = response }
        return response
    }
}
