extension Request {
    /// Returns a sequence of the cached value and then the value that the server sends.
    ///
    /// The sequence has only one element if both values are equal, if nothing is cached, or if a write has overtaken
    /// the cached response. While the client is offline, the cached value is the only one.
    public func cacheThenNetwork() -> Values {
        Values { yield in _ = try await yieldCachedThenNew(yield) }
    }

    /// Returns a sequence of the values of `cacheThenNetwork()` and then of each new value, for as long as the loop
    /// runs.
    ///
    /// The sequence asks the server at each interval and has an element each time the value has changed. A loop that is
    /// slower than the changes gets only the newest value. The sequence skips an interval in which the server cannot be
    /// reached or refuses because of its rate limit. Any other error ends it.
    ///
    /// - Parameter interval: The time between two requests, at least half a second. If `nil`, it is the lifetime of
    ///   the last response that has one, or one hour.
    public func updates(every interval: Duration? = nil) -> Values {
        Values(buffering: .bufferingNewest(1)) { yield in
            let client = call.client
            var last = try await yieldCachedThenNew(yield)
            var pause = interval ?? .seconds(3600)
            while !Task.isCancelled {
                if interval == nil, let lifetime {
                    pause = lifetime.duration
                }
                try await client.configuration.time.sleep(max(pause, .milliseconds(500)))
                do throws(APIError) {
                    let value = try await caching(.networkOnly).send()
                    if value != last {
                        yield(value)
                    }
                    last = value
                } catch {
                    guard error.isUnreachable || error.code == .rateLimited else {
                        throw error
                    }
                }
            }
        }
    }

    /// The call's cache, whatever the call's own policy is. `nil` if the call is not cached.
    private var cache: CallCache? {
        CallCache(caching(.cacheOnly).call)
    }

    /// The time for which the last response stays fresh: that of the call, of the method, or of the cached response.
    /// `nil` if none of them has one, or if a write has overtaken the cached response.
    private var lifetime: CacheEntry.Lifetime? {
        guard let cache else { return nil }
        if let lifetime = cache.lifetime {
            return lifetime
        }
        guard let entry = cache.storedEntry(),
            entry.lifetime != .never
        else { return nil }
        return entry.lifetime
    }

    /// The cached value, however old, or `nil` if there is none. While the client is online, a value that a write has
    /// overtaken does not count.
    private var cachedValue: Value? {
        guard let cache,
            let entry = cache.storedEntry(),
            call.client.isOffline || cache.isCurrent(entry)
        else { return nil }
        let response: Response<Value>? = try? call.client.cachedResponse(from: entry, for: call)
        return response?.value
    }

    /// Yields the cached value, and then the server's value if it differs. Returns the last of them.
    private func yieldCachedThenNew(_ yield: (Value) -> Void) async throws -> Value {
        let cachedValue = cachedValue
        if let cachedValue {
            yield(cachedValue)
        }
        if call.client.isOffline, let cachedValue {
            return cachedValue
        }
        let value = try await caching(.networkOnly).send()
        if value != cachedValue {
            yield(value)
        }
        return value
    }
}

extension Request {
    /// A sequence of the values that a call has over time. ``Request/cacheThenNetwork()`` and
    /// ``Request/updates(every:)`` return it.
    public struct Values: AsyncSequence, Sendable {
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
                    } catch is CancellationError {
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
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
                do {
                    return try await stream.next()
                } catch {
                    throw APIError(transport: error, isCancelled: false)
                }
            }
        }
    }
}
