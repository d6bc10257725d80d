#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical
    import MethodicalAccounts
    import MethodicalCrypto
    import MethodicalFleet

    /// One of several processes of a fleet that refresh the token of one account, until the test has seen enough.
    enum FleetRefreshing {
        /// - Parameters:
        ///   - url: The address of the test, which serves both the engine and the service.
        ///   - name: The name of the process.
        ///   - lease: The lease of a refresh in milliseconds.
        static func run(_ url: String, _ name: String, lease: Int) async throws {
            let engine = RemoteEngine(url: url + "/engine/" + name)
            // A command of a process that was stopped takes long, and so does one on a busy machine.
            let fleet = Fleet(
                engine, name: "stress", key: try EncryptionKey([UInt8](repeating: 7, count: 32)),
                limit: .seconds(3600))
            let service = OAuth(OAuthServer(token: url + "/token"), clientID: name, transport: URLSessionTransport())
            let accounts = try FleetAccounts(
                fleet, for: API.self, refresher: service, lease: .milliseconds(lease), patience: .seconds(3600))
            let first = Token(
                "token 0", created: Date(timeIntervalSince1970: 0), lifetime: .seconds(1), refresh: "refresh-0")
            let account = await accounts.account(1, token: first)
            while try await !engine.isDone() {
                do { try await account.refreshToken() } catch { return print("error:", error) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...5)))
            }
            print("token:", account.token?.secret ?? "none")
        }

        private struct API: APIClient {
            let client: Client
            static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")
        }
    }

    /// An engine that the test serves.
    private struct RemoteEngine: FleetEngine {
        let url: String
        private let transport = URLSessionTransport()

        init(url: String) { self.url = url }

        private func ask(_ command: String, _ body: JSON) async throws -> JSON {
            guard let address = URL(string: url + "/" + command) else { throw TokenStress.Failure(what: "no address") }
            let request = HTTPRequest(verb: .post, url: address, body: Data("\(body)".utf8))
            return try JSON(json: Array(try await transport.send(request).body))
        }

        func isDone() async throws -> Bool { try await ask("done", [:]) == true }

        func values(_ keys: [String]) async throws -> [Data?] {
            let values = try await ask("values", ["keys": .array(keys.map { .string($0) })])
            return (values.arrayValue ?? []).map { $0.stringValue.flatMap { Data(base64Encoded: $0) } }
        }

        func compareAndSet(_ key: String, from old: Data?, to new: Data?, for lifetime: Duration) async throws -> Bool {
            func text(_ data: Data?) -> JSON { data.map { .string($0.base64EncodedString()) } ?? .null }
            return try await ask(
                "change",
                [
                    "key": .string(key), "old": text(old), "new": text(new),
                    "milliseconds": .integer(Int(lifetime / .milliseconds(1))),
                ]) == true
        }

        func set(_ key: String, to value: Data, for lifetime: Duration) async throws {
            throw TokenStress.Failure(what: "tokens are only changed by compare and set")
        }

        func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int] {
            throw TokenStress.Failure(what: "tokens need no script")
        }
    }
#endif
