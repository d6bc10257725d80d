extension APIEngine {
    /// A value on the wire that callers pass as a Swift type, such as a `Date`.
    public protocol Spelling: APIValue {
        /// The Swift type that callers pass.
        associatedtype Natural: Sendable
        /// Creates the value that is sent for an argument. Returns `nil` if the argument cannot be written in this
        /// form.
        init?(argument: Natural)
    }
}

extension Int: APIEngine.Spelling {
    /// Creates the value that is sent for an argument. The result is never `nil`.
    public init?(argument: Int) { self = argument }
}
