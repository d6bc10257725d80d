import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of schemes: their places, their alternatives, and the calls that are refused before the network.
@Suite struct SecurityTests {
    private static let keys: [String: Credential] = ["apiKey": .key("k&1"), "appID": .key("a1")]

    /// Sends one call for an account, and returns what the server received.
    private func sent<Value>(
        _ credentials: [String: Credential], token: Token? = nil, _ request: (SecuredAPI) -> Request<Value>
    ) async throws -> Received {
        let server = try LoopbackServer("null")
        let api = SecuredAPI(server, Account(id: 1, token: token, credentials: credentials))
        _ = try? await request(api).send()
        #expect(server.received.count == 1)
        return try #require(server.received.first)
    }

    @Test("A combination of schemes sends each of its keys in its place")
    func combination() async throws {
        let received = try await sent(Self.keys) { $0.usual(q: "x") }
        #expect(received.line == "GET /usual?q=x&key=k%261 HTTP/1.1")
        #expect(received["X-App-ID"] == "a1")
        #expect(received["Authorization"] == nil)
    }

    /// A parameter of another place leaves the credential of the same name alone.
    @Test func parameterOfTheSameName() async throws {
        let received = try await sent(Self.keys) { $0.shared(key: "own") }
        #expect(received.target == "/shared?key=k%261")
        #expect(received["key"] == "own")
    }

    /// A redirect to another server gets no credential, wherever it was sent.
    @Test func redirectToAnotherServer() async throws {
        let other = try LoopbackServer("null")
        let server = try LoopbackServer { _ in .http(302, ["Location: \(other.baseURL)/elsewhere"]) }
        let credentials = ["session": "s-1", "device": "d-1", "apiKey": "k-1", "appID": "a-1", "bot": "b-1"]
        let account = Account(id: 1, credentials: credentials.mapValues { .key($0) })
        let api = SecuredAPI(server, account.with(["login": .basic(user: "u-1", password: "p-1")]))
        for request in [api.usual(), api.cookies(), api.login()] { _ = try? await request.send() }
        _ = try? await api.bots.getMe().send()
        #expect(other.received.count == 4)
        for received in other.received {
            #expect(received.target == "/elsewhere")
            #expect(received["Cookie"] == nil && received["X-App-ID"] == nil && received["Authorization"] == nil)
            #expect(!received.head.contains("-1\r"))
        }
    }

    /// The name of a header field cannot begin another one.
    @Test(arguments: ["X-A: 1\r\nX-Evil", "X A", "X:", "", "é"]) func nameOfAField(name: String) async throws {
        let server = try LoopbackServer("null")
        let error = try await failure(SecuredAPI(server, .anonymous).open().header(name, "1"))
        #expect(error.code == .invalidRequest && server.connections == 0)
    }

    @Test("An account without the keys of the first alternative uses the second one")
    func secondAlternative() async throws {
        let received = try await sent(["apiKey": .key("k")], token: Token("t")) { $0.usual() }
        #expect(received.line == "GET /usual HTTP/1.1")
        #expect(received["Authorization"] == "Bearer t")
        #expect(received["X-App-ID"] == nil)
    }

    /// A credential takes the place of the token.
    @Test func bearerOfACredential() async throws {
        let received = try await sent(["oauth": .key("b")], token: Token("t")) { $0.usual() }
        #expect(received["Authorization"] == "Bearer b")
    }

    @Test("A method without a scheme sends no credential of the account")
    func noScheme() async throws {
        let received = try await sent(Self.keys, token: Token("t")) { $0.open() }
        #expect(received.line == "GET /open HTTP/1.1")
        #expect(received["Authorization"] == nil && received["X-App-ID"] == nil)
    }

    @Test("Credentials in cookies share one header field, and are not escaped there")
    func cookies() async throws {
        let received = try await sent(["session": .key("s=1"), "device": .key("d")]) { $0.cookies() }
        #expect(received["Cookie"] == "sid=s=1; device=d")
    }

