import struct Foundation.Date

/// Who calls: an id, and a token that all copies of the account share, so that a renewed one serves them all.
public struct Account: Sendable {
    public let id: AccountID
    let credentials: Credentials

    /// `renewal` gets a new token when this one has expired; without it, calls with an expired token fail with `.notAuthorized`.
    public init(id: AccountID, token: Token?, renewal: (any TokenRenewal)? = nil) {
        self.init(id: id, token: token, renewal: renewal, keep: nil)
    }

    /// Creates an account from a token alone, such as an API key: `Account(token: "KEY")`.
    ///
    /// Its id is the same for equal tokens as long as the program runs, and says nothing of the token. Give an `id` if
    /// a cache on disk or a token store should know the account again.
    public init(token: String) { self.init(token: Token(token)) }

    /// Creates an account from a token alone.
    public init(token: Token, renewal: (any TokenRenewal)? = nil) {
        // Seeded anew in each process: no copy of the id can tell the token.
        var hasher = Hasher()
        hasher.combine(token.secret)
        let id = "token-" + String(UInt(bitPattern: hasher.finalize()), radix: 16)
        self.init(id: AccountID(id), token: token, renewal: renewal)
    }

    /// Keeps a token that a call was given in place of an old one; false if the old one is not the account's any more.
    package typealias Keeping = @Sendable (_ token: Token, _ old: Token) -> Bool

    package init(id: AccountID, token: Token?, renewal: (any TokenRenewal)?, keep: Keeping?) {
        self.id = id
        credentials = Credentials(id: id, token: token, renewal: renewal, keep: keep)
    }

    /// The token of this moment: the last one that was given or renewed.
    public var token: Token? { credentials.token }

    /// Gives the account another token, as after signing in again: all clients of the account use it from now on. Nil signs out.
    public func replace(_ token: Token?) { credentials.replace(token) }

    /// Gets a new token now, as an expired one would; who renews it already is waited for.
    @discardableResult
    public func renew() async throws(APIError) -> Token {
        guard let token else { throw APIError(.notAuthorized, "the account has no token") }
        return try await credentials.token(after: token) { _ in }
    }

    /// Nobody: no token, and an id of its own.
    public static var anonymous: Account { Account(id: .anonymous, token: nil) }
}

/// Accounts are equal if they have one id and, at this moment, one token.
extension Account: Hashable {
    public static func == (left: Account, right: Account) -> Bool {
        left.id == right.id && (left.credentials === right.credentials || left.token == right.token)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Account: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "account \(id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id.description, "token": token?.description ?? "none"])
    }
}

/// Tells accounts of one API apart: usually the user's number or name.
public struct AccountID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
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
    public var kinds: TokenKinds
    /// What the user agreed to, in the server's words (OAuth's scope); nil if unknown.
    public var permissions: Set<String>?
    public var created: Date?
    /// How long the token serves from its creation; nil if it never expires, or nobody knows.
    public var lifetime: Duration?
    /// What gets the next token without asking the user again. As secret as the token.
    public var refresh: String?
    /// The place of the token among those of its account, by which stores tell the newer of two without a clock. Each
    /// refresh adds 1; the upper 32 bits tell one sign-in from another. Zero if unknown.
    public var generation: UInt64 = 0

    public init(
        _ secret: String, kinds: TokenKinds = [], permissions: Set<String>? = nil, created: Date? = nil,
        lifetime: Duration? = nil,
        refresh: String? = nil
    ) {
        self.secret = secret
        self.kinds = kinds
        self.permissions = permissions
        self.created = created
        self.lifetime = lifetime
        self.refresh = refresh
    }

    /// When the token ends; nil if it never does, or nobody knows.
    public var expires: Date? {
        guard let created, let lifetime else { return nil }
        return created.addingTimeInterval(lifetime / .seconds(1))
    }

    /// The server has the last word: its clock may differ.
    public func isExpired(at date: Date = Date()) -> Bool { expires.map { $0 <= date } ?? false }

    /// False if it is not known what the user agreed to.
    public func has(_ permission: String) -> Bool { permissions?.contains(permission) ?? false }
}

/// Tokens are equal if they do the same. The generation is not compared.
extension Token {
    public static func == (left: Token, right: Token) -> Bool {
        left.secret == right.secret && left.kinds == right.kinds && left.permissions == right.permissions
            && left.created == right.created && left.lifetime == right.lifetime && left.refresh == right.refresh
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(secret)
        hasher.combine(refresh)
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
        var names: [String] = []
        if contains(.user) { names.append("user") }
        if contains(.group) { names.append("group") }
        if contains(.service) { names.append("service") }
        return names.isEmpty ? "any" : names.joined(separator: ", ")
    }
}
