import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A check of whether this machine has a network at all.
///
/// Apple's systems report a missing network themselves. FoundationNetworking reports a name that cannot be resolved, or
/// an unknown error. The machine's network interfaces then show the reason.
enum NetworkPresence {
    /// Returns a Boolean value that indicates whether an error is the result of a missing network.
    static func explains(_ error: URLError, _ url: URL) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let codes: [URLError.Code] = [.unknown, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
            return codes.contains(error.code) && !isLoopback(url.host() ?? "") && !hasInterface()
        #else
            return false
        #endif
    }

    /// Returns a Boolean value that indicates whether a host is plainly this machine: `localhost`, `::1` or
    /// `127.x.x.x`.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        return host.utf8.starts(with: "127.".utf8)
            && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// Returns a Boolean value that indicates whether a host may be this machine in any spelling that resolvers accept:
    /// `0x7f.1`, `2130706433`, `::ffff:127.0.0.1`, `a.localhost`.
    static func leadsHere(_ host: String) -> Bool {
        let name = host.trimmingCharacters(in: ["[", "]", "."])
        if isLoopback(name) || name.hasSuffix(".localhost") { return true }
        var (short, long) = (in_addr(), in6_addr())
        if inet_aton(name, &short) != 0 { return [0, 127].contains(UInt32(bigEndian: short.s_addr) >> 24) }
        let bytes = inet_pton(AF_INET6, name, &long) == 1 ? withUnsafeBytes(of: long) { Array($0) } : []
        let zeros = bytes.prefix { $0 == 0 }.count
        return zeros == 16 || zeros == 15 && bytes[15] == 1
            || zeros == 10 && bytes[10] & bytes[11] == 255 && [0, 127].contains(bytes[12])
    }

    #if canImport(Glibc) || canImport(Musl)

        /// Returns `true` if an interface is up, has an address, and is not the loopback.
        private static func hasInterface() -> Bool {
            var first: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&first) == 0 else { return true }
            defer { freeifaddrs(first) }
            var next = first
            while let interface = next?.pointee {
                let flags = Int(truncatingIfNeeded: interface.ifa_flags)
                if flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0, let address = interface.ifa_addr {
                    let family = Int32(truncatingIfNeeded: address.pointee.sa_family)
                    if family == AF_INET || family == AF_INET6 { return true }
                }
                next = interface.ifa_next
            }
            return false
        }
    #endif
}
