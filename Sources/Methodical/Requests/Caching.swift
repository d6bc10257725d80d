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
    /// What is kept, however old, at once, while the network brings it up to date for the next call; the network if nothing is kept.
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

/// What the cache has to do with one call.
final class Caching: Sendable {
    let policy: CachePolicy
    let key: CacheKey
    let lifetime: Lifetime
    /// What is kept when the call is sent, as long as it is of use.
    var kept: CacheEntry? { found.withLock { $0 } }
    private let found: Locked<CacheEntry?>
    private let store: any CacheStore
    private let call: Call
    /// Nil outside a sending.
    private let number: UInt64?

    /// Nil for what is not cached: writes, calls with secret arguments, calls whose lifetime is `.never`.
    init?(_ call: Call, _ number: UInt64? = nil) {
        let client = call.client
        guard let store = client.configuration.cache else { return nil }
        let policy = client.policy(of: call)
        lifetime = call.settings.lifetime ?? call.method.cache.map { Lifetime(.seconds($0)) } ?? .oneHour
        guard lifetime != .never, let key = call.key else { return nil }
        (self.policy, self.key, self.store, self.call, self.number) = (policy, key, store, call, number)
        found = Locked(number == nil || policy == .networkOnly ? nil : Self.reported(call, number) { try store.entry(key) } ?? nil)
    }

    func discard() { found.withLock { $0 = nil } }

    func entry() -> CacheEntry? { Self.reported(call, number) { try store.entry(key) } ?? nil }

    /// What is kept, if it is the call's answer.
    var answer: CacheEntry? {
        switch policy {
        case .cacheFirst: kept.flatMap { $0.isFresh(at: call.client.configuration.time.now()) ? $0 : nil }
        case .cacheOnly, .cacheThenNetwork: kept
        case .networkFirst, .networkOnly: nil
        }
    }

    /// An answer that repeats the token it was asked for with is not kept: no secret lies in a cache.
    func keep(_ response: HTTPResponse, hiding token: Token?) {
        let link = response.headers.link
        if let token {
            func isRepeated(in text: String) -> Bool { Redaction([token.secret])(text) != text }
            // Letters and digits no server spells otherwise than as they are.
            let isPlain = token.secret.utf8.allSatisfy(PercentEncoding.isUnreserved)
            if response.body.range(of: Data(token.secret.utf8)) != nil || link.map(isRepeated) ?? false { return }
            if !isPlain, isRepeated(in: String(decoding: response.body, as: UTF8.self)) { return }
        }
        let control = response.headers["Cache-Control"]?.lowercased() ?? ""
        if control.split(separator: ",").contains(where: { $0.drop { $0 == " " }.hasPrefix("no-store") }) { return }
        store(
            CacheEntry(
                body: response.body, status: response.status, stored: call.client.configuration.time.now(), lifetime: lifetime,
                etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"], contentType: response.headers["Content-Type"],
                link: link))
    }

    /// The server says that nothing has changed.
    func renew(_ entry: CacheEntry) {
        var entry = entry
        entry.stored = call.client.configuration.time.now()
        entry.lifetime = lifetime
        store(entry)
    }

    private func store(_ entry: CacheEntry) { Self.reported(call, number) { try store.store(entry, key) } }

    func remove() throws { try store.remove(key) }

    /// A cache that fails costs no answer.
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
    func policy(of call: Call) -> CachePolicy { isOffline ? .cacheOnly : call.settings.caching ?? configuration.caching }
}

extension Call {
    /// Writes, and arguments that are secrets, have their answers for themselves.
    var isPlainRead: Bool { method.reads && !parameters.contains { $0.style.contains(.secret) } }

    /// What tells this call's answer from others: version, path, and arguments in the order of their declaration, exactly. Nil for what is no plain read.
    var key: CacheKey? {
        guard isPlainRead else { return nil }
        var writer = JSONWriter()
        for part in [client.configuration.baseURL, client.api.version?.value, method.path, settings.address?.absoluteString] {
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
        return writer.withBytes { CacheKey(api: client.api.name, account: client.account.id, method: method.name, identity: $0) }
    }
}

extension HTTPRequest {
    /// Makes the request conditional (RFC 9110, section 13), if the answer that is kept tells how; false if it does not.
    mutating func ask(forChangesSince entry: CacheEntry) -> Bool {
        guard verb == .get else { return false }
        headers["If-None-Match"] = entry.etag
        if entry.etag == nil { headers["If-Modified-Since"] = entry.lastModified }
        return entry.etag != nil || entry.lastModified != nil
    }
}
