/// Returns the fault of a text that should be an absolute http or https URL, or `nil` if it has none.
func urlFault(in text: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
        return "expected an absolute http or https URL"
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let isPrintable = rest.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }
    guard isPrintable else {
        return "expected an absolute http or https URL"
    }
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    if authority.contains(UInt8(ascii: "@")) {
        return "a name or a password has no place in an address that everybody sees; expected none before the host"
    }
    let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
    let end = bracket.map { authority.index(after: $0) }
    let colon = authority.firstIndex(of: UInt8(ascii: ":"))
    let host = authority[..<(end ?? colon ?? authority.endIndex)]
    if host.isEmpty {
        return "expected an absolute http or https URL"
    }
    if end != nil || host.contains(UInt8(ascii: "[")) {
        let inside = String(host.dropFirst().dropLast()) ?? ""
        guard host.first == UInt8(ascii: "["),
            isIPv6(inside)
        else {
            return "expected an IPv6 address between \"[\" and \"]\""
        }
    }
    let port = authority[host.endIndex...]
    if port.isEmpty {
        return nil
    }
    let digits = port.dropFirst()
    let isNumber = digits.allSatisfy(isDecimalDigit)
    let number = Int(String(digits) ?? "") ?? 0
    guard port.first == UInt8(ascii: ":"),
        isNumber,
        1..<65_536 ~= number
    else {
        return "expected a port from 1 to 65535 behind the host, or none"
    }
    return nil
}

/// Indicates whether a text is an absolute http or https URL.
package func isAbsoluteURL(_ text: String) -> Bool {
    urlFault(in: text) == nil
}

/// Indicates whether a text is an IPv6 address (RFC 4291, section 2.2), optionally with a zone (RFC 6874).
private func isIPv6(_ text: String) -> Bool {
    let address = text.split(separator: "%25", maxSplits: 1, omittingEmptySubsequences: false)
    if address.count == 2, address[1].isEmpty {
        return false
    }
    let halves = address[0].split(separator: "::", omittingEmptySubsequences: false)
    var count = 0
    for (index, half) in halves.enumerated() where !half.isEmpty {
        let groups = half.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (place, group) in groups.enumerated() {
            let isLast = index == halves.count - 1 && place == groups.count - 1
            if isLast, isIPv4(group) {
                count += 2
            } else if isIPv6Group(group) {
                count += 1
            } else {
                return false
            }
        }
    }
    switch halves.count {
    case 1: return count == 8
    case 2: return count < 8
    default: return false
    }
}

/// Indicates whether a text is a group of an IPv6 address: one to four hexadecimal digits.
private func isIPv6Group(_ text: Substring.UTF8View) -> Bool {
    1...4 ~= text.count && text.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
}

/// Indicates whether a text is an IPv4 address: four decimal numbers below 256.
private func isIPv4(_ text: Substring.UTF8View) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return false }
    return parts.allSatisfy { part in
        let hasOnlyDigits = part.allSatisfy(isDecimalDigit)
        guard part.count < 4,
            hasOnlyDigits,
            let number = Int(String(part) ?? "")
        else {
            return false
        }
        return number < 256
    }
}

/// Indicates whether secrets may be sent to a URL: it uses https, or it leads to this machine. It must have no fragment
/// (RFC 6749, section 3.1).
package func isEndpoint(_ text: String) -> Bool {
    guard isAbsoluteURL(text),
        !text.utf8.contains(UInt8(ascii: "#"))
    else {
        return false
    }
    if text.utf8.starts(with: "https://".utf8) {
        return true
    }
    let authority = text.utf8.dropFirst(7).prefix {
        $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
    }
    return ["127.0.0.1", "localhost", "[::1]"].contains { host in
        guard authority.starts(with: host.utf8) else {
            return false
        }
        let rest = authority.dropFirst(host.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: ":")
    }
}

private func isDecimalDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
