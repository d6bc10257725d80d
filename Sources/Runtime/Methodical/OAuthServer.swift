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
