import Methodical

extension OAuth {
    /// Creates a client for an API that can tell which user is signed in.
    ///
    /// Each way to sign a user in then fetches the user with the new token, so that the account has the user's id and
    /// name. The id comes from the response with the token, from the user, or from `as:`, in this order. If the user
    /// cannot be fetched, an account whose id is known has no name, and `report` receives
    /// ``AccountEvent/userFetchFailed(_:_:)``. Without an id the sign-in fails with the error, and the user must sign
    /// in again. To keep the token in this case, pass an id of your own as `as:`.
    ///
    /// - Parameters:
    ///   - api: The API. Its `api.json` describes the service under `signIn`.
    ///   - clientID: The id of the application, as registered with the service.
    ///   - clientSecret: The application's secret.
    ///   - permissions: The permissions that the user is asked for.
    ///   - transport: The transport of all requests, including the one for the user. If `nil`, it is a
    ///     `URLSessionTransport` with the configuration's `session`.
    ///   - configuration: The settings of the client that fetches the user, such as the base URL of a sandbox. Nothing
    ///     is cached.
    public init<API: APIEngine.UserIdentifying>(
        for api: API.Type,
        clientID: String,
        clientSecret: String? = nil,
        permissions: [String] = [],
        transport: (any Transport)? = nil,
        configuration: Client.Configuration = Client.Configuration()
    ) {
        self.init(
            API.authorization,
            clientID: clientID,
            clientSecret: clientSecret,
            permissions: permissions,
            transport: transport ?? URLSessionTransport(configuration.session))
        var configuration = configuration
        configuration.cache = nil
        fetchUser = { [configuration] account, transport throws(APIError) in
            try await API(account: account, transport: transport, configuration: configuration).signedInUser()
        }
    }

    /// Returns the account of a token, after fetching its user if the API is known. `id` counts if neither the
    /// response nor the user has an id.
    func account(for response: TokenResponse, id: Account.ID?) async throws(APIError) -> Account {
        var token = response.token
        var user: SignedInUser?
        do throws(APIError) {
            user = try await fetchUser?(Account(token: token).with(credentials), transport)
        } catch {
            // The code or password may work only once, so the token is not thrown away if its account is known.
            guard error.code != .cancelled, let known = response.account ?? id else {
                throw error
            }
            report(.userFetchFailed(known, error.code))
        }
        guard let id = response.account ?? user?.id ?? id else {
            throw APIError(.invalidRequest, "the response does not identify the account: pass an id as `as:`")
        }
        token.userName = user?.name
        return Account(id: id, token: token, credentials: credentials, refresher: self)
    }
}
