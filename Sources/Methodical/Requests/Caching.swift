import struct Foundation.Data
import struct Foundation.Date

/// Whether a call asks its cache, the network, or both.
public enum CachePolicy: String, Hashable, Sendable {
    /// A fresh answer that is kept; else the network.
    case cacheFirst = "cache first"
    /// The network; what is kept, however old, if the server cannot be reached.
    case networkFirst = "network first"
    /// The network. Its answer is kept all the same.
    case networkOnly = "network only"
    /// What is kept, however old; `.offline` if there is nothing. Opens no connection.
    case cacheOnly = "offline"
    /// What is kept, however old, at once, while the network brings it up to date for the next call; the network if
    /// nothing is kept.
    case cacheThenNetwork = "cache, then network"
}

/// Where an answer came from.
public enum AnswerSource: Hashable, Sendable {
    case network
    case memory
    case disk
    /// The cache, past its lifetime.
    case stale
}

/// The cache's part in one call.
final class Caching: Sendable {
    let policy: CachePolicy
    let key: CacheKey
    /// The lifetime that the call or its method sets, or `nil` if the server's header fields decide.
    let lifetime: Lifetime?
    /// The entry that was found when the call was sent, as long as it is of use.
    var kept: CacheEntry? { found.withLock { $0 } }
    private let found: Locked<CacheEntry?>
    /// Before the request was sent: a response that a write overtakes is stale when it arrives.
    let generation: UInt64
    private let store: any CacheStore
    private let call: Call
    /// `nil` outside a sending.
    private let number: UInt64?

    /// Returns `nil` for calls that are not cached: writes, calls with secret arguments, calls whose lifetime is
    /// `.never`.
    init?(_ call: Call, _ number: UInt64? = nil) {
        let client = call.client
        guard let store = client.configuration.cache else { return nil }
        lifetime = call.settings.lifetime ?? call.method.cache.map { Lifetime(.seconds($0)) }
        guard lifetime != .never, let key = call.key else { return nil }
        let (policy, generation) = (
            client.policy(of: call), Self.reported(call, number) { try store.generation(key) } ?? 0
        )
        (self.policy, self.key, self.store, self.call, self.number, self.generation) = (
            policy, key, store, call, number, generation
        )
        found = Locked(nil)
        if number != nil, policy != .networkOnly { found.withLock { $0 = entry() } }
    }

    func discard() { found.withLock { $0 = nil } }

    /// The entry as it is now: past its lifetime if a write has invalidated it. An entry for other request header
    /// fields is none for this call.
    func entry() -> CacheEntry? {
        guard var entry = Self.reported(call, number, { try store.entry(key) }) ?? nil,
            entry.variant == variant(entry.headers)
        else { return nil }
        if !isCurrent(entry) { entry.lifetime = .never }
        return entry
    }

    /// The entry that was found, if it is the call's response.
    var answer: CacheEntry? {
        switch policy {
        case .cacheFirst: kept.flatMap { $0.isFresh(at: now) || mayServe($0, past: \.staleWhileRevalidate) ? $0 : nil }
        case .cacheThenNetwork: kept.flatMap { isCurrent($0) ? $0 : nil }
        case .cacheOnly: kept
        case .networkFirst, .networkOnly: nil
        }
    }

    /// The entry that the server may confirm. After a write an `ETag` must tell: a date is not exact enough for two
    /// changes within a second.
    var confirmable: CacheEntry? { kept.flatMap { isCurrent($0) || $0.etag != nil ? $0 : nil } }

    /// Indicates whether no write has overtaken the entry.
    func isCurrent(_ entry: CacheEntry) -> Bool { entry.generation == generation }

    /// Indicates whether the entry, which is the call's response, is to be brought up to date for the next call.
    func wantsRefresh(_ entry: CacheEntry) -> Bool {
        policy == .cacheThenNetwork || policy == .cacheFirst && !entry.isFresh(at: now)
    }

