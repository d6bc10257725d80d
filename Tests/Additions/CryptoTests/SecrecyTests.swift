#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAccounts
    import MethodicalCache
    import MethodicalCrypto
    import MethodicalVK
    import Testing

    /// Tests of a program that signs in, calls, refreshes and fails in every possible way. No value that it could print
    /// and no file that it leaves on the disk contains a secret.
    @Suite struct SecrecyTests {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("secrecy-\(UUID().uuidString)")
        let server: LoopbackServer
        let key: EncryptionKey
        let observer = Observer()
        let shown = Locked([any Sendable]())

        init() throws {
            server = try LoopbackServer { request in Secret.answer(to: request) }
            key = try EncryptionKey(Secret.key)
        }

        @Test func nothingShowsOrKeepsASecret() async throws {
            let tokens = try EncryptedTokenStore(folder.path + "/tokens", key: key)
            let cache = LayeredStore(
                front: MemoryStore(), back: DiskStore(folder: folder.appendingPathComponent("cache")))
            let oauth = oauth(at: server.baseURL)
            let accounts = try AccountStore(for: People.self, tokens: tokens, cache: cache, refresher: oauth)
            try await accounts.add(oauth.authorize(presenting: Redirecting { "?code=\(Secret.code)&state=\($0)" }))
            let people = People(
                account: accounts.current,
                configuration: Client.Configuration(baseURL: server.baseURL, observers: [observer], cache: cache))

            // The first token is rejected and refreshed, and the response is cached.
            let response = try await people.get().response()
            #expect(response.value == ["Ada"])
            #expect(accounts.current.token?.secret == Secret.secondToken)
            show(response, people.get(), people.signIn(Secret.argument))
            await show { try await people.signIn(Secret.argument).send() }
            await show { try await people.get().cached(for: .never).timeout(.seconds(5)).reading(.strict).send() }
            try await signInBadly(oauth)
            try await refreshBadly()
            await signBadly()
            show {
                _ = try EncryptedTokenStore(
                    folder.path + "/tokens", key: EncryptionKey([UInt8](repeating: 1, count: 32))
                ).ids()
            }
            show { _ = try EncryptionKey(Array(Secret.key.dropLast())) }

            show(
                oauth, accounts, accounts.all, accounts.current, accounts.current.token, tokens, key, people,
                people.client, cache, people.cache)
            let memory = MemoryTokenStore()
            memory.store(try #require(accounts.current.token), for: 7)
            show(memory, observer.events.withLock { $0 })
            #expect(observer.events.withLock { $0 }.contains { "\($0)".contains("refreshed") })
            check(shown.withLock { $0 })
            try checkFiles(for: "Ada")
        }

        private func oauth(at base: String) -> OAuth {
            let description = OAuthServer(authorize: base + "/page", token: base + "/token", device: base + "/device")
            var oauth = OAuth(description, clientID: "app", clientSecret: Secret.client)
            oauth.sleep = { _ in }
            oauth.report = { [observer] event in observer.events.withLock { $0.append(event) } }
            return oauth
        }

        /// Signs in without success in every way. The service repeats the whole request in its refusals.
        private func signInBadly(_ oauth: OAuth) async throws {
            await show { try await oauth.signIn(username: "ada", password: Secret.password) }
            await show { try await oauth.signInAsApplication() }
            await show { try await oauth.signIn { _ in } }
            await show {
                try await oauth.authorize(presenting: Redirecting { "?code=\(Secret.refusedCode)&state=\($0)" })
            }
            await show {
                try await oauth.authorize(presenting: Redirecting { _ in "?code=\(Secret.code)&state=another" })
            }
            await show {
                try await oauth.authorizeImplicitly(
                    presenting: Redirecting { "#access_token=\(Secret.firstToken)&state=\($0)" })
            }
            var header = oauth
            header.server.clientInHeader = true
            await show { try await header.signInAsApplication() }
            let nobody = self.oauth(at: "http://127.0.0.1:1")
            await show { try await nobody.signIn(username: "ada", password: Secret.password) }
        }

        private func refreshBadly() async throws {
            for base in [server.baseURL, "http://127.0.0.1:1"] {
                let spent = Account(
                    id: 8, token: Token(Secret.firstToken, refresh: Secret.secondRefresh), refresher: oauth(at: base))
                let configuration = Client.Configuration(baseURL: server.baseURL, observers: [observer])
                await show { try await People(account: spent, configuration: configuration).get().send() }
                await show { try await spent.refreshToken() }
            }
        }

        /// Sends signed calls that fail. The service repeats the signature in its refusals.
        private func signBadly() async {
            let secret = SigningSecret(Secret.signing)
            let aws = AWSSignature4(
                accessKeyID: "ID", secret: secret, sessionToken: Secret.session, region: "eu", service: "s3")
            for signer in [aws, VKSignature(secret: Secret.signing), HMACSignature(secret: secret)]
                as [any RequestSigner]
            {
                let people = People(
                    configuration: Client.Configuration(baseURL: server.baseURL, observers: [observer], signer: signer))
                show(signer, people.client.configuration)
                await show { try await people.get().send() }
            }
            show(secret)
            show {
                _ = try VKLaunchParameters("vk_user_id=1&vk_app_id=2&sign=\(Secret.session)", secret: Secret.signing)
            }
        }

        // MARK: Recording and checking

        private func show(_ values: any Sendable...) { shown.withLock { $0 += values } }

        private func show(_ body: () throws -> Void) {
            do { try body() } catch { show(error) }
        }

        /// Records the value or the error.
        private func show<Value: Sendable>(_ body: () async throws -> Value) async {
            do { show(try await body()) } catch { show(error) }
        }

        private func check(_ values: [any Sendable]) {
            for value in values {
                var texts = [String(describing: value), String(reflecting: value)]
                var dumped = ""
                dump(value, to: &dumped)
                texts.append(dumped)
                if let error = value as? any Error {
                    texts += [error.localizedDescription, "\((error as NSError).userInfo)"]
                }
                Self.reflect(value, 10, &texts)
                for text in texts {
                    if let name = Secret.found(in: Data(text.utf8)) {
                        Issue.record("\(name) is in what \(type(of: value)) shows: \(text)")
                    }
                }
            }
        }

        private static func reflect(_ value: Any, _ depth: Int, _ texts: inout [String]) {
            guard depth > 0 else { return }
            for child in Mirror(reflecting: value).children {
                texts += [child.label ?? "", String(describing: child.value), String(reflecting: child.value)]
                reflect(child.value, depth - 1, &texts)
            }
        }

        /// Checks that no file contains a secret.
        ///
        /// - Parameter answer: A text that a cached file must contain, which proves that the response was cached.
        private func checkFiles(for answer: String) throws {
            var sizes = ["cache": 0, "tokens": 0]
            var isKept = false
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                #expect(Secret.found(in: Data(path.utf8)) == nil, "\(path)")
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: folder.path + "/" + path, isDirectory: &isFolder),
                    !isFolder.boolValue
                else { continue }
                let bytes = try Data(contentsOf: folder.appendingPathComponent(path))
                if let name = Secret.found(in: bytes) { Issue.record("\(name) is in \(path)") }
                sizes[String(path.prefix { $0 != "/" }), default: 0] += bytes.count
                isKept = isKept || bytes.range(of: Data(answer.utf8)) != nil
            }
            #expect(isKept)
            #expect(sizes.values.allSatisfy { $0 > 0 }, "\(sizes)")
        }
    }

    private enum Secret {
        static let firstToken = "first/token+ё"
        static let firstRefresh = "first/refresh=1"
        static let secondToken = "second/token+ё"
        static let secondRefresh = "second/refresh=1"
        static let client = "client&secret?"
        static let password = "pass word/ё"
        static let argument = "secret \"argument\""
        static let code = "authorization-code"
        static let refusedCode = "refused-authorization-code"
        static let device = "device~code~1"
        static let signing = "signing/secret+ё"
        static let session = "session/token+1="
        static let key = (0..<32).map { UInt8($0 * 7 % 256) }

        /// Each secret in the spellings that programs and servers use.
        private static let spellings: [(String, Data)] = {
            let texts = [
                firstToken, firstRefresh, secondToken, secondRefresh, client, password, argument, code, refusedCode,
                device, signing, session,
            ]
            var all = texts.flatMap { text in
                let percent = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
                let json = text.replacingOccurrences(of: "\"", with: "\\\"")
                let base64 = Data(text.utf8).base64EncodedString().trimmingCharacters(in: ["="])
                return [
                    text, percent, percent.replacingOccurrences(of: "%20", with: "+"), percent.lowercased(), json,
                    base64, "\(Array(text.utf8))",
                ]
                .map { (text, Data($0.utf8)) }
            }
            let hex = key.map { String(format: "%02x", $0) }.joined()
            all.append((client, Data(Data("app:client%26secret%3F".utf8).base64EncodedString().utf8)))
            all += [Data(key), Data(Data(key).base64EncodedString().utf8), Data(hex.utf8), Data("\(key)".utf8)].map {
                ("the key", $0)
            }
            return all
        }()

        static func found(in bytes: Data) -> String? { spellings.first { bytes.range(of: $0.1) != nil }?.0 }

        /// Returns the service's response. Each refusal repeats the request.
        static func answer(to request: Received) -> LoopbackServer.Reply {
            let form = Dictionary(
                (URLComponents(string: "?" + request.body)?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
            ) { $1 }
            let echo =
                request.body + " " + form.values.joined(separator: " ") + (request["Authorization"] ?? "")
                + (request["X-Amz-Security-Token"] ?? "")
            let refused = "{\"error\": \"invalid_grant\", \"error_description\": \(quoted(echo))}"
            let isJSON = ["Content-Type: application/json"]
            func tokens(_ token: String, _ refresh: String) -> LoopbackServer.Reply {
                .http(
                    200, isJSON,
                    "{\"access_token\": \(quoted(token)), \"refresh_token\": \(quoted(refresh)), \"expires_in\": 3600, \"user_id\": 7}"
                )
            }
            if request.head.contains("/device") {
                return .http(
                    200, isJSON,
                    "{\"device_code\": \"\(device)\", \"user_code\": \"WDJB\", \"verification_uri\": \"https://x.example\"}"
                )
            }
            if request.head.contains("/token") {
                if form["code"] == code, form["client_secret"] == client { return tokens(firstToken, firstRefresh) }
                if form["refresh_token"] == firstRefresh { return tokens(secondToken, secondRefresh) }
                return .http(400, isJSON, refused)
            }
            guard form["access_token"] == secondToken else { return .http(401, isJSON, refused) }
            if request.head.contains("people.signIn") { return .http(400, isJSON, "{\"error\": \(quoted(echo))}") }
            return .http(200, isJSON, "[\"Ada\"]")
        }

        private static func quoted(_ text: String) -> String { JSON.string(text).description }
    }

    /// An API in the form that the generator prints.
    private struct People: APIClient {
        let client: Client
        static let api = APIDescription(
            name: "People", baseURL: "https://people.example/", authorization: .parameter("access_token"))

        func get() -> Request<[String]> { Request(Call(client, .init("people.get", reads: true, cache: 3600))) }

        func signIn(_ secret: String) -> Request<JSON> {
            var call = Call(client, .init("people.signIn"))
            call.add("secret", secret, .secret)
            return Request(call)
        }
    }

    /// An observer that records all events.
    final class Observer: ClientObserver {
        let events = Locked([any Sendable]())
        func observe(_ event: ClientEvent) { events.withLock { $0.append(event) } }
    }

    /// A presenter that returns the redirect at once.
    private struct Redirecting: AuthorizationPresenter {
        let answer: @Sendable (_ state: String) -> String
        init(_ answer: @escaping @Sendable (String) -> String) { self.answer = answer }

        func present(_ page: @Sendable (URL) throws -> URL) async throws -> URL {
            let redirect = try #require(URL(string: "http://127.0.0.1:1234/"))
            let items = URLComponents(string: try page(redirect).absoluteString)?.queryItems ?? []
            let state = items.first { $0.name == "state" }?.value ?? ""
            return try #require(URL(string: redirect.absoluteString + answer(state)))
        }
    }
#endif
