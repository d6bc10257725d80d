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
    private let store: any CacheStore
    private let call: Call
    /// Nil outside a sending.
    private let run: Run?

    /// Nil for what is not cached: writes, calls with secret arguments, calls whose lifetime is `.never`.
    init?(_ call: Call, _ run: Run? = nil) {
        let client = call.client
        let method = call.method
        lifetime = call.settings.lifetime ?? method.cache.map { Lifetime(.seconds($0)) } ?? .oneHour
        guard lifetime != .never, let store = client.configuration.cache, let key = run.map(\.key) ?? call.key else { return nil }
        policy = client.policy(of: call)
        self.key = key
        self.store = store
        self.call = call
        self.run = run
    }

    func entry() -> CacheEntry? {
        if policy == .networkOnly { return nil }
        return reported { try store.entry(key) } ?? nil
    }

    func serves(_ entry: CacheEntry) -> Bool {
        switch policy {
        case .cacheFirst: entry.isFresh(at: call.client.configuration.time.now())
        case .cacheOnly, .cacheThenNetwork: true
        case .networkFirst, .networkOnly: false
        }
    }

    /// An answer that repeats the token it was asked for with is not kept: no secret lies in a cache.
    func keep(_ response: HTTPResponse, hiding token: Token?) {
        let link = response.headers.link
        if let token, response.body.range(of: Data(token.secret.utf8)) != nil || link.map(Redaction([token.secret]).callAsFunction) != link { return }
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

    private func store(_ entry: CacheEntry) { reported { try store.store(entry, key) } }

    func remove() throws { try store.remove(key) }

    /// A cache that fails costs no answer.
    @discardableResult
    private func reported<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            (run ?? Run(call)).report(.cacheFailed("\(error)"))
            return nil
        }
    }
}

extension Client {
    func policy(of call: Call) -> CachePolicy { isOffline ? .cacheOnly : call.settings.caching ?? configuration.caching }
}

extension Call {
    /// What tells this call's answer from others: version, path, and arguments in the order of their declaration, exactly. Nil for writes, and if an
    /// argument is a secret, which must not stand in a key.
    var key: CacheKey? {
        guard method.reads else { return nil }
        var writer = JSONWriter()
        for part in [client.configuration.baseURL, client.api.version?.value, method.path, settings.address?.absoluteString] {
            writer.raw(part ?? "")
            writer.byte(UInt8(ascii: "\n"))
        }
        for parameter in parameters {
            if parameter.style.contains(.secret) { return nil }
            writer.raw(parameter.name)
            writer.byte(UInt8(ascii: "="))
            parameter.value.write(to: &writer)
            writer.byte(UInt8(ascii: "\n"))
        }
        guard let identity = writer.text else { return nil }
        return CacheKey(api: client.api.name, account: client.account.id, method: method.name, identity: identity)
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
