#if WebSocket
    import Foundation
    import Methodical
    import NIOHTTP1

    /// The server and the resource of a request that opens a WebSocket.
    struct SocketTarget {
        let host: String
        let port: Int
        let usesTLS: Bool
        /// The path with the query, percent-encoded.
        let uri: String

        init(_ request: HTTPRequest) throws(APIError) {
            let url = request.url
            usesTLS = url.scheme?.lowercased() == "https"
            guard let host = url.host(percentEncoded: false), !host.isEmpty else {
                throw APIError(.invalidRequest, "the address contains no server")
            }
            // An IPv6 address stands in brackets in a URL only.
            self.host = host.trimmingCharacters(in: ["[", "]"])
            port = url.port ?? (usesTLS ? 443 : 80)
            var uri = url.path(percentEncoded: true)
            if !uri.hasPrefix("/") {
                uri = "/" + uri
            }
            if let query = url.query(percentEncoded: true) {
                uri += "?" + query
            }
            self.uri = uri
        }

        /// The value of the header field `Host`.
        private var authority: String {
            let name = host.contains(":") ? "[\(host)]" : host
            let usualPort = usesTLS ? 443 : 80
            return port == usualPort ? name : "\(name):\(port)"
        }

        /// The name of the server for TLS, or `nil` for an address, which the extension for names must not contain (RFC
        /// 6066, section 3).
        var tlsName: String? {
            let isIPv4 = host.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
            let isIPv6 = host.contains(":")
            return isIPv4 || isIPv6 ? nil : host
        }

        /// Returns the head of the request. The upgrade adds the fields of the handshake.
        func head(of request: HTTPRequest) -> HTTPRequestHead {
            // These belong to the handshake.
            let reserved: Set<String> = [
                "host", "connection", "upgrade", "sec-websocket-key", "sec-websocket-version",
                "sec-websocket-extensions", "content-length", "transfer-encoding",
            ]
            var headers = NIOHTTP1.HTTPHeaders([("Host", authority)])
            for field in request.headers.fields where !reserved.contains(field.name.lowercased()) {
                headers.add(name: field.name, value: field.value)
            }
            return HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
        }
    }
#endif
