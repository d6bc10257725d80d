/// An element of a stream with the fields that the server sent beside it.
public struct StreamEvent<Element: Sendable>: Sendable {
    /// The element.
    public let value: Element
    /// The event's name: the field `event`, or `message` without one.
    public let name: String
    /// The id of this event, or of the last one before it that had an id. Empty without any.
    ///
    /// It is the server's text, which may contain control characters. Ids with NUL and those of more than 4096 bytes
    /// are ignored.
    ///
    /// Store it to continue the stream later: `StreamRequest.resuming(after:)`.
    public let id: String
    /// The pause before a lost connection is replaced, if the server has set it. It is at most an hour.
    public let retry: Duration?
}

extension StreamEvent: Equatable where Element: Equatable {}
extension StreamEvent: Hashable where Element: Hashable {}
