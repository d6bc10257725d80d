import protocol Foundation.ContiguousBytes
import struct Foundation.Date

/// A cached response, as those see it who observe it.
package struct ObservedResponse<Value: Sendable>: Sendable {
    package let value: Value
    package let mark: CacheMark
    package var dates: CacheDates
    /// Indicates whether no write has overtaken the response.
    package let isCurrent: Bool

    package init(value: Value, mark: CacheMark, dates: CacheDates, isCurrent: Bool) {
        self.value = value
        self.mark = mark
        self.dates = dates
        self.isCurrent = isCurrent
    }
}

/// The part of a cached response that tells it from others with the same key.
package struct CacheMark: Hashable, Sendable {
    /// The generation of the key when the response was requested.
    package let generation: UInt64
    private let digest: UInt64

    fileprivate init(_ entry: CacheEntry) {
        self.init(generation: entry.generation, body: entry.body)
    }

    /// Creates the mark of a response that was requested in a generation.
    package init(generation: UInt64, body: some ContiguousBytes) {
        self.generation = generation
        // The number only distinguishes this digest from those for other purposes.
        digest = Methodical.digest(of: body, seed: 7)
    }
}

/// The dates from which the age and the freshness of a cached response follow.
package struct CacheDates: Hashable, Sendable {
    /// The date from which the age counts.
    package let stored: Date
    /// The end of the lifetime, or `nil` if the response has none.
    package let expiry: Date?

    package init(stored: Date, lifetime: CacheEntry.Lifetime?) {
        self.stored = stored
        if let lifetime, lifetime != .never {
            expiry = stored.addingTimeInterval(lifetime.seconds)
        } else {
            expiry = nil
        }
    }

    fileprivate init(_ entry: CacheEntry) {
        self.init(stored: entry.stored, lifetime: entry.lifetime)
    }
}

extension Call {
    /// The key under which the call is observed: that of its cached response. For a call that is not cached, it is a
    /// key that only has the method's namespaces.
    package var observedKey: CacheKey {
        if let cacheKey, method.reads {
            return cacheKey
        }
        return CacheKey(api: client.api.name, account: client.account.id, method: method.name, identity: "")
    }

    /// The result of a look at the cache.
    package enum CacheLook<Value: Sendable>: Sendable {
        /// The cache has no response that can be read.
        case nothing
        /// The cache has the response that the caller knows, perhaps with later dates.
        case known(CacheDates)
        /// The cache has another response.
        case found(ObservedResponse<Value>)
    }

    /// Looks for the cached response, fresh or stale, without counting as a call. A response that the caller knows is
    /// not decoded again.
    package func look<Value: APIValue>(for known: CacheMark?, as _: Value.Type = Value.self) -> CacheLook<Value> {
        guard let cache = CallCache(self), let entry = cache.storedEntry() else { return .nothing }
        if CacheMark(entry) == known {
            return .known(CacheDates(entry))
        }
        return observed(entry, in: cache).map { .found($0.observed) } ?? .nothing
    }

    /// The dates of the cached response, or `nil` if there is none.
    var cachedDates: CacheDates? {
        CallCache(self)?.storedEntry().map { CacheDates($0) }
    }

    /// Returns the cached response, fresh or stale, or `nil` if there is none that can be read.
    func cachedResponse<Value: APIValue>(
        as _: Value.Type = Value.self
    ) -> (response: Response<Value>, observed: ObservedResponse<Value>)? {
        guard let cache = CallCache(self), let entry = cache.storedEntry() else { return nil }
        return observed(entry, in: cache)
    }

    private func observed<Value>(
        _ entry: CacheEntry, in cache: CallCache
    ) -> (response: Response<Value>, observed: ObservedResponse<Value>)? {
        guard let response: Response<Value> = try? client.cachedResponse(from: entry, for: self) else { return nil }
        let observed = ObservedResponse(
            value: response.value, mark: CacheMark(entry), dates: CacheDates(entry), isCurrent: cache.isCurrent(entry))
        return (response, observed)
    }

    /// Asks the server, and returns the response as those see it who observe the call. The server may confirm the
    /// cached response.
    ///
    /// Throws `.offline` while the client is offline, although the cache may have a response.
    package func observedResponse<Value: APIValue>() async throws(APIError) -> ObservedResponse<Value> {
        let store = client.configuration.cache
        let key = observedKey
        let before = store?.knownGeneration(key) ?? 0
        var call = Request<Value>(self).caching(.networkOnly).call
        call.settings.isConfirmable = true
        let response = try await Request<Value>(call).response()
        guard response.source == .network || response.source == .middleware else {
            throw offlineError
        }
        var mark = CacheMark(generation: before, body: response.body)
        var dates = CacheDates(stored: client.configuration.time.now(), lifetime: ownLifetime)
        let after = store?.knownGeneration(key) ?? 0
        // The entry knows the generation and the lifetime better, if the response was stored.
        if let entry = CallCache(self)?.storedEntry(), [before, after].contains(entry.generation),
            CacheMark(generation: before, body: entry.body) == mark
        {
            mark = CacheMark(entry)
            dates = CacheDates(entry)
        }
        return ObservedResponse(
            value: response.value, mark: mark, dates: dates, isCurrent: mark.generation == after)
    }

    /// The error of an observed call while the client is offline.
    package var offlineError: APIError {
        APIError(APIError.Contents(code: .offline, message: "the client is offline", method: method.name))
    }

    /// The lifetime that the call or its method sets, or `nil` if the server decides.
    package var ownLifetime: CacheEntry.Lifetime? {
        settings.lifetime ?? method.cache.map { CacheEntry.Lifetime(.seconds($0)) }
    }
}

extension CacheStore {
    /// Returns the generation of a key, or 0 if the store fails.
    package func knownGeneration(_ key: CacheKey) -> UInt64 {
        do {
            return try generation(key)
        } catch {
            return 0
        }
    }
}

extension Account {
    /// Adds an observer of this account's sign-ins and sign-outs, which receives `true` or `false`. Copies of the
    /// account share them.
    package func observeSignIns(_ observer: @escaping @Sendable (_ isSignedIn: Bool) -> Void) -> Observation {
        state.signIns.add(observer)
    }
}
