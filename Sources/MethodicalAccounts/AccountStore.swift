import Foundation
import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The accounts of one API that are signed in: which there are, which one is active, and their tokens between runs.
///
/// Tokens are read once, when the store is made; from then on reading asks no disk. `reload()` sees what another process has changed.
public final class AccountStore: Sendable {
    private let api: String
    private let tokens: any TokenStore
    private let cache: (any CacheStore)?
    private let cookies: (@Sendable (AccountID) -> HTTPCookieStorage?)?
    private let renewal: (any TokenRenewal)?
    private let keeping: Keeping
    private let signedIn: Locked<[AccountID: KnownToken]>
    private let state: Locked<State>
    private let broadcast: Broadcast<AccountEvent>

    private struct State: Sendable {
        var accounts: [AccountID: Account] = [:]
        var current: AccountID?
        /// Who is signed out, and whose cache could not be cleared.
        var leftovers: Set<AccountID> = []
        let anonymous = Account.anonymous
    }

    /// - Parameters:
    ///   - api: whose accounts.
    ///   - tokens: where tokens are kept between runs.
    ///   - cache: where answers are kept; removing an account removes what is kept for it there.
    ///   - cookies: where an account's cookies lie, if its transport keeps any (`URLSessionTransport` keeps none by itself).
    ///   - renewal: gets new tokens, which are stored before they are used.
    ///   - patience: the longest wait for another process that is refreshing the same token. After it, calls fail with
    ///     `.timedOut`, and the next call tries again.
    public convenience init<API: APIClient>(
        for api: API.Type, tokens: any TokenStore, cache: (any CacheStore)? = nil,
        cookies: (@Sendable (AccountID) -> HTTPCookieStorage?)? = nil, renewal: (any TokenRenewal)? = nil,
        patience: Duration = .seconds(90)
    ) throws(APIError) {
        try self.init(
            api: API.api.name, tokens: tokens, cache: cache, cookies: cookies, renewal: renewal, patience: patience)
    }

    init(
        api: String, tokens: any TokenStore, cache: (any CacheStore)? = nil,
        cookies: (@Sendable (AccountID) -> HTTPCookieStorage?)? = nil,
        renewal: (any TokenRenewal)? = nil, patience: Duration = .seconds(90)
    ) throws(APIError) {
        let broadcast = Broadcast<AccountEvent>()
        self.api = api
        self.tokens = tokens
        self.cache = cache
        self.cookies = cookies
        self.broadcast = broadcast
        let signedIn = Locked([AccountID: KnownToken]())
        self.signedIn = signedIn
        let keeping = Keeping(tokens: tokens, signedIn: signedIn, broadcast: broadcast)
        self.keeping = keeping
        self.renewal = renewal.map { StoringRenewal(renewal: $0, keeping: keeping, patience: patience) }
        state = Locked(State())
        try reload()
    }

    /// Who is signed in, in the order of their ids.
    public var all: [Account] { state.withLock { $0.accounts.values.sorted { $0.id.rawValue < $1.id.rawValue } } }

    /// The active account; the anonymous one, always the same, if none is.
    public var current: Account {
        state.withLock { state in state.current.flatMap { state.accounts[$0] } ?? state.anonymous }
    }

    public subscript(_ id: AccountID) -> Account? { state.withLock { $0.accounts[id] } }

    /// What happens to the accounts from now on. Each loop over it gets every event.
    public var events: AsyncStream<AccountEvent> { broadcast.stream() }

