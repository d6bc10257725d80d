/// An id that tells accounts of one API apart, usually the user's number or name.
public struct AccountID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The id as text.
    public let rawValue: String

    /// Creates an id from text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an id from text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Creates an id from the user's number.
    public init(_ number: Int) { self.rawValue = String(number) }
    public init(stringLiteral value: String) { self.rawValue = value }
    public init(integerLiteral value: Int) { self.rawValue = String(value) }

    /// The empty id, which no signed-in account has.
    public static var anonymous: AccountID { AccountID(rawValue: "") }

    public var description: String { rawValue.isEmpty ? "anonymous" : rawValue }
}
