/// The root of a generated API: `VK()`, `vk.users.get(...)`.
public protocol APIClient: Sendable {
    /// The client that sends the calls.
    var client: Client { get }
    /// Creates an API that sends its calls with the given client. Several APIs may share a client.
    init(client: Client)
    /// The description of the API, generated from `api.json`.
    static var api: APIDescription { get }
}

extension APIClient {
    /// Creates a client with a session of its own, or with the given transport.
    ///
    /// - Parameters:
    ///   - account: The account that calls. Without one, only calls that need no token succeed.
    ///   - baseURL: The address of a server with the same API, with its scheme and the path before the methods' paths:
    ///     `https://pets.example/v2/`. A slash is added where one is missing. It replaces all servers of the API, and
    ///     `configuration.baseURL` too. If `nil`, the configuration's address applies, or else `api.json`.
    ///   - transport: The transport that sends requests. If `nil`, the client makes a `URLSessionTransport`.
    ///   - configuration: The settings that differ from `api.json`.
    public init(
        account: Account = .anonymous,
        baseURL: String? = nil,
        transport: (any Transport)? = nil,
        configuration: Client.Configuration = Client.Configuration()
    ) {
        var configuration = configuration
        configuration.baseURL = baseURL ?? configuration.baseURL
        self.init(client: Client(Self.api, account: account, transport: transport, configuration: configuration))
    }

    /// Creates a client that sends a token or an API key with its calls: `TMDB(token: "KEY")`.
    ///
    /// - Parameters:
    ///   - token: The token, which is sent in the way that `api.json` defines under `authorization`.
    ///   - baseURL: The address of a server with the same API, which replaces all servers of `api.json`.
    ///   - transport: The transport that sends requests. If `nil`, the client makes a `URLSessionTransport`.
    ///   - configuration: The settings that differ from `api.json`.
    public init(
        token: String,
        baseURL: String? = nil,
        transport: (any Transport)? = nil,
        configuration: Client.Configuration = Client.Configuration()
    ) {
        self.init(
            account: Account(token: token),
            baseURL: baseURL,
            transport: transport,
            configuration: configuration)
    }

    /// The server that signs users in, as `api.json` defines it under `signIn`:
    /// `OAuth(VK.authorization, clientID: "1", permissions: ["friends"])`.
    public static var authorization: OAuthServer { api.signIn }
    /// The server that signs users in, as `api.json` defines it under `signIn`.
    public var authorization: OAuthServer { client.api.signIn }

    /// The events of this client's calls from now on.
    ///
    /// Each sequence is an independent listener and ends with the client. Calls never wait for a listener: a sequence
    /// buffers 1,000 events and drops the oldest ones if its reader is slower.
    public var events: AsyncStream<ClientEvent> { client.events }
}
