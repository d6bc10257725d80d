import struct Foundation.Date

/// A secret that authorizes calls for an account.
///
/// A token never prints its secret: descriptions, `dump`, reflection and string interpolation show only that a token
/// exists. It is not `Codable`, so that it is not written to a file by accident.
public struct Token: Hashable, Sendable {
    /// The text that is sent to servers. Keep it secret.
    public let secret: String
    /// The kinds of token that this one is. If empty, the kind is unknown, and the server decides whether to accept it.
    public var kinds: Kinds
    /// The permissions that the user has granted, in the server's words (OAuth's scope), or `nil` if they are unknown.
    public var permissions: Set<String>?
    /// The date at which the token was issued, or `nil` if it is unknown.
    public var created: Date?
    /// The time from the token's creation to its expiry, or `nil` if it never expires or its lifetime is unknown.
    public var lifetime: Duration?
    /// The refresh token, which gets the next token without asking the user again. Keep it as secret as the token.
    public var refresh: String?
    /// The name of the user, for display, or `nil` if it is unknown. Refreshes keep it.
    public var userName: String?
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
        _ secret: String,
        kinds: Kinds = [],
        permissions: Set<String>? = nil,
        created: Date? = nil,
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

    /// The date at which the token expires, or `nil` if it never does or its creation or lifetime is unknown.
    public var expires: Date? {
        guard let created, let lifetime else { return nil }
        return created.addingTimeInterval(lifetime / .seconds(1))
    }

    /// Returns a Boolean value that indicates whether the token has expired at a date, now by default.
    ///
    /// The result is an estimate, because the server's clock may differ. A token without a known expiry counts as
    /// valid.
    public func isExpired(at date: Date = Date()) -> Bool {
        expires.map { $0 <= date } ?? false
    }

    /// Returns a Boolean value that indicates whether the user has granted a permission. Returns `false` if the
    /// permissions are unknown.
    public func has(_ permission: String) -> Bool {
        permissions?.contains(permission) ?? false
    }

    /// Returns the token with the user's name from the one that it replaces, unless it has a name of its own.
    package func keepingUserName(of old: Token?) -> Token {
        var token = self
        token.userName = userName ?? old?.userName
        return token
    }
}

/// Two tokens are equal if all their properties are, except for the generation and the user's name.
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

extension Token: OpaquelyDescribed {
    public var description: String { "Token(\(Redaction.mark))" }
}

extension Token {
    /// The kinds of token that a service issues.
    public struct Kinds: OptionSet, Hashable, Sendable {
        /// The bits of the set.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A token that acts for a user.
        public static var user: Kinds { Kinds(rawValue: 1) }
        /// A token that acts for a group or community.
        public static var group: Kinds { Kinds(rawValue: 2) }
        /// A token that acts for the application itself.
        public static var service: Kinds { Kinds(rawValue: 4) }

        /// A token that acts for a user or for a group.
        public static var userOrGroup: Kinds { [.user, .group] }
        /// A token that acts for a user or for the application.
        public static var userOrService: Kinds { [.user, .service] }
        /// A token that acts for a group or for the application.
        public static var groupOrService: Kinds { [.group, .service] }
        /// A token of each of the three kinds.
        public static var userGroupOrService: Kinds { [.user, .group, .service] }
    }
}

extension Token.Kinds: CustomStringConvertible {
    public var description: String {
        var names: [String] = []
        if contains(.user) {
            names.append("user")
        }
        if contains(.group) {
            names.append("group")
        }
        if contains(.service) {
            names.append("service")
        }
        guard !names.isEmpty else { return "any" }
        return names.joined(separator: ", ")
    }
}
