#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical
    import MethodicalAccounts
    import MethodicalCrypto

    /// One of several processes that refresh the token of one account.
    enum Refreshing {
        /// Prints the final token or the first error.
        static func run(_ folder: String, _ url: String, _ numbers: [Int]) async throws {
            var service = OAuth(OAuthServer(token: url), clientID: "stress", transport: URLSessionTransport())
            service.now = { Date().addingTimeInterval(Double(numbers[2])) }
            let account = try account(folder, service, patience: .seconds(numbers[1]))
            for _ in 0..<numbers[0] {
                do { try await account.refreshToken() } catch { return print("error:", error) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...5)))
            }
            print("token:", account.token?.secret ?? "none")
        }

        static func stick(_ folder: String) async throws {
            let account = try account(folder, Stuck(), patience: .seconds(60))
            try await account.refreshToken()
        }

        private static func account(_ folder: String, _ refresher: any TokenRefresher, patience: Duration) throws
            -> Account
        {
            let accounts = try AccountStore(
                for: API.self, tokens: Sample.store(folder), refresher: refresher, patience: patience)
            guard let account = accounts[1] else { throw TokenStress.Failure(what: "account 1 is not there") }
            return account
        }

        private struct Stuck: TokenRefresher {
            func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
                print("refreshing")
                fflush(nil)
                try await Task.sleep(for: .seconds(600))
                throw TokenStress.Failure(what: "nobody killed this process")
            }
        }

        private struct API: APIClient {
            let client: Client
            static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")
        }
    }
#endif
