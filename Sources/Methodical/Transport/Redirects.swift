import Foundation

/// The redirects of one request, for transports that follow them by themselves.
///
/// The rules are those of ``URLSessionTransport``. Header fields and bodies may contain secrets, so they go only to the
/// server that they are meant for.
package struct Redirects: Sendable {
    private let original: HTTPRequest
    private let options: SessionOptions

    /// Creates the rules for a request.
    ///
    /// - Parameters:
    ///   - original: The request as it was sent first.
    ///   - options: The options that permit addresses.
    package init(of original: HTTPRequest, _ options: SessionOptions) {
        (self.original, self.options) = (original, options)
    }

    /// Returns the request that a response asks for, or `nil` if the response is no redirect, or one that must not be
    /// followed.
    ///
    /// After 301 and 302 a POST becomes a GET, and after 303 every request but a HEAD (RFC 9110, section 15.4).
    ///
    /// - Parameters:
    ///   - request: The request that was sent last.
    ///   - status: The status of its response.
    ///   - location: The response's field `Location`.
    package func next(after request: HTTPRequest, _ status: Int, _ location: String?) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status), let location,
            let url = URL(string: location, relativeTo: request.url)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased()), options.permits(url, from: original.url)
        else { return nil }
        var next = request
        next.url = url
        if status == 303 && request.verb != .head || status < 303 && request.verb == .post { next.becomeGet() }
        let target = Origin(url)
        // A redirect back from another server must not get the token, because the other server has chosen the URL.
        if Origin(original.url) == target, Origin(request.url) == target { return next }
        guard next.verb == .get || next.verb == .head else { return nil }
        (next.body, next.file, next.headers) = (nil, nil, [:])
        next.headers["Accept"] = original.headers["Accept"]
        return next
    }
}

extension HTTPRequest {
    /// Changes the request to a GET without a body and without the fields that describe one.
    fileprivate mutating func becomeGet() {
        (verb, body, file) = (.get, nil, nil)
        for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location"] {
            headers[name] = nil
        }
    }
}
