#if HTTPTypes
    import Foundation
    import HTTPTypes
    import Methodical

    /// The parts of a URL that the head of a request contains.
    ///
    /// The conversion of swift-http-types is not used: it ends the process if a URL has no scheme, and in older
    /// versions it belongs to another product, `HTTPTypesFoundation`.
    struct RequestTarget: Equatable {
        let scheme: String
        let authority: String
        let path: String

        /// Takes a URL apart.
        init(_ url: URL) throws(APIError) {
            guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme,
                let host = parts.encodedHost, !host.isEmpty
            else {
                throw APIError(.invalidRequest, "the URL of the request must contain a scheme and a host")
            }
            self.scheme = scheme
            authority = host + (parts.port.map { ":\($0)" } ?? "")
            var path = parts.percentEncodedPath
            if path.isEmpty {
                path = "/"
            }
            if let query = parts.percentEncodedQuery {
                path += "?\(query)"
            }
            self.path = path
        }

        /// Reads the parts from a head.
        init(_ head: HTTPTypes.HTTPRequest) throws(APIError) {
            guard let scheme = head.scheme, !scheme.isEmpty else {
                throw APIError(.invalidRequest, "the head of the request has no scheme; set it to https or http")
            }
            guard let authority = head.authority, !authority.isEmpty else {
                throw APIError(
                    .invalidRequest, "the head of the request has no authority; set it to the name of a host")
            }
            self.scheme = scheme
            self.authority = authority
            path = head.path ?? "/"
        }

        /// Puts the parts together again.
        func url() throws(APIError) -> URL {
            // One of these characters in the authority would end the host early or, as in `one@two`, begin it late, and
            // so send the request to another host.
            let movesHost = authority.contains { "/?#@\\".contains($0) }
            // Any other scheme could begin with another host: `https://other.example/?` makes the authority a query.
            let isWeb = ["http", "https"].contains(scheme.lowercased())
            guard isWeb,
                !movesHost,
                path.hasPrefix("/"),
                !path.contains("#"),
                let url = URL(string: "\(scheme)://\(authority)\(path)"),
                url.host() != nil
            else {
                throw APIError(
                    .invalidRequest,
                    """
                    scheme, authority and path of the head make no URL; the scheme must be http or https, and the path \
                    must begin with /
                    """)
            }
            return url
        }
    }
#endif
