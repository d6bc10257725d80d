import Methodical
import MethodicalAccounts
import MethodicalCrypto
import MetrikaAPI

/// A connection to Metrica or to a test server in its place.
struct Connection {
    let accounts: AccountStore
    let authorization: OAuthServer
    let transport: any Transport
    var configuration = Client.Configuration()

    /// The client for the active account.
    var metrika: Metrika { Metrika(account: accounts.current, transport: transport, configuration: configuration) }

    static func live(_ transport: any Transport) throws -> Connection {
        Connection(
            accounts: try AccountStore.default(for: Metrika.self), authorization: Metrika.authorization,
            transport: transport)
    }

    /// Returns a connection to a test server, which accepts any user. Its accounts are not stored.
    static func test(
        at address: String, authorization: OAuthServer = OAuthServer(), _ transport: any Transport
    ) async throws -> Connection {
        let accounts = try AccountStore(for: Metrika.self, tokens: MemoryTokenStore())
        try await accounts.add(Account(id: 1, token: Token("of no worth")))
        return Connection(
            accounts: accounts, authorization: authorization, transport: transport,
            configuration: .init(baseURL: address))
    }
}
