import Foundation
import Methodical
import MethodicalAccounts
import MethodicalCache
import MethodicalCrypto
import VKAPI

/// A connection to VK or to a test server in its place.
struct Connection {
    let accounts: AccountStore
    let authorization: OAuthServer
    let transport: any Transport
    var configuration: Client.Configuration

    /// The client for the active account.
    var vk: VK { VK(account: accounts.current, transport: transport, configuration: configuration) }

    static func live(_ transport: any Transport) throws -> Connection {
        let cache = kept("live")
        let accounts = try AccountStore.default(for: VK.self, cache: cache)
        return Connection(
            accounts: accounts, authorization: VK.authorization, transport: transport,
            configuration: .init(cache: cache))
    }

    /// Returns a connection to a test server, which accepts any user. Its accounts are not stored.
    static func test(
        at address: String, authorization: OAuthServer = OAuthServer(), _ transport: any Transport
    ) async throws -> Connection {
        let cache = kept("test")
        let accounts = try AccountStore(for: VK.self, tokens: MemoryTokenStore(), cache: cache)
        try await accounts.add(Account(id: 1, token: Token("of no worth")))
        return Connection(
            accounts: accounts, authorization: authorization, transport: transport,
            configuration: .init(baseURL: address, cache: cache))
    }

    /// Returns the cache of responses between runs. Each server has its own.
    private static func kept(_ name: String) -> LayeredStore {
        let caches =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
        return LayeredStore(
            front: MemoryStore(), back: DiskStore(folder: caches.appending(components: "vk-console", name)))
    }
}
