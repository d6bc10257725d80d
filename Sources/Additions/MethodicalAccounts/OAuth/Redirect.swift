import Foundation
import Methodical

/// The address that a sign-in page led to. Parameters and errors are in its query, its fragment, or both.
struct Redirect {
    let parameters: RedirectParameters

    /// Reads the redirect and throws if it does not belong to the request or carries an error.
    ///
    /// - Parameters:
    ///   - state: The value that the page was given. Any other value means that the redirect was forged (RFC 6749,
    ///     section 10.12).
    ///   - server: The service. If it names its issuer in redirects, one without it is refused (RFC 9207, section 2.4).
    init(_ url: URL, state: String, of server: OAuthServer) throws(APIError) {
        try self.init(url, of: server)
        guard parameters["state"] == state else {
            throw APIError(.notAuthorized, "the redirect belongs to another sign-in: its state differs")
        }
        if let issuer = server.issuer, parameters["iss"] != issuer {
            throw APIError(.notAuthorized, "the redirect comes from another service")
        }
        if let error = parameters["error"] {
            throw APIError(oauth: error, description: parameters["error_description"])
        }
    }

    /// Reads the redirect of a page that was given no state. Checks neither the sender nor for an error.
    init(_ url: URL, of server: OAuthServer) throws(APIError) {
        parameters = try RedirectParameters(url, alsoOfService: [server.accountKey, Self.outcomeOfValidation])
    }

    /// The parameter that VK's page for a validation adds.
    private static let outcomeOfValidation = "success"

    subscript(_ name: String) -> String? { parameters[name] }

    /// Returns the parameter's value, or throws if it is missing or blank.
    func value(of name: String) throws(APIError) -> String {
        guard let value = parameters[name], !value.isBlank else {
            throw APIError(.undecodable, "the redirect's address has no `\(name)`")
        }
        return value
    }
}
