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

/// A secret that stands for an account.
///
/// It cannot print: descriptions, `dump`, reflection and string interpolation show that there is one and nothing of it. It is not `Codable`, so
/// that it reaches no file by accident.
public struct Token: Hashable, Sendable {
    /// The text that servers are sent. Who reads this must keep it secret.
    public let secret: String
    /// Empty if unknown: then the server decides whether the token will do.
    public let kinds: TokenKinds

    public init(_ secret: String, kinds: TokenKinds = []) {
        self.secret = secret
        self.kinds = kinds
    }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Token(\(Redaction.mark))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// For whom a token was issued.
public struct TokenKinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var user: TokenKinds { TokenKinds(rawValue: 1) }
    public static var group: TokenKinds { TokenKinds(rawValue: 2) }
    /// The application itself.
    public static var service: TokenKinds { TokenKinds(rawValue: 4) }
}

extension TokenKinds: CustomStringConvertible {
    public var description: String {
        let names = [(TokenKinds.user, "user"), (.group, "group"), (.service, "service")].filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "any" : names.joined(separator: ", ")
    }
}
