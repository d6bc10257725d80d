import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
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
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif

#if canImport(FoundationNetworking)
    extension URLRequest {
        /// Sets a stream of a known length as the body.
        ///
        /// FoundationNetworking does not know the length of a stream, so that libcurl would send it in chunks. It does
        /// not with a field `Transfer-Encoding` of its own, which libcurl does not send if it is blank. The same keeps
        /// FoundationNetworking from calling the body of a POST a form.
        mutating func setBody(_ stream: InputStream?, length: Int) {
            httpBodyStream = stream
            setValue("\(length)", forHTTPHeaderField: "Content-Length")
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            if value(forHTTPHeaderField: "Content-Type") == nil {
                setValue(" ", forHTTPHeaderField: "Content-Type")
            }
        }
    }

    extension URL {
        /// The same address, in a form that keeps FoundationNetworking from resolving relative redirects.
        ///
        /// FoundationNetworking resolves a relative `Location` before it asks the delegate, and ends the process if the
        /// result is no address, as for `//[::1]/` (`redirectRequest` in `HTTPURLProtocol.swift`). It leaves the
        /// redirect alone if `URLComponents` does not take the request's URL. `URLComponents` takes only the part that
        /// is relative to a base, and refuses one that has a colon in its first segment. The segment `..` removes that
        /// segment again.
        var withoutRelatives: URL {
            guard Self.hidesFromComponents else { return self }
            return relativeToOrigin ?? self
        }

        /// Indicates whether `URLComponents` refuses such a URL in this version of Foundation.
        private static let hidesFromComponents: Bool = {
            guard let plain = URL(string: "http://127.0.0.1:80/a/b?c=%20"),
                let hidden = plain.relativeToOrigin
            else {
                return false
            }
            let isHidden = URLComponents(url: hidden, resolvingAgainstBaseURL: false) == nil
            return isHidden && hidden.absoluteString == plain.absoluteString
        }()

        private var relativeToOrigin: URL? {
            let text = absoluteString
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
                text[colon...].hasPrefix("://")
            else {
                return nil
            }
            let host = text.utf8.index(colon, offsetBy: 3)
            let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
            let path = text.utf8[host...].firstIndex { ends.contains($0) } ?? text.endIndex
            var rest = text[path...]
            if !rest.hasPrefix("/") {
                rest = "/" + rest
            }
            // FoundationNetworking takes a scheme only in lower case.
            let origin = text[..<colon].lowercased() + text[colon..<path]
            guard let base = URL(string: origin + "/") else { return nil }
            return URL(dataRepresentation: Data("%25:/..\(rest)".utf8), relativeTo: base)
        }
    }
#endif

extension SessionOptions {
    /// Returns an error if `URLSession` on this system does not have one of the options, or ignores a setting of the
    /// configuration.
    ///
    /// FoundationNetworking passes no proxy and no version of TLS to libcurl, and reads neither
    /// `connectionProxyDictionary` nor `timeoutIntervalForResource` nor `allowsCellularAccess`.
    func refusal(of configuration: URLSessionConfiguration?) -> APIError? {
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
            do throws(APIError) {
                try checkAuthentication()
            } catch {
                return error
            }
        #endif
        return nil
    }
}

extension URLError {
    /// Returns a Boolean value that indicates whether a request to a URL failed because this machine has no network.
    ///
    /// Apple's systems report a missing network themselves. FoundationNetworking reports a name that cannot be
    /// resolved, or an unknown error. The machine's network interfaces then show the reason.
    package func isMissingNetwork(for url: URL) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let codes: [URLError.Code] = [
                .unknown,
                .cannotFindHost,
                .cannotConnectToHost,
                .dnsLookupFailed,
            ]
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
                if flags & Int(IFF_UP) != 0,
                    flags & Int(IFF_LOOPBACK) == 0,
                    let address = interface.ifa_addr
                {
                    let family = Int32(truncatingIfNeeded: address.pointee.sa_family)
                    if family == AF_INET || family == AF_INET6 {
                        return true
                    }
                }
                next = interface.ifa_next
            }
            return false
        }
    #endif
}
