/// What a program calls a call, to know it again in events, progress and errors: `"members screen"`, a case of an enumeration, a number.
public struct Signature: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let value: any Hashable & Sendable

    public init(_ value: some Hashable & Sendable) { self.value = (value as? Signature)?.value ?? value }
    public init(stringLiteral value: String) { self.value = value }

    public static func == (left: Signature, right: Signature) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }
    public static func == (left: Signature, right: some Hashable & Sendable) -> Bool { left == Signature(right) }
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

    public var description: String { "\(value)" }
}

/// Which of several calls that wait goes first, and how much of a shared connection it gets.
public enum CallPriority: Int, Hashable, Sendable, Comparable {
    case low, normal, high

    public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

extension Request {
    /// The same call under a name of the caller's, which events, progress and errors carry: the method's name if nothing is said.
    ///
    /// It changes neither what is sent nor where the answer is kept. It is shown as it is: no place for secrets.
    public func signature(_ value: some Hashable & Sendable) -> Request {
        var request = self
        request.call.settings.signature = Signature(value)
        return request
    }

    /// The same call, before or behind others that wait for the API's limit.
    public func priority(_ priority: CallPriority) -> Request {
        var request = self
        request.call.settings.priority = priority
        return request
    }
}
