#if Tracing
    import Foundation
    import Methodical

    /// The address of a request without its secrets.
    struct ShownURL {
        /// The address, with `REDACTED` in place of secrets.
        let full: String
        let host: String
        let port: Int?

        private static let mark = "REDACTED"
        /// The names of query items with signatures and credentials, as OpenTelemetry's conventions list them for
        /// `url.full`.
        private static let secretNames: Set<String> = [
            "AWSAccessKeyId", "Signature", "X-Amz-Credential", "X-Amz-Security-Token", "X-Amz-Signature",
            "X-Goog-Signature", "sig",
        ]

        init(_ request: HTTPRequest, context: MiddlewareContext) {
            let url = request.url
            host = url.host() ?? ""
            let scheme = url.scheme?.lowercased() ?? ""
            port = url.port ?? ["https": 443, "http": 80][scheme]
            guard context.path != nil else {
                let name = host.contains(":") ? "[\(host)]" : host
                let port = url.port.map { ":\($0)" } ?? ""
                full = "\(scheme)://\(name)\(port)"
                return
            }
            // The setters of URLComponents end the process if a query contains a percent sign that encodes nothing.
            let text = url.absoluteString.prefix { $0 != "#" }
            var address = Self.withoutUser(text.prefix { $0 != "?" })
            if let mark = text.firstIndex(of: "?") {
                let names = Self.secretNames.union(request.solutions.keys)
                let items = text[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
                address += "?" + items.map { Self.shown($0, hiding: names) }.joined(separator: "&")
            }
            full = context.redacted(address).replacing(Redaction.mark, with: Self.mark)
        }

        /// Returns an item of a query, without its value if the name is that of a secret.
        private static func shown(_ item: Substring, hiding names: Set<String>) -> String {
            let name = String(item.prefix { $0 != "=" })
            guard names.contains(name.removingPercentEncoding ?? name) else {
                return String(item)
            }
            return "\(name)=\(mark)"
        }

        /// Returns an address without its user and password.
        private static func withoutUser(_ address: Substring) -> String {
            guard let start = address.range(of: "://")?.upperBound,
                let end = address[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
            else { return String(address) }
            let user =
                if address[start..<end].contains(":") {
                    "\(mark):\(mark)"
                } else {
                    mark
                }
            return address[..<start] + user + address[end...]
        }
    }
#endif
