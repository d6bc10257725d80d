/// An account of a service: an id and a token.
///
/// All copies of an account share the token, so that one refresh is valid for all of them.
public struct Account: Sendable {
    /// The id that tells accounts of one API apart.
    public let id: Account.ID
    /// The secrets for the schemes that an API declares, by the schemes' names. Copies of an account share the token,
    /// but each has its own credentials.
    public let credentials: [String: Credential]
    let state: AccountState

    /// Creates an account with an id and a token.
    ///
    /// - Parameters:
    ///   - id: The id under which caches and token stores know the account.
    ///   - token: The token that calls send, or `nil` if the account is not signed in.
    ///   - credentials: The secrets for the schemes that the API declares, by the schemes' names.
    ///   - refresher: The refresh that gets a new token after this one has expired. Without it, calls with an expired
    ///     token fail with ``APIError/Code/notAuthorized``.
    public init(
        id: Account.ID,
        token: Token? = nil,
        credentials: [String: Credential] = [:],
        refresher: (any TokenRefresher)? = nil
    ) {
        self.init(
            id: id,
            token: token,
            credentials: credentials,
            refresher: refresher,
            store: nil)
    }

    /// Creates an account from credentials alone, such as the keys of an app.
    ///
    /// Accounts with equal credentials have the same id while the program runs. The id reveals nothing of them.
    public init(credentials: [String: Credential]) {
        let secrets = Secrets(token: nil, credentials: credentials)
        self.init(
            id: Self.id(kind: "keys-", secrets: secrets),
            token: nil,
            credentials: credentials)
    }

    /// Returns the same account with further credentials. It shares the token with this one.
    ///
    /// An anonymous account becomes one of its own, so that its cached responses are not those of others.
    public func with(_ credentials: [String: Credential]) -> Account {
        let all = self.credentials.merging(credentials) { _, further in further }
        guard id == .anonymous else {
            return Account(id: id, credentials: all, state: state)
        }
        let secrets = Secrets(token: nil, credentials: all)
        return Account(
            id: Self.id(kind: "keys-", secrets: secrets),
            credentials: all,
            state: state)
    }

    /// Creates an account from a token, such as an API key: `Account(token: "KEY")`.
    ///
    /// An API with several schemes may need further secrets: `Account(token: "KEY", credentials: ["app": .key("ID")])`.
    ///
    /// Accounts with equal tokens and credentials have the same id while the program runs. The id reveals nothing of
    /// them. Use ``init(id:token:credentials:refresher:)`` if a cache on disk or a token store must recognize the
    /// account after a restart.
    ///
    /// - Parameters:
    ///   - token: The text of the token that calls send.
    ///   - credentials: The secrets for the schemes that the API declares, by the schemes' names.
    public init(token: String, credentials: [String: Credential] = [:]) {
        self.init(token: Token(token), credentials: credentials)
    }

    /// Creates an account from a token without an id, and optionally a refresh that gets a new token after this one has
    /// expired.
    ///
    /// - Parameters:
    ///   - token: The token that calls send.
    ///   - credentials: The secrets for the schemes that the API declares, by the schemes' names.
    ///   - refresher: The refresh that gets a new token after this one has expired.
    public init(
        token: Token,
        credentials: [String: Credential] = [:],
        refresher: (any TokenRefresher)? = nil
    ) {
        let secrets = Secrets(token: token.secret, credentials: credentials)
        self.init(
            id: Self.id(kind: "token-", secrets: secrets),
            token: token,
            credentials: credentials,
            refresher: refresher)
    }

    private init(id: Account.ID, credentials: [String: Credential], state: AccountState) {
        self.id = id
        self.credentials = credentials
        self.state = state
    }

    /// The secrets by which an account without an id is recognized.
    private struct Secrets: Hashable {
        let token: String?
        let credentials: [String: Credential]
    }

    /// Returns the id of an account that only its secrets tell apart.
    private static func id(kind: String, secrets: Secrets) -> Account.ID {
        // The hasher's seed differs in each process, so that nobody can find the secrets by hashing candidates.
        var hasher = Hasher()
        hasher.combine(secrets)
        return Account.ID(kind + String(UInt(bitPattern: hasher.finalize()), radix: 16))
    }

    /// Stores a token that a call has obtained in place of an old one. Returns `false` if the old token is no longer
    /// the account's.
    package typealias TokenStoring = @Sendable (_ token: Token, _ old: Token) -> Bool

    package init(
        id: Account.ID,
        token: Token?,
        credentials: [String: Credential] = [:],
        refresher: (any TokenRefresher)?,
        store: TokenStoring?
    ) {
        self.id = id
        self.credentials = credentials
        state = AccountState(id: id, token: token, refresher: refresher, store: store)
    }

    /// The current token, or `nil` if the account is not signed in.
    public var token: Token? { state.token }

    /// The name of the user, for display, or `nil` if it is unknown. It is a part of the token.
    public var name: String? { token?.userName }

    /// Replaces the account's token, for example after the user has signed in again.
    ///
    /// All clients of the account use the new token from now on. Pass `nil` to sign out.
    public func replace(_ token: Token?) {
        state.replace(token)
    }

    /// Refreshes the token now, as a call with an expired token would.
    ///
    /// If a refresh is already in progress, this method waits for its result.
    ///
    /// - Returns: The account's new token.
    /// - Throws: ``APIError/Code/notAuthorized`` if the account has no token or no refresh.
    @discardableResult
    public func refreshToken() async throws(APIError) -> Token {
        guard let token else {
            throw APIError(.notAuthorized, "the account has no token")
        }
        return try await state.token(after: token) { _ in }
    }

    /// An account without a token, for calls that need none. All anonymous accounts have the same id.
    public static var anonymous: Account {
        Account(id: .anonymous, token: nil)
    }
}

/// Two accounts are equal if they have the same id and credentials, and currently the same token.
extension Account: Hashable {
    public static func == (left: Account, right: Account) -> Bool {
        guard left.id == right.id,
            left.credentials == right.credentials
        else { return false }
        return left.state === right.state || left.token == right.token
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Account: OpaquelyDescribed {
    public var description: String { "account \(id)" }
}

extension Account {
    /// An id that tells accounts of one API apart, usually the user's number or name.
    public struct ID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        CustomStringConvertible
    {
        /// The id as text.
        public let rawValue: String

        /// Creates an id from text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates an id from text.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Creates an id from the user's number.
        public init(_ number: Int) {
            self.rawValue = String(number)
        }

        public init(stringLiteral value: String) { self.rawValue = value }

        public init(integerLiteral value: Int) {
            self.rawValue = String(value)
        }

        /// The empty id, which no signed-in account has.
        public static var anonymous: ID { ID(rawValue: "") }

        public var description: String { rawValue.isEmpty ? "anonymous" : rawValue }
    }
}
