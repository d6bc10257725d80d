extension Request {
    /// Returns a sequence of the cached value and then the value that the server sends.
    ///
    /// The sequence has only one element if both values are equal, if nothing is cached, or if a write has overtaken
    /// the cached response. While the client is offline, the cached value is the only one.
    public func cacheThenNetwork() -> Values {
        Values { yield in _ = try await freshen(yield) }
    }

    /// Returns a sequence of the values of `cacheThenNetwork()` and then of each new value, for as long as the loop
    /// runs.
    ///
    /// The sequence asks the server at each interval and has an element each time the value has changed. It skips an
    /// interval in which the server cannot be reached or refuses because of its rate limit. Any other error ends it.
    ///
    /// - Parameter interval: The time between two requests, at least half a second. If `nil`, it is the lifetime of
    ///   the last response, or one hour without one.
    public func updates(every interval: Duration? = nil) -> Values {
        Values(buffering: .bufferingNewest(1)) { yield in
            let client = call.client
            var last = try await freshen(yield)
            let pause = interval ?? lifetime?.duration ?? .seconds(3600)
            while !Task.isCancelled {
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

    /// The time for which a response stays fresh: that of the call, of the method, or of the cached response.
    private var lifetime: CacheEntry.Lifetime? {
        let caching = CallCache(caching(.cacheOnly).call)
        if let lifetime = caching?.lifetime {
            return lifetime
        }
        guard let entry = caching?.storedEntry(),
            entry.lifetime != .never
        else { return nil }
        return entry.lifetime
    }

    /// Yields the cached value, and then the server's value if it differs. Returns the last of them.
    private func freshen(_ yield: (Value) -> Void) async throws -> Value {
        var cachedValue: Value?
        if let caching = CallCache(caching(.cacheOnly).call), let entry = caching.storedEntry(),
            call.client.isOffline || caching.isCurrent(entry),
            let response: Response<Value> = try? call.client.cachedResponse(from: entry, for: call)
        {
            cachedValue = response.value
            yield(response.value)
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
