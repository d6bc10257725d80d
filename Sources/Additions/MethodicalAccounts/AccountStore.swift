import Foundation
import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The signed-in accounts of one API, with the active account and the tokens between runs.
///
/// The token store is read when this store is created, so later reads do not touch the disk. `reload()` takes over the
/// changes that other processes have made.
public final class AccountStore: Sendable {
    private let api: String
    private let tokens: any TokenStore
    private let cache: (any CacheStore)?
    private let cookies: (@Sendable (Account.ID) -> HTTPCookieStorage?)?
    private let refresher: (any TokenRefresher)?
    private let tokenKeeper: TokenKeeper
    private let signedIn: Locked<[Account.ID: KnownToken]>
    private let state: Locked<State>
    private let broadcast: Broadcast<AccountEvent>

    private struct State: Sendable {
        var accounts: [Account.ID: Account] = [:]
        var current: Account.ID?
        /// Signed-out accounts whose cache is not cleared yet.
        var leftovers: Set<Account.ID> = []
        let anonymous = Account.anonymous
    }

    /// Creates a store with the accounts that have a token.
    ///
    /// - Parameters:
    ///   - api: The API that the accounts belong to.
    ///   - tokens: The store that keeps tokens between runs.
    ///   - cache: The response cache of the accounts' clients. Removing an account removes its cached responses.
    ///   - cookies: Returns an account's cookies, if its transport keeps any. `URLSessionTransport` keeps none by
    ///     default. Removing an account deletes them.
    ///   - refresher: Refreshes tokens. A new token is stored before it is used.
    ///   - patience: The longest wait for another process that is refreshing the same token. After it, calls fail with
    ///     `.timedOut`, and the next call tries again.
    /// - Throws: An `APIError` with the code `.storage` if the token store cannot be read.
    public convenience init<API: APIClient>(
        for api: API.Type,
        tokens: any TokenStore,
        cache: (any CacheStore)? = nil,
        cookies: (@Sendable (Account.ID) -> HTTPCookieStorage?)? = nil,
        refresher: (any TokenRefresher)? = nil,
        patience: Duration = .seconds(90)
    ) throws(APIError) {
        try self.init(
            api: API.api.name,
            tokens: tokens,
            cache: cache,
            cookies: cookies,
            refresher: refresher,
            patience: patience)
    }

    /// Creates a store for the API of a name, for programs without its generated code.
    package init(
        api: String,
        tokens: any TokenStore,
        cache: (any CacheStore)? = nil,
        cookies: (@Sendable (Account.ID) -> HTTPCookieStorage?)? = nil,
        refresher: (any TokenRefresher)? = nil,
        patience: Duration = .seconds(90)
    ) throws(APIError) {
        let broadcast = Broadcast<AccountEvent>()
        self.api = api
        self.tokens = tokens
        self.cache = cache
        self.cookies = cookies
        self.broadcast = broadcast
        let signedIn = Locked([Account.ID: KnownToken]())
        self.signedIn = signedIn
        let tokenKeeper = TokenKeeper(tokens: tokens, signedIn: signedIn, broadcast: broadcast)
        self.tokenKeeper = tokenKeeper
        self.refresher = refresher.map { StoringRefresher(refresher: $0, tokenKeeper: tokenKeeper, patience: patience) }
        state = Locked(State())
        try reload()
    }

    /// The accounts that are signed in, in the order of their ids.
    public var all: [Account] {
        state.withLock { $0.accounts.values.sorted { $0.id.rawValue < $1.id.rawValue } }
    }

    /// The active account. If none is active, this is always the same anonymous account.
    public var current: Account {
        state.withLock { state in state.current.flatMap { state.accounts[$0] } ?? state.anonymous }
    }

    /// The account with the given id, or `nil` if it is not signed in.
    public subscript(_ id: Account.ID) -> Account? {
        state.withLock { $0.accounts[id] }
    }

