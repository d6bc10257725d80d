/// The root of a generated API: `VK()`, `vk.users.get(...)`.
public protocol APIClient: Sendable {
    var client: Client { get }
    init(client: Client)
    static var api: APIDescription { get }
    static var _runtime: RuntimeVersion { get }
}

extension APIClient {
    /// A client with a session of its own, or the given transport.
    ///
    /// - Parameters:
    ///   - account: who calls; without one, only calls that need no token succeed.
    ///   - transport: how requests reach the server; a `URLSessionTransport` of its own if nil.
    public init(account: Account = .anonymous, transport: (any Transport)? = nil, configuration: Client.Configuration = Client.Configuration()) {
        self.init(client: Client(Self.api, account: account, transport: transport, configuration: configuration))
    }
}
