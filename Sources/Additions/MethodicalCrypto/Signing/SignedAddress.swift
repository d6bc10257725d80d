#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    /// An address as AWS's services read it, in two forms: as it is sent and as it is signed.
    struct SignedAddress {
        /// The scheme, the host and the port.
        private let server: Substring
        /// The path as it is sent.
        private let path: String
        /// The escaped parts of the query as it is sent: `name=value` or `name`.
        var query: [String]
        private let isS3: Bool

        init(_ url: URL, isS3: Bool) throws(APIError) {
            let text = url.absoluteString
            let whole = text.prefix { $0 != "?" && $0 != "#" }
            guard let mark = whole.firstRange(of: "://") else {
                throw APIError(.invalidRequest, "an address without a host cannot be signed")
            }
            let serverEnd = whole[mark.upperBound...].firstIndex(of: "/") ?? whole.endIndex
            server = whole[..<serverEnd]
            let path = server.endIndex == whole.endIndex ? "/" : whole[server.endIndex...]
            self.isS3 = isS3
            if isS3 {
                let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                self.path = segments.map(Parameters.recode).joined(separator: "/")
            } else if path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
                self.path = Self.normalized(path)
            } else {
                self.path = String(path)
            }
            let query = text[whole.endIndex...].prefix { $0 != "#" }.dropFirst()
            self.query = query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                return parts.map(Parameters.recode).joined(separator: "=")
            }
        }

        /// Returns the address as it is sent.
        func url() throws(APIError) -> URL {
            var address = server + path
            if !query.isEmpty {
                address += "?" + query.joined(separator: "&")
            }
            guard let url = URL(string: String(address)) else {
                throw APIError(.invalidRequest, "the signed parameters do not form a valid address")
            }
            return url
        }

        /// The path as it is signed. For S3 it is the path as sent. Other services escape it once more: `%20` becomes
        /// `%2520`, and `@` becomes `%40`.
        var canonicalPath: String {
            if isS3 {
                return path
            }
            let segments = Self.normalized(path[...]).split(separator: "/", omittingEmptySubsequences: false)
            return segments.map { Parameters.encode(String($0)) }.joined(separator: "/")
        }

        /// The query as it is signed, sorted by name and value. A name without a value gets an empty one.
        var canonicalQuery: String {
            let pairs = query.map { pair in
                let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
                return (name: String(parts[0]), value: String(parts.dropFirst().first ?? ""))
            }
            let sorted = pairs.sorted(by: Parameters.areInIncreasingOrder)
            return sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        }

        /// Returns the path without dot segments (RFC 3986, section 5.2.4) and empty segments.
        private static func normalized(_ path: Substring) -> String {
            var segments: [Substring] = []
            for segment in path.split(separator: "/") where segment != "." {
                if segment == ".." {
                    _ = segments.popLast()
                } else {
                    segments.append(segment)
                }
            }
            let normalized = "/" + segments.joined(separator: "/")
            if path.hasSuffix("/"), !segments.isEmpty {
                return normalized + "/"
            }
            return normalized
        }
    }
#endif
