#if CommandLine && Crypto
    import APICalling
    import APISurface
    import Foundation
    import Methodical
    import MethodicalAccounts
    import MethodicalCrypto

    /// The accounts that `sign-in` has stored for an API and a server: encrypted, in a folder that only its owner can
    /// read.
    struct StoredAccounts {
        private let store: AccountStore
        private let tokens: EncryptedTokenStore
        private let addresses: [String]

        /// Opens the accounts of an API. Creates the folder and the key if they do not exist.
        ///
        /// - Parameter baseURL: The base URL of another server with the same API, or `nil` for the schema's own.
        init(of schema: CallableAPI, baseURL: String?) throws(APIError) {
            addresses = schema.addresses(baseURL: baseURL)
            tokens = try EncryptedTokenStore(Self.folder(of: schema, baseURL: baseURL), key: .ofUser())
            let refresher = StoredClientRefresher(server: schema.signIn, tokens: tokens)
            store = try AccountStore(api: schema.api.name, tokens: tokens, refresher: refresher)
        }

        /// Opens the accounts of an API, or returns `nil` if nobody has ever signed in. Creates nothing.
        static func existing(of schema: CallableAPI, baseURL: String?) throws(APIError) -> StoredAccounts? {
            guard FileManager.default.fileExists(atPath: folder(of: schema, baseURL: baseURL)) else { return nil }
            return try StoredAccounts(of: schema, baseURL: baseURL)
        }

        /// Indicates whether an account has signed in. Reads no token.
        static func exist(of schema: CallableAPI, baseURL: String?) -> Bool {
            do {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder(of: schema, baseURL: baseURL))
                return names.contains { $0.hasSuffix(EncryptedTokenStore.suffix) }
            } catch {
                return false
            }
        }

        /// Returns the account for a call, or `nil` if nobody has signed in and no account is named. All errors are
        /// problems of the call.
        ///
        /// - Parameter name: The id of the account, or `nil` for the active one.
        static func account(
            named name: String?,
            for schema: CallableAPI,
            baseURL: String?
        ) throws(CallProblem) -> Account? {
            do {
                let accounts = try existing(of: schema, baseURL: baseURL)
                if accounts == nil, name != nil {
                    throw CallProblem(nobody)
                }
                return try accounts?.account(named: name)
            } catch let problem as CallProblem {
                throw problem
            } catch {
                throw CallProblem("\(error)")
            }
        }

        // MARK: Accounts

        /// All accounts, in the order of their ids.
        var all: [Account] { store.all }

        /// The account that calls use, or `nil` if there is none, or several of which none is active.
        var current: Account? {
            if store.current.id != .anonymous {
                return store.current
            }
            return store.all.count == 1 ? store.all[0] : nil
        }

        /// Returns the account with an id, or the active one. Throws a problem if its tokens are for other servers.
        private func account(named name: String?) throws -> Account? {
            guard let account = try chosen(name) else { return nil }
            let client = try tokens.client(of: account.id)
            // A schema with the name of another API must not get the tokens of that API.
            guard client?.addresses == addresses else {
                throw CallProblem(
                    "\(account.id.rawValue.shown) has signed in for other addresses than those in api.json; run "
                        + Console.hint("sign-in") + " again")
            }
            return account
        }

        /// Returns the account with an id, or the active one if `name` is `nil`. Returns `nil` if nobody has signed in.
        func chosen(_ name: String?) throws(CallProblem) -> Account? {
            let names = all.map(\.id.rawValue.shown).joined(separator: ", ")
            guard let name else {
                if current == nil, !names.isEmpty {
                    throw CallProblem("several accounts have signed in; name one of them: \(names)")
                }
                return current
            }
            guard let account = store[Account.ID(name)] else {
                throw CallProblem(
                    names.isEmpty ? Self.nobody : "\(name) has not signed in; the accounts are \(names)")
            }
            return account
        }

        /// The message if there is no account.
        static var nobody: String {
            "nobody has signed in; " + Console.hint("sign-in") + " signs in"
        }

        // MARK: Changes

        /// Stores an account, and makes it the active one.
        func add(_ account: Account, signedInBy oauth: OAuth) async throws {
            let lock = try await lock(account.id)
            defer { lock.release() }
            let client = SignInClient(id: oauth.clientID, secret: oauth.clientSecret, addresses: addresses)
            // An account exists as soon as its token is stored, so that comes last.
            try tokens.store(client, of: account.id)
            try await store.add(account)
            try await store.activate(account.id)
        }

        /// Removes an account with its tokens.
        func remove(_ account: Account) async throws {
            try await store.remove(account.id)
        }

        /// Waits for the right to change an account. A refresh of its token in another process holds the right, too.
        private func lock(_ id: Account.ID) async throws -> RefreshLock {
            let clock = ContinuousClock()
            let deadline = clock.now + .seconds(90)
            while clock.now < deadline {
                if let lock = try tokens.refreshLock(for: id) {
                    return lock
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            throw APIError(.timedOut, "another process is storing or refreshing the same token")
        }

        // MARK: Folders

        /// Returns the folder of an API's accounts.
        private static func folder(of schema: CallableAPI, baseURL: String?) -> String {
            let address = baseURL ?? schema.api.wire.baseURL
            let start = address.range(of: "://")?.upperBound ?? address.startIndex
            let host = address[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            // Apps keep their accounts in a folder with the name of the API. None has a hyphen in its name.
            let parts = [UserFolder.data, "sign-ins", fileName(schema.api.name), fileName(String(host))]
            return parts.joined(separator: "/")
        }

        /// Returns a text as the name of a file. It comes from a schema, which a stranger may have written.
        private static func fileName(_ text: String) -> String {
            let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-")
            let name = String(text.prefix(100).map { plain.contains($0) ? $0 : "_" })
            let isUsable = !name.isEmpty && !name.hasPrefix(".")
            return isUsable ? name : "_" + name
        }
    }

    /// The application that has signed an account in, as the service knows it. A refresh needs it again.
    private struct SignInClient: Codable {
        let id: String
        let secret: String?
        /// The addresses to which the account's tokens may be sent.
        let addresses: [String]
    }

    extension EncryptedTokenStore {
        fileprivate func client(of account: Account.ID) throws -> SignInClient? {
            try note(about: account).map { try JSONDecoder().decode(SignInClient.self, from: $0) }
        }

        fileprivate func store(_ client: SignInClient, of account: Account.ID) throws {
            try store(note: JSONEncoder().encode(client), about: account)
        }
    }

    /// A refresh of tokens as the application that has signed the account in.
    private struct StoredClientRefresher: TokenRefresher {
        let server: OAuthServer
        let tokens: EncryptedTokenStore

        func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
            guard let client = try tokens.client(of: account) else {
                throw APIError(.notAuthorized, "the application that has signed in is unknown")
            }
            let oauth = OAuth(server, clientID: client.id, clientSecret: client.secret)
            return try await oauth.refresh(token, of: account)
        }
    }
#endif
