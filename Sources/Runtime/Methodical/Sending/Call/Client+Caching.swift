import struct Foundation.Date

extension Client {
    /// Returns the cache policy of a call: the call's own, else the client's. It is `.cacheOnly` while the client is
    /// offline.
    func policy(of call: Call) -> CachePolicy {
        if isOffline {
            return .cacheOnly
        }
        return call.settings.caching ?? configuration.caching
    }

    /// Returns the response that a cache entry holds.
    ///
    /// Returns `nil` and discards the entry if it cannot be read, for example because an earlier version of the program
    /// stored it with another type.
    func readEntry<Value: APIValue>(
        _ entry: CacheEntry,
        for run: Run,
        state: inout CallState
    ) -> Response<Value>? {
        let response: Response<Value>? = try? cachedResponse(from: entry, for: run.call)
        if response == nil {
            state.cache?.entry = nil
        }
        return response
    }

    /// Returns the response that a cache entry holds, with its age.
    func cachedResponse<Value: APIValue>(
        from entry: CacheEntry,
        for call: Call
    ) throws(APIError) -> Response<Value> {
        let now = configuration.time.now()
        let age = max(0, now.timeIntervalSince(entry.stored))
        var response = HTTPResponse(
            status: entry.status,
            headers: entry.headers,
            body: entry.body)
        response.headers["Age"] = String(Int(min(age, .greatestDeltaSeconds)))
        let source: ResponseSource =
            if !entry.isFresh(at: now) {
                .stale
            } else if entry.isFromDisk {
                .disk
            } else {
                .memory
            }
        return try read(
            response,
            for: call,
            token: account.token,
            source: source,
            age: .seconds(age))
    }

    /// Revalidates a stale response that has been served, in a task of its own, for the next call.
    func revalidate<Value: APIValue>(_ run: Run, state: CallState, as _: Value.Type) {
        Task {
            let run = Run(alone: run)
            var state = state
            // The caller does not suspend the request that goes on without the call.
            state.clock.follow(nil)
            do throws(APIError) {
                let _: Response<Value> = try await askServer(for: run, state: &state)
            } catch {
                run.report(.revalidationFailed(error.code))
            }
        }
    }
}
