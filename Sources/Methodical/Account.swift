import struct Foundation.Date

/// An account of a service: an id and a token.
///
/// All copies of an account share the token, so that one refresh serves them all.
public struct Account: Sendable {
    /// The id that tells accounts of one API apart.
    public let id: AccountID
    let state: AccountState

    /// Creates an account with an id and a token.
    ///
    /// - Parameters:
    ///   - id: The id under which caches and token stores know the account.
    ///   - token: The token that calls send, or `nil` if the account is not signed in.
    ///   - refresher: The refresh that gets a new token after this one has expired. Without it, calls with an expired
    ///     token fail with ``APIError/Code/notAuthorized``.
    public init(id: AccountID, token: Token?, refresher: (any TokenRefresher)? = nil) {
        self.init(id: id, token: token, refresher: refresher, store: nil)
    }

    /// Creates an account from a token alone, such as an API key: `Account(token: "KEY")`.
    ///
    /// Accounts with equal tokens have the same id while the program runs. The id reveals nothing of the token. Use
    /// ``init(id:token:refresher:)`` if a cache on disk or a token store must recognize the account after a restart.
    public init(token: String) { self.init(token: Token(token)) }

    /// Creates an account from a token alone, and optionally a refresh that gets a new token after this one has
    /// expired.
    public init(token: Token, refresher: (any TokenRefresher)? = nil) {
        // The hasher's seed differs in each process, so that nobody can find the token by hashing candidates.
        var hasher = Hasher()
        hasher.combine(token.secret)
        let id = "token-" + String(UInt(bitPattern: hasher.finalize()), radix: 16)
        self.init(id: AccountID(id), token: token, refresher: refresher)
    }

    /// Stores a token that a call has obtained in place of an old one. Returns `false` if the old token is no longer
    /// the account's.
    package typealias TokenStoring = @Sendable (_ token: Token, _ old: Token) -> Bool

    package init(id: AccountID, token: Token?, refresher: (any TokenRefresher)?, store: TokenStoring?) {
        self.id = id
        state = AccountState(id: id, token: token, refresher: refresher, store: store)
    }

    /// The current token, or `nil` if the account is not signed in.
    public var token: Token? { state.token }

    /// Replaces the account's token, for example after the user has signed in again.
    ///
    /// All clients of the account use the new token from now on. Pass `nil` to sign out.
    public func replace(_ token: Token?) { state.replace(token) }

    /// Refreshes the token now, as a call with an expired token would.
    ///
    /// If a refresh is already in progress, this method waits for its result.
    ///
    /// - Returns: The account's new token.
    /// - Throws: ``APIError/Code/notAuthorized`` if the account has no token or no refresh.
    @discardableResult
    public func refreshToken() async throws(APIError) -> Token {
        guard let token else { throw APIError(.notAuthorized, "the account has no token") }
        return try await state.token(after: token) { _ in }
    }

    /// An account without a token, for calls that need none. All anonymous accounts have the same id.
    public static var anonymous: Account { Account(id: .anonymous, token: nil) }
}

/// Two accounts are equal if they have the same id and currently the same token.
extension Account: Hashable {
    public static func == (left: Account, right: Account) -> Bool {
        left.id == right.id && (left.state === right.state || left.token == right.token)
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

/// A secret that authorizes calls for an account.
///
/// A token never prints its secret: descriptions, `dump`, reflection and string interpolation show only that a token
/// exists. It is not `Codable`, so that it is not written to a file by accident.
public struct Token: Hashable, Sendable {
    /// The text that is sent to servers. Keep it secret.
    public let secret: String
    /// The kinds of token that this one is. If empty, the kind is unknown, and the server decides whether to accept it.
    public var kinds: TokenKinds
    /// The permissions that the user has granted, in the server's words (OAuth's scope), or `nil` if they are unknown.
    public var permissions: Set<String>?
    /// The date at which the token was issued, or `nil` if it is unknown.
    public var created: Date?
    /// The time from the token's creation to its expiry, or `nil` if it never expires or its lifetime is unknown.
    public var lifetime: Duration?
    /// The refresh token, which gets the next token without asking the user again. Keep it as secret as the token.
    public var refresh: String?
    /// The position of this token among the account's tokens, by which stores find the newer of two without a clock.
    ///
    /// Each refresh adds 1. The upper 32 bits tell one sign-in from another. The value is 0 if the position is unknown.
    public var generation: UInt64 = 0

    /// Creates a token from the text that a server has issued.
    ///
    /// - Parameters:
    ///   - secret: The text that is sent to servers.
    ///   - kinds: The kinds of token that this one is, or `[]` if they are unknown.
    ///   - permissions: The permissions that the user has granted, or `nil` if they are unknown.
    ///   - created: The date at which the token was issued.
    ///   - lifetime: The time from the token's creation to its expiry, or `nil` if it never expires.
    ///   - refresh: The refresh token, if the server has issued one.
    public init(
        _ secret: String, kinds: TokenKinds = [], permissions: Set<String>? = nil, created: Date? = nil,
        lifetime: Duration? = nil, refresh: String? = nil
    ) {
        self.secret = secret
        self.kinds = kinds
        self.permissions = permissions
        self.created = created
        self.lifetime = lifetime
        self.refresh = refresh
    }

    /// The date at which the token expires, or `nil` if it never does or its creation or lifetime is unknown.
    public var expires: Date? {
        guard let created, let lifetime else { return nil }
        return created.addingTimeInterval(lifetime / .seconds(1))
    }

    /// Returns a Boolean value that indicates whether the token has expired at a date, now by default.
    ///
    /// The result is an estimate, because the server's clock may differ. A token without a known expiry counts as
    /// valid.
    public func isExpired(at date: Date = Date()) -> Bool { expires.map { $0 <= date } ?? false }

    /// Returns a Boolean value that indicates whether the user has granted a permission. Returns `false` if the
    /// permissions are unknown.
    public func has(_ permission: String) -> Bool { permissions?.contains(permission) ?? false }
}

/// Two tokens are equal if all their properties are, except for the generation.
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

/// The kinds of token that a service issues.
public struct TokenKinds: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A token that acts for a user.
    public static var user: TokenKinds { TokenKinds(rawValue: 1) }
    /// A token that acts for a group or community.
    public static var group: TokenKinds { TokenKinds(rawValue: 2) }
    /// A token that acts for the application itself.
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
