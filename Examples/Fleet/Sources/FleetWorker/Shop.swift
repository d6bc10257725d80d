import Foundation
import Methodical
import MethodicalAccounts
import MethodicalCrypto
import MethodicalFleet
import ValkeyEngine

/// An invented API. A schema would generate this type.
struct Shop: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Shop", baseURL: "http://127.0.0.1/", authorization: .header("Bearer"), verb: .get, parameters: .query)

    /// Returns the number that a method of the service responds with.
    func number(_ method: String, _ arguments: [String: Int] = [:], verb: HTTPRequest.Verb = .get) async throws -> Int {
        let path = String(method.prefix { $0 != "." })
        let request = call(method, arguments, as: JSON.self, verb: verb, path: path, reads: verb == .get)
        guard let number = try await request.send()["number"]?.intValue else { throw APIError(.undecodable) }
        return number
    }
}

/// A process of a fleet: its connection to the engine, and what it shares.
struct Node {
    let fleet: Fleet
    let accounts: FleetAccounts
    let cache: FleetCache
    let server: String

    /// - Parameters:
    ///   - valkey: The port of Valkey or Redis on this machine.
    ///   - server: The address of the service.
    ///   - lease: The time after which another process takes over a refresh.
    init(valkey: Int, server: String, lease: Duration = .seconds(10)) throws {
        // A real key comes from a vault: `EncryptionKey.environment()`.
        let key = try EncryptionKey([UInt8](repeating: 7, count: 32))
        // The tests end the engine, but never make it slow. On a busy machine a slow reply is no loss.
        fleet = Fleet(
            ValkeyEngine(port: valkey, limit: .seconds(30)), name: "shop", key: key, limit: .seconds(30))
        let service = OAuth(OAuthServer(token: server + "token"), clientID: "\(getpid())")
        accounts = try FleetAccounts(
            fleet, for: Shop.self, refresher: service, lease: lease, patience: .seconds(60))
        cache = FleetCache(fleet)
        self.server = server
    }

    /// Returns a client of the service. Its token has expired, so that the first call refreshes it.
    func shop(_ account: Int, _ change: (inout Client.Configuration) -> Void = { _ in }) async -> Shop {
        let token = Token(
            "A.\(account).0", kinds: .user, created: Date(timeIntervalSinceNow: -3600), lifetime: .seconds(60),
            refresh: "R.\(account).0")
        var configuration = Client.Configuration(baseURL: server, cache: nil)
        change(&configuration)
        return Shop(account: await accounts.account(Account.ID(account), token: token), configuration: configuration)
    }
}
