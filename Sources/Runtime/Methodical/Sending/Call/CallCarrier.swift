/// A request that carries calls in place of a request for each of them, such as a batch.
///
/// The carrying request is itself a call: it waits for the rate limit, refreshes the token, is signed, and is retried.
/// The calls that it carries skip these steps.
package protocol CallCarrier: AnyObject, Sendable {
    /// The client of the calls and of the request that carries them.
    var client: Client { get }
    /// Indicates whether a carried call may share the in-flight request of an equal call.
    var allowsSharing: Bool { get }
    /// Indicates whether the call can be carried. The client sends other calls by themselves.
    func carries(_ call: Call) -> Bool
    /// Sends the call with others, and returns the response as it would have come for the call alone.
    func send(_ call: Call) async throws(APIError) -> HTTPResponse
}