    /// Adds an account or, where there is one of this id, gives it the new token: its cache stays, and so do the clients that use it. The first account
    /// becomes the active one.
    ///
    /// - Returns: the account to use from now on. It renews its token as this store does, and what a validation brings is stored too.
    @discardableResult
    public func add(_ account: Account) async throws(APIError) -> Account {
        guard account.id != .anonymous, let token = account.token else {
            throw APIError(.invalidRequest, "only an account with an id and a token can be added")
        }
        let added: Account = try change { state in
            let token = try keeping.add(token, for: account.id)
            let kept = state.accounts[account.id] ?? self.account(account.id, token)
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

    /// Makes an account the active one; the anonymous one by `activate(.anonymous)`.
    public func activate(_ id: AccountID) async throws(APIError) {
        try change { state in
            guard id == .anonymous || state.accounts[id] != nil else {
                throw APIError(.invalidRequest, "there is no account \(id)")
            }
            try tokens.setCurrent(id == .anonymous ? nil : id)
            state.current = id == .anonymous ? nil : id
        }
    }

    /// Signs an account out: its token, its cache and its cookies go, and nothing else. Calls of its clients fail with `.notAuthorized` from then on.
    /// Where the cache cannot be cleared they are signed out all the same, and removing the account again clears it.
    public func remove(_ id: AccountID) async throws(APIError) { try signOut([id]) }

    /// Signs all accounts out.
    public func removeAll() async throws(APIError) { try signOut(all.map(\.id)) }

    /// All of them, whatever fails with one; then that is thrown.
    private func signOut(_ ids: [AccountID]) throws(APIError) {
        var gone: [AccountID] = []
        defer { for id in gone { broadcast.send(.signedOut(id)) } }
        try change { state in
            var failure: (any Error)?
            for id in ids {
                do {
                    if try remove(id, &state) { gone.append(id) }
                    try clear(id, &state)
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
        }
    }

    /// The token goes first: whatever fails behind it, nobody is signed in any more. Whether there was somebody.
    private func remove(_ id: AccountID, _ state: inout State) throws -> Bool {
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

    private func clear(_ id: AccountID, _ state: inout State) throws {
        guard state.leftovers.contains(id) else { return }
        let jar = cookies?(id)
        for cookie in jar?.cookies ?? [] { jar?.deleteCookie(cookie) }
        let isCurrent = state.current == id
        if isCurrent { state.current = nil }
        let outcome = Result { if isCurrent { try tokens.setCurrent(nil) } }
        try cache?.removeAll(.account(id, api: api))
        state.leftovers.remove(id)
        try outcome.get()
    }

    /// Reads the store again: accounts that another process added, removed or renewed.
    public func reload() throws(APIError) {
        try change { state in
            let ids = try tokens.ids()
            for id in ids {
                // Under the lock to the end: a renewal between reading and replacing would be undone.
                try signedIn.withLock { signedIn in
                    guard let token = try tokens.token(for: id) else { return }
                    let known = signedIn[id]
                    if let known, !known.isOlder(than: token) { return }
                    signedIn[id] = KnownToken(token)
                    if let account = state.accounts[id] {
                        account.replace(token)
                    } else {
                        state.accounts[id] = account(id, token)
                    }
                }
            }
            for gone in Set(state.accounts.keys).subtracting(ids) {
                signedIn.withLock { $0[gone] = nil }
                state.accounts.removeValue(forKey: gone)?.replace(nil)
            }
            state.current = try tokens.current().flatMap { state.accounts[$0] == nil ? nil : $0 }
        }
    }

    private func account(_ id: AccountID, _ token: Token) -> Account {
        Account(id: id, token: token, renewal: renewal) { [keeping] token, old in
            keeping.keep(token, inPlaceOf: old, of: id) == token
        }
    }

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

/// What happens to accounts.
public enum AccountEvent: Hashable, Sendable {
    /// A page of the service asks the user to sign in.
    case pageShown
    case pageGone
    case signedIn(AccountID)
    case signedOut(AccountID)
    /// The account has a new token, and goes on: by a renewal, or by a validation that the service asked for.
    case renewed(AccountID)
    /// The account's token serves no more, and there will be no new one: the user has to sign in again.
    case expired(AccountID)
    /// There is no new token this time, for want of a connection for example.
    case renewalFailed(AccountID, APIError.Code)
    /// The user, or the service, said no. The words are the service's.
    case denied(String)
}

#if canImport(Security)
    extension AccountStore {
        /// The accounts of this app: in the Keychain.
        public static func `default`<API: APIClient>(
            for api: API.Type, cache: (any CacheStore)? = nil, renewal: (any TokenRenewal)? = nil
        ) throws(APIError) -> AccountStore {
            try AccountStore(
                for: api, tokens: KeychainTokenStore(service: "methodical." + api.api.name), cache: cache,
                renewal: renewal)
        }
    }
#else
    extension AccountStore {
        @available(
            *, unavailable,
            message: "tokens are kept encrypted: import MethodicalCrypto, and turn on the package's trait Crypto"
        )
        public static func `default`<API: APIClient>(
            for api: API.Type, cache: (any CacheStore)? = nil, renewal: (any TokenRenewal)? = nil
        ) throws(APIError) -> AccountStore { throw APIError(.storage, "there is no Keychain") }
    }
#endif
