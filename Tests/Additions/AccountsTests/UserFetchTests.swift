import Foundation
import HuabanAPI
import LoopbackServer
import Methodical
import MethodicalAccounts
import MetrikaAPI
import Testing
import VKAPI

/// An API whose calls need the key of an app.
private struct Keyed: APIEngine.UserIdentifying {
    let client: Client
    static let api = APIDescription(
        name: "Keyed", baseURL: "https://keyed.example/", schemes: ["app": .field("X-App")],
        envelope: .init(result: "response"))

    var _user: APIEngine.UserRequest {
        APIEngine.UserRequest(Request<[VK.User]>(Call(client, .init("me", .get, needs: [["app"]])))) {
            APIEngine.user(id: $0.first?.id, names: $0.first?.firstName)
        }
    }
}

/// Tests of sign-ins that fetch the user with the new token.
@Suite struct UserFetchTests {
    private static let ada = #"{"response":[{"id":7,"first_name":"Ada","last_name":"Lovelace"}]}"#

    /// The ways to sign a user in.
    enum Way: CaseIterable {
        case code, implicit, device, password

        func signIn(_ oauth: OAuth, as id: Account.ID? = nil, fragment: String = "") async throws -> Account {
            switch self {
            case .code:
                try await oauth.authorize(presenting: Browser { "?code=C&state=\($0["state"] ?? "")" }, as: id)
            case .implicit:
                try await oauth.authorizeImplicitly(
                    presenting: Browser { "#access_token=T\(fragment)&state=\($0["state"] ?? "")" }, as: id)
            case .device: try await oauth.signIn(as: id) { _ in }
            case .password: try await oauth.signIn(username: "ada@example.com", password: "p", as: id)
            }
        }
    }

