import struct Foundation.Data

/// The part of a client's cache that belongs to one account of one API.
///
/// If the store fails, all methods throw its `APIError`, or one with the code `.storage` for any other error. Without a
/// cache they have no effect.
public struct ResponseCache: Sendable {
    private let client: Client

    init(_ client: Client) { self.client = client }

    private var account: Account.ID { client.account.id }

    /// Stores data such as a picture under an address.
    public func store(
        _ data: Data,
        for url: String,
        lifetime: CacheEntry.Lifetime = .oneMonth
    ) throws(APIError) {
        let entry = CacheEntry(
            body: data,
            stored: client.configuration.time.now(),
            lifetime: lifetime)
        try perform { try $0.store(entry, key(for: url)) }
    }

    /// Returns the data that was stored under an address, or `nil` if there is none.
    ///
    /// Data past its lifetime is returned only while the client is offline.
    public func data(for url: String) throws(APIError) -> Data? {
        guard let entry = try perform({ try $0.entry(key(for: url)) }) ?? nil,
            client.isOffline || entry.isFresh(at: client.configuration.time.now())
        else { return nil }
        return entry.body
    }

    /// Removes the data that was stored under an address.
    public func removeData(for url: String) throws(APIError) {
        try perform { try $0.remove(key(for: url)) }
    }

    /// Removes the cached response to a request from the cache of the request's own client.
    public func remove<Value>(_ request: Request<Value>) throws(APIError) {
        try ResponseCache(request.call.client).perform { _ in try CallCache(request.call)?.remove() }
    }

    /// Removes all cached responses of a method: `vk.cache.remove(method: "users.get")`.
    public func remove(method: String) throws(APIError) {
        try perform {
            try $0.removeAll(.method(method, account, api: client.api.name))
        }
    }

    /// Makes the cached responses of a namespace stale, as a write does: `vk.cache.invalidate("users")`.
    ///
    /// Without a name it applies to all namespaces. The responses stay available offline.
    public func invalidate(_ namespace: String = "") throws(APIError) {
        try perform {
            try $0.invalidate(CacheKey.Namespace(namespace, api: client.api.name, account: account))
        }
    }

    /// Removes everything that is cached for this account.
    public func removeAll() throws(APIError) {
        try perform {
            try $0.removeAll(.account(account, api: client.api.name))
        }
    }

    /// Returns the size of the cached data of this account in bytes.
    public func size() throws(APIError) -> Int {
        try perform { try $0.size(.account(account, api: client.api.name)) } ?? 0
    }

    /// Returns the key of data under an address. Such keys have no method, so they differ from those of all responses.
    private func key(for url: String) -> CacheKey {
        CacheKey(api: client.api.name, account: account, method: "", identity: url)
    }

    /// Runs `body` with the client's store and returns its result, or `nil` if the client has no cache.
    @discardableResult
    private func perform<Value>(_ body: (any CacheStore) throws -> Value) throws(APIError) -> Value? {
        do {
            return try client.configuration.cache.map(body)
        } catch let error as APIError {
            throw error
        } catch {
            throw APIError(
                .storage,
                "the cache failed",
                cause: APIError.Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
    }
}

extension APIClient {
    /// The cached responses and other data of this account.
    public var cache: ResponseCache { ResponseCache(client) }

    /// Indicates whether all calls of this client use only the cache and open no connection.
    public var isOffline: Bool {
        get { client.isOffline }
        nonmutating set { client.isOffline = newValue }
    }
}
