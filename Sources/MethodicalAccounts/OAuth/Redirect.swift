import Foundation
import Methodical

/// The address that a sign-in page led to. Parameters and errors are in its query, its fragment, or both.
struct Redirect {
    private var parameters: [String: String] = [:]

    /// Reads the redirect and throws if it carries an error or does not belong to the request.
    ///
    /// - Parameters:
    ///   - state: The value that the page was given. Any other value means that the redirect was forged (RFC 6749,
    ///     section 10.12).
    ///   - issuer: The issuer that the service names in its redirects, or `nil` if it names none. A redirect without it
    ///     is refused (RFC 9207, section 2.4).
    init(_ url: URL, state: String, issuer: String?) throws(APIError) {
        try self.init(url)
        guard parameters["state"] == state else {
            throw APIError(.notAuthorized, "the redirect belongs to another sign-in: its state differs")
        }
        if let issuer, parameters["iss"] != issuer {
            throw APIError(.notAuthorized, "the redirect comes from another service")
        }
        if let error = parameters["error"] { throw APIError(oauth: error, parameters["error_description"]) }
    }

    /// Reads the redirect of a page that was given no state.
    init(_ url: URL) throws(APIError) {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        for part in [parts?.percentEncodedQuery, parts?.percentEncodedFragment] {
            for pair in (part ?? "").split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = Self.decoded(sides[0]), let value = Self.decoded(sides.count > 1 ? sides[1] : "")
                else {
                    throw APIError(.undecodable, "the redirect's address is not percent-encoded")
                }
                parameters[name] = value
            }
        }
    }

    subscript(_ name: String) -> String? { parameters[name] }

    /// Returns the parameter's value, or throws if it is missing or empty.
    func value(of name: String) throws(APIError) -> String {
        guard let value = parameters[name], !value.isEmpty else {
            throw APIError(.undecodable, "the redirect's address has no `\(name)`")
        }
        return value
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
