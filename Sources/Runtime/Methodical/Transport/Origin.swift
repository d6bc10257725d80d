import struct Foundation.URL

/// The origin of a URL: its scheme, host and port.
package struct Origin: Equatable {
    private let scheme: String?
    private let host: String?
    private let port: Int?

    package init(_ url: URL?) {
        scheme = url?.scheme?.lowercased()
        host = url?.host()?.lowercased()
        let usualPort = scheme == "https" ? 443 : 80
        port = url?.port ?? usualPort
    }
}
