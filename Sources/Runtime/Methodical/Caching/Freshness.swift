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
    init(_ headers: HTTPHeaders, control: CacheControl, delay: Duration, received: Date) {
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
