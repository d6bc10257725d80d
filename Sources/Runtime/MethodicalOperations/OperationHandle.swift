import Foundation
import Methodical

/// An operation on a server that an app can store, and wait for again after it was ended.
///
/// ```swift
/// let handle = try await running.handle
/// // After the next launch:
/// let video = try await google.resume(handle).send()
/// ```
public struct OperationHandle<Value: APIValue>: Codable, Hashable, Sendable {
    /// The address that tells the state of the operation.
    public let url: URL
    let method: String
    /// The key of the operation inside the envelope.
    let result: String?
    /// The name of the operation's server, and the schemes by which its requests are authorized.
    let server: String?
    let needs: [[APIEngine.SchemeUse]]?
    /// The header fields of each request, without secrets.
    let headers: [String: String]
    let polling: Polling

    /// Creates a handle, or returns `nil` if the address contains a secret of the call.
    init?(_ call: Call, url: URL, polling: Polling) {
        guard call.hiding(url.absoluteString) == url.absoluteString else { return nil }
        self.url = url
        method = call.method.name
        result = call.method.result
        self.polling = polling
        server = call.method.server
        needs = call.method.needs
        headers = Dictionary(call.plainFields) { _, last in last }
    }

    /// Returns the call that reads the state.
    func call(on client: Client) -> Call {
        let method = APIEngine.Method(method, .get, result: result, reads: true, needs: needs, server: server)
        var call = Call(client, method)
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            call.add(name, value, .header)
        }
        return call.reading(url)
    }
}

extension APIClient {
    /// Returns a request that waits for an operation of an earlier call. The operation is not started again.
    ///
    /// Sending the request fails with `.invalidRequest` if the operation belongs to another server.
    public func resume<Value: APIValue>(_ operation: OperationHandle<Value>) -> OperationRequest<Value> {
        OperationRequest(operation, client: client)
    }
}