    /// A stream of the events from now on. Each access makes a stream of its own that receives every event.
    public var events: AsyncStream<AccountEvent> { broadcast.stream() }

    /// Signs an account in and stores its token. The first account becomes the active one.
    ///
    /// If the store already has an account of this id, that account takes the new token. Its cache and its clients
    /// stay.
    ///
    /// - Returns: The account to use from now on. It refreshes its token as this store does, and a token from a
    ///   validation is stored too.
    /// - Throws: An `APIError` with the code `.invalidRequest` if the account has no id or no token, or `.storage` if
    ///   the token cannot be stored.
    @discardableResult
    public func add(_ account: Account) async throws(APIError) -> Account {
        guard account.id != .anonymous, let token = account.token else {
            throw APIError(.invalidRequest, "only an account with an id and a token can be added")
        }
        let added: Account = try change { state in
            let token = try tokenKeeper.add(token, for: account.id)
            let kept = state.accounts[account.id] ?? self.account(for: account.id, token: token)
            if state.accounts.isEmpty, state.current == nil {
                try tokens.setCurrent(account.id)
                state.current = account.id
            }
            state.accounts[account.id] = kept
            kept.replace(token)
            return kept
        }
        broadcast.send(.signedIn(account.id))
        return added
    }

    /// Makes an account the active one. `.anonymous` leaves no account active.
    ///
    /// - Throws: An `APIError` with the code `.invalidRequest` if the account is not signed in.
    public func activate(_ id: Account.ID) async throws(APIError) {
        try change { state in
            guard id == .anonymous || state.accounts[id] != nil else {
                throw APIError(.invalidRequest, "there is no account \(id)")
            }
            let current = id == .anonymous ? nil : id
            try tokens.setCurrent(current)
            state.current = current
        }
    }

    /// Signs an account out and removes its token, its cached responses and its cookies.
    ///
    /// Calls of its clients fail with `.notAuthorized` from then on. If the cache cannot be cleared, the account is
    /// still signed out, and the error is thrown. A second removal tries again to clear the cache.
    public func remove(_ id: Account.ID) async throws(APIError) { try signOut([id]) }

    /// Signs all accounts out. If one of them fails, the others are still signed out, and the first error is thrown.
    public func removeAll() async throws(APIError) {
        try signOut(all.map(\.id))
    }

