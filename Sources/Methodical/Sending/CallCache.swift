import struct Foundation.Data
import struct Foundation.Date

/// The use of the cache by one call. It finds the cached response, decides whether the call may use it, and stores the
/// new one.
struct CallCache: Sendable {
    /// The policy that decides between cache and network.
    let policy: CachePolicy
    /// The key of the call in the cache.
    let key: CacheKey
    /// The lifetime that the call or its method sets, or `nil` if the server's header fields decide.
    let lifetime: Lifetime?
    /// The entry that was found when the call was sent, or `nil` if there was none or it could not be read.
    var entry: CacheEntry?
    /// The generation of the key before the request was sent. If a write changes it, the response is stale when it
    /// arrives.
    let generation: UInt64
    private let store: any CacheStore
    private let call: Call
    /// The number of the call in events, or `nil` if the call is not being sent.
    private let number: UInt64?

    /// Prepares the use of the cache by a call, and finds the cached response if the call has a number.
    ///
    /// Returns `nil` for calls that are not cached: writes, calls with secret arguments, and calls with the lifetime
    /// `.never`.
    init?(_ call: Call, _ number: UInt64? = nil) {
        let client = call.client
        guard let store = client.configuration.cache else { return nil }
        lifetime = call.settings.lifetime ?? call.method.cache.map { Lifetime(.seconds($0)) }
        guard lifetime != .never, let key = call.cacheKey else { return nil }
        policy = client.policy(of: call)
        generation = Self.reported(call, number) { try store.generation(key) } ?? 0
        (self.key, self.store, self.call, self.number) = (key, store, call, number)
        if number != nil, policy != .networkOnly {
            entry = storedEntry()
        }
    }

    /// Returns the entry that the store has now, or `nil` if it has none or one for other request header fields.
    ///
    /// If a write has overtaken the entry, its lifetime is `.never`.
    func storedEntry() -> CacheEntry? {
        guard var entry = Self.reported(call, number, { try store.entry(key) }) ?? nil,
            entry.variant == variant(entry.headers)
        else { return nil }
        if !isCurrent(entry) {
            entry.lifetime = .never
        }
        return entry
    }

    /// The entry that the call returns without asking the server, or `nil` if the policy requires asking it.
    var usableEntry: CacheEntry? {
        switch policy {
        case .cacheFirst: entry.flatMap { $0.isFresh(at: now) || mayServe($0, past: \.staleWhileRevalidate) ? $0 : nil }
        case .cacheThenNetwork: entry.flatMap { isCurrent($0) ? $0 : nil }
        case .cacheOnly: entry
        case .networkFirst, .networkOnly: nil
        }
    }

    /// The entry that a conditional request may revalidate.
    ///
    /// After a write only an `ETag` counts. The date in `Last-Modified` cannot tell two changes within a second apart.
    var revalidatableEntry: CacheEntry? { entry.flatMap { isCurrent($0) || $0.etag != nil ? $0 : nil } }

    /// Indicates whether no write has overtaken the entry.
    func isCurrent(_ entry: CacheEntry) -> Bool { entry.generation == generation }

    /// Indicates whether the entry must be revalidated for the next call, after this call has returned it.
    func needsRevalidation(_ entry: CacheEntry) -> Bool {
        policy == .cacheThenNetwork || policy == .cacheFirst && !entry.isFresh(at: now)
    }

    /// Indicates whether the call returns the entry instead of throwing the error.
    func serves(_ entry: CacheEntry, after error: APIError) -> Bool {
        switch policy {
        case .networkFirst: error.isUnreachable
        case .cacheFirst: (error.isUnreachable || error.status ?? 0 >= 500) && mayServe(entry, past: \.staleIfError)
        default: false
        }
    }

    /// Indicates whether the server allows the use of the entry for some time after its lifetime (RFC 5861).
    ///
    /// There is no such time if the call sets a lifetime, or if a write has overtaken the entry.
    private func mayServe(_ entry: CacheEntry, past directive: KeyPath<CacheControl, Double?>) -> Bool {
        guard lifetime == nil, isCurrent(entry) else { return false }
        let (control, age) = (CacheControl(entry.headers), now.timeIntervalSince(entry.stored))
        guard !control.noCache, !control.mustRevalidate, let seconds = control[keyPath: directive] else { return false }
        return age >= 0 && age < entry.lifetime.seconds + seconds
    }

    private var now: Date { call.client.configuration.time.now() }

