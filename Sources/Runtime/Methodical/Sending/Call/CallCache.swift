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
    let lifetime: CacheEntry.Lifetime?
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
    init?(_ call: Call, number: UInt64? = nil) {
        let client = call.client
        guard let store = client.configuration.cache else { return nil }
        lifetime = call.settings.lifetime ?? call.method.cache.map { CacheEntry.Lifetime(.seconds($0)) }
        guard lifetime != .never,
            let key = call.cacheKey
        else { return nil }
        policy = client.policy(of: call)
        generation = Self.reported(for: call, number: number) { try store.generation(key) } ?? 0
        self.key = key
        self.store = store
        self.call = call
        self.number = number
        let usesEntry = policy != .networkOnly || call.settings.isConfirmable
        if number != nil, usesEntry {
            entry = storedEntry()
        }
    }

    /// Returns the entry that the store has now, or `nil` if it has none or one for other request header fields.
    ///
    /// If a write has overtaken the entry, its lifetime is `.never`.
    func storedEntry() -> CacheEntry? {
        guard var entry = Self.reported(for: call, number: number, { try store.entry(key) }) ?? nil,
            entry.variant == variant(for: entry.headers)
        else { return nil }
        if !isCurrent(entry) {
            entry.lifetime = .never
        }
        return entry
    }

    /// The entry that the call returns without asking the server, or `nil` if the policy requires asking it.
    var usableEntry: CacheEntry? {
        guard let entry else { return nil }
        let isUsable =
            switch policy {
            case .cacheFirst:
                entry.isFresh(at: now) || mayServe(entry, past: \.staleWhileRevalidate)
            case .cacheThenNetwork:
                isCurrent(entry)
            case .cacheOnly:
                true
            case .networkFirst, .networkOnly:
                false
            }
        guard isUsable else { return nil }
        return entry
    }

    /// The entry that a conditional request may revalidate.
    ///
    /// After a write only an `ETag` counts. The date in `Last-Modified` cannot tell two changes within a second apart.
    var revalidatableEntry: CacheEntry? {
        guard let entry,
            isCurrent(entry) || entry.etag != nil
        else { return nil }
        return entry
    }

    /// Indicates whether no write has overtaken the entry.
    func isCurrent(_ entry: CacheEntry) -> Bool {
        entry.generation == generation
    }

    /// Indicates whether the entry must be revalidated for the next call, after this call has returned it.
    func needsRevalidation(_ entry: CacheEntry) -> Bool {
        switch policy {
        case .cacheThenNetwork: true
        case .cacheFirst: !entry.isFresh(at: now)
        case .cacheOnly, .networkFirst, .networkOnly: false
        }
    }

    /// Indicates whether the call returns the entry instead of throwing the error.
    func serves(_ entry: CacheEntry, after error: APIError) -> Bool {
        switch policy {
        case .networkFirst:
            return error.isUnreachable
        case .cacheFirst:
            let isFailureOfServer = error.status.map { $0 >= 500 } ?? false
            guard error.isUnreachable || isFailureOfServer else { return false }
            return mayServe(entry, past: \.staleIfError)
        default:
            return false
        }
    }

    /// Indicates whether the server allows the use of the entry for some time after its lifetime (RFC 5861).
    ///
    /// There is no such time if the call sets a lifetime, or if a write has overtaken the entry.
    private func mayServe(_ entry: CacheEntry, past directive: KeyPath<CacheControl, Double?>) -> Bool {
        guard lifetime == nil, isCurrent(entry) else { return false }
        let control = CacheControl(entry.headers)
        let age = now.timeIntervalSince(entry.stored)
        guard !control.noCache,
            !control.mustRevalidate,
            let seconds = control[keyPath: directive]
        else { return false }
        return age >= 0 && age < entry.lifetime.seconds + seconds
    }

    private var now: Date {
        call.client.configuration.time.now()
    }

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
    func update(
        with response: HTTPResponse,
        sent: ContinuousClock.Instant?,
        hiding token: Token?
    ) {
        let headers = response.headers.storable
        if let token, response.repeats(token.secret, in: headers) {
            return
        }
        for credential in call.client.account.credentials.values where response.repeats(credential.guarded, in: headers)
        {
            return
        }
        guard let entry = newEntry(for: response, headers: headers, sent: sent) else { return }
        Self.reported(for: call, number: number) {
            let current = try store.generation(key)
            if current != generation,
                try store.entry(key)?.generation == current
            {
                return
            }
            try store.store(entry, key)
        }
    }

    /// Returns the entry to store, or `nil` if neither the call nor the server allows the response to be reused (RFC
    /// 9111, section 3).
    private func newEntry(
        for response: HTTPResponse,
        headers: HTTPHeaders,
        sent: ContinuousClock.Instant?
    ) -> CacheEntry? {
        let status = response.status
        let control = CacheControl(response.headers)
        let isPartial = status == 206
        let isConfirmation = status == 304
        guard !control.noStore,
            status >= 200,
            !isPartial,
            !isConfirmation
        else { return nil }
        let isSuccess = status < 300
        var entry = CacheEntry(
            body: response.body,
            status: status,
            stored: now,
            lifetime: lifetime ?? .never,
            headers: headers)
        entry.generation = generation
        entry.variant = variant(for: headers)
        if lifetime != nil {
            guard isSuccess else { return nil }
            return entry
        }
        let delay = sent.map { call.client.configuration.time.instant() - $0 } ?? .zero
        let freshness = Freshness(
            response.headers,
            control: control,
            delay: delay,
            received: entry.stored)
        // Responses to other HTTP methods may not be reused on the strength of header fields alone (RFC 9111, section
        // 4).
        let verb = call.method.verb ?? call.client.api.verb
        let isReusable = verb == .get || verb == .head
        if isReusable, let lifetime = freshness.lifetime {
            entry.lifetime = CacheEntry.Lifetime(.seconds(lifetime))
            entry.stored = entry.stored.addingTimeInterval(-freshness.age)
            return entry
        }
        let hasValidator = verb == .get && (entry.etag ?? entry.lastModified) != nil
        let isKeptWithoutValidator = policy != .cacheFirst
        guard isSuccess,
            hasValidator || isKeptWithoutValidator
        else { return nil }
        return entry
    }

    /// Removes the entry of the call from the store.
    func remove() throws {
        try store.remove(key)
    }

    /// The seed of the digests of variants. Stored entries contain these digests, so the number stays as it is.
    private static var variantSeed: UInt64 { 6 }

    /// Returns a digest of the request header fields that a response's `Vary` names, or 0 if it names none.
    ///
    /// Only the session's header fields count, because the key of the call already contains those of the call, and the
    /// account instead of the token.
    private func variant(for headers: HTTPHeaders) -> UInt64 {
        let session = call.client.configuration.session.headers
        if session.fields.isEmpty {
            return 0
        }
        let names = Set(headers.listMembers(of: "Vary").map { $0.lowercased() }).sorted()
        let fields = names.flatMap { name in
            session.values(of: name).flatMap { [name, $0] }
        }
        guard !fields.isEmpty else { return 0 }
        return digest(of: CacheKey.bytes(of: fields), seed: Self.variantSeed)
    }

    /// Returns the result of `body`. If the store fails, reports that and returns `nil`, so that the call goes on
    /// without its cache.
    @discardableResult
    private static func reported<Value>(
        for call: Call,
        number: UInt64?,
        _ body: () throws -> Value
    ) -> Value? {
        do {
            return try body()
        } catch {
            call.report(
                number: number ?? call.client.listeners.withLock { $0.nextCall() },
                kind: .cacheFailed("\(error)"))
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
        confirmed.status = status
        confirmed.headers = headers
        confirmed.body = body
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
    func invalidate(after run: Run, status: Int = 200, error: APIError? = nil) {
        let call = run.call
        let isRefused = status >= 400
        if call.method.reads || isRefused {
            return
        }
        if let error {
            let codesOfUnknownEnd: [APIError.Code] = [
                .connection,
                .timedOut,
                .cancelled,
                .undecodable,
                .tooLarge,
            ]
            guard codesOfUnknownEnd.contains(error.code) else { return }
        }
        // Later reads must not join requests that began before the write ended.
        writes.withLock { $0 += 1 }
        guard let store = configuration.cache else { return }
        do {
            for name in call.namespaces {
                try store.invalidate(CacheKey.Namespace(name, api: api.name, account: account.id))
            }
        } catch {
            run.report(.cacheFailed("\(error)"))
        }
    }
}

extension HTTPResponse {
    /// Indicates whether the body or a header field holds the secret, in any usual spelling.
    fileprivate func repeats(_ secret: String, in headers: HTTPHeaders) -> Bool {
        if secret.isEmpty {
            return false
        }
        if body.range(of: Data(secret.utf8)) != nil {
            return true
        }
        if headers.fields.contains(where: { $0.value.contains(secret) }) {
            return true
        }
        // A secret of unreserved characters has a single spelling. Others may be escaped, and redaction knows how.
        if secret.utf8.allSatisfy(PercentEncoding.isUnreserved) {
            return false
        }
        let values = headers.fields.map { "\n" + $0.value }
        let text = String(decoding: body, as: UTF8.self) + values.joined()
        return Redaction([secret])(text) != text
    }
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
