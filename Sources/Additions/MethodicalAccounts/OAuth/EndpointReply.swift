import Foundation
import Methodical

/// The reply of one of a service's endpoints: JSON that contains a token, a code, or the description of an error.
struct EndpointReply {
    /// The status of the response.
    let status: Int
    /// The body of the response.
    let body: JSON

    /// Reads a response.
    ///
    /// - Throws: An error with the status, and with the code `.rateLimited` for 429, `.server` for 5xx and for any
    ///   other failure without an error of OAuth, `.connection` for a success that is a page in place of the service's
    ///   response, and `.undecodable` for any other success that is not JSON.
    init(_ response: HTTPResponse, at date: Date) throws(APIError) {
        status = response.status
        let content = try? JSON(json: Array(response.body))
        // A server in trouble has not decided about the token, whatever its body says.
        let isInTrouble = status == 429 || status >= 500
        if let content, !isInTrouble {
            body = content
            if status < 300 || body.oauthError != nil {
                return
            }
        }
        throw Self.failure(for: response, error: content?.oauthError, at: date)
    }

    private static func failure(
        for response: HTTPResponse,
        error: JSON?,
        at date: Date
    ) -> APIError {
        let (code, message) = reason(for: response, error: error)
        return .failed(
            code,
            message: message,
            status: response.status,
            headers: response.headers,
            retryAfter: response.retryAfter(at: date))
    }

    private static func reason(
        for response: HTTPResponse,
        error: JSON?
    ) -> (code: APIError.Code, message: String) {
        switch response.status {
        case 429: return (.rateLimited, "the service limits the requests for tokens")
        case 300...:
            let name = error?.stringValue.map { ": \($0)" } ?? ""
            return (.server, "the service did not issue a token" + name)
        default:
            // The page of a network that wants a sign-in of its own, or of a proxy.
            if response.isPage {
                return (.connection, "a page came in place of the service's response")
            }
            return (.undecodable, "the service's response is not JSON")
        }
    }

    /// Returns the body, or throws if it describes an error (RFC 6749, section 5.2).
    func checked() throws(APIError) -> JSON {
        guard let error = body.oauthError else {
            return body
        }
        let name = error.stringValue ?? error["error_msg"]?.stringValue ?? error.description
        let description = body["error_description"]?.stringValue ?? body["error_msg"]?.stringValue
        // The status of a success says nothing about the error.
        let errorStatus = status < 300 ? nil : status
        throw APIError(oauth: name, description: description, status: errorStatus)
    }
}

extension JSON {
    /// The error that a response describes, or `nil` if it describes none.
    fileprivate var oauthError: JSON? {
        // A success may have the key too, with a value that says that there is no error.
        let successes: [JSON] = [.null, false, 0, ""]
        guard let error = self["error"], !successes.contains(error) else {
            return nil
        }
        return error
    }
}

extension HTTPResponse {
    /// Indicates whether the body is a page for a browser, whatever its media type says.
    fileprivate var isPage: Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/html") || type.hasPrefix("application/xhtml") {
            return true
        }
        return String(decoding: body.prefix(1024), as: UTF8.self).first { !$0.isWhitespace } == "<"
    }
}

extension APIError {
    /// Creates an error from a code of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 6750 or RFC 8628 (section 3.5), or from
    /// one of VK.
    ///
    /// Refusals become `.notAuthorized`, `slow_down` becomes `.rateLimited`, and all others `.server`.
    init(oauth name: String, description: String?, status: Int? = nil) {
        let code: Code
        switch name {
        case Self.refusedGrant, "access_denied", "invalid_client", "unauthorized_client", "invalid_token",
            "expired_token", "need_validation":
            code = .notAuthorized
        case "slow_down": code = .rateLimited
        default: code = .server
        }
        self = .failed(code, status: status, server: ServerError(code: .text(name), message: description))
    }

    /// The code for a refresh token that has ended (RFC 6749, section 5.2).
    private static var refusedGrant: String { "invalid_grant" }

    /// Returns the error of a refresh. Only the service's `invalid_grant` ends the session. Any other refusal, such as
    /// that of the application's secret, may be gone at the next attempt.
    var afterRefresh: APIError {
        guard code == .notAuthorized, server?.code != .text(Self.refusedGrant) else {
            return self
        }
        return .failed(
            .server,
            message: message,
            status: status,
            headers: headers,
            server: server,
            retryAfter: retryAfter)
    }
}
