import struct Foundation.Date

/// The directives of a response's `Cache-Control` that concern a private cache (RFC 9111, section 5.2.2, and RFC 5861).
struct CacheControl {
    private(set) var noStore = false
    /// Indicates whether each use needs a revalidation. The form `no-cache="a"`, which concerns some header fields
    /// only, counts as the general one.
    private(set) var noCache = false
    private(set) var mustRevalidate = false
    private(set) var maxAge: Double?
    private(set) var staleWhileRevalidate: Double?
    private(set) var staleIfError: Double?

    init(_ headers: HTTPHeaders) { for text in headers.values("Cache-Control") { read(text) } }

    private mutating func read(_ text: String) {
        for member in text.listMembers {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                \.withoutWhitespace)
            switch parts[0].lowercased() {
            case "no-store": noStore = true
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            // An unreadable number means that the response is stale (section 4.2.1). Of several numbers, the smallest
            // counts.
            case "max-age": maxAge = min(seconds(parts) ?? 0, maxAge ?? .infinity)
            case "stale-while-revalidate": staleWhileRevalidate = seconds(parts)
            case "stale-if-error": staleIfError = seconds(parts)
            default: break
            }
        }
    }

    private func seconds(_ parts: [Substring]) -> Double? {
        guard parts.count == 2 else { return nil }
        let isQuoted = parts[1].utf8.count > 2 && parts[1].first == "\"" && parts[1].last == "\""
        return Double(deltaSeconds: isQuoted ? parts[1].dropFirst().dropLast() : parts[1])
    }
}

/// The time that a response stays fresh according to its server, and the age that it had on arrival.
struct Freshness {
    /// The lifetime in seconds, or `nil` if the server names none. `Last-Modified` is not used to guess one.
    var lifetime: Double?
    /// The age in seconds.
    var age: Double

    /// Reads the header fields of a response, as RFC 9111 defines in sections 4.2.1 and 4.2.3.
    init(_ headers: HTTPHeaders, _ control: CacheControl, sent: Date, received: Date) {
        let date = headers["Date"].flatMap { Date(httpDate: $0, at: received) }
        let expires = headers.values("Expires")
        lifetime = control.maxAge
        if lifetime == nil, !expires.isEmpty {
            // An unreadable date, such as 0, counts as one in the past.
            let dates = expires.map { Date(httpDate: $0, at: received) ?? .distantPast }
            lifetime = max(0, (dates.min() ?? .distantPast).timeIntervalSince(date ?? received))
        }
        if control.noCache || headers.values("Vary").contains(where: { $0.listMembers.contains("*") }) { lifetime = 0 }
        let stated = headers["Age"]?.listMembers.first.flatMap { Double(deltaSeconds: $0) } ?? 0
        let delay = max(0, received.timeIntervalSince(sent))
        age = max(date.map { received.timeIntervalSince($0) } ?? 0, stated + delay)
    }
}

extension Double {
    /// Reads digits only, as RFC 9111 demands in section 1.2.2. Numbers greater than 2^31 count as 2^31.
    fileprivate init?(deltaSeconds text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        self = min(Double(text) ?? .infinity, 0x1p31)
    }
}

extension Substring {
    /// The text without the white space that RFC 9110 allows around a field's parts: spaces and tabs.
    var withoutWhitespace: Substring {
        func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let first = utf8.firstIndex(where: { !isWhitespace($0) }),
            let last = utf8.lastIndex(where: { !isWhitespace($0) })
        else {
            return self[endIndex...]
        }
        return self[first..<utf8.index(after: last)]
    }

    /// The members of the list that a header field contains (RFC 9110, section 5.6.1). A comma inside quotation marks
    /// is no separator.
    var listMembers: [Substring] {
        var members: [Substring] = []
        var (start, isQuoted, isEscaped) = (startIndex, false, false)
        for at in utf8.indices {
            switch utf8[at] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                members.append(self[start..<at])
                start = utf8.index(after: at)
            default: break
            }
        }
        members.append(self[start...])
        return members.map(\.withoutWhitespace).filter { !$0.isEmpty }
    }
}

