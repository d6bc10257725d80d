import struct Foundation.Date

/// The fields by which a service issues a token: in a response's body (RFC 6749, section 5.1) or in the address of a
/// redirect (section 4.2.2).
///
/// An empty field, or one of white space, counts as absent.
package struct IssuedToken: Sendable {
    package var secret: String?
    package var type: String?
    package var seconds: String?
    package var scope: String?
    package var refresh: String?

    package init(
        secret: String?,
        type: String?,
        seconds: String?,
        scope: String?,
        refresh: String?
    ) {
        self.secret = secret
        self.type = type
        self.seconds = seconds
        self.scope = scope
        self.refresh = refresh
    }

    package init(_ redirect: RedirectParameters) {
        self.init(
            secret: redirect["access_token"],
            type: redirect["token_type"],
            seconds: redirect["expires_in"],
            scope: redirect["scope"],
            refresh: redirect["refresh_token"])
    }

    /// Returns the token.
    ///
    /// - Parameters:
    ///   - server: The service, which may issue tokens of other types than Bearer.
    ///   - date: The time of the response.
    /// - Throws: An error with the code `.undecodable` if there is no secret, or if the token is of a type that the
    ///   client must not use because it does not know how (RFC 6749, section 7.1).
    package func token(from server: OAuthServer, at date: Date) throws(APIError) -> Token {
        guard let secret,
            !secret.isBlank
        else {
            throw APIError(.undecodable, "the response has no access_token")
        }
        try checkType(for: server)
        var permissions: Set<String>?
        if let scope, !scope.isBlank {
            permissions = Set(scope.split { $0.isWhitespace || $0 == "," }.map(String.init))
        }
        var usableRefresh: String?
        if let refresh, !refresh.isBlank {
            usableRefresh = refresh
        }
        return Token(
            secret,
            kinds: .user,
            permissions: permissions,
            created: date,
            lifetime: lifetime,
            refresh: usableRefresh)
    }

    /// Many services send no type, although RFC 6749 requires one. Their tokens count as Bearer tokens.
    private func checkType(for server: OAuthServer) throws(APIError) {
        guard let type,
            !type.isBlank,
            !server.accepts(tokenType: type)
        else { return }
        // A service that confuses its fields may send the token here. Only short words are shown.
        let isShort = type.utf8.count <= 24
        let isWord = type.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == .minus || $0 == UInt8(ascii: "_")
        }
        var name = ""
        if isShort, isWord {
            name = " \(type)"
        }
        throw APIError(
            .undecodable,
            "the service issued a token of the type\(name), and not Bearer; if it is sent like a Bearer token, add the "
                + "type to `tokenTypes` of the `OAuthServer`")
    }

    /// The lifetime, or `nil` if it is unknown or has no end.
    ///
    /// VK sends 0 for tokens that never expire. Text that is not a number, a negative number and more than 300 years
    /// mean nothing that a client could act on. The server's refusal then shows that the token has expired.
    private var lifetime: Duration? {
        guard let digits = seconds?.filter({ !$0.isWhitespace }) else { return nil }
        guard let number = Double(digits),
            number > 0,
            number < 1e10
        else { return nil }
        return .seconds(number)
    }
}

extension OAuthServer {
    /// Returns a Boolean value that indicates whether tokens of a type are sent as this package sends them. The case
    /// of letters does not matter (RFC 6749, section 5.1).
    fileprivate func accepts(tokenType: String) -> Bool {
        tokenTypes.contains { $0.lowercased() == tokenType.lowercased() }
    }
}

extension String {
    /// Indicates whether the text is empty or consists of white space.
    package var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
