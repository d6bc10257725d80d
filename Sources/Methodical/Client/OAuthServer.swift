/// Where and how a service signs users in by OAuth 2: generated from `api.json`, used by the product `MethodicalAccounts`.
public struct OAuthServer: Hashable, Sendable {
    /// The page that asks the user.
    public var authorize: String?
    /// The endpoint that hands out tokens.
    public var token: String?
    /// The endpoint that hands out codes for devices without a browser (RFC 8628).
    public var device: String?
    /// Who must have answered, where the service says who does (RFC 9207).
    public var issuer: String?
    /// Between the permissions asked for.
    public var separator: String
    /// The key of the user's id in the answer that brings a token.
    public var accountKey: String
    /// The client's id and secret travel in the header field `Authorization` (RFC 6749, section 2.3.1), not in the form.
    public var clientInHeader: Bool
    /// What the grant of devices is called.
    public var deviceGrant: String

    public init(
        authorize: String? = nil, token: String? = nil, device: String? = nil, issuer: String? = nil, separator: String = " ",
        accountKey: String = "user_id", clientInHeader: Bool = false, deviceGrant: String = "urn:ietf:params:oauth:grant-type:device_code"
    ) {
        self.authorize = authorize
        self.token = token
        self.device = device
        self.issuer = issuer
        self.separator = separator
        self.accountKey = accountKey
        self.clientInHeader = clientInHeader
        self.deviceGrant = deviceGrant
    }
}