    /// Stores a response, if the call and the server allow that.
    ///
    /// A response that repeats the token or a credential of its request is not stored, so that the cache holds no
    /// secrets. A response is not stored either if the store has an entry from a request that was sent after a later
    /// write.
    ///
    /// - Parameters:
    ///   - response: The response to store.
    ///   - sent: The instant at which the request was sent.
    ///   - token: The token of the request.
    func update(with response: HTTPResponse, sent: ContinuousClock.Instant?, hiding token: Token?) {
        let headers = response.headers.storable
        if let token, response.repeats(token.secret, headers) {
            return
        }
        for credential in call.client.account.credentials.values where response.repeats(credential.guarded, headers) {
            return
        }
        guard let entry = newEntry(response, headers, sent) else { return }
        Self.reported(call, number) {
            let current = try store.generation(key)
            if current != generation, try store.entry(key)?.generation == current {
                return
            }
            try store.store(entry, key)
        }
    }

    /// Returns the entry to store, or `nil` if neither the call nor the server allows the response to be reused (RFC
    /// 9111, section 3).
    private func newEntry(
        _ response: HTTPResponse, _ headers: HTTPHeaders, _ sent: ContinuousClock.Instant?
    ) -> CacheEntry? {
        let (status, control) = (response.status, CacheControl(response.headers))
        guard !control.noStore, status >= 200, status != 206, status != 304 else { return nil }
        let isSuccess = status < 300
        var entry = CacheEntry(
            body: response.body, status: status, stored: now, lifetime: lifetime ?? .never, headers: headers)
        (entry.generation, entry.variant) = (generation, variant(headers))
        if lifetime != nil {
            return isSuccess ? entry : nil
        }
        let delay = sent.map { call.client.configuration.time.instant() - $0 } ?? .zero
        let freshness = Freshness(response.headers, control, delay: delay, received: entry.stored)
        // Responses to other HTTP methods may not be reused on the strength of header fields alone (RFC 9111, section
        // 4).
        let verb = call.method.verb ?? call.client.api.verb
        if verb == .get || verb == .head, let lifetime = freshness.lifetime {
            entry.lifetime = Lifetime(.seconds(lifetime))
            entry.stored = entry.stored.addingTimeInterval(-freshness.age)
            return entry
        }
        let hasValidator = verb == .get && (entry.etag ?? entry.lastModified) != nil
        return isSuccess && (hasValidator || policy != .cacheFirst) ? entry : nil
    }

    /// Removes the entry of the call from the store.
    func remove() throws { try store.remove(key) }

    /// Returns a digest of the request header fields that a response's `Vary` names, or 0 if it names none.
    ///
    /// Only the session's header fields count, because the key of the call already contains those of the call, and the
    /// account instead of the token.
    private func variant(_ headers: HTTPHeaders) -> UInt64 {
        let session = call.client.configuration.session.headers
        if session.fields.isEmpty {
            return 0
        }
        let names = Set(headers.listMembers("Vary").map { $0.lowercased() }).sorted()
        let fields = names.flatMap { name in session.values(name).flatMap { [name, $0] } }
        return fields.isEmpty ? 0 : digest(CacheKey.bytes(fields), 6)
    }

    /// Returns the result of `body`. If the store fails, reports that and returns `nil`, so that the call goes on
    /// without its cache.
    @discardableResult
    private static func reported<Value>(_ call: Call, _ number: UInt64?, _ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            call.report(number ?? call.client.listeners.withLock { $0.nextCall() }, .cacheFailed("\(error)"))
            return nil
        }
    }
}

extension CacheEntry {
    /// Returns the response that the server has confirmed with the status 304, with the newer header fields.
    func confirmed(by response: HTTPResponse) -> HTTPResponse {
        var headers = headers.updated(by: response.headers.storable)
        headers["Age"] = response.headers["Age"]
        var confirmed = response
        (confirmed.status, confirmed.headers, confirmed.body) = (status, headers, body)
        return confirmed
    }
}

extension Client {
    /// Makes the cached responses stale that a write may have changed, unless the write has certainly failed.
    ///
    /// - Parameters:
    ///   - run: The sending of the write.
    ///   - status: The HTTP status of the response.
    ///   - error: The failure of the write. The server may have done its work even if the connection was lost or the
    ///     response could not be read.
    func invalidate(after run: Run, _ status: Int = 200, _ error: APIError? = nil) {
        let call = run.call
        if call.method.reads || status >= 400 {
            return
        }
        if let error, ![.connection, .timedOut, .cancelled, .undecodable, .tooLarge].contains(error.code) {
            return
        }
        // Later reads must not join requests that began before the write ended.
        writes.withLock { $0 += 1 }
        guard let store = configuration.cache else { return }
        do {
            for name in call.namespaces {
                try store.invalidate(CacheNamespace(name, api: api.name, account: account.id))
            }
        } catch {
            run.report(.cacheFailed("\(error)"))
        }
    }
}