    /// Indicates whether the entry serves in place of an error.
    func serves(_ entry: CacheEntry, after error: APIError) -> Bool {
        switch policy {
        case .networkFirst: error.isUnreachable
        case .cacheFirst: (error.isUnreachable || error.status ?? 0 >= 500) && mayServe(entry, past: \.staleIfError)
        default: false
        }
    }

    /// Indicates whether the server allows the entry for some time after its lifetime (RFC 5861). A write ends that
    /// time.
    private func mayServe(_ entry: CacheEntry, past directive: KeyPath<CacheControl, Double?>) -> Bool {
        guard lifetime == nil, isCurrent(entry) else { return false }
        let (control, age) = (CacheControl(entry.headers), now.timeIntervalSince(entry.stored))
        guard !control.noCache, !control.mustRevalidate, let seconds = control[keyPath: directive] else { return false }
        return age >= 0 && age < entry.lifetime.seconds + seconds
    }

    private var now: Date { call.client.configuration.time.now() }

    /// Stores a response, if it may be stored. One that repeats the token that it was asked for with is not: no secret
    /// lies in a cache.
    ///
    /// - Parameter sent: when the request was sent.
    func keep(_ response: HTTPResponse, sent: Date, hiding token: Token?) {
        let headers = response.headers.storable
        if let token, response.repeats(token.secret, headers) { return }
        guard let entry = entry(response.body, response.status, headers, response.headers, sent) else { return }
        store(entry)
    }

    /// Returns the entry that the server has just confirmed with a 304, whose header fields are newer, and stores it.
    func renew(_ entry: CacheEntry, _ response: HTTPResponse, sent: Date, hiding token: Token?) -> CacheEntry {
        let headers = entry.headers.updated(by: response.headers.storable)
        var received = headers
        received["Age"] = response.headers["Age"]
        if let token, response.repeats(token.secret, headers) { return entry }
        guard let renewed = self.entry(entry.body, entry.status, headers, received, sent) else { return entry }
        store(renewed)
        return renewed
    }

    /// Returns the entry to store, or `nil` if nobody says that the response may be reused (RFC 9111, section 3).
    private func entry(_ body: Data, _ status: Int, _ headers: HTTPHeaders, _ received: HTTPHeaders, _ sent: Date)
        -> CacheEntry?
    {
        let control = CacheControl(received)
        guard !control.noStore, status >= 200, status != 206, status != 304 else { return nil }
        let isSuccess = status < 300
        var entry = CacheEntry(body: body, status: status, stored: now, lifetime: lifetime ?? .never, headers: headers)
        (entry.generation, entry.variant) = (generation, variant(headers))
        if lifetime != nil { return isSuccess ? entry : nil }
        let freshness = Freshness(received, control, sent: sent, received: entry.stored)
        // Other methods may not serve later requests by the server's word alone (RFC 9111, section 4).
        let verb = call.method.verb ?? call.client.api.verb
        if verb == .get || verb == .head, let lifetime = freshness.lifetime {
            entry.lifetime = Lifetime(.seconds(lifetime))
            entry.stored = entry.stored.addingTimeInterval(-freshness.age)
            return entry
        }
        let hasValidator = verb == .get && (entry.etag ?? entry.lastModified) != nil
        return isSuccess && (hasValidator || policy != .cacheFirst) ? entry : nil
    }

    /// A late response does not take the place of one that was asked for after the write that overtook it.
    private func store(_ entry: CacheEntry) {
        Self.reported(call, number) {
            let current = try store.generation(key)
            if current != generation, try store.entry(key)?.generation == current { return }
            try store.store(entry, key)
        }
    }

    func remove() throws { try store.remove(key) }

