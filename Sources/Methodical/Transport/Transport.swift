/// Carries requests to a server and answers back.
///
/// A transport obeys three rules. It answers with whatever status the server sent: only a request that got no whole answer throws. It ends
/// soon after its task is cancelled. It gives up when the request's `timeout` has passed.
///
/// It may throw anything: `CancellationError`, `URLError` and `APIError` are understood, other errors become `.connection`. The client removes
/// the call's secrets from the text of whatever it throws.
public protocol Transport: Sendable {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