    /// A server with the endpoints for signing in and the API. Its tokens have no id unless `fields` has one.
    private func server(_ fields: String = "", user: LoopbackServer.Reply = .http(200, [], ada)) throws
        -> LoopbackServer
    {
        try LoopbackServer { request in
            switch request.target {
            case "/token": .http(200, [], #"{"access_token":"T"\#(fields)}"#)
            case "/device":
                .http(200, [], #"{"device_code":"D","user_code":"W","verification_uri":"https://x.example"}"#)
            default: user
            }
        }
    }

    private func oauth<API: APIEngine.UserIdentifying>(
        _ server: LoopbackServer, for api: API.Type = VK.self, at baseURL: String? = nil, _ events: Events = Events()
    ) -> OAuth {
        var oauth = OAuth(
            for: api, clientID: "app", permissions: ["friends"],
            configuration: Client.Configuration(baseURL: baseURL ?? server.baseURL, retries: .never))
        oauth.server.authorize = "https://service.example/authorize"
        oauth.server.token = server.baseURL + "/token"
        oauth.server.device = server.baseURL + "/device"
        oauth.report = { events.add($0) }
        // The closure keeps the server alive.
        oauth.sleep = { _ in _ = server }
        return oauth
    }

    @Test(arguments: Way.allCases) func theAccountHasIDAndName(_ way: Way) async throws {
        let (server, events) = (try server(), Events())
        let account = try await way.signIn(oauth(server, events))
        #expect(account.id == 7 && account.name == "Ada Lovelace" && account.token?.secret == "T")
        let calls = server.received.filter { $0.target == "/users.get" }
        #expect(calls.count == 1 && calls.first?.body.contains("access_token=T") == true)
        #expect(!events.all.contains { if case .userFetchFailed = $0 { true } else { false } })
        #expect(account.token?.kinds == .user)
    }

    @Test("A sign-in fetches the user of another API by its method and its names for id and name")
    func anotherAPI() async throws {
        let server = try server(user: .http(200, [], #"{"user_id":12,"username":"ada","urlname":"ada-l"}"#))
        let account = try await oauth(server, for: Huaban.self).signIn(username: "ada@example.com", password: "p")
        #expect(account.id == 12 && account.name == "ada")
        #expect(server.received.last?.target == "/users/me" && server.received.last?["Authorization"] == "Bearer T")
    }

    /// Metrica's user comes from Yandex ID, which returns the id and the login without a permission of its own.
    @Test func anotherServerOfTheAPI() async throws {
        let server = try server(user: .http(200, [], #"{"login":"ada","id":"1000034426","client_id":"app"}"#))
        let account = try await Way.device.signIn(oauth(server, for: Metrika.self))
        #expect(account.id == "1000034426" && account.name == "ada")
        let fetch = try #require(server.received.last)
        #expect(fetch.target == "/info?format=json" && fetch["Authorization"] == "OAuth T")
        #expect(Metrika.api.servers == ["login": "https://login.yandex.ru/"])
    }

    @Test("The app's key goes with the call for the user, stays with the account, and is not shown")
    func credentials() async throws {
        let server = try server()
        var oauth = oauth(server, for: Keyed.self)
        oauth.credentials = ["app": .key("app's key")]
        let account = try await oauth.signIn(username: "ada", password: "p")
        #expect(account.id == 7 && account.name == "Ada" && account.credentials == oauth.credentials)
        #expect(server.received.last?["X-App"] == "app's key" && server.received.last?.target == "/me")
        var text = "\(oauth) \(account)"
        dump(oauth, to: &text)
        #expect(!text.contains("app's key"))
    }

    /// The id in the response with the token is preferred to that of the user, and both to that of the program.
    @Test(arguments: Way.allCases) func theOrderOfIDs(_ way: Way) async throws {
        #expect(try await way.signIn(oauth(try server(#","user_id":5"#)), as: 9, fragment: "&user_id=5").id == 5)
        #expect(try await way.signIn(oauth(try server()), as: 9).id == 7)
    }

    @Test func theApplicationIsNoUser() async throws {
        let server = try server()
        let account = try await oauth(server).signInAsApplication()
        #expect(account.id == "app" && account.name == nil && server.received.count == 1)
    }

    /// Without the API, nothing is fetched.
    @Test func withoutTheAPI() async throws {
        let server = try server(#","user_id":5"#)
        let account = try await OAuth(OAuthServer(token: server.baseURL + "/token"), clientID: "app")
            .signIn(username: "a", password: "b")
        #expect(account.id == 5 && account.name == nil && server.received.count == 1)
    }

    // MARK: Failures

    /// Responses without a user, with the code of the error.
    static let failures: [(LoopbackServer.Reply, APIError.Code)] = [
        (.http(500, [], "<html>Secretary</html>"), .server), (.http(200, [], "<html>Secretary</html>"), .undecodable),
        (.http(200, [], #"{"response":[]}"#), .undecodable),
        (.http(200, [], #"{"response":{"first_name":"Secretary"}}"#), .undecodable),
        (.http(200, [], #"{"error":{"error_code":15,"error_msg":"Access denied"}}"#), .server),
    ]

    @Test(arguments: failures.indices, Way.allCases) func aFailedFetch(_ failure: Int, _ way: Way) async throws {
        let (reply, code) = Self.failures[failure]
        let events = Events()
        let account = try await way.signIn(oauth(try server(user: reply), events), as: 9)
        #expect(account.id == 9 && account.name == nil && account.token?.secret == "T")
        #expect(events.all.last == .userFetchFailed(9, code))
        // A sign-in by password has the user's name at the service as its id.
        if way == .password { return }
        let none = Events()
        await #expect { try await way.signIn(oauth(try server(user: reply), none)) } throws: {
            ($0 as? APIError)?.code == code && !"\($0)".contains("Secretary")
        }
        #expect(!none.all.contains { if case .userFetchFailed = $0 { true } else { false } })
    }

    @Test func anAPIThatIsDown() async throws {
        let (server, events) = (try server(#","user_id":5"#), Events())
        let account = try await Way.code.signIn(oauth(server, at: "http://127.0.0.1:1/", events))
        #expect(account.id == 5 && account.token?.secret == "T")
        #expect(events.all.last == .userFetchFailed(5, .connection))
        await #expect { try await Way.implicit.signIn(oauth(server, at: "http://127.0.0.1:1/")) } throws: {
            ($0 as? APIError)?.code == .connection
        }
    }

    @Test("A sign-in that is cancelled while it fetches the user fails as cancelled")
    func cancellation() async throws {
        let server = try server(#","user_id":5"#, user: .silence)
        let signIn = Task { try await Way.password.signIn(oauth(server), as: 9) }
        while !server.received.contains(where: { $0.target == "/users.get" }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        signIn.cancel()
        await #expect { try await signIn.value } throws: { ($0 as? APIError)?.code == .cancelled }
    }

    // MARK: The call

    @Test func theUserIsNeverTakenFromTheCacheAndNothingIsCached() async throws {
        let server = try server()
        let configuration = Client.Configuration(baseURL: server.baseURL)
        let vk = VK(account: Account(id: 1, token: Token("T", kinds: .user)), configuration: configuration)
        for _ in 1...2 { #expect(try await vk.signedInUser() == SignedInUser(id: 7, name: "Ada Lovelace")) }
        #expect(server.received.count == 2)

        var oauth = OAuth(for: VK.self, clientID: "app", configuration: configuration)
        oauth.server.token = server.baseURL + "/token"
        _ = try await Way.password.signIn(oauth)
        let same = VK(account: Account(token: Token("T", kinds: .user)), configuration: configuration)
        await #expect { try await same.users.get().offline().send() } throws: { ($0 as? APIError)?.code == .offline }
    }

    @Test func partsOfTheName() {
        #expect(APIEngine.user(id: 7, names: "Ada", nil, "", "Lovelace")?.name == "Ada Lovelace")
        #expect(APIEngine.user(id: "7", names: nil, "")?.name == nil && APIEngine.user(id: 7)?.id == "7")
        #expect(APIEngine.user(id: "", names: "Ada") == nil && APIEngine.user(id: Int?.none, names: "Ada") == nil)
    }
}
