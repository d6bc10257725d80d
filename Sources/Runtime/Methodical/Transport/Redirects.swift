import Foundation

/// The redirects of one request, which the transports follow by themselves (RFC 9110, section 15.4).
///
/// Header fields and bodies may contain secrets, so they go only to the server that they are meant for.
package struct Redirects: Sendable {
    /// The largest number of redirects that a transport follows. A longer chain is taken for a loop. The Fetch standard
    /// of browsers has the same limit.
    package static let largestCount = 20

    private let original: HTTPRequest
    private let options: SessionOptions

    /// Creates the rules for a request.
    ///
    /// - Parameters:
    ///   - original: The request as it was sent first.
    ///   - options: The options that permit addresses.
    package init(of original: HTTPRequest, options: SessionOptions) {
        self.original = original
        self.options = options
    }

    /// Returns the request that a response asks for, or `nil` if the response is no redirect, or one that must not be
    /// followed.
    ///
    /// - Parameters:
    ///   - request: The request that was sent last.
    ///   - status: The status of its response.
    ///   - location: The response's field `Location`.
    package func next(
        after request: HTTPRequest,
        status: Int,
        location: @autoclosure () -> String?
    ) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location = location(),
            let url = URL(string: location, relativeTo: request.url)?.absoluteURL
        else { return nil }
        let isWeb = ["http", "https"].contains(url.scheme?.lowercased())
        guard isWeb,
            options.permits(url, from: original.url)
        else { return nil }
        var next = request
        next.url = url
        if Self.becomesGet(request.verb, after: status) {
            next.becomeGet()
        }
        // A redirect back from another server must not get the token, because the other server has chosen the URL.
        let target = Origin(url)
        if Origin(original.url) == target, Origin(request.url) == target {
            return next
        }
        guard next.verb == .get || next.verb == .head else { return nil }
        next.body = nil
        next.file = nil
        next.headers = [:]
        // The media types and encodings that the caller reads do not depend on the server.
        for name in ["Accept", "Accept-Encoding"] {
            next.headers[name] = original.headers[name]
        }
        return next
    }

    /// Indicates whether the next request is a GET without content. After 301 and 302 only a POST becomes one, and
    /// after 303 every request but a HEAD.
    private static func becomesGet(_ verb: HTTPRequest.Verb, after status: Int) -> Bool {
        switch status {
        case 303: verb != .head
        case 301, 302: verb == .post
        default: false
        }
    }
}

extension HTTPRequest {
    /// Changes the request to a GET without content and without the fields that describe it.
    fileprivate mutating func becomeGet() {
        verb = .get
        body = nil
        file = nil
        isRepeatable = true
        for field in headers.fields where Self.describesContent(field.name.lowercased()) {
            headers[field.name] = nil
        }
    }

    /// Indicates whether a header field belongs to the content of a request (RFC 9110, section 15.4).
    private static func describesContent(_ name: String) -> Bool {
        name.hasPrefix("content-") || ["digest", "expect", "last-modified", "transfer-encoding"].contains(name)
    }
}

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
