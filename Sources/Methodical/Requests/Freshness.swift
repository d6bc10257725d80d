import struct Foundation.Data

extension Request {
    /// How long the answer is fresh; `.never` keeps it out of the cache.
    public func cached(for lifetime: Lifetime) -> Request {
        var request = self
        request.call.settings.lifetime = lifetime
        return request
    }

    /// How long the answer is fresh, where no ``Lifetime`` has a name for it.
    public func cached(for duration: Duration) -> Request { cached(for: Lifetime(duration)) }

    /// Whether the call asks its cache, the network, or both.
    public func caching(_ policy: CachePolicy) -> Request {
        var request = self
        request.call.settings.caching = policy
        return request
    }

    /// From the cache only, past its lifetime too: `.offline` if there is nothing. No connection is opened.
    public func offline() -> Request { caching(.cacheOnly) }

    /// What the cache has now, however old, then what the server says: one element if they are equal, or if nothing is kept.
    public func fresh() -> ValueSequence<Value> {
        ValueSequence { yield in _ = try await freshen(yield) }
    }

    /// As `fresh()`, and then anew again and again while somebody listens: an element each time the value has changed.
    ///
    /// For want of a connection a turn is left out; other failures end the sequence.
    ///
    /// - Parameter interval: between two turns; if nil, the lifetime of the last response, or an hour if it has none.
    public func refreshed(every interval: Duration? = nil) -> ValueSequence<Value> {
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

    /// How long a response stays fresh, as the call, the schema or the last response says.
    private var lifetime: Lifetime? {
        let caching = Caching(caching(.cacheOnly).call)
        return caching?.lifetime ?? caching?.entry().flatMap { $0.lifetime == .never ? nil : $0.lifetime }
    }

    /// The value that was handed out last.
    private func freshen(_ yield: (Value) -> Void) async throws -> Value {
        var kept: Value?
        if let caching = Caching(caching(.cacheOnly).call), let entry = caching.entry(),
            call.client.isOffline || caching.isCurrent(entry),
            let response: Response<Value> = try? call.client.opened(entry, call)
        {
            kept = response.value
            yield(response.value)
        }
        if call.client.isOffline, let kept { return kept }
        let value = try await caching(.networkOnly).send()
        if value != kept { yield(value) }
        return value
    }
}

/// What a call's value is, and what it becomes: see `Request.fresh()` and `Request.refreshed(every:)`.
public struct ValueSequence<Value: APIValue>: AsyncSequence, Sendable {
    public typealias Failure = APIError
    fileprivate var buffering = AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy.unbounded
    fileprivate let body: @Sendable ((Value) -> Void) async throws -> Void

    /// Begins, for this loop alone.
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

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncThrowingStream<Value, any Error>.Iterator

        public mutating func next() async throws(APIError) -> Value? {
            do { return try await stream.next() } catch { throw APIError(transport: error, isCancelled: false) }
        }
    }
}

/// The part of the cache that belongs to one account of one API.
public struct ResponseCache: Sendable {
    private let client: Client

    init(_ client: Client) { self.client = client }

    private var account: AccountID { client.account.id }

    /// Keeps any data under an address: pictures, music.
    public func store(_ data: Data, for url: String, lifetime: Lifetime = .oneMonth) throws(APIError) {
        let entry = CacheEntry(body: data, stored: client.configuration.time.now(), lifetime: lifetime)
        try perform { try $0.store(entry, key(url)) }
    }

    /// What was stored under an address; nil if there is nothing, or if it is older than its lifetime, unless the client is offline.
    public func data(for url: String) throws(APIError) -> Data? {
        let entry = try perform { try $0.entry(key(url)) } ?? nil
        return entry.flatMap { client.isOffline || $0.isFresh(at: client.configuration.time.now()) ? $0.body : nil }
    }

    /// Removes what was stored under an address.
    public func removeData(for url: String) throws(APIError) { try perform { try $0.remove(key(url)) } }

    /// The answer to one call.
    public func remove<Value>(_ request: Request<Value>) throws(APIError) {
        try perform { _ in try Caching(request.call)?.remove() }
    }

    /// All answers of a method: `vk.cache.remove(method: "users.get")`.
    public func remove(method: String) throws(APIError) {
        try perform { try $0.removeAll(.method(method, account, api: client.api.name)) }
    }

    /// Makes the cached responses of a namespace stale, as a write does: `vk.cache.invalidate("users")`, for all of them without a name. They stay
    /// available offline.
    public func invalidate(_ namespace: String = "") throws(APIError) {
        try perform { try $0.invalidate(CacheNamespace(namespace, api: client.api.name, account: account)) }
    }

    /// All that is kept for this account.
    public func removeAll() throws(APIError) {
        try perform { try $0.removeAll(.account(account, api: client.api.name)) }
    }

    /// In bytes.
    public func size() throws(APIError) -> Int {
        try perform { try $0.size(.account(account, api: client.api.name)) } ?? 0
    }

    private func key(_ url: String) -> CacheKey {
        CacheKey(api: client.api.name, account: account, method: "", identity: url)
    }

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
    /// Answers and other data that are kept for this account.
    public var cache: ResponseCache { ResponseCache(client) }

    /// All calls of this client are answered from the cache, and open no connection.
    public var isOffline: Bool {
        get { client.isOffline }
        nonmutating set { client.isOffline = newValue }
    }
}
