import Methodical

/// The progress of an operation, as a response tells it.
public struct OperationProgress: Hashable, Sendable {
    /// The state in the server's words, such as `running`, or `nil` if the response contains none.
    public let state: String?
    /// The number at the key that the schema names under `progress`, in the server's unit, which is often percent.
    public let value: Double?
    /// The operation as the server sent it, or null if the response has no body.
    public let operation: JSON
}
