import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The comparison of a server's name with names that an app lists.
enum HostList {
    /// Returns a Boolean value that indicates whether a list names a host, in any case of letters.
    ///
    /// `*.example.com` names all hosts below example.com, but not example.com itself. An address is named only as a
    /// whole: `*.0.0.1` does not name 127.0.0.1.
    static func names(in list: Set<String>, host: String) -> Bool {
        if list.isEmpty {
            return false
        }
        let host = plain(host)
        return list.contains { entry in
            guard entry.hasPrefix("*.") else {
                return ascii(entry) == host
            }
            let ending = "." + ascii(String(entry.dropFirst(2)))
            return host.hasSuffix(ending)
                && host.count > ending.count
                && !LocalHost.isAddress(host)
        }
    }

    /// Returns the plain name of a URL's host, or `nil` if the URL has none.
    ///
    /// Transports decode `local%68ost`, and map other scripts to ASCII afterwards, so the result is compared. The zone
    /// of an address (`::1%eth0`, RFC 6874) names an interface of this machine and no other host. A host with any other
    /// `%`, or with a character that ends hosts in URLs, counts as none.
    static func plain(_ url: URL) -> String? {
        guard let host = url.host(percentEncoded: false),
            !host.utf8.contains(where: endsNames)
        else { return nil }
        let name = String(host.prefix { $0 != "%" })
        guard name == host || name.contains(":") else { return nil }
        return ascii(name)
    }

    private static func endsNames(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "/#?@\\".utf8.contains(byte)
    }

    /// Returns a plain name in which other scripts are mapped to ASCII, as in `xn--mnchen-3ya.de`.
    private static func ascii(_ host: String) -> String {
        if host.utf8.allSatisfy({ $0 < 0x80 }) {
            return plain(host)
        }
        return plain(URL(string: "https://\(host)/")?.host(percentEncoded: false) ?? host)
    }

    /// Returns a name in lowercase, without the brackets of an address and without the dot that can end a name.
    static func plain(_ host: String) -> String {
        var host = host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        }
        if host.hasSuffix(".") {
            host.removeLast()
        }
        return host
    }
}

/// The names and addresses that stand for this machine.
enum LocalHost {
    /// Returns a Boolean value that indicates whether a host is plainly this machine: `localhost`, `::1` or
    /// `127.x.x.x`.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" {
            return true
        }
        guard host.utf8.starts(with: "127.".utf8) else { return false }
        return host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    /// Returns a Boolean value that indicates whether a host is an address, in any spelling that resolvers accept.
    static func isAddress(_ host: String) -> Bool {
        var short = in_addr()
        var long = in6_addr()
        return inet_aton(host, &short) != 0 || inet_pton(AF_INET6, host, &long) == 1
    }

    /// Returns a Boolean value that indicates whether a host may be this machine in any spelling that resolvers accept:
    /// `0x7f.1`, `2130706433`, `::ffff:127.0.0.1`, `a.localhost`.
    static func leadsHere(_ host: String) -> Bool {
        let name = host.trimmingCharacters(in: ["[", "]", "."])
        if isLoopback(name) || name.hasSuffix(".localhost") {
            return true
        }
        var short = in_addr()
        var long = in6_addr()
        if inet_aton(name, &short) != 0 {
            return [0, 127].contains(UInt32(bigEndian: short.s_addr) >> 24)
        }
        guard inet_pton(AF_INET6, name, &long) == 1 else { return false }
        let bytes = withUnsafeBytes(of: long) { Array($0) }
        switch bytes.prefix(while: { $0 == 0 }).count {
        // `::`, the unspecified address.
        case 16:
            return true
        // `::1`, the loopback address.
        case 15:
            return bytes[15] == 1
        // `::ffff:127.0.0.1`, an address of IPv4.
        case 10:
            return bytes[10] & bytes[11] == 255 && [0, 127].contains(bytes[12])
        default:
            return false
        }
    }
}
