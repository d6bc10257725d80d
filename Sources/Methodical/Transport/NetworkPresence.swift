import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether this machine has a network at all.
///
/// Apple's systems say so themselves. FoundationNetworking reports a name that cannot be resolved, or an unknown error: then the machine's
/// interfaces tell.
enum NetworkPresence {
    static func explains(_ error: URLError, _ url: URL) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let codes: [URLError.Code] = [.unknown, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
            return codes.contains(error.code) && !isLoopback(url.host() ?? "") && !hasInterface()
        #else
            return false
        #endif
    }

    #if canImport(Glibc) || canImport(Musl)
        private static func isLoopback(_ host: String) -> Bool { host == "localhost" || host.hasPrefix("127.") || host == "::1" || host == "[::1]" }

        /// One that runs, has an address, and is not the loopback.
        private static func hasInterface() -> Bool {
            var first: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&first) == 0 else { return true }
            defer { freeifaddrs(first) }
            var next = first
            while let interface = next?.pointee {
                let flags = Int(interface.ifa_flags)
                let family = interface.ifa_addr?.pointee.sa_family
                let isUp = flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
                if isUp, family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) { return true }
                next = interface.ifa_next
            }
            return false
        }
    #endif
}
