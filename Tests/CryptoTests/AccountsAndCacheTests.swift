#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAccounts
    import MethodicalCache
    import MethodicalCrypto
    import Testing

    /// What `Documentation/AccountsAndCache.md` says.
    @Suite struct AccountsAndCacheTests {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("documented-\(UUID().uuidString)")

        // MARK: Its snippets

        /// Compiled, not run: it opens a browser.
        private func signIn(server: OAuthServer, cache: any CacheStore) async throws -> [String] {
            let oauth = OAuth(server, clientID: "51", permissions: ["friends", "offline"])
            let accounts = try AccountStore.default(for: VK.self, cache: cache, renewal: oauth)

            let account = try await accounts.add(oauth.authorize(presenting: LoopbackPresenter()))
            let vk = VK(account: account, configuration: .init(cache: cache))

            try await accounts.activate(account.id)
            for account in accounts.all { print(account.id, account.token?.isExpired() ?? true) }
            try await accounts.remove(account.id)
            return try await vk.users.get().send()
        }

        /// Compiled, not run: there is nobody to ask.
        private func signIn(
            _ name: String, _ password: String, _ secret: String, askPerson: @escaping @Sendable (URL) async throws -> String,
            askCode: @escaping @Sendable (String) async throws -> String, open: @escaping @Sendable (URL) async throws -> URL
        ) async throws -> Account {
            var oauth = OAuth(VK.authorization, clientID: "51", clientSecret: secret, permissions: ["friends"])
            oauth.passwordParameters = ["2fa_supported": "1"]
            oauth.onChallenge = { challenge in
                switch challenge {
                case .captcha(let captcha): .answer(try await askPerson(captcha.image))
                case .twoFactor(let text): .answer(try await askCode(text))
                case .validation(let page): .redirect(try await open(page))
                case .confirmation: .giveUp
                }
            }
            let account = try await oauth.signIn(username: name, password: password)
            return account
        }

        @Test func theCacheAsDocumented() async throws {
            let server = try LoopbackServer("[\"Ada\"]")
            let cache = LayeredStore(front: MemoryStore(), back: DiskStore(folder: folder))
            let vk = VK(account: .anonymous, configuration: .init(baseURL: server.baseURL, cache: cache))

            let users = try await vk.users.get().cached(for: .oneDay).send()
            let newest = try await vk.users.get().caching(.networkFirst).send()
            let kept = try await vk.users.get().offline().response()
            #expect(users == newest && kept.source == .memory)

            var seen: [[String]] = []
            for try await users in vk.users.get().fresh() {
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
            /// Where data belongs that nobody but its owner removes: not in a folder for caches.
            @Test func theDefaultAccountsLieWhereNothingIsPurged() async throws {
                setenv("XDG_DATA_HOME", folder.path + "/data", 1)
                setenv("XDG_CONFIG_HOME", folder.path + "/config", 1)
                try await AccountStore.default(for: VK.self).add(Account(id: 7, token: Token("secret")))
                #expect(try AccountStore.default(for: VK.self).current.token == Token("secret"))
                #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/data").contains { $0.hasPrefix("methodical/VK/") })
                let key = try FileManager.default.attributesOfItem(atPath: folder.path + "/config/methodical/key")
                #expect(key[.posixPermissions] as? Int == 0o600)
            }
        #endif

        // MARK: Its promises

        private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        private static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

        @Test func itsSnippetsAreLinesOfThisFile() throws {
            let own = Set(
                try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
            let blocks = try Self.text("Documentation/AccountsAndCache.md").components(separatedBy: "```swift\n").dropFirst()
            #expect(blocks.count > 2)
            for line in blocks.flatMap({ $0.components(separatedBy: "```")[0].split(separator: "\n") }) {
                #expect(own.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
            }
        }

        @Test(arguments: ["AccountsAndCache", "Calls", "Faults", "Transfers"]) func theTestsThatItNamesExist(page: String) throws {
            var tests: Set<String> = []
            for path in try FileManager.default.subpathsOfDirectory(atPath: Self.root.path + "/Tests") where path.hasSuffix("Tests.swift") {
                let file = (path as NSString).lastPathComponent.dropLast(6)
                for match in try Self.text("Tests/" + path).matches(of: /func (\w+)/) { tests.insert("\(file).\(match.output.1)") }
            }
            let named = try Self.text("Documentation/\(page).md").matches(of: /`(\w+Tests\.\w+)`/).map { String($0.output.1) }
            #expect(named.count > 15)
            for name in named { #expect(tests.contains(name), "\(name)") }
        }
    }

    /// An API in the shape that the generator prints.
    private struct VK: APIClient {
        let client: Client
        static let api = APIDescription(name: "VK", baseURL: "https://api.vk.com/method/")
        static var _runtime: RuntimeVersion { .v1 }
        var users: Users { Users(client: client) }

        struct Users {
            let client: Client
            func get() -> Request<[String]> { Request(Call(client, Method("users.get", reads: true))) }
        }
    }
#endif
