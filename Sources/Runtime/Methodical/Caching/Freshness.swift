import struct Foundation.Date

/// The time that a response stays fresh according to its server, and the age that it had on arrival.
struct Freshness {
    /// The lifetime in seconds, or `nil` if the server names none. `Last-Modified` is not used to guess one.
    var lifetime: Double?
    /// The age in seconds.
    var age: Double

    /// Reads the header fields of a response, as RFC 9111 defines in sections 4.2.1 and 4.2.3.
    ///
    /// - Parameters:
    ///   - headers: The header fields.
    ///   - control: The response's `Cache-Control`.
    ///   - delay: The time from the request to the response.
    ///   - received: The date at which the response arrived.
    init(
        _ headers: HTTPHeaders,
        control: CacheControl,
        delay: Duration,
        received: Date
    ) {
        let date = headers["Date"].flatMap { Date(httpDate: $0, at: received) }
        lifetime = control.maxAge
        if lifetime == nil {
            // An unreadable date, such as 0, counts as one in the past.
            let expires = headers.values(of: "Expires").map { Date(httpDate: $0, at: received) ?? .distantPast }.min()
            lifetime = expires.map { max(0, $0.timeIntervalSince(date ?? received)) }
        }
        if control.noCache || headers.listMembers(of: "Vary").contains("*") {
            lifetime = 0
        }
        let stated = headers.listMembers(of: "Age").first.flatMap { Double(deltaSeconds: $0) } ?? 0
        let apparent = date.map { received.timeIntervalSince($0) } ?? 0
        age = max(apparent, stated + delay / .seconds(1))
    }
}

/// The directives of a response's `Cache-Control` that concern a private cache (RFC 9111, section 5.2.2, and RFC 5861).
struct CacheControl {
    private let directives: [(name: String, value: Substring)]

    init(_ headers: HTTPHeaders) {
        directives = headers.listMembers(of: "Cache-Control").map { member in
            let name = member.prefix { $0 != "=" }
            return (name.trimmed.lowercased(), member.dropFirst(name.count + 1).trimmed)
        }
    }

    var noStore: Bool { has("no-store") }
    /// Indicates whether each use needs a revalidation. The form `no-cache="a"`, which concerns some header fields
    /// only, counts as the general one.
    var noCache: Bool { has("no-cache") }
    var mustRevalidate: Bool { has("must-revalidate") }
    /// The smallest of several numbers. An unreadable number means that the response is stale (section 4.2.1).
    var maxAge: Double? {
        let ages = directives.filter { $0.name == "max-age" }
        return ages.map { Double(deltaSeconds: $0.value) ?? 0 }.min()
    }
    var staleWhileRevalidate: Double? { seconds(of: "stale-while-revalidate") }
    var staleIfError: Double? { seconds(of: "stale-if-error") }

    private func has(_ name: String) -> Bool {
        directives.contains { $0.name == name }
    }

    private func seconds(of name: String) -> Double? {
        directives.last { $0.name == name }.flatMap { Double(deltaSeconds: $0.value) }
    }
}

extension Double {
    /// The number that stands for all greater numbers of seconds (RFC 9111, section 1.2.2).
    static var greatestDeltaSeconds: Double { 0x1p31 }

    /// Reads digits only, as RFC 9111 demands in section 1.2.2, or digits in quotation marks. Numbers greater than
    /// `greatestDeltaSeconds` count as that.
    init?(deltaSeconds text: Substring) {
        let isQuoted =
            text.count > 2
            && text.first == "\""
            && text.last == "\""
        var digits = text
        if isQuoted {
            digits = digits.dropFirst().dropLast()
        }
        guard digits.utf8.allSatisfy(\.isDigit),
            let seconds = Double(digits)
        else { return nil }
        self = min(seconds, .greatestDeltaSeconds)
    }
}

/// The policy by which a call decides between its cache and the network.
public enum CachePolicy: String, Hashable, Sendable {
    /// Uses a fresh cached response. Otherwise asks the server.
    ///
    /// A stale response is used too if the server's `Cache-Control` allows that during revalidation or after an error.
    case cacheFirst = "cache first"
    /// Asks the server. Uses the cached response, fresh or stale, if the server cannot be reached.
    case networkFirst = "network first"
    /// Asks the server without using the cache. The response is still cached.
    case networkOnly = "network only"
    /// Uses the cached response, fresh or stale, and opens no connection. Without one the call fails with `.offline`.
    case cacheOnly = "offline"
    /// Uses the cached response, fresh or stale, and revalidates it for the next call. Asks the server if nothing is
    /// cached or a write has overtaken it.
    case cacheThenNetwork = "cache, then network"
}
