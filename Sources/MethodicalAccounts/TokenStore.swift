import Foundation
import Methodical

/// Where tokens lie between runs of the program.
///
/// A store of one's own (a server's database, say) must never keep a token in plain text, must keep every property of
/// it, its `generation` too, must write each token whole or not at all, and may be called from any thread. What it
/// throws reaches the caller as an `APIError` with the code `.storage`.
public protocol TokenStore: Sendable {
    /// The accounts that have a token here.
    func ids() throws -> [AccountID]
    /// Nil if there is no such account.
    func token(for id: AccountID) throws -> Token?
    /// In place of the account's earlier token, if it had one.
    func store(_ token: Token, for id: AccountID) throws
    /// Nothing, if there is no such account.
    func remove(_ id: AccountID) throws
    /// The account that was made active last.
    func current() throws -> AccountID?
    /// Remembers which account is the active one.
    func setCurrent(_ id: AccountID?) throws
    /// Takes the lock under which the account's token is refreshed. Returns `nil` at once if another task or process
    /// holds it.
    ///
    /// The lock must end with its holder's process. Without an implementation of its own, a store has a lock that
    /// excludes nobody.
    func refreshLock(for id: AccountID) throws -> RefreshLock?
}

extension TokenStore {
    public func refreshLock(for id: AccountID) throws -> RefreshLock? { RefreshLock {} }
}

/// The right to refresh the token of an account. It ends with `release()`, or with the last reference to it.
public final class RefreshLock: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    public init(release: @escaping @Sendable () -> Void) { action = Locked(release) }

    /// Lets the next one refresh. Does nothing the second time.
    public func release() {
        let release = action.withLock { action in
            defer { action = nil }
            return action
        }
        release?()
    }

    deinit { release() }
}

/// Refresh locks among the tasks of one process.
final class ProcessLocks: Sendable {
    private let held = Locked<Set<String>>([])

    func take(_ name: String) -> RefreshLock? {
        guard held.withLock({ $0.insert(name).inserted }) else { return nil }
        return RefreshLock { [held] in _ = held.withLock { $0.remove(name) } }
    }
}

/// Tokens that are gone when the program ends: for tests and for servers that are handed a token with each request.
public final class MemoryTokenStore: TokenStore {
    private let state = Locked((tokens: [AccountID: Token](), current: AccountID?.none))
    private let locks = ProcessLocks()

    public init() {}

    public func ids() -> [AccountID] { state.withLock { Array($0.tokens.keys) } }
    public func token(for id: AccountID) -> Token? { state.withLock { $0.tokens[id] } }
    public func store(_ token: Token, for id: AccountID) { state.withLock { $0.tokens[id] = token } }
    public func remove(_ id: AccountID) { state.withLock { $0.tokens[id] = nil } }
    public func current() -> AccountID? { state.withLock { $0.current } }
    public func setCurrent(_ id: AccountID?) { state.withLock { $0.current = id } }
    public func refreshLock(for id: AccountID) -> RefreshLock? { locks.take(id.rawValue) }
}

/// A token and its account as bytes, for stores that encrypt them. A `Token` itself is not `Codable`, so that no other
/// code writes one by accident.
package struct TokenRecord: Codable {
    private var format = 1
    private let account: String
    private let secret: String
    private let kinds: UInt8
    private let permissions: Set<String>?
    private let created: Date?
    private let seconds: Double?
    private let refresh: String?
    /// Absent in files of earlier versions.
    private let generation: UInt64?

    package init(_ token: Token, of id: AccountID) {
        account = id.rawValue
        secret = token.secret
        kinds = token.kinds.rawValue
        permissions = token.permissions
        created = token.created
        seconds = token.lifetime.map { $0 / .seconds(1) }
        refresh = token.refresh
        generation = token.generation == 0 ? nil : token.generation
    }

    package var id: AccountID { AccountID(account) }

    package var token: Token {
        var token = Token(
            secret, kinds: TokenKinds(rawValue: kinds), permissions: permissions, created: created,
            lifetime: seconds.map { .seconds($0) },
            refresh: refresh)
        token.generation = generation ?? 0
        return token
    }

    package init(_ bytes: Data) throws {
        self = try JSONDecoder().decode(TokenRecord.self, from: bytes)
        guard format == 1 else { throw UnknownFormat(format: format) }
    }

    package func bytes() throws -> Data { try JSONEncoder().encode(self) }

    struct UnknownFormat: Error, CustomStringConvertible {
        let format: Int
        var description: String { "the token was written by a later version of this library (format \(format))" }
    }
}
