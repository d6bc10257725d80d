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

        init(_ request: HTTPRequest, _ context: MiddlewareContext) {
            let url = request.url
            host = url.host() ?? ""
            let scheme = url.scheme?.lowercased() ?? ""
            port = url.port ?? ["https": 443, "http": 80][scheme]
            guard context.path != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
                var address = URLComponents()
                (address.scheme, address.host, address.port) = (scheme, host, url.port)
                full = address.string ?? ""
                return
            }
            if parts.user != nil { parts.user = Self.mark }
            if parts.password != nil { parts.password = Self.mark }
            parts.fragment = nil
            let names = Self.secretNames.union(request.answers.keys)
            parts.percentEncodedQueryItems = parts.percentEncodedQueryItems?.map { item in
                guard item.value != nil, names.contains(item.name.removingPercentEncoding ?? item.name) else {
                    return item
                }
                return URLQueryItem(name: item.name, value: Self.mark)
            }
            full = context.redacted(parts.string ?? "").replacing(Redaction.mark, with: Self.mark)
        }
    }
#endif
