import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
