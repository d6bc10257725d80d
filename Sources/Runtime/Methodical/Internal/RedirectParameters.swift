import Foundation

/// The parameters of the address to which a page of a service has led. They are in its query, its fragment, or both.
package struct RedirectParameters: Sendable {
    private var values: [String: String] = [:]

    /// The parameters that a service adds to the address (RFC 6749, sections 4.1.2 and 4.2.2; RFC 9207, section 2).
    /// The app's own address may contain others, which belong to the app.
    private static let ofService: Set<String> = [
        "access_token",
        "code",
        "error",
        "error_description",
        "error_uri",
        "expires_in",
        "id_token",
        "iss",
        "refresh_token",
        "scope",
        "state",
        "token_type",
    ]

    /// Reads the parameters of an address.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - further: The names of more parameters that the service adds, such as that of the user's id.
    /// - Throws: An error with the code `.notAuthorized` if a parameter of the service is there twice, even with the
    ///   same value (RFC 6749, section 3.1). One of the two may be forged.
    package init(_ url: URL, alsoOfService further: Set<String> = []) throws(APIError) {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let texts = [parts?.percentEncodedQuery, parts?.percentEncodedFragment]
        for pair in texts.flatMap({ ($0 ?? "").split(separator: "&") }) {
            let sides = pair.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let textOfValue = sides.dropFirst().first ?? ""
            guard let name = Self.decoded(sides[0]),
                let value = Self.decoded(textOfValue)
            else {
                throw APIError(.undecodable, "the redirect's address is not percent-encoded")
            }
            let isOfService = Self.ofService.contains(name) || further.contains(name)
            if isOfService, values[name] != nil {
                throw APIError(.notAuthorized, "the redirect's address has the parameter `\(name)` twice")
            }
            values[name] = value
        }
    }

    package subscript(_ name: String) -> String? { values[name] }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