    @Test(arguments: ["a;b", "a b", "a,b", "ü", "a\r\nX-Evil: 1", "\"a\""])
    func cookieThatWouldBeAnother(text: String) async throws {
        let server = try LoopbackServer("null")
        let account = Account(id: 1, credentials: ["session": .key(text), "device": .key("d")])
        let error = try await failure(SecuredAPI(server, account).cookies())
        #expect(error.code == .invalidRequest && !"\(error)".contains(text))
        #expect(server.connections == 0)
    }

    /// The example of RFC 7617, section 2, and that of section 2.1 in UTF-8.
    @Test("A name and a password are encoded as in the examples of RFC 7617")
    func basic() async throws {
        let aladdin = try await sent(["login": .basic(user: "Aladdin", password: "open sesame")]) { $0.login() }
        #expect(aladdin["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        let pound = try await sent(["login": .basic(user: "test", password: "123\u{A3}")]) { $0.login() }
        #expect(pound["Authorization"] == "Basic dGVzdDoxMjPCow==")
    }

    @Test("A method whose scheme is optional works with a credential and without one")
    func anonymousAlternative() async throws {
        #expect(try await sent([:]) { $0.optional() }["Cookie"] == nil)
        #expect(try await sent(["session": .key("s")]) { $0.optional() }["Cookie"] == "sid=s")
    }

    @Test("The first alternative with all scopes is used, or else the first one with all values")
    func scopes() async throws {
        let enough = Token("t", permissions: ["repo", "user", "gist"])
        let less = Token("t", permissions: ["repo"])
        #expect(try await sent(["apiKey": .key("k")], token: enough) { $0.scoped() }.target == "/scoped")
        #expect(try await sent(["apiKey": .key("k")], token: Token("t")) { $0.scoped() }.target == "/scoped")
        #expect(try await sent(["apiKey": .key("k")], token: less) { $0.scoped() }.target == "/scoped?key=k")
        #expect(try await sent([:], token: less) { $0.scoped() }["Authorization"] == "Bearer t")
    }

    @Test func parameterInTheBody() async throws {
        let received = try await sent(["signed": .key("s")]) { $0.form(a: 1) }
        #expect(received.line == "POST /form HTTP/1.1")
        #expect(received.body == "a=1&sig=s")
    }

    /// The token of Telegram's documentation.
    @Test("A key in the path is escaped, so that it cannot lead elsewhere")
    func path() async throws {
        let token = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
        let received = try await sent(["bot": .key(token)]) { $0.bots.getMe() }
        #expect(received.line == "GET /bot123456%3AABC-DEF1234ghIkl-zyx57W2v1u123ew11/bots.getMe HTTP/1.1")
        let slash = try await sent(["bot": .key("../a?b#c")]) { $0.bots.getMe() }
        #expect(slash.target == "/bot..%2Fa%3Fb%23c/bots.getMe")
    }

