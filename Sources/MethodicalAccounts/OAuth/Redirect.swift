import Foundation
import Methodical

/// Where a sign-in page led: parameters in the query, the fragment, or both, and errors among them.
struct Redirect {
    private var parameters: [String: String] = [:]

    /// - Parameters:
    ///   - state: what the page was given. Another one means that somebody else made this redirect (RFC 6749, section 10.12).
    ///   - issuer: who must have answered, where the service says who does (RFC 9207, section 2.4: an answer that does not say is refused).
    init(_ url: URL, state: String, issuer: String?) throws(APIError) {
        try self.init(url)
        guard parameters["state"] == state else {
            throw APIError(.notAuthorized, "the page's answer is not to this question: its state differs")
        }
        if let issuer, parameters["iss"] != issuer {
            throw APIError(.notAuthorized, "the page's answer comes from another service")
        }
        if let error = parameters["error"] { throw APIError(oauth: error, parameters["error_description"]) }
    }

    /// To a page that was given nothing that could come back.
    init(_ url: URL) throws(APIError) {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        for part in [parts?.percentEncodedQuery, parts?.percentEncodedFragment] {
            for pair in (part ?? "").split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = Self.decoded(sides[0]), let value = Self.decoded(sides.count > 1 ? sides[1] : "")
                else {
                    throw APIError(.undecodable, "the page led to an address that is not percent-encoded")
                }
                parameters[name] = value
            }
        }
    }

    subscript(_ name: String) -> String? { parameters[name] }

    func value(of name: String) throws(APIError) -> String {
        guard let value = parameters[name], !value.isEmpty else {
            throw APIError(.undecodable, "the page led to an address without `\(name)`")
        }
        return value
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
