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

/// The place of a call among cached responses.
extension Call {
    /// Indicates whether the call is a read without secret arguments and without header fields of middlewares that may
    /// contain secrets. Responses to other calls are neither cached nor shared.
    var isPlainRead: Bool {
        method.reads && !parameters.contains { $0.style.contains(.secret) }
            && settings.hasOnlySelectingHeaders
    }

    /// The key of the call in the cache, or `nil` for calls that are not cached.
    ///
    /// It holds the base URL, the version, the path, and the arguments in the order of their declaration.
    package var cacheKey: CacheKey? {
        guard isPlainRead else { return nil }
        var writer = JSONWriter()
        // A link of the server may repeat the token.
        let address = settings.address.map { hiding($0.absoluteString) }
        for part in [client.configuration.baseURL, client.api.version?.value, method.path, address] {
            writer.raw(part ?? "")
            writer.byte(UInt8(ascii: "\n"))
        }
        for (name, given) in client.configuration.values.sortedByKey where client.api.variables[name] != nil {
            writer.raw("\(name)={\(given)}\n")
        }
        // A request to any address may receive a different response with the token than without it.
        if raw?.isAuthorized == true {
            writer.byte(UInt8(ascii: "\n"))
        }
        for parameter in parameters {
            writer.raw(parameter.name)
            writer.byte(UInt8(ascii: "="))
            parameter.value.write(to: &writer)
            writer.byte(UInt8(ascii: "\n"))
        }
        for header in settings.selectingHeaders {
            writer.raw("\n" + header)
        }
        if writer.isBroken {
            return nil
        }
        return writer.withBytes {
            CacheKey(
                api: client.api.name,
                account: client.account.id,
                method: method.name,
                identity: $0)
        }
    }

    /// Indicates whether the client's cache may store the response.
    package var isCached: Bool { CallCache(self) != nil }

    /// Indicates whether the call would now return a cached response without asking the server.
    package var isServedByCache: Bool {
        guard var cache = CallCache(self) else { return false }
        if cache.policy != .networkOnly {
            cache.entry = cache.storedEntry()
        }
        return cache.usableEntry != nil
    }

    /// The header fields and settings that change the response besides the parts of the cache key.
    package var responseSettings: [String] {
        let session = client.configuration.session.headers.fields.flatMap {
            [$0.name.lowercased(), $0.value]
        }
        return [settings.accept ?? "", "\(client.account.token?.kinds.rawValue ?? 0)"] + session
    }

    /// Indicates whether the call opens no connection.
    package var isOffline: Bool {
        client.policy(of: self) == .cacheOnly
    }

    /// The namespaces whose cached responses a write makes stale.
    ///
    /// The schema names them. Otherwise it is the part of the method's name before the first dot. Namespaces that
    /// contain each other show the same data: `pins.comments.create` changes a count in `pins.get`.
    package var namespaces: [String] {
        if let names = method.invalidates {
            return names
        }
        // A write to any address makes the responses stale that were read from the same server.
        if isRaw {
            let words = method.name.split(separator: " ")
            return ["GET " + words.dropFirst().joined(separator: " ")]
        }
        guard method.name.contains(".") else {
            return [""]
        }
        return [String(method.name.prefix { $0 != "." })]
    }
}
