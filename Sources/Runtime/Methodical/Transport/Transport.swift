import struct Foundation.Data

/// A way to carry requests to a server and responses back.
///
/// A transport follows three rules:
///
/// - It returns a response whatever its status is. It throws only if no complete response arrived.
/// - It ends soon after its task is cancelled.
/// - It gives up after the request's `timeout`.
///
/// A transport may throw any error. The client understands `CancellationError`, `URLError` and ``APIError``, and turns
/// any other error into ``APIError/Code/connection``. It redacts the call's secrets in the text of the error.
public protocol Transport: Sendable {
    /// Sends a request and returns the response.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
    /// Sends a request, reports its progress to an observer, and returns the response.
    ///
    /// A transport that streams responses does so here, see ``TransferObserver/isStreaming``. Without an implementation
    /// a stream delivers its elements after the whole response has arrived.
    ///
    /// A transport that cannot report progress does not have to implement this method. The default implementation loads
    /// the request's file into memory and calls `send(_:)`.
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse
}

extension Transport {
    /// Sends a request without progress. The files of the request and the response pass through memory.
    public func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        var request = request
        if let file = request.file {
            request.body = try Data(contentsOf: file)
            request.file = nil
        }
        var response = try await send(request)
        guard let file = try request.destination.flatMap({ try ResponseFile($0, for: response) }) else {
            return response
        }
        try observing?.begin(response)
        try file.write(response.body)
        response.body = Data()
        return response
    }
}
