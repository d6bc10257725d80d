/// The way in which the operation of a method is polled until it has ended. Keys are those of the operation, and may be
/// several with dots between them.
package struct Poll: Sendable {
    /// The call that reads the operation, or `nil` if a response contains the address.
    package var step: ResponseReference?
    /// The key of the address, or `nil` if a header field contains it.
    package var url: String?
    /// The key of the state, or `nil` if the status tells it.
    package var state: String?
    /// The states of an operation that has succeeded.
    package var done: [String] = []
    /// The states of an operation that has failed.
    package var failed: [String] = []
    /// The key of the result, or `nil` if the operation itself is the result.
    package var result: String?
    package var error: String?
    package var progress: String?
    /// The seconds before the first poll.
    package var interval: Int?
}
