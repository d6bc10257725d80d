import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalAccounts
import Testing

/// Tests of the fields by which a service issues a token (RFC 6749, sections 4.2.2, 5.1 and 7.1), for every grant.
@Suite(.eachTransport) struct TokenReadingTests {
    private func oauth(_ service: Service) -> OAuth {
        var oauth = OAuth(service.description, clientID: "app", clientSecret: "s", transport: TestedTransport.make())
        oauth.sleep = { _ in }
        return oauth
    }

    /// Every way to get a token from the token endpoint.
    enum Grant: CaseIterable {
        case password, application, device, refresh

        func token(from oauth: OAuth) async throws -> Token? {
            switch self {
            case .password: return try await oauth.signIn(username: "a", password: "b", as: 1).token
            case .application: return try await oauth.signInAsApplication().token
            case .device: return try await oauth.signIn(as: 1) { _ in }.token
            case .refresh:
                let account = Account(id: 1, token: Token("old", refresh: "r"), refresher: oauth)
                return try await account.refreshToken()
            }
        }
    }

    private static let code = #"{"device_code": "D", "user_code": "W", "verification_uri": "https://x.example"}"#

    private func service(_ body: String, types: Set<String> = ["Bearer"]) throws -> Service {
        try Service(server: { $0.tokenTypes = types }) { form in form["grant_type"] == nil ? Self.code : body }
    }

    // MARK: Refresh tokens

