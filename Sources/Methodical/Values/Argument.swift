/// A value on its way into a request, before the place it goes to decides how it is spelled.
public enum Argument: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([Argument])
    /// JSON text: objects, and what has no spelling of its own.
    case json([UInt8])
}
