import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server's demand for a name and password (RFC 7617).
package struct BasicChallenge {
    package typealias Authentication =
        @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    private let space: URLProtectionSpace
    private let failures: Int

    /// Creates a challenge, or returns `nil` if the response contains none, or if three answers were wrong.
    ///
    /// - Parameters:
    ///   - response: The response with the status 401.
    ///   - request: The request that it answers.
    ///   - failures: The number of earlier answers that were wrong.
    package init?(_ response: HTTPResponse, to request: HTTPRequest, failures: Int) {
        let schemes = response.headers.listMembers(of: "WWW-Authenticate")
        let basicScheme = schemes.first { scheme in
            let scheme = scheme.lowercased()
            return scheme == "basic" || scheme.hasPrefix("basic ")
        }
        guard failures < 3,
            let host = request.url.host(),
            let basic = basicScheme
        else { return nil }
        let realm = basic.firstMatch(of: /(?i)realm\s*=\s*"((?:[^"\\]|\\.)*)"/)?.1
        let isSecure = request.url.scheme?.lowercased() == "https"
        let (scheme, usualPort) =
            if isSecure {
                ("https", 443)
            } else {
                ("http", 80)
            }
        space = URLProtectionSpace(
            host: host,
            port: request.url.port ?? usualPort,
            protocol: scheme,
            realm: realm.map { String($0) },
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        self.failures = failures
    }

    /// Returns the value of the field `Authorization`, or `nil` if the app gives no name and password.
    package func answer(by authentication: Authentication) async -> String? {
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space,
            proposedCredential: nil,
            previousFailureCount: failures,
            failureResponse: nil,
            error: nil,
            sender: Sender())
        guard case (.useCredential, let credential?) = await authentication(challenge), let user = credential.user
        else { return nil }
        return "Basic " + Data("\(user):\(credential.password ?? "")".utf8).base64EncodedString()
    }

    /// The sender that a challenge must have. Its methods do nothing, because the function returns the answer.
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
}
