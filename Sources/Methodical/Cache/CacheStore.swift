/// Where answers are kept: in memory, on disk, or where a program of your own puts them.
///
/// Stores are synchronous and may be called from any thread. What they throw reaches the client's observers and fails
/// no call.
public protocol CacheStore: Sendable {
    /// Fresh or not. Counts as a use: what was not used for longest goes first when room is needed.
    func entry(_ key: CacheKey) throws -> CacheEntry?
    /// Replaces what there was. An entry larger than the whole store is not kept.
    func store(_ entry: CacheEntry, _ key: CacheKey) throws
    func remove(_ key: CacheKey) throws
    func removeAll(_ scope: CacheScope) throws
    /// In bytes, with what the store itself needs for an entry.
    func size(_ scope: CacheScope) throws -> Int
    /// Returns a number that is another one after each `invalidate` of a namespace that the key's method lies in.
    ///
    /// A client writes it into the entries that it stores, and takes entries with another number for stale. By default
    /// it lies in the store as an entry.
    func generation(_ key: CacheKey) throws -> UInt64
    /// Makes the cached responses of a namespace stale, those included that requests in flight are about to bring. They
    /// stay available offline.
    func invalidate(_ namespace: CacheNamespace) throws
}

/// Which entries of a store.
public enum CacheScope: Hashable, Sendable {
    case all
    case account(AccountID, api: String)
    case method(String, AccountID, api: String)
}

/// What an answer is kept under: equal keys, same answer.
public struct CacheKey: Hashable, Sendable {
    public let api: String
    public let account: AccountID
    public let method: String
    /// API version and arguments in canonical order. No token, signature or captcha answer: the same call after a new
    /// sign-in finds its answer.
    public var identity: String { String(decoding: bytes.suffix(identityCount), as: UTF8.self) }
    private let identityCount: Int
    /// All of the above. Compared in place of the strings: two texts that Swift calls equal, for their accents, are two
    /// questions to a server.
    package let bytes: [UInt8]

    public init(api: String, account: AccountID, method: String, identity: String) {
        var identity = identity
        self = identity.withUTF8 { CacheKey(api: api, account: account, method: method, identity: $0) }
    }

    init(api: String, account: AccountID, method: String, identity: UnsafeBufferPointer<UInt8>) {
        (self.api, self.account, self.method, identityCount) = (api, account, method, identity.count)
        bytes = Self.bytes([api, account.rawValue, method], identity)
    }

    /// The texts with their lengths in front, so that no two lists give the same bytes.
    package static func bytes(_ texts: [String], _ last: UnsafeBufferPointer<UInt8>? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(8 + (last?.count ?? 0)) { $0 + $1.utf8.count + 8 })
        func append(_ utf8: UnsafeBufferPointer<UInt8>) {
            withUnsafeBytes(of: UInt64(truncatingIfNeeded: utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: utf8)
        }
        for var text in texts { text.withUTF8(append) }
        if let last { append(last) }
        return bytes
    }

    public static func == (left: CacheKey, right: CacheKey) -> Bool { left.bytes == right.bytes }
    public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

    var scopes: [CacheScope] { [.account(account, api: api), .method(method, account, api: api)] }
}
