import struct Foundation.Data

extension Request {
    /// Returns a copy of the request whose response stays fresh for the given time. `.never` keeps it out of the cache.
    public func cached(for lifetime: Lifetime) -> Request {
        var request = self
        request.call.settings.lifetime = lifetime
        return request
    }

    /// Returns a copy of the request whose response stays fresh for a duration that ``Lifetime`` has no name for.
    public func cached(for duration: Duration) -> Request { cached(for: Lifetime(duration)) }

    /// Returns a copy of the request with a policy that decides between cache and network.
    public func caching(_ policy: CachePolicy) -> Request {
        var request = self
        request.call.settings.caching = policy
        return request
    }

    /// Returns a copy of the request that uses only the cache and opens no connection.
    ///
    /// A stale response serves too. Without a cached response the call fails with `.offline`.
    public func offline() -> Request { caching(.cacheOnly) }

    /// Returns a sequence of the cached value and then the value that the server sends.
    ///
    /// The sequence has only one element if both values are equal, if nothing is cached, or if a write has overtaken
    /// the cached response. While the client is offline, the cached value is the only one.
    public func cacheThenNetwork() -> ValueSequence<Value> {
        ValueSequence { yield in _ = try await freshen(yield) }
    }

    /// Returns a sequence of the values of `cacheThenNetwork()` and then of each new value, for as long as the loop runs.
    ///
    /// The sequence asks the server at each interval and has an element each time the value has changed. It skips an
    /// interval in which the server cannot be reached or refuses because of its rate limit. Any other error ends it.
    ///
    /// - Parameter interval: The time between two requests, at least 100 milliseconds. If `nil`, it is the lifetime of
    ///   the last response, or one hour without one.
    public func updates(every interval: Duration? = nil) -> ValueSequence<Value> {
        ValueSequence(buffering: .bufferingNewest(1)) { yield in
            let client = call.client
            var last = try await freshen(yield)
            let pause = interval ?? lifetime?.duration ?? .seconds(3600)
            while !Task.isCancelled {
                try await client.configuration.time.sleep(max(pause, .milliseconds(100)))
                do throws(APIError) {
                    let value = try await caching(.networkOnly).send()
                    if value != last { yield(value) }
                    last = value
                } catch {
                    guard error.isUnreachable || error.code == .rateLimited else { throw error }
                }
            }
        }
    }

    /// The time for which a response stays fresh: that of the call, of the method, or of the cached response.
    private var lifetime: Lifetime? {
        let caching = CallCache(caching(.cacheOnly).call)
        return caching?.lifetime ?? caching?.storedEntry().flatMap { $0.lifetime == .never ? nil : $0.lifetime }
    }

    /// Yields the cached value, then the server's value if it is another one, and returns the last of them.
    private func freshen(_ yield: (Value) -> Void) async throws -> Value {
        var cachedValue: Value?
        if let caching = CallCache(caching(.cacheOnly).call), let entry = caching.storedEntry(),
            call.client.isOffline || caching.isCurrent(entry),
            let response: Response<Value> = try? call.client.cachedResponse(entry, call)
        {
            cachedValue = response.value
            yield(response.value)
        }
        if call.client.isOffline, let cachedValue { return cachedValue }
        let value = try await caching(.networkOnly).send()
        if value != cachedValue { yield(value) }
        return value
    }
}

/// A sequence of the values that a call has over time. `Request.cacheThenNetwork()` and `Request.updates(every:)` return it.
public struct ValueSequence<Value: APIValue>: AsyncSequence, Sendable {
    /// The error that ends the sequence.
    public typealias Failure = APIError
    fileprivate var buffering = AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy.unbounded
    fileprivate let body: @Sendable ((Value) -> Void) async throws -> Void

    /// Starts the calls of the sequence for one loop. They are cancelled when the loop ends.
    public func makeAsyncIterator() -> Iterator {
        let stream = AsyncThrowingStream(bufferingPolicy: buffering) { continuation in
            let task = Task {
                do {
                    try await body { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error is CancellationError ? nil : error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
        return Iterator(stream: stream.makeAsyncIterator())
    }

    /// An iterator over the values.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncThrowingStream<Value, any Error>.Iterator

        /// Returns the next value, or `nil` after the last one.
        public mutating func next() async throws(APIError) -> Value? {
            do { return try await stream.next() } catch { throw APIError(transport: error, isCancelled: false) }
        }
    }
}

/// The part of a client's cache that belongs to one account of one API.
///
/// All methods throw an error with the code `.storage` if the store fails. Without a cache they have no effect.
public struct ResponseCache: Sendable {
    private let client: Client

    init(_ client: Client) { self.client = client }

    private var account: AccountID { client.account.id }

    /// Stores data such as a picture under an address.
    public func store(_ data: Data, for url: String, lifetime: Lifetime = .oneMonth) throws(APIError) {
        let entry = CacheEntry(body: data, stored: client.configuration.time.now(), lifetime: lifetime)
        try perform { try $0.store(entry, key(url)) }
    }

    /// Returns the data that was stored under an address, or `nil` if there is none.
    ///
    /// Data past its lifetime is returned only while the client is offline.
    public func data(for url: String) throws(APIError) -> Data? {
        let entry = try perform { try $0.entry(key(url)) } ?? nil
        return entry.flatMap { client.isOffline || $0.isFresh(at: client.configuration.time.now()) ? $0.body : nil }
    }

    /// Removes the data that was stored under an address.
    public func removeData(for url: String) throws(APIError) { try perform { try $0.remove(key(url)) } }

    /// Removes the cached response to a request.
    public func remove<Value>(_ request: Request<Value>) throws(APIError) {
        try perform { _ in try CallCache(request.call)?.remove() }
    }

    /// Removes all cached responses of a method: `vk.cache.remove(method: "users.get")`.
    public func remove(method: String) throws(APIError) {
        try perform { try $0.removeAll(.method(method, account, api: client.api.name)) }
    }

    /// Makes the cached responses of a namespace stale, as a write does: `vk.cache.invalidate("users")`.
    ///
    /// Without a name it applies to all namespaces. The responses stay available offline.
    public func invalidate(_ namespace: String = "") throws(APIError) {
        try perform { try $0.invalidate(CacheNamespace(namespace, api: client.api.name, account: account)) }
    }

    /// Removes everything that is cached for this account.
    public func removeAll() throws(APIError) {
        try perform { try $0.removeAll(.account(account, api: client.api.name)) }
    }

    /// Returns the size of the cached data of this account in bytes.
    public func size() throws(APIError) -> Int {
        try perform { try $0.size(.account(account, api: client.api.name)) } ?? 0
    }

    /// Returns the key of data under an address. Such keys have no method, so that no response has the same one.
    private func key(_ url: String) -> CacheKey {
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
                .storage, "the cache failed", cause: APIError.Cause(domain: "\(type(of: error))", message: "\(error)"))
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
