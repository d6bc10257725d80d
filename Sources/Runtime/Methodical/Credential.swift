import struct Foundation.Data

/// A secret of an account for one of the schemes that an API declares: `["appID": .key("abc")]`.
///
/// A credential never prints its contents.
public struct Credential: Hashable, Sendable {
    /// The text that a call sends.
    let text: String
    /// The name of the user, or `nil` for a key.
    private let user: String?

    /// Creates a credential from a key, as it is sent in a header field, a parameter, a cookie or a path.
    public static func key(_ key: String) -> Credential {
        Credential(text: key, user: nil)
    }

    /// Creates a credential from a name and a password, for `Authorization: Basic` (RFC 7617). The name must not
    /// contain a colon.
    public static func basic(user: String, password: String) -> Credential {
        Credential(text: user + ":" + password, user: user)
    }

    /// Returns the text for `Authorization` after the scheme, or for another place if `isHeader` is `false`. A name and
    /// a password can be sent only in `Authorization`.
    func spelled(isHeader: Bool) -> String? {
        if user == nil {
            return text
        }
        guard isHeader else { return nil }
        return Data(text.utf8).base64EncodedString()
    }

    /// The name under which an account for tests has a credential for all schemes.
    package static var anyScheme: String { "*" }

    private var password: String {
        guard let user else {
            return text
        }
        return String(text.dropFirst(user.count + 1))
    }

    /// All texts that no output may show. Some services take a key as the name, so the name is among them.
    package var secrets: [String] {
        guard let user else {
            return [text]
        }
        let encoded = Data(text.utf8).base64EncodedString()
        return [user, password, text, encoded].filter { !$0.isEmpty }
    }

    /// The text that a cached response must not contain: the longer one of name and password, because services that
    /// take a key as one of them take a fixed word as the other.
    var guarded: String {
        guard let user else {
            return text
        }
        return user.utf8.count > password.utf8.count ? user : password
    }
}

extension Credential: OpaquelyDescribed {
    public var description: String { "Credential(\(Redaction.mark))" }
}

/// The endpoints and conventions of a service that signs users in with OAuth 2.
///
/// Generated code creates it from `api.json`. The product `MethodicalAccounts` uses it.
public struct OAuthServer: Hashable, Sendable {
    /// The address of the page that asks users for their permission.
    public var authorize: String?
    /// The address of the endpoint that issues tokens.
    public var token: String?
    /// The address of the endpoint that issues codes to devices without a browser (RFC 8628).
    public var device: String?
    /// The issuer that a response must name, if the service names one (RFC 9207).
    public var issuer: String?
    /// The text between two permissions in a request.
    public var separator: String
    /// The key of the user's id in the response that contains a token.
    public var accountKey: String
    /// A Boolean value that indicates whether the client's id and secret are sent in the header field `Authorization`
    /// (RFC 6749, section 2.3.1) instead of the form.
    public var clientInHeader: Bool
    /// The service's name for the grant type of devices.
    public var deviceGrant: String
    /// The types of token that the service issues, in any case of letters. A token of another type is refused, because
    /// a client must not use a token of a type that it does not know (RFC 6749, section 7.1). All types listed here are
    /// sent as Bearer tokens are.
    public var tokenTypes: Set<String>

    /// Creates a description of a service. Without arguments it supports no sign-in.
    public init(
        authorize: String? = nil,
        token: String? = nil,
        device: String? = nil,
        issuer: String? = nil,
        separator: String = " ",
        accountKey: String = "user_id",
        clientInHeader: Bool = false,
        deviceGrant: String = "urn:ietf:params:oauth:grant-type:device_code",
        tokenTypes: Set<String> = ["Bearer"]
    ) {
        self.authorize = authorize
        self.token = token
        self.device = device
        self.issuer = issuer
        self.separator = separator
        self.accountKey = accountKey
        self.clientInHeader = clientInHeader
        self.deviceGrant = deviceGrant
        self.tokenTypes = tokenTypes
    }
}
