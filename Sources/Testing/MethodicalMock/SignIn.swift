import Foundation
import MethodicalGenerator

import enum Methodical.JSON
import struct Methodical.Locked
import struct Methodical.OAuthServer

/// An OAuth 2 server that signs every user in. The page redirects at once, and every code, password and refresh token
/// is exchanged for a token.
struct SignIn: Sendable {
    private let settings: WireDefaults.SignIn
    private let count = Locked(0)

    init(_ settings: WireDefaults.SignIn) { self.settings = settings }

    static func token(number: Int) -> String { "mock-token-\(number)" }

    /// Returns the API's own endpoints with the address of this server.
    func server(at root: String) -> OAuthServer {
        OAuthServer(
            authorize: path(of: settings.authorize).map { root + $0 },
            token: path(of: settings.token).map { root + $0 },
            device: path(of: settings.device).map { root + $0 },
            issuer: settings.issuer,
            separator: settings.separator,
            accountKey: settings.account,
            clientInHeader: settings.client == .header,
            deviceGrant: settings.deviceGrant)
    }

    private func path(of address: String?) -> String? {
        address.flatMap { URLComponents(string: $0)?.percentEncodedPath }
    }

    /// Returns the response of an endpoint for signing in, or `nil` for other requests.
    func reply(to request: MockRequest) -> MockReply? {
        let given = Dictionary(request.pairs) { _, last in last }
        switch request.path {
        case path(of: settings.token):
            guard request.verb == "POST" else { return nil }
            return MockReply(token(for: given["scope"]))
        case path(of: settings.authorize):
            guard request.verb == "GET" else { return nil }
            return page(with: given)
        case path(of: settings.device):
            return MockReply([
                "device_code": "mock-device-code", "user_code": "MOCK-CODE",
                "verification_uri": "https://example.com/device", "expires_in": 600,
                "interval": 1,
            ])
        default: return nil
        }
    }

    /// Returns a new token. Each has a number of its own.
    private func token(for scope: String?) -> JSON {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let response: JSON = [
            "access_token": .string(Self.token(number: number)), "token_type": "bearer", "expires_in": 86_400,
            "refresh_token": .string("mock-refresh-token-\(number)"), settings.account: 1,
        ]
        return response.setting(["scope"], to: scope.map { .string($0) })
    }

    /// Returns the redirect of the sign-in page.
    private func page(with given: [String: String]) -> MockReply {
        guard let redirect = given["redirect_uri"],
            URL(string: redirect) != nil,
            !redirect.contains(where: \.isNewline)
        else {
            return MockReply(
                ["error": "invalid_request", "error_description": "redirect_uri is missing"],
                status: 400)
        }
        var target = URLComponents()
        var items = [URLQueryItem(name: "state", value: given["state"])]
        if let issuer = settings.issuer {
            items.append(URLQueryItem(name: "iss", value: issuer))
        }
        let isImplicit = given["response_type"] == "token"
        if isImplicit {
            for (name, value) in token(for: given["scope"]).objectValue ?? [:] {
                items.append(
                    URLQueryItem(
                        name: name,
                        value: value.stringValue ?? value.description))
            }
        } else {
            items.append(URLQueryItem(name: "code", value: "mock-code"))
        }
        target.queryItems = items
        var mark = redirect.contains("?") ? "&" : "?"
        if isImplicit {
            mark = "#"
        }
        return MockReply(redirect: redirect + mark + (target.percentEncodedQuery ?? ""))
    }
}
