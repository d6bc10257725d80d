import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// Workarounds for FoundationNetworking, the part of Foundation for networking on Linux. Apple's systems need none.

extension OperationQueue {
    /// The queue for the reports of a session, or `nil` for one that the session makes.
    static var sessionReports: OperationQueue? {
        #if canImport(FoundationNetworking)
            ReportQueue()
        #else
            nil
        #endif
    }
}

#if canImport(FoundationNetworking)
    /// A queue that runs each report of the session at once, on the session's own queue.
    ///
    /// The session's reports are already in order. An `Operation` and a change of thread for each report are a quarter
    /// of the cost of a small request.
    private final class ReportQueue: OperationQueue, @unchecked Sendable {
        // Unchecked because the superclass is. The class has no variables.
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif

extension SessionOptions {
    /// Returns an error if `URLSession` on this system does not have one of the options, or ignores a setting of the
    /// configuration.
    ///
    /// FoundationNetworking passes no proxy and no version of TLS to libcurl, and reads neither
    /// `connectionProxyDictionary` nor `timeoutIntervalForResource` nor `allowsCellularAccess`.
    func refusal(_ configuration: URLSessionConfiguration?) -> APIError? {
        #if canImport(FoundationNetworking)
            let other = "use AsyncHTTPClientTransport of MethodicalAsyncHTTPClient"
            if proxy != nil || configuration?.connectionProxyDictionary != nil {
                return .invalidRequest("URLSession takes a proxy only from the environment on this system; \(other)")
            }
            if lowestTLS != .v12 {
                return .invalidRequest("URLSession cannot require TLS 1.3 on this system; \(other)")
            }
            if let configuration {
                let usual = URLSessionConfiguration.default.timeoutIntervalForResource
                if configuration.timeoutIntervalForResource != usual || !configuration.allowsCellularAccess {
                    return .invalidRequest(
                        "URLSession ignores timeoutIntervalForResource and allowsCellularAccess on this system; "
                            + "set Client.Configuration.timeout instead of the first")
                }
            }
            do throws(APIError) { try checkAuthentication() } catch { return error }
        #endif
        return nil
    }
}

extension URLError {
    /// Returns a Boolean value that indicates whether a request to a URL failed because this machine has no network.
    ///
    /// Apple's systems report a missing network themselves. FoundationNetworking reports a name that cannot be
    /// resolved, or an unknown error. The machine's network interfaces then show the reason.
    package func isMissingNetwork(_ url: URL) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let codes: [URLError.Code] = [.unknown, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
            return codes.contains(code) && !LocalHost.isLoopback(url.host() ?? "") && !Self.hasInterface()
        #else
            return false
        #endif
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
