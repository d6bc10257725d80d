import Foundation
import LoopbackServer
import Methodical
import MethodicalAccounts
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of every way to sign in, against a service on loopback and a browser that is a URL session.
@Suite struct OAuthTests {
    @Test func byCodeInTheBrowser() async throws {
        let service = try Service { form in
            #expect(form["grant_type"] == "authorization_code")
            #expect(form["code"] == "the code")
            #expect(form["client_id"] == "app")
            #expect(form["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
            #expect((form["code_verifier"] ?? "").count >= 43)
            return
                #"{"access_token": "T", "expires_in": 3600, "refresh_token": "R", "user_id": 7, "scope": "friends wall"}"#
        }
        let oauth = OAuth(service.description, clientID: "app", permissions: ["friends", "wall"])
        #if canImport(CryptoKit) || Crypto
            let account = try await oauth.authorize(
                presenting: Browser { page in
                    #expect(page["response_type"] == "code")
                    #expect(page["scope"] == "friends wall")
                    #expect(page["code_challenge_method"] == "S256")
                    return "?code=the%20code&state=\(page["state"] ?? "")"
                })
            #expect(account.id == 7)
            #expect(account.token?.secret == "T")
            #expect(account.token?.refresh == "R")
            #expect(account.token?.permissions == ["friends", "wall"])
            #expect(account.token?.lifetime == .seconds(3600))
        #else
            await #expect { try await oauth.authorize(presenting: Browser { _ in "" }) } throws: {
                "\($0)".contains("trait `Crypto`")
            }
        #endif
    }

    /// The endpoints come from `api.json`. A client for another server, such as a sandbox, uses that server's
    /// endpoints.
    @Test func fromTheAPI() async throws {
        let service = try Service { _ in #"{"access_token": "T", "user_id": 7}"# }
        var sandbox = Sample.api
        sandbox.signIn = service.description
        let sample = Sample(client: Client(sandbox))
        #expect(try await OAuth(sample.authorization, clientID: "1").signIn(username: "a", password: "b").id == 7)
        #expect(
            OAuth(Sample.authorization, clientID: "1", permissions: ["friends"]).server.token
                == "https://example.com/token")
    }

    /// The fragment of VK and Yandex. A lifetime of 0 seconds means that the token does not expire.
    @Test("A token in the fragment signs in, and a lifetime of 0 seconds means that it does not expire")
    func byFragment() async throws {
        let service = try Service { _ in "" }
        var oauth = OAuth(service.description, clientID: "app", permissions: ["offline"])
        oauth.pageParameters = ["display": "mobile"]
        let account = try await oauth.authorizeImplicitly(
            presenting: Browser { page in
                #expect(page["response_type"] == "token" && page["display"] == "mobile")
                return "#access_token=T&expires_in=0&user_id=7&state=\(page["state"] ?? "")"
            })
        #expect(account.id == 7)
        #expect(account.token?.secret == "T")
        #expect(account.token?.lifetime == nil)
        #expect(account.token?.isExpired(at: .distantFuture) == false)
    }

    @Test func refusalsSayWhy() async throws {
        let events = Events()
        let service = try Service { _ in "" }
        var oauth = OAuth(service.description, clientID: "app")
        oauth.report = { events.add($0) }
        let denied = Browser { page in
            "?error=access_denied&error_description=User+denied+your+request&state=\(page["state"] ?? "")"
        }
        await #expect { try await oauth.authorizeImplicitly(presenting: denied) } throws: {
            "\($0)" == "notAuthorized: access_denied: User denied your request"
        }
        #expect(events.all == [.pageShown, .pageGone, .denied("access_denied: User denied your request")])
        // The redirect of another sign-in.
        let forged = Browser { _ in "#access_token=T&state=guessed" }
        await #expect { try await oauth.authorizeImplicitly(presenting: forged) } throws: {
            "\($0)" == "notAuthorized: the redirect belongs to another sign-in: its state differs"
        }
    }

    /// A response from the wrong service, or one that does not name the service, would give a code to the wrong one
    /// (RFC 9207).
    @Test func whoAnsweredIsChecked() async throws {
        let service = try Service(server: { $0.issuer = "https://sample.example" }) { _ in "" }
        let oauth = OAuth(service.description, clientID: "app")
        func signIn(_ issuer: String) async throws -> Account {
            try await oauth.authorizeImplicitly(
                presenting: Browser { "#access_token=T&user_id=7&state=\($0["state"] ?? "")\(issuer)" })
        }
        #expect(try await signIn("&iss=https%3A%2F%2Fsample.example").id == 7)
        for other in ["&iss=https%3A%2F%2Fevil.example", "&iss=", ""] {
            await #expect { try await signIn(other) } throws: {
                "\($0)" == "notAuthorized: the redirect comes from another service"
            }
        }
    }

    @Test("A sign-in by password sends the user's name in the form and the client's secret in a header field")
    func byPassword() async throws {
        let service = try Service(server: { $0.clientInHeader = true }) { form in
            #expect(form["grant_type"] == "password")
            #expect(form["username"] == "ada@example.com")
            #expect(form["password"] == "p&ss=ö")
            return #"{"access_token": "T", "refresh_token": "R", "expires_in": "86400", "token_type": "bearer"}"#
        }
        let account = try await OAuth(service.description, clientID: "app", clientSecret: "s:t").signIn(
            username: "ada@example.com", password: "p&ss=ö")
        #expect(account.id == "ada@example.com")
        #expect(account.token?.lifetime == .seconds(86400))
        #expect(service.requests[0]["Authorization"] == "Basic " + Data("app:s%3At".utf8).base64EncodedString())
        #expect(!service.requests[0].body.contains("client_secret"))
    }

    @Test func asTheApplication() async throws {
        let service = try Service { form in
            #expect(form["grant_type"] == "client_credentials")
            #expect(form["client_secret"] == "secret")
            return #"{"access_token": "T"}"#
        }
        let account = try await OAuth(service.description, clientID: "app", clientSecret: "secret")
            .signInAsApplication()
        #expect(account.id == "app")
        #expect(account.token?.kinds == .service)
    }

    /// Applications get no refresh tokens (RFC 6749, section 4.4.3), and no user could sign in again.
    @Test func asTheApplicationOnceMore() async throws {
        let turn = Locked(0)
        let service = try Service { form in
            #expect(form["grant_type"] == "client_credentials" && form["scope"] == "read")
            let number = turn.withLock {
                $0 += 1
                return $0
            }
            return #"{"access_token": "T\#(number)", "expires_in": 3600}"#
        }
        let oauth = OAuth(service.description, clientID: "app", clientSecret: "secret", permissions: ["read"])
        let account = try await oauth.signInAsApplication()
        let refreshed = try await account.refreshToken()
        #expect(refreshed.secret == "T2" && refreshed.kinds == .service && refreshed.lifetime == .seconds(3600))
        let user = Account(id: 1, token: Token("T", kinds: .user), refresher: oauth)
        await #expect { try await user.refreshToken() } throws: {
            "\($0)".contains("there is no refresh token: the user has to sign in again")
        }
        #expect(service.requests.count == 2)
    }

    @Test func onADevice() async throws {
        let polls = Locked(0)
        let service = try Service { form in
            if form["device_code"] == nil {
                return
                    #"{"device_code": "D", "user_code": "WDJB", "verification_uri": "https://x.example/d", "interval": 1}"#
            }
            let poll = polls.withLock {
                $0 += 1
                return $0
            }
            return poll < 3
                ? #"{"error": "\#(poll == 1 ? "authorization_pending" : "slow_down")"}"#
                : #"{"access_token": "T", "user_id": 7}"#
        }
        let waits = Locked([Duration]())
        var oauth = OAuth(service.description, clientID: "tv")
        oauth.sleep = { wait in waits.withLock { $0.append(wait) } }
        let shown = Locked([String]())
        let account = try await oauth.signIn { code in shown.withLock { $0.append("\(code.userCode) at \(code.page)") }
        }
        #expect(account.id == 7)
        #expect(shown.withLock { $0 } == ["WDJB at https://x.example/d"])
        #expect(waits.withLock { $0 } == [.seconds(1), .seconds(1), .seconds(6)])
    }

    /// A broken connection while the user enters the code does not end the sign-in (RFC 8628, section 3.5). The client
    /// polls again, less often.
    @Test func onADeviceWithABadConnection() async throws {
        struct Breaking: Transport {
            let polls = Locked(0)
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                if request.url.path == "/device" {
                    let code =
                        #"{"device_code": "D", "user_code": "W", "verification_uri": "https://x.example", "interval": 1}"#
                    return HTTPResponse(status: 200, body: Data(code.utf8))
                }
                let poll = polls.withLock {
                    $0 += 1
                    return $0
                }
                if poll == 1 { throw URLError(.timedOut) }
                return HTTPResponse(status: 200, body: Data(#"{"access_token": "T", "user_id": 7}"#.utf8))
            }
        }
        let server = OAuthServer(authorize: nil, token: "https://x.example/token", device: "https://x.example/device")
        var oauth = OAuth(server, clientID: "tv", transport: Breaking())
        let waits = Locked([Duration]())
        oauth.sleep = { wait in waits.withLock { $0.append(wait) } }
        #expect(try await oauth.signIn { _ in }.id == 7)
        #expect(waits.withLock { $0 } == [.seconds(1), .seconds(6)])
    }

    @Test("A refreshed token keeps what the response omits, and a failed refresh shows no refresh token")
    func refreshing() async throws {
        let service = try Service { form in
            #expect(form["grant_type"] == "refresh_token")
            return form["refresh_token"] == "R"
                ? #"{"access_token": "T2"}"#
                : #"{"error": "invalid_grant", "error_description": "\#(form["refresh_token"] ?? "")"}"#
        }
        let oauth = OAuth(service.description, clientID: "app")
        let account = Account(id: 1, token: Token("T1", permissions: ["wall"], refresh: "R"), refresher: oauth)
        let refreshed = try await account.refreshToken()
        #expect(refreshed.secret == "T2")
        // Values that the response omits stay.
        #expect(refreshed.refresh == "R")
        #expect(refreshed.permissions == ["wall"])
        let other = Account(id: 2, token: Token("T1", refresh: "spent-refresh-token"), refresher: oauth)
        await #expect { try await other.refreshToken() } throws: {
            "\($0)" == "notAuthorized: the token could not be refreshed: invalid_grant: <secret>"
        }
    }

    @Test func brokenServicesAreClearErrors() async throws {
        let silent = OAuth(OAuthServer(token: "http://127.0.0.1:1/"), clientID: "app")
        await #expect { try await silent.signIn(username: "a", password: "b") } throws: {
            ($0 as? APIError)?.code == .connection
        }
        let odd = try Service { _ in "<html>" }
        await #expect { try await OAuth(odd.description, clientID: "app").signInAsApplication() } throws: {
            "\($0)" == "connection: a page came in place of the service's response (HTTP 200)"
        }
        await #expect { try await OAuth(OAuthServer(), clientID: "app").signInAsApplication() } throws: {
            ($0 as? APIError)?.code == .invalidRequest
        }
        let nameless = try Service { _ in "" }
        await #expect {
            try await OAuth(nameless.description, clientID: "app").authorizeImplicitly(
                presenting: Browser { "#access_token=T&state=\($0["state"] ?? "")" })
        } throws: { "\($0)".contains("pass an id") }
    }

    #if os(macOS) || os(Linux)
        @Test func theLoopbackPresenterAnswersItsRedirectOnly() async throws {
            let asked = Locked([String]())
            let presenter = LoopbackPresenter(path: "/signed-in") { page in
                Task {
                    let base = page.query ?? ""
                    let origin = base.replacingOccurrences(of: "/signed-in", with: "")
                    for address in [origin + "/favicon.ico", base, base + "?code=1&state=2"] {
                        let (data, response) = try await URLSession.shared.data(
                            from: try #require(URL(string: address)))
                        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                        asked.withLock {
                            $0.append("\(status) \(String(decoding: data, as: UTF8.self).contains("<script>"))")
                        }
                    }
                }
            }
            let url = try await presenter.present { redirect in
                try #require(URL(string: "x://page?" + redirect.absoluteString))
            }
            #expect(url.path == "/signed-in")
            #expect(url.query == "code=1&state=2")
            while asked.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(asked.withLock { $0 } == ["404 false", "200 true", "200 false"])
        }

        @Test func anAnswerWithAnotherStateDoesNotEndTheLoopbackPresentersWait() async throws {
            let answers = Locked([String]())
            let presenter = LoopbackPresenter { page in
                Task {
                    let origin = try #require(page.query?.components(separatedBy: "redirect_uri=").last)
                    for query in ["?error=access_denied&state=forged", "?error=access_denied", "?code=1&state=mine"] {
                        let (data, response) = try await URLSession.shared.data(
                            from: try #require(URL(string: origin + query)))
                        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                        answers.withLock {
                            $0.append("\(status) \(String(decoding: data, as: UTF8.self).contains("state"))")
                        }
                    }
                }
            }
            let url = try await presenter.present { redirect in
                try #require(
                    URL(string: "https://service.example/authorize?state=mine&redirect_uri=" + redirect.absoluteString))
            }
            try #require(url.query == "code=1&state=mine")
            while answers.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(answers.withLock { $0 } == ["400 true", "400 true", "200 false"])
        }

        /// Browsers open connections in advance, and a program that has found the port may send single bytes.
        @Test(.timeLimit(.minutes(20))) func theLoopbackPresenterWaitsForNobodyElsesRequest() async throws {
            let isDone = Locked(false)
            defer { isDone.withLock { $0 = true } }
            let presenter = LoopbackPresenter { page in
                let redirect = try #require(page.query)
                let port = try #require(URL(string: redirect)?.port)
                let (idle, slow) = (try Sockets.connect(port), try Sockets.connect(port))
                Thread.detachNewThread {
                    while !isDone.withLock({ $0 }), Sockets.send(slow, "G") { Thread.sleep(forTimeInterval: 0.2) }
                    close(idle)
                    close(slow)
                }
                Task { _ = try await URLSession.shared.data(from: try #require(URL(string: redirect + "?code=1"))) }
            }
            let url = try await presenter.present { redirect in
                try #require(URL(string: "x://page?" + redirect.absoluteString))
            }
            #expect(url.query == "code=1")
        }

        @Test func theLoopbackPresenterCanBeCancelledAndLosesPatience() async throws {
            let waiting = Task { try await LoopbackPresenter { _ in }.present { $0 } }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            await #expect { try await LoopbackPresenter(patience: .milliseconds(50)) { _ in }.present { $0 } } throws: {
                ($0 as? APIError)?.code == .timedOut
            }
        }
    #endif
}

/// A service whose token endpoint returns the test's responses to the forms that it receives.
struct Service {
    private let server: LoopbackServer
    let description: OAuthServer

    init(
        server change: (inout OAuthServer) -> Void = { _ in },
        _ answer: @escaping @Sendable ([String: String]) -> String
    ) throws {
        try self.init(server: change, replying: { .http(200, ["Content-Type: application/json"], answer($0)) })
    }

    init(
        server change: (inout OAuthServer) -> Void = { _ in },
        replying reply: @escaping @Sendable ([String: String]) -> LoopbackServer.Reply
    ) throws {
        server = try LoopbackServer { request in reply(parameters(request.body)) }
        var description = OAuthServer(
            authorize: "https://service.example/authorize", token: server.baseURL + "/token",
            device: server.baseURL + "/device")
        change(&description)
        self.description = description
    }

    var requests: [Received] { server.received }
}

private func parameters(_ text: String) -> [String: String] {
    let items = URLComponents(string: "?" + text)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
}

/// A user who finishes at once: the result is the address to which the service's page would redirect.
struct Browser: AuthorizationPresenter {
    let answer: @Sendable ([String: String]) -> String

    init(_ answer: @escaping @Sendable ([String: String]) -> String) { self.answer = answer }

    func present(_ page: @Sendable (URL) throws -> URL) async throws -> URL {
        let redirect = try #require(URL(string: "http://127.0.0.1:1234/"))
        let shown = try page(redirect)
        return try #require(URL(string: redirect.absoluteString + answer(parameters(shown.query ?? ""))))
    }
}

final class Events: Sendable {
    private let state = Locked([AccountEvent]())
    var all: [AccountEvent] { state.withLock { $0 } }
    func add(_ event: AccountEvent) { state.withLock { $0.append(event) } }
}

private struct Sample: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Sample", baseURL: "https://example.com/", signIn: OAuthServer(token: "https://example.com/token"))
}
