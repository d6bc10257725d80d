import Foundation
import Methodical
import MethodicalAccounts
import MethodicalAsyncHTTPClient

/// A server, a proxy before it, and the clients that use them.
struct World {
    let server: Server
    let proxy: Proxy
    let calls: Calls
    let transport: any Transport

    init(seed: Int, share: Int, transport kind: TransportKind) async throws {
        server = try Server()
        let plan = FaultPlan(seed: seed, share: share, transport: kind)
        proxy = try Proxy(to: server.port, plan: plan)
        let address = "http://127.0.0.1:\(proxy.port)"
        let options = SessionOptions { options in
            options.connectionsPerHost = 12
            // Longer than the proxy's delay and the server's long poll together.
            options.idleTimeout = .seconds(3)
        }
        let transport = kind.make(options)
        self.transport = transport
        let configuration = Client.Configuration(
            baseURL: address, timeout: CallPlan.timeoutOfClient, session: options)
        let accounts = try await Self.signIn(address: address, transport: transport)
        calls = Calls(
            api: ChaosAPI(transport: transport, configuration: configuration),
            accounts: accounts.map { account in
                ChaosAPI(account: account, transport: transport, configuration: configuration)
            },
            files: try Files())
    }

    /// Returns accounts that refresh their tokens at the server's endpoint.
    private static func signIn(address: String, transport: any Transport) async throws -> [Account] {
        let oauth = OAuth(
            OAuthServer(token: address + "/token"), clientID: "chaos", transport: HastyTransport(inner: transport))
        let store = try AccountStore(for: ChaosAPI.self, tokens: MemoryTokenStore(), refresher: oauth)
        var accounts: [Account] = []
        for number in 0..<Calls.countOfAccounts {
            let token = Token(
                TokenDesk.accessToken(of: number, generation: 0), kinds: .user,
                refresh: TokenDesk.refreshToken(of: number, generation: 0))
            accounts.append(try await store.add(Account(id: Account.ID("\(number)"), token: token)))
        }
        return accounts
    }

    /// Ends the server and the proxy. The clients end with their last reference.
    func stop() {
        proxy.stop()
        server.stop()
    }
}

/// The transport under test.
enum TransportKind: String, Sendable {
    case urlSession = "URLSessionTransport"
    case asyncHTTPClient = "AsyncHTTPClientTransport"

    /// Indicates whether no client can keep its promises after a fault over this transport.
    ///
    /// FoundationNetworking in Swift 6.3.1 ends the process if a FIN cuts the head of a response ("Transfer completed,
    /// but there's no response"). It also takes bytes that follow a response for the response to the next request on the
    /// connection.
    func cannotStand(_ fault: Fault) -> Bool {
        #if canImport(FoundationNetworking)
            let endsProcess = fault == .responseBroken(at: .halfOfHead, by: .close)
            return self == .urlSession && (endsProcess || fault.sendsExtraBytes)
        #else
            return false
        #endif
    }

    func make(_ options: SessionOptions) -> any Transport {
        switch self {
        case .urlSession: return URLSessionTransport(options)
        case .asyncHTTPClient:
            #if AsyncHTTPClient
                return AsyncHTTPClientTransport(options)
            #else
                fatalError("the trait AsyncHTTPClient is off")
            #endif
        }
    }
}

/// A transport that gives requests for tokens less time than the minute that `OAuth` gives them. A run is too short for
/// refreshes that wait a minute for a response that does not come.
private struct HastyTransport: Transport {
    let inner: any Transport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.timeout = .seconds(5)
        return try await inner.send(request)
    }
}