extension Call {
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
            return ["GET " + method.name.split(separator: " ").dropFirst().joined(separator: " ")]
        }
        return [method.name.contains(".") ? String(method.name.prefix { $0 != "." }) : ""]
    }
}

extension HTTPResponse {
    /// Indicates whether the body or a header field holds the secret, in any usual spelling.
    fileprivate func repeats(_ secret: String, _ headers: HTTPHeaders) -> Bool {
        if secret.isEmpty {
            return false
        }
        if body.range(of: Data(secret.utf8)) != nil || headers.fields.contains(where: { $0.value.contains(secret) }) {
            return true
        }
        // A secret of unreserved characters has a single spelling. Others may be escaped, and redaction knows how.
        if secret.utf8.allSatisfy(PercentEncoding.isUnreserved) {
            return false
        }
        let text = String(decoding: body, as: UTF8.self) + headers.fields.map { "\n" + $0.value }.joined()
        return Redaction([secret])(text) != text
    }
}

extension Client {
    /// Returns the cache policy of a call: the call's own, else the client's. It is `.cacheOnly` while the client is
    /// offline.
    func policy(of call: Call) -> CachePolicy {
        isOffline ? .cacheOnly : call.settings.caching ?? configuration.caching
    }
}

extension Call {
    /// Indicates whether the account's token is sent. Requests for any address may do without it.
    var sendsToken: Bool { (raw?.isAuthorized ?? true) && method.verb != .trace }

    /// Indicates whether the call is a read without secret arguments and without changes that may contain secrets.
    /// Responses to other calls are neither cached nor shared.
    var isPlainRead: Bool {
        method.reads && !parameters.contains { $0.style.contains(.secret) }
            && settings.changes.map { $0.key != nil } ?? true
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
        for (name, given) in client.configuration.values.sorted(by: { $0.key < $1.key })
        where client.api.variables[name] != nil {
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
        if let changes = settings.changes?.key {
            writer.raw("\n" + changes)
        }
        if writer.isBroken {
            return nil
        }
        return writer.withBytes {
            CacheKey(api: client.api.name, account: client.account.id, method: method.name, identity: $0)
        }
    }
}

extension Call {
    /// Indicates whether the client's cache may store the response.
    package var isCached: Bool { CallCache(self) != nil }

    /// Indicates whether the call would now return a cached response without asking the server.
    package var isAnsweredByCache: Bool {
        guard var cache = CallCache(self) else { return false }
        cache.entry = cache.policy == .networkOnly ? nil : cache.storedEntry()
        return cache.usableEntry != nil
    }

    /// The header fields and settings that change the response besides the parts of the cache key.
    package var responseSettings: [String] {
        let session = client.configuration.session.headers.fields.flatMap { [$0.name.lowercased(), $0.value] }
        return [settings.accept ?? "", "\(client.account.token?.kinds.rawValue ?? 0)"] + session
    }

    /// Indicates whether the call opens no connection.
    package var isOffline: Bool { client.policy(of: self) == .cacheOnly }
}

extension HTTPRequest {
    /// Makes the request conditional (RFC 9110, section 13) and returns `true`, if the entry has an `ETag` or a date.
    mutating func revalidate(_ entry: CacheEntry) -> Bool {
        guard verb == .get else { return false }
        headers["If-None-Match"] = entry.etag
        if entry.etag == nil {
            headers["If-Modified-Since"] = entry.lastModified
        }
        return entry.etag != nil || entry.lastModified != nil
    }
}

extension Client {
    /// Returns the response that a cache entry holds.
    ///
    /// Returns `nil` and discards the entry if it cannot be read, for example because an earlier version of the program
    /// stored it with another type.
    func readEntry<Value: APIValue>(_ entry: CacheEntry, _ run: Run, _ state: inout CallState) -> Response<Value>? {
        let response: Response<Value>? = try? cachedResponse(entry, run.call)
        if response == nil {
            state.cache?.entry = nil
        }
        return response
    }

    /// Returns the response that a cache entry holds, with its age.
    func cachedResponse<Value: APIValue>(_ entry: CacheEntry, _ call: Call) throws(APIError) -> Response<Value> {
        let now = configuration.time.now()
        let age = max(0, now.timeIntervalSince(entry.stored))
        var response = HTTPResponse(status: entry.status, headers: entry.headers, body: entry.body)
        response.headers["Age"] = String(Int(min(age, 0x1p31)))
        let freshSource: ResponseSource = entry.isFromDisk ? .disk : .memory
        let source = entry.isFresh(at: now) ? freshSource : .stale
        return try read(response, call, account.token, source, .seconds(age))
    }
}
