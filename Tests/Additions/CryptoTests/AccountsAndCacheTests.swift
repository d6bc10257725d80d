#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAccounts
    import MethodicalCache
    import MethodicalCrypto
    import Testing

    /// Tests of the code in the articles on accounts and caching.
    @Suite struct AccountsAndCacheTests {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("documented-\(UUID().uuidString)")

        @Test func theCacheAsDocumented() async throws {
            let server = try LoopbackServer("[\"Ada\"]")
            let cache = LayeredStore(front: MemoryStore(), back: DiskStore(folder: folder))
            let vk = VK(account: .anonymous, configuration: .init(baseURL: server.baseURL, cache: cache))

            let users = try await vk.users.get().cached(for: .oneDay).send()
            let newest = try await vk.users.get().caching(.networkFirst).send()
            let kept = try await vk.users.get().offline().response()
            #expect(users == newest && kept.source == .memory)

            var seen: [[String]] = []
            for try await users in vk.users.get().cacheThenNetwork() {
                seen.append(users)
            }
            #expect(seen == [["Ada"]])

            let (music, address) = (Data("music".utf8), "https://cs.example/1.mp3")
            try vk.cache.store(music, for: address, lifetime: .oneMonth)
            #expect(try vk.cache.data(for: address) == music)

            try vk.cache.remove(vk.users.get())
            try vk.cache.remove(method: "users.get")
            try vk.cache.removeAll()
            #expect(try vk.cache.size() == 0)

            vk.isOffline = true
            await #expect { try await vk.users.get().send() } throws: { ($0 as? APIError)?.code == .offline }
        }

        #if !canImport(Security)
            /// The default account store lies in a folder for user data, which only its owner clears, and not in a
            /// cache folder.
            @Test func theDefaultAccountsLieWhereNothingIsPurged() async throws {
                setenv("XDG_DATA_HOME", folder.path + "/data", 1)
                setenv("XDG_CONFIG_HOME", folder.path + "/config", 1)
                try await AccountStore.default(for: VK.self).add(Account(id: 7, token: Token("secret")))
                #expect(try AccountStore.default(for: VK.self).current.token == Token("secret"))
                #expect(
                    try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/data").contains {
                        $0.hasPrefix("methodical/VK/")
                    })
                let key = try FileManager.default.attributesOfItem(atPath: folder.path + "/config/methodical/key")
                #expect(key[.posixPermissions] as? Int == 0o600)
            }
        #endif
    }

    /// An API in the form that the generator prints.
    private struct VK: APIClient {
        let client: Client
        static let api = APIDescription(name: "VK", baseURL: "https://api.vk.com/method/")
        var users: Users { Users(client: client) }

        struct Users {
            let client: Client
            func get() -> Request<[String]> { Request(Call(client, .init("users.get", reads: true, cache: 3600))) }
        }
    }
#endif
