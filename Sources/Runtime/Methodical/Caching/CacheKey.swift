/// The key of a cached response. Calls with equal keys have the same response.
public struct CacheKey: Hashable, Sendable {
    /// The name of the API.
    public let api: String
    /// The account that calls.
    public let account: Account.ID
    /// The name of the method.
    public let method: String

    /// The API's version and the arguments in canonical order.
    ///
    /// The identity contains no token, no tag and no solution of a challenge, so that the same call finds its response
    /// after a new sign-in.
    public var identity: String {
        String(decoding: bytes.suffix(identityCount), as: UTF8.self)
    }

    /// The number of bytes of the identity, the last of `bytes`.
    private let identityCount: Int
    /// The bytes of all properties, each after its length. They are compared in place of the strings, because Swift
    /// calls two texts with differently encoded accents equal, and a server does not.
    package let bytes: [UInt8]

    /// Creates a key from its parts.
    public init(api: String, account: Account.ID, method: String, identity: String) {
        self.init(api: api, account: account, method: method, identity: identity.utf8)
    }

    init(
        api: String,
        account: Account.ID,
        method: String,
        identity: some Collection<UInt8>
    ) {
        self.api = api
        self.account = account
        self.method = method
        identityCount = identity.count
        var bytes = Self.bytes(
            of: [api, account.rawValue, method],
            reserving: Self.lengthSize + identityCount)
        bytes.append(counted: identity)
        self.bytes = bytes
    }

    /// The number of bytes of the length before each text.
    private static var lengthSize: Int { MemoryLayout<UInt64>.size }

    /// Returns the bytes of texts, each after its length, so that no two lists of texts have the same bytes.
    ///
    /// - Parameter furtherCount: The number of bytes that the caller will append.
    package static func bytes(of texts: [String], reserving furtherCount: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(furtherCount) { $0 + lengthSize + $1.utf8.count })
        for text in texts {
            bytes.append(counted: text.utf8)
        }
        return bytes
    }

    public static func == (left: CacheKey, right: CacheKey) -> Bool {
        left.bytes == right.bytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentsOf: bytes)
    }

    /// The narrower sets of entries that an entry with this key belongs to: those of its account and of its method.
    package var scopes: [Scope] {
        [.account(account, api: api), .method(method, account, api: api)]
    }
}

extension CacheKey {
    /// A set of entries in a store.
    public enum Scope: Hashable, Sendable {
        /// All entries.
        case all
        /// The entries of an account of an API.
        case account(Account.ID, api: String)
        /// The entries of a method, for an account of an API.
        case method(String, Account.ID, api: String)
    }
}
