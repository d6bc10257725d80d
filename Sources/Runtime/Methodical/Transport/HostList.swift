import struct Foundation.URL

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
            return host.hasSuffix(ending) && host.count > ending.count && !LocalHost.isAddress(host)
        }
    }

    /// Returns the plain name of a URL's host, or `nil` if the URL has none.
    ///
    /// Transports decode `local%68ost`, and map other scripts to ASCII afterwards, so the result is compared. The zone
    /// of an address (`::1%eth0`, RFC 6874) names an interface of this machine and no other host. A host with any other
    /// `%`, or with a character that ends hosts in URLs, counts as none.
    static func plain(_ url: URL) -> String? {
        guard let host = url.host(percentEncoded: false), !host.utf8.contains(where: endsNames) else { return nil }
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
