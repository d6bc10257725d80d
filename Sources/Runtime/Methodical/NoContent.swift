/// The result of a method that returns nothing. `send()` then returns `Void`.
///
/// The body is not read, except to find the server's error.
public struct NoContent: Codable, Hashable, Sendable {
    /// Creates a result without content.
    public init() {}
}