    /// A link to the next page holds the token in its path, and is still on the API's server.
    @Test func linkWithTheTokenInItsPath() async throws {
        let server = try LoopbackServer { request in
            let isFirst = request.target == "/bot1%3Aa/pages"
            return .http(
                200, isFirst ? ["Link: </bot1%3Aa/pages?page=2>; rel=\"next\""] : [],
                #"{"items":[\#(isFirst ? 1 : 2)]}"#)
        }
        let api = SecuredAPI(server, Account(id: 1, credentials: ["bot": .key("1:a")]))
        var items: [Int] = []
        for try await item in api.bots.page().items { items.append(item) }
        #expect(items == [1, 2])
        #expect(server.received.map(\.target) == ["/bot1%3Aa/pages", "/bot1%3Aa/pages?page=2"])
    }

    @Test("A call that lacks a value for its schemes says so and is not sent")
    func missingValues() async throws {
        let server = try LoopbackServer("null")
        let usual = try await failure(SecuredAPI(server, Account(id: 7, credentials: ["apiKey": .key("k")])).usual())
        #expect(
            usual.description == "usual: notAuthorized: the method needs apiKey and appID, or oauth; "
                + "the account (7) has no value for appID, oauth")
        let scoped = try await failure(SecuredAPI(server, .anonymous).scoped())
        #expect(
            scoped.message == "the method needs oauth (repo, user), or apiKey; "
                + "the account (anonymous) has no value for oauth, apiKey")
        // An empty key, as of a variable that is not set, is not a value.
        let empty = try await failure(SecuredAPI(server, Account(id: 7, credentials: ["bot": .key("")])).bots.getMe())
        #expect(empty.code == .notAuthorized)
        // Basic takes no token, and other places no name with a password.
        let basic = try await failure(SecuredAPI(server, Account(id: 7, token: Token("t"))).login())
        #expect(basic.code == .notAuthorized)
        let account = Account(id: 7, credentials: ["signed": .basic(user: "a", password: "b")])
        #expect(try await failure(SecuredAPI(server, account).form()).code == .notAuthorized)
        #expect(server.connections == 0)
    }

    @Test("An expired token is refreshed for a call that uses it, and only for such a call")
    func refresh() async throws {
        let server = try LoopbackServer {
            $0["Authorization"] == "Bearer new" ? .http(200, [], "1") : .http(401, [], "")
        }
        let refresher = Refresher()
        let oauth = SecuredAPI(server, Account(id: 1, token: Token("old"), refresher: refresher))
        _ = try await oauth.usual().send()
        #expect(refresher.count == 1)
        let keys = Account(id: 1, token: Token("old"), credentials: Self.keys, refresher: refresher)
        #expect(try await failure(SecuredAPI(server, keys).usual()).code == .notAuthorized)
        #expect(refresher.count == 1)
    }

    @Test("An account from a token and credentials sends both")
    func tokenWithCredentials() async throws {
        let server = try LoopbackServer("null")
        let credentials: [String: Credential] = ["session": .key("s1"), "device": .key("d1")]
        let account = Account(token: "t", credentials: credentials)
        #expect(account == Account(token: Token("t"), credentials: credentials))
        _ = try? await SecuredAPI(server, account).usual().send()
        _ = try? await SecuredAPI(server, account).cookies().send()
        #expect(server.received.map { $0["Authorization"] } == ["Bearer t", nil])
        #expect(server.received.last?["Cookie"] == "sid=s1; device=d1")
    }

    /// Each account has its own cached responses, also those that only their credentials tell apart.
    @Test("Accounts with different credentials differ, and an id and a token stay if credentials are added")
    func accounts() {
        let (first, second) = (Account(credentials: ["a": .key("1")]), Account(credentials: ["a": .key("2")]))
        #expect(first.id != second.id && first != second)
        #expect(first == Account(credentials: ["a": .key("1")]))
        #expect(Account.anonymous.with(["a": .key("1")]) == first)
        #expect(Account(token: "t", credentials: ["a": .key("1")]).id != Account(token: "t").id)
        #expect(Account(token: "t", credentials: [:]).id == Account(token: "t").id)
        let signedIn = Account(id: 1, token: Token("t"))
        let both = signedIn.with(["a": .key("1")])
        #expect(both.id == 1 && both != signedIn)
        signedIn.replace(nil)
        #expect(both.token == nil)
    }
}

private final class Refresher: TokenRefresher, @unchecked Sendable {
    private let lock = NSLock()
    private var calls = 0
    var count: Int { lock.withLock { calls } }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        lock.withLock { calls += 1 }
        return Token("new")
    }
}

extension APIClient {
    /// Creates a client of the test's own server for an account.
    init(_ server: LoopbackServer, _ account: Account) {
        self.init(
            account: account,
            configuration: Client.Configuration(baseURL: server.baseURL, limits: [:], retries: .never))
    }
}
