/// Who calls.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    public let token: Token?

    public init(id: AccountID, token: Token?) {
        self.id = id
        self.token = token
    }

    /// Nobody: no token, and an id of its own.
    public static var anonymous: Account { Account(id: .anonymous, token: nil) }
}

/// Tells accounts of one API apart: usually the user's number or name.
public struct AccountID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(_ number: Int) { self.rawValue = String(number) }
    public init(stringLiteral value: String) { self.rawValue = value }
    public init(integerLiteral value: Int) { self.rawValue = String(value) }

    /// The empty id, which no signed-in account has.
    public static var anonymous: AccountID { AccountID(rawValue: "") }

    public var description: String { rawValue.isEmpty ? "anonymous" : rawValue }
}
