import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The network that a host belongs to.
///
/// A document must not make the command send requests to servers that only this computer can reach. The runtime has the
/// same test for redirects, but compiling the runtime would take longer than compiling the command. A test compares the
/// two.
package enum NetworkPlace: Equatable, Sendable {
    case thisComputer
    /// A network of private or link-local addresses (RFC 1918, RFC 3927, RFC 4193, RFC 4291).
    case privateNetwork
    /// Any other network.
    case elsewhere

    /// Judges a host by its spelling: `localhost`, or an address in any form that resolvers accept, such as `0x7f.1`,
    /// `2130706433` and `::ffff:127.0.0.1`. All other names are elsewhere.
    package init(spelling host: String) {
        let name = Self.plain(host)
        if name == "localhost" || name.hasSuffix(".localhost") {
            self = .thisComputer
        } else {
            self = Self.address(from: name) ?? .elsewhere
        }
    }

    /// Judges a host by its spelling, and other names by the addresses that the system's resolver knows for them.
    ///
    /// The resolver may wait for a server of names.
    package init(resolving host: String) {
        let name = Self.plain(host)
        self.init(spelling: name)
        guard self == .elsewhere,
            Self.address(from: name) == nil
        else { return }
        let places = Self.resolved(name)
        if places.contains(.thisComputer) {
            self = .thisComputer
        } else if places.contains(.privateNetwork) {
            self = .privateNetwork
        }
    }

    /// Returns a host without brackets, a zone, escapes and dots at its end, in small letters and with the digits of
    /// ASCII.
    private static func plain(_ host: String) -> String {
        let unescaped = host.removingPercentEncoding ?? host
        let ideographicStop = "\u{3002}"
        let compatible = unescaped.precomposedStringWithCompatibilityMapping
            .replacingOccurrences(of: ideographicStop, with: ".").lowercased()
        let unbracketed = compatible.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let address = unbracketed.prefix { $0 != "%" }
        return address.trimmingCharacters(in: CharacterSet(charactersIn: "."))
    }

    /// Returns the network of a numeric address, or `nil` for a name.
    private static func address(from text: String) -> NetworkPlace? {
        var short = in_addr()
        if inet_aton(text, &short) != 0 {
            return network(ofV4: withUnsafeBytes(of: short) { Array($0) })
        }
        var long = in6_addr()
        if inet_pton(AF_INET6, text, &long) == 1 {
            return network(ofV6: withUnsafeBytes(of: long) { Array($0) })
        }
        return nil
    }

    /// Returns the network of the four bytes of an address.
    private static func network(ofV4 bytes: [UInt8]) -> NetworkPlace {
        switch (bytes[0], bytes[1]) {
        // 0.0.0.0 is this computer for most systems.
        case (0, _), (127, _):
            .thisComputer
        case (10, _), (172, 16...31), (192, 168), (169, 254):
            .privateNetwork
        default:
            .elsewhere
        }
    }

    /// Returns the network of the sixteen bytes of an address.
    private static func network(ofV6 bytes: [UInt8]) -> NetworkPlace {
        let start = bytes.prefix(10)
        let isZero = start.allSatisfy { $0 == 0 }
        let isMapped =
            isZero
            && bytes[10] == 0xFF
            && bytes[11] == 0xFF
        let isCompatible =
            isZero
            && bytes[10] == 0
            && bytes[11] == 0
        // The unspecified address `::` and the loopback address `::1` are among these.
        if isMapped || isCompatible {
            return network(ofV4: Array(bytes[12...]))
        }
        let isUniqueLocal = bytes[0] & 0xFE == 0xFC
        let isLinkLocal =
            bytes[0] == 0xFE
            && bytes[1] & 0xC0 == 0x80
        if isUniqueLocal || isLinkLocal {
            return .privateNetwork
        }
        return .elsewhere
    }

    /// Returns the networks of the addresses that the system knows for a name.
    private static func resolved(_ name: String) -> [NetworkPlace] {
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &first) == 0 else {
            return []
        }
        defer { freeaddrinfo(first) }
        var places: [NetworkPlace] = []
        var next = first
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                info.ai_addr,
                info.ai_addrlen,
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST)
            if status == 0 {
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                places.append(NetworkPlace(spelling: String(decoding: bytes, as: UTF8.self)))
            }
            next = info.ai_next
        }
        return places
    }
}
