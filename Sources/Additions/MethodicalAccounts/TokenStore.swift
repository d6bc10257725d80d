import Foundation
import Methodical

/// A store that keeps tokens between runs of the program.
///
/// An implementation of your own, such as a server's database, must meet these conditions:
/// - It never stores a token in plain text.
/// - It keeps every property of a token, including its `generation` and its `userName`.
/// - It writes each token whole or not at all.
/// - Its methods can be called from any thread.
///
/// An error that it throws reaches the caller as an `APIError` with the code `.storage`.
public protocol TokenStore: Sendable {
    /// Returns the accounts that have a token in this store.
    func ids() throws -> [Account.ID]
    /// Returns the account's token, or `nil` if there is none.
    func token(for id: Account.ID) throws -> Token?
    /// Stores a token and replaces the account's earlier one.
    func store(_ token: Token, for id: Account.ID) throws
    /// Removes the account's token. Does nothing if there is none.
    func remove(_ id: Account.ID) throws
    /// Returns the account that was made active last, or `nil` if none was.
    func current() throws -> Account.ID?
    /// Stores the id of the active account. `nil` means that no account is active.
    func setCurrent(_ id: Account.ID?) throws
    /// Takes the lock under which the account's token is refreshed. Returns `nil` at once if another task or process
    /// holds it.
    ///
    /// The lock must end with its holder's process. The default implementation returns a lock that excludes no one, so
    /// two processes may spend the same refresh token.
    func refreshLock(for id: Account.ID) throws -> RefreshLock?
}

extension TokenStore {
    /// Returns a lock that excludes no one.
    public func refreshLock(for id: Account.ID) throws -> RefreshLock? { RefreshLock {} }
}

/// The right to refresh the token of an account. It ends with `release()`, or with the last reference to it.
public final class RefreshLock: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a lock that calls `release` once, at the latest when the last reference to the lock goes away.
    public init(release: @escaping @Sendable () -> Void) { action = Locked(release) }

    /// Ends the right, so that another task or process can refresh. Later calls do nothing.
    public func release() {
        let release = action.withLock { action in
            defer { action = nil }
            return action
        }
        release?()
    }

    deinit { release() }
}

/// The refresh locks that the tasks of one process share.
final class ProcessLocks: Sendable {
    private let held = Locked<Set<String>>([])

    /// Returns the lock of this name, or `nil` if a task holds it.
    func take(_ name: String) -> RefreshLock? {
        guard held.withLock({ $0.insert(name).inserted }) else { return nil }
        return RefreshLock { [held] in _ = held.withLock { $0.remove(name) } }
    }
}

/// A token store in memory, for tests and for servers that receive a token with each request.
public final class MemoryTokenStore: TokenStore {
    private let state = Locked((tokens: [Account.ID: Token](), current: Account.ID?.none))
    private let locks = ProcessLocks()

    /// Creates a store without accounts.
    public init() {}

    public func ids() -> [Account.ID] {
        state.withLock { Array($0.tokens.keys) }
    }
    public func token(for id: Account.ID) -> Token? {
        state.withLock { $0.tokens[id] }
    }
    public func store(_ token: Token, for id: Account.ID) {
        state.withLock { $0.tokens[id] = token }
    }
    public func remove(_ id: Account.ID) {
        state.withLock { $0.tokens[id] = nil }
    }
    public func current() -> Account.ID? { state.withLock { $0.current } }
    public func setCurrent(_ id: Account.ID?) { state.withLock { $0.current = id } }
    /// Returns a lock that excludes the other tasks of this process.
    public func refreshLock(for id: Account.ID) -> RefreshLock? { locks.take(id.rawValue) }
}

/// A token and its account in the form that encrypting stores write.
///
/// `Token` itself is not `Codable`, so that no other code writes one by accident.
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
    /// The name of the user. Absent in files of earlier versions.
    private let name: String?

    package init(_ token: Token, of id: Account.ID) {
        account = id.rawValue
        secret = token.secret
        kinds = token.kinds.rawValue
        permissions = token.permissions
        created = token.created
        seconds = token.lifetime.map { $0 / .seconds(1) }
        refresh = token.refresh
        generation = token.generation == 0 ? nil : token.generation
        name = token.userName
    }

    package var id: Account.ID { Account.ID(account) }

    package var token: Token {
        var token = Token(
            secret,
            kinds: Token.Kinds(rawValue: kinds),
            permissions: permissions,
            created: created,
            lifetime: seconds.map { .seconds($0) },
            refresh: refresh)
        token.generation = generation ?? 0
        token.userName = name
        return token
    }

    /// Decodes a record. Throws ``UnknownFormat`` if a later version of the library wrote it.
    package init(_ bytes: Data) throws {
        self = try JSONDecoder().decode(TokenRecord.self, from: bytes)
        guard format == 1 else {
            throw UnknownFormat(format: format)
        }
    }

    /// Returns the record as JSON, which is not encrypted.
    package func bytes() throws -> Data { try JSONEncoder().encode(self) }

    struct UnknownFormat: Error, CustomStringConvertible {
        let format: Int
        var description: String { "the token was written by a later version of this library (format \(format))" }
    }
}