    /// Returns a digest of the request header fields that a response's `Vary` names, or 0 if it names none.
    ///
    /// A call's own header fields are in its key, the account stands for its token: only the session's remain.
    private func variant(_ headers: HTTPHeaders) -> UInt64 {
        let session = call.client.configuration.session.headers
        if session.fields.isEmpty { return 0 }
        let names = Set(headers.values("Vary").flatMap { $0.listMembers.map { $0.lowercased() } }).sorted()
        let fields = names.flatMap { name in session.values(name).flatMap { [name, $0] } }
        return fields.isEmpty ? 0 : CacheKey.bytes(fields).withUnsafeBytes { digest($0, 6) }
    }

    /// A cache that fails costs no response.
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

extension Client {
    /// Makes the cached responses stale that a write may have changed, unless it has certainly changed nothing.
    ///
    /// - Parameter error: the write's failure. After a lost connection or an unreadable response, the server may have
    /// done it.
    func invalidate(after run: Run, _ status: Int = 200, _ error: APIError? = nil) {
        let call = run.call
        if call.method.reads || status >= 400 { return }
        if let error, ![.connection, .timedOut, .cancelled, .undecodable, .tooLarge].contains(error.code) { return }
        // Reads from now on do not join requests that began before.
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
    /// The namespaces whose cached responses a write makes stale: as the schema says, else that of its method's name up
    /// to the first dot.
    ///
    /// Namespaces inside and around one another show the same data: `pins.comments.create` changes what `pins.get`
    /// counts.
    fileprivate var namespaces: [String] {
        if let names = method.invalidates { return names }
        // A request to any address concerns what was read at the same server.
        if isRaw { return ["GET " + method.name.split(separator: " ").dropFirst().joined(separator: " ")] }
        return [method.name.contains(".") ? String(method.name.prefix { $0 != "." }) : ""]
    }
}

extension HTTPResponse {
    fileprivate func repeats(_ secret: String, _ headers: HTTPHeaders) -> Bool {
        if body.range(of: Data(secret.utf8)) != nil || headers.fields.contains(where: { $0.value.contains(secret) }) {
            return true
        }
        // Letters and digits have one spelling.
        if secret.utf8.allSatisfy(PercentEncoding.isUnreserved) { return false }
        let text = String(decoding: body, as: UTF8.self) + headers.fields.map { "\n" + $0.value }.joined()
        return Redaction([secret])(text) != text
    }
}

extension Client {
    func policy(of call: Call) -> CachePolicy {
        isOffline ? .cacheOnly : call.settings.caching ?? configuration.caching
    }
}

extension Call {
    /// Writes, and arguments that are secrets, have their answers for themselves.
    var isPlainRead: Bool { method.reads && !parameters.contains { $0.style.contains(.secret) } }

    /// What tells this call's answer from others: version, path, and arguments in the order of their declaration,
    /// exactly. Nil for what is no plain read.
    var key: CacheKey? {
        guard isPlainRead else { return nil }
        var writer = JSONWriter()
        for part in [
            client.configuration.baseURL, client.api.version?.value, method.path, settings.address?.absoluteString,
        ] {
            writer.raw(part ?? "")
            writer.byte(UInt8(ascii: "\n"))
        }
        // With a token, another answer.
        if raw?.isAuthorized == true { writer.byte(UInt8(ascii: "\n")) }
        for parameter in parameters {
            writer.raw(parameter.name)
            writer.byte(UInt8(ascii: "="))
            parameter.value.write(to: &writer)
            writer.byte(UInt8(ascii: "\n"))
        }
        if writer.isBroken { return nil }
        return writer.withBytes {
            CacheKey(api: client.api.name, account: client.account.id, method: method.name, identity: $0)
        }
    }
}

extension HTTPRequest {
    /// Makes the request conditional (RFC 9110, section 13), if the answer that is kept tells how; false if it does
    /// not.
    mutating func ask(forChangesSince entry: CacheEntry) -> Bool {
        guard verb == .get else { return false }
        headers["If-None-Match"] = entry.etag
        if entry.etag == nil { headers["If-Modified-Since"] = entry.lastModified }
        return entry.etag != nil || entry.lastModified != nil
    }
}