extension String {
    var listMembers: [Substring] { self[...].listMembers }
}

extension Date {
    /// Reads a date in one of the three forms of RFC 9110, section 5.6.7.
    init?(httpDate text: String, at now: Date) {
        let words = text[...].withoutWhitespace.lowercased().split(separator: " ", omittingEmptySubsequences: false)
        let parts: [Substring]
        var isShort = false
        if words.count == 6, words[0].last == ",", words[5] == "gmt" {
            parts = Array(words[1...4])
        } else if words.count == 4, words[0].last == ",", words[3] == "gmt" {
            parts = words[1].split(separator: "-", omittingEmptySubsequences: false) + [words[2]]
            isShort = true
        } else if words.count >= 5, words[0].last != "," {
            // The day has two characters, and the first one may be a space.
            parts = [words[words.count - 3], words[1], words[words.count - 1], words[words.count - 2]]
            guard words.count == (parts[0].utf8.count == 1 ? 6 : 5) else { return nil }
        } else {
            return nil
        }
        func number(_ text: Substring, _ digits: ClosedRange<Int>, _ range: ClosedRange<Int>) -> Int? {
            guard digits ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }), let value = Int(text),
                range ~= value
            else { return nil }
            return value
        }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard parts.count == 4, let day = number(parts[0], 1...2, 1...31),
            let month = months.firstIndex(of: String(parts[1])),
            var year = number(parts[2], isShort ? 2...2 : 4...4, 0...9999)
        else { return nil }
        let clock = parts[3].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2...2, 0...23),
            let minute = number(clock[1], 2...2, 0...59), let second = number(clock[2], 2...2, 0...60)
        else { return nil }
        func date(_ year: Int) -> Date {
            // Years begin with March here, so that a leap day is the last day of its year.
            let from = month < 2 ? year - 1 : year
            let days =
                from * 365 + from / 4 - from / 100 + from / 400 + ((month + 10) % 12 * 306 + 5) / 10 + day - 1 - 719_468
            return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
        }
        if isShort {
            // A date with two digits that would lie more than 50 years ahead belongs to the past century.
            year += 2000
            if date(year).timeIntervalSince(now) > 50 * 365.25 * 86400 { year -= 100 }
        }
        self = date(year)
    }
}

extension HTTPHeaders {
    /// Returns the values of all fields with the given name.
    func values(_ name: String) -> [String] { fields.compactMap { Self.areEqual($0.name, name) ? $0.value : nil } }

    /// The fields that a cache may store. Fields that belong to the connection (RFC 9111, section 3.1) and fields that
    /// are meant for secrets are left out.
    var storable: HTTPHeaders {
        var unstored: Set<String> = [
            "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "trailer",
            "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "www-authenticate",
            "authentication-info", "set-cookie", "set-cookie2", "age",
        ]
        for value in values("Connection") { for name in value.listMembers { unstored.insert(name.lowercased()) } }
        return HTTPHeaders(
            fields.filter {
                !unstored.contains($0.name.lowercased()) && !$0.value.utf8.contains { $0 == 10 || $0 == 13 }
            })
    }

    /// Returns these fields updated by those of a 304 response. Fields that describe the spelling of the stored body
    /// keep their values (RFC 9111, section 3.2).
    func updated(by other: HTTPHeaders) -> HTTPHeaders {
        let kept: Set<String> = ["content-length", "content-encoding", "content-type", "content-range"]
        let updates = other.fields.filter { !kept.contains($0.name.lowercased()) }
        let names = Set(updates.map { $0.name.lowercased() })
        return HTTPHeaders(fields.filter { !names.contains($0.name.lowercased()) } + updates)
    }
}
