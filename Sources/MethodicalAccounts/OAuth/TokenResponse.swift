import Foundation
import Methodical

/// The token that a service sends, in a response's body (RFC 6749, section 5.1) or in a redirect's fragment
/// (section 4.2.2).
struct TokenResponse {
    var token: Token
    /// The id of the token's account, if the service names it.
    let account: AccountID?

    /// Reads a token from a redirect. `key` is the service's name for the account's id.
    init(_ redirect: Redirect, key: String, at date: Date) throws(APIError) {
        let secret = try redirect.value(of: "access_token")
        self.init(
            secret, account: redirect[key], seconds: redirect["expires_in"], scope: redirect["scope"],
            refresh: redirect["refresh_token"], date)
    }

    /// Reads a token from a response's body. `key` is the service's name for the account's id.
    init(_ response: JSON, key: String, at date: Date) throws(APIError) {
        guard let secret = response["access_token"]?.stringValue, !secret.isEmpty else {
            throw APIError(.undecodable, "the response has no access_token")
        }
        let scope = response["scope"].flatMap {
            $0.arrayValue.map { $0.compactMap(\.stringValue).joined(separator: " ") } ?? $0.text
        }
        self.init(
            secret, account: response[key]?.text, seconds: response["expires_in"]?.text, scope: scope,
            refresh: response["refresh_token"]?.stringValue, date
        )
    }

    /// Zero seconds mean that the token never expires. VK sends this with the permission `offline`.
    private init(_ secret: String, account: String?, seconds: String?, scope: String?, refresh: String?, _ date: Date) {
        let lifetime = seconds.flatMap(Double.init).flatMap { $0 > 0 && $0 < 1e10 ? Duration.seconds($0) : nil }
        let permissions = scope.map { Set($0.split { $0 == " " || $0 == "," }.map(String.init)) }
        token = Token(
            secret, kinds: .user, permissions: permissions, created: date, lifetime: lifetime, refresh: refresh)
        self.account = account.flatMap { $0.isEmpty ? nil : AccountID($0) }
    }
}

extension JSON {
    /// The value as text, because services send numbers as text and text as numbers. `nil` for null, Booleans, arrays
    /// and objects.
    fileprivate var text: String? { stringValue ?? (doubleValue == nil ? nil : description) }
}

extension OAuth {
    /// Requests a token and returns its account.
    func account(of parameters: [(String, String)], id: AccountID?) async throws(APIError) -> Account {
        try await account(try await response(of: parameters), id)
    }

    /// Requests a token.
    func token(of parameters: [(String, String)]) async throws(APIError) -> Token {
        try await response(of: parameters).token
    }

    private func response(of parameters: [(String, String)]) async throws(APIError) -> TokenResponse {
        try read(try await post(server.token, parameters), to: parameters)
    }

    /// Reads the token in a response. Secrets that were sent are removed from the error, because a service may repeat
    /// them.
    func read(_ response: JSON, to parameters: [(String, String)]) throws(APIError) -> TokenResponse {
        try reported { () throws(APIError) in
            do throws(APIError) {
                return try TokenResponse(response.checked(), key: server.accountKey, at: now())
            } catch {
                throw APIError(transport: error, hiding: secrets(in: parameters))
            }
        }
    }

    /// Returns the secrets among the parameters and of the client, for redaction.
    func secrets(in parameters: [(String, String)]) -> [String] {
        let names: Set<String> = ["code", "code_verifier", "device_code", "password", "refresh_token"]
        return parameters.filter { names.contains($0.0) }.map(\.1) + [clientSecret, basic].compactMap(\.self)
    }

    /// The client's credentials for the header field `Authorization`.
    private var basic: String? {
        clientSecret.map { Data("\(Form.encoded(clientID)):\(Form.encoded($0))".utf8).base64EncodedString() }
    }

    /// Sends a form to one of the service's endpoints. The response may describe an error.
    func post(_ address: String?, _ parameters: [(String, String)]) async throws(APIError) -> JSON {
        guard let address, let url = URL(string: address) else {
            throw APIError(.invalidRequest, "the service description has no endpoint for this way to sign in")
        }
        var parameters = parameters
        var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"]
        if server.clientInHeader, let basic {
            headers["Authorization"] = "Basic " + basic
        } else {
            parameters.append(("client_id", clientID))
            if let clientSecret { parameters.append(("client_secret", clientSecret)) }
        }
        let request = HTTPRequest(
            verb: .post, url: url, headers: headers, body: Data(Form.text(parameters).utf8), timeout: .seconds(60))
        var status = 0
        do {
            let response = try await transport.send(request)
            status = response.status
            return try JSON(json: Array(response.body))
        } catch is ReadingProblem {
            throw APIError(.undecodable, "the service's response is not JSON (HTTP \(status))")
        } catch {
            throw APIError(transport: error, hiding: secrets(in: parameters))
        }
    }
}

extension JSON {
    /// Returns the response, or throws if it describes an error (RFC 6749, section 5.2).
    func checked() throws(APIError) -> JSON {
        guard let error = self["error"], ![.null, false, 0, ""].contains(error) else { return self }
        let name = error.stringValue ?? error["error_msg"]?.stringValue ?? error.description
        throw APIError(oauth: name, self["error_description"]?.stringValue ?? self["error_msg"]?.stringValue)
    }
}

extension APIError {
    /// Creates an error from a code of RFC 6749 (sections 4.1.2.1 and 5.2) or RFC 8628 (section 3.5).
    ///
    /// Refusals become `.notAuthorized`, `slow_down` becomes `.rateLimited`, and all others `.server`.
    init(oauth name: String, _ description: String?) {
        let refusals = [
            "access_denied", "invalid_grant", "invalid_client", "unauthorized_client", "invalid_token", "expired_token",
            "need_validation",
        ]
        let code: Code = refusals.contains(name) ? .notAuthorized : name == "slow_down" ? .rateLimited : .server
        self.init(code, description.map { "\(name): \($0)" } ?? name)
    }
}

/// The format `application/x-www-form-urlencoded`.
enum Form {
    static func text(_ parameters: [(String, String)]) -> String {
        parameters.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension URL {
    func adding(_ parameters: [(String, String)]) throws(APIError) -> URL {
        let text = absoluteString
        guard let url = URL(string: text + (text.contains("?") ? "&" : "?") + Form.text(parameters)) else {
            throw APIError(.invalidRequest, "the sign-in page has no valid address")
        }
        return url
    }
}