    /// Signs out each of the accounts, then throws the first error.
    private func signOut(_ ids: [Account.ID]) throws(APIError) {
        var gone: [Account.ID] = []
        defer { for id in gone { broadcast.send(.signedOut(id)) } }
        try change { state in
            var failure: (any Error)?
            for id in ids {
                do {
                    if try remove(id, from: &state) {
                        gone.append(id)
                    }
                    try clear(id, in: &state)
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure {
                throw failure
            }
        }
    }

    /// Removes the token and returns a Boolean value that indicates whether the account was signed in.
    ///
    /// The token goes first, so that the account stays signed out if a later step fails.
    private func remove(_ id: Account.ID, from state: inout State) throws -> Bool {
        guard let account = state.accounts[id] else { return false }
        try signedIn.withLock { signedIn in
            try tokens.remove(id)
            signedIn[id] = nil
        }
        state.accounts[id] = nil
        state.leftovers.insert(id)
        account.replace(nil)
        return true
    }

    /// Removes the cookies, the cached responses and the mark as active account of a signed-out account.
    private func clear(_ id: Account.ID, in state: inout State) throws {
        guard state.leftovers.contains(id) else { return }
        let jar = cookies?(id)
        for cookie in jar?.cookies ?? [] {
            jar?.deleteCookie(cookie)
        }
        let isCurrent = state.current == id
        if isCurrent {
            state.current = nil
        }
        // If this fails, the cache is still cleared, and the error is thrown afterwards.
        let deactivation = Result {
            if isCurrent {
                try tokens.setCurrent(nil)
            }
        }
        try cache?.removeAll(.account(id, api: api))
        state.leftovers.remove(id)
        try deactivation.get()
    }

    /// Reads the token store again, and takes over the accounts that another process added, removed or refreshed.
    ///
    /// It sends no events.
    public func reload() throws(APIError) {
        try change { state in
            let ids = try tokens.ids()
            for id in ids {
                // The lock is held to the end. Otherwise a refresh between reading and replacing would be undone.
                try signedIn.withLock { signedIn in
                    guard let token = try tokens.token(for: id) else { return }
                    let known = signedIn[id]
                    if let known, !known.isOlder(than: token) {
                        return
                    }
                    signedIn[id] = KnownToken(token)
                    if let account = state.accounts[id] {
                        account.replace(token)
                    } else {
                        state.accounts[id] = account(for: id, token: token)
                    }
                }
            }
            for gone in Set(state.accounts.keys).subtracting(ids) {
                signedIn.withLock { $0[gone] = nil }
                state.accounts.removeValue(forKey: gone)?.replace(nil)
            }
            let current = try tokens.current()
            state.current = nil
            if let current, state.accounts[current] != nil {
                state.current = current
            }
        }
    }

    private func account(for id: Account.ID, token: Token) -> Account {
        // The account uses its new token only if that is the one that was kept.
        let store: Account.TokenStoring = { [tokenKeeper] token, old in
            tokenKeeper.keep(token, inPlaceOf: old, of: id) == token
        }
        return Account(
            id: id,
            token: token,
            refresher: refresher,
            store: store)
    }

    /// Runs `body` with the state under the lock. Errors of the stores become an `APIError` with the code `.storage`.
    private func change<Result>(_ body: (inout State) throws -> Result) throws(APIError) -> Result {
        do {
            return try state.withLock(body)
        } catch let error as APIError {
            throw error
        } catch {
            throw APIError(
                .storage, "the accounts could not be read or written",
                cause: APIError.Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
    }
}

/// An event in the life of an account, or of a sign-in.
public enum AccountEvent: Hashable, Sendable {
    /// A sign-in page of the service is about to be shown.
    case pageShown
    /// The sign-in page is closed.
    case pageGone
    /// The account was added to the store, or received a token from a new sign-in.
    case signedIn(Account.ID)
    /// The account was removed from the store.
    case signedOut(Account.ID)
    /// The account has a new token, from a refresh or from a validation that the service required.
    case tokenRefreshed(Account.ID)
    /// The service refuses to refresh the account's token. The user has to sign in again.
    case expired(Account.ID)
    /// A refresh has failed this time, for example because there is no connection. If the code is `.storage`, there is
    /// a new token that could not be stored. It is used until the program ends.
    case tokenRefreshFailed(Account.ID, APIError.Code)
    /// A user has signed in, but could not be fetched, so the account has no name.
    case userFetchFailed(Account.ID, APIError.Code)
    /// The user or the service refused the sign-in. The text is the service's.
    case denied(String)
}

#if canImport(Security)
    extension AccountStore {
        /// Returns a store for the accounts of this app, with tokens in the Keychain.
        public static func `default`<API: APIClient>(
            for api: API.Type,
            cache: (any CacheStore)? = nil,
            refresher: (any TokenRefresher)? = nil
        ) throws(APIError) -> AccountStore {
            try AccountStore(
                for: api,
                tokens: KeychainTokenStore(service: "methodical." + api.api.name),
                cache: cache,
                refresher: refresher)
        }
    }
#else
    extension AccountStore {
        /// Returns a store for the accounts of this app. On systems without a Keychain, `MethodicalCrypto` provides it.
        @available(
            *, unavailable,
            message: "tokens are only stored encrypted: import MethodicalCrypto and enable the package's trait Crypto"
        )
        public static func `default`<API: APIClient>(
            for api: API.Type,
            cache: (any CacheStore)? = nil,
            refresher: (any TokenRefresher)? = nil
        ) throws(APIError) -> AccountStore { throw APIError(.storage, "there is no Keychain") }
    }
#endif