    @Test(arguments: [#", "refresh_token": """#, #", "refresh_token": null"#, "", #", "refresh_token": " \t\n""#])
    func anEmptyRefreshTokenKeepsTheOldOneInMemoryAndInTheStore(member: String) async throws {
        let service = try Service { form in
            form["refresh_token"] == "R" ? #"{"access_token": "new"\#(member)}"# : #"{"error": "invalid_grant"}"#
        }
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(for: API.self, tokens: tokens, refresher: oauth(service))
        let account = try await accounts.add(Account(id: 1, token: Token("old", refresh: "R")))
        for _ in 0..<3 {
            #expect(try await account.refreshToken().refresh == "R")
            #expect(account.token?.refresh == "R" && tokens.token(for: 1)?.refresh == "R")
        }
        #expect(service.requests.count == 3)
    }

    /// The same for a refresher of the app's own.
    @Test func anEmptyRefreshTokenOfAnyRefresherKeepsTheOldOne() async throws {
        struct Careless: TokenRefresher {
            func refresh(_ token: Token, of account: Account.ID) async throws -> Token { Token("new", refresh: " ") }
        }
        let account = Account(id: 1, token: Token("old", refresh: "R"), refresher: Careless())
        #expect(try await account.refreshToken().refresh == "R")
    }

    @Test func anEmptyRefreshTokenOfASignInIsNone() async throws {
        let service = try service(#"{"access_token": "T", "refresh_token": "", "scope": ""}"#)
        let token = try await Grant.password.token(from: oauth(service))
        #expect(token?.refresh == nil && token?.permissions == nil)
    }

    /// An earlier version of this library may have stored an empty refresh token. It is not sent.
    @Test func anEmptyRefreshTokenIsNotSpent() async throws {
        let service = try service(#"{"access_token": "T"}"#)
        let account = Account(id: 1, token: Token("old", refresh: ""), refresher: oauth(service))
        await #expect { try await account.refreshToken() } throws: {
            ($0 as? APIError)?.code == .notAuthorized && "\($0)".contains("there is no refresh token")
        }
        #expect(service.requests.isEmpty)
    }

    @Test func aNewRefreshTokenAndNoScopeKeepThePermissions() async throws {
        let service = try service(#"{"access_token": "T", "refresh_token": 77, "scope": " "}"#)
        let account = Account(id: 1, token: Token("old", permissions: ["a"], refresh: "R"), refresher: oauth(service))
        let token = try await account.refreshToken()
        #expect(token.refresh == "77" && token.permissions == ["a"])
    }

    // MARK: Access tokens

    @Test(arguments: Grant.allCases, [#""""#, #"" ""#, "null", "7", "[]"])
    func anEmptyAccessTokenIsNoToken(grant: Grant, secret: String) async throws {
        let service = try service(#"{"access_token": \#(secret), "refresh_token": "n"}"#)
        await #expect { try await grant.token(from: oauth(service)) } throws: {
            ($0 as? APIError)?.code == .undecodable && "\($0)".contains("no access_token")
        }
    }

    @Test func anEmptyAccessTokenIsNeverStored() async throws {
        let service = try service(#"{"access_token": "", "refresh_token": "n"}"#)
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(for: API.self, tokens: tokens, refresher: oauth(service))
        let account = try await accounts.add(Account(id: 1, token: Token("old", refresh: "R")))
        await #expect { try await account.refreshToken() } throws: { ($0 as? APIError)?.code == .undecodable }
        #expect(account.token?.secret == "old" && account.token?.refresh == "R")
        #expect(tokens.token(for: 1) == account.token)
    }

    // MARK: Types

    @Test(arguments: Grant.allCases, ["mac", "DPoP", "N_A", "bearer2"])
    func aTokenOfAnotherTypeIsRefused(grant: Grant, type: String) async throws {
        let service = try service(#"{"access_token": "T", "token_type": "\#(type)"}"#)
        await #expect { try await grant.token(from: oauth(service)) } throws: {
            ($0 as? APIError)?.code == .undecodable && "\($0)".contains("of the type \(type), and not Bearer")
        }
        let declared = try self.service(#"{"access_token": "T", "token_type": "\#(type)"}"#, types: [type.uppercased()])
        #expect(try await grant.token(from: oauth(declared))?.secret == "T")
    }

    @Test(arguments: Grant.allCases, [#""bearer""#, #""BEARER""#, #""Bearer""#, "null", #""""#])
    func theTypeBearerIsUsedInAnyCaseAndWhenItIsMissing(grant: Grant, type: String) async throws {
        let service = try service(#"{"access_token": "T", "token_type": \#(type)}"#)
        #expect(try await grant.token(from: oauth(service))?.secret == "T")
    }

    /// A service that confuses its fields must not lead to a token in a log.
    @Test func anErrorShowsNoLongType() async throws {
        let secret = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0"
        let service = try service(#"{"access_token": "T", "token_type": "\#(secret)"}"#)
        await #expect { try await Grant.password.token(from: oauth(service)) } throws: { !"\($0)".contains("eyJ") }
    }

    // MARK: Lifetimes

    @Test(
        arguments: [
            ("3600", 3600), (#""3600""#, 3600), (#"" 3600 ""#, 3600), ("3599.5", 3599.5), ("0", nil), (#""0""#, nil),
            ("-5", nil), ("1e300", nil), ("99999999999", nil), (#""soon""#, nil), (#""nan""#, nil), (#""inf""#, nil),
            ("null", nil), ("true", nil), ("[1]", nil),
        ] as [(String, Double?)])
    func aLifetimeIsAPositiveNumberOfSecondsOrUnknown(member: String, seconds: Double?) async throws {
        let service = try service(#"{"access_token": "T", "expires_in": \#(member)}"#)
        let token = try await Grant.password.token(from: oauth(service))
        #expect(token?.lifetime == seconds.map { .seconds($0) })
        #expect(token?.isExpired() == false)
    }

    private struct API: APIClient {
        let client: Client
        static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")
    }
}

/// Tests of the addresses at which a sign-in page ends.
@Suite struct RedirectReadingTests {
    private func signIn(
        _ address: @escaping @Sendable (_ state: String) -> String, issuer: String? = nil
    ) async throws -> Account {
        let server = OAuthServer(authorize: "https://service.example/authorize", issuer: issuer)
        return try await OAuth(server, clientID: "app").authorizeImplicitly(
            presenting: Browser { address($0["state"] ?? "") }, as: 1)
    }

    @Test(arguments: [
        "?state=STATE#access_token=T&state=STATE", "#access_token=T&state=STATE&state=STATE",
        "#access_token=T&state=other&state=STATE", "#access_token=T&state=STATE&%73tate=other",
        "?access_token=T#access_token=U&state=STATE", "#access_token=T&state=STATE&iss=a&iss=b",
        "?iss=a#access_token=T&state=STATE&iss=a", "#error=a&error=b&state=STATE", "?code=1&code=2&state=STATE",
        "?code=1&state=STATE#code=1", "#access_token=T&state=STATE&token_type=mac&token_type=bearer",
        "#access_token=T&state=STATE&user_id=1&user_id=2",
    ])
    func aParameterThatIsThereTwiceIsRefused(address: String) async throws {
        await #expect {
            try await signIn { address.replacingOccurrences(of: "STATE", with: $0) }
        } throws: { error in
            (error as? APIError)?.code == .notAuthorized && "\(error)".hasSuffix("twice")
        }
    }

    #if canImport(CryptoKit) || Crypto
        @Test(arguments: ["?code=1&code=1&state=STATE", "?code=1&state=STATE#code=2", "?code=1&state=STATE&state=x"])
        func aCodeThatIsThereTwiceIsNotSpent(address: String) async throws {
            let service = try Service { _ in #"{"access_token": "T", "user_id": 7}"# }
            let oauth = OAuth(service.description, clientID: "app")
            await #expect {
                try await oauth.authorize(
                    presenting: Browser { address.replacingOccurrences(of: "STATE", with: $0["state"] ?? "") })
            } throws: { "\($0)".hasSuffix("twice") }
            #expect(service.requests.isEmpty)
        }
    #endif

    /// Parameters of the app's own address stay out of it, and a missing state is still refused.
    @Test func parametersOfTheAppMayRepeat() async throws {
        #expect(try await signIn { "?tag=1&tag=2#access_token=T&state=\($0)" }.token?.secret == "T")
        await #expect { try await signIn { _ in "#access_token=T" } } throws: { "\($0)".contains("its state differs") }
    }

    @Test(arguments: ["", "%20", "+"]) func anEmptyAccessTokenIsNoToken(secret: String) async throws {
        await #expect { try await signIn { "#access_token=\(secret)&state=\($0)" } } throws: {
            ($0 as? APIError)?.code == .undecodable
        }
    }

    @Test func aTokenOfAnotherTypeIsRefused() async throws {
        await #expect { try await signIn { "#access_token=T&token_type=mac&state=\($0)" } } throws: {
            "\($0)".contains("of the type mac")
        }
    }
}
