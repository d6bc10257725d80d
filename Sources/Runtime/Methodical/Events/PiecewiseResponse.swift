/// A response that arrives in several requests, each for the part that the previous one has left: a download that is
/// resumed.
package protocol PiecewiseResponse: Sendable {
    /// Makes one attempt of the call.
    func exchange(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse
    /// Returns a Boolean value that indicates whether the last attempt made progress. The next attempt then counts as
    /// the first.
    func hasGained() throws(APIError) -> Bool
    /// Completes the response after the call has succeeded, such as by giving a file its final name.
    func finish() throws(APIError)
    /// The number of bytes that have arrived.
    var length: Int { get }
    /// The observer by which the caller suspends the call, or `nil` if nothing does.
    var transfer: TransferObserver? { get }
    /// An event to report when the call begins, or `nil` if there is none.
    var event: ClientEvent.Kind? { get }
}

extension PiecewiseResponse {
    package func finish() throws(APIError) {}
    package var event: ClientEvent.Kind? { nil }
}
