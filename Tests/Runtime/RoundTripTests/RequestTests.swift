import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests that a generated call is a value: it is stored, compared, configured, printed and sent repeatedly.
@Suite struct RequestTests {
    @Test func sentManyTimes() async throws {
        let server = try LoopbackServer(#"{"response":[1]}"#)
        let request = WrappedAPI(server, token: "abc").people.get(userIDs: [1]).caching(.networkOnly)
        for _ in 0..<3 { #expect(try await request.send() == [1]) }
        let together = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<20 { group.addTask { try await request.send() } }
            return try await group.reduce(into: 0) { $0 += $1.count }
        }
        #expect(together == 20)
        // Equal reads in flight share a request.
        #expect((4...23).contains(server.received.count))
        #expect(Set(server.received.map(\.body)) == ["user_ids=1&v=5.199&access_token=abc"])
    }

    @Test("Requests are equal if their client, method, arguments, and options are equal")
    func compared() {
        let api = WrappedAPI()
        let request = api.people.get(userIDs: [1])
        #expect(request == api.people.get(userIDs: [1]))
        #expect(request.hashValue == api.people.get(userIDs: [1]).hashValue)
        #expect(request != api.people.get(userIDs: [2]))
        #expect(request != api.people.get())
        #expect(request != WrappedAPI().people.get(userIDs: [1]))
        #expect(Set([request, request, request.timeout(.seconds(1)), api.people.findRegions()]).count == 3)
    }

    @Test("A timeout makes a different request, which fails if the server is silent")
    func configured() async throws {
        let server = try LoopbackServer { _ in .silence }
        let request = StatusAPI(server).things.get()
        let quick = request.timeout(.milliseconds(200))
        #expect(quick != request && quick == request.timeout(.milliseconds(200)))
        #expect(try await failure(quick).code == .timedOut)
    }

    @Test("The description of a request shows its arguments and its timeout, but no secret")
    func printed() {
        let api = FormAPI(account: Account(id: 1, token: Token("the-token")))
        let request = api.kinds.enums(order: .byDate, sex: .male, fields: [.city, .photo50])
        #expect(request.description == #"kinds.enums(order: "by date", sex: 2, fields: city,photo_50)"#)
        #expect(
            request.timeout(.seconds(10)).description
                == #"kinds.enums(order: "by date", sex: 2, fields: city,photo_50, timeout 10.0 seconds)"#)
        #expect(api.ping().description == "ping()" && api.ping().method == "ping")
        #expect(api.places.secretPath(token: "s3cret").description == "places.secretPath(token: <secret>)")
        #expect(
            QueryAPI().counters.list(on: true, apiKey: "s3cret").description
                == "counters.list(on: true, api_key: <secret>)")
        #expect(
            BodyAPI().goals.signIn(login: "Ada", password: "s3cret").description
                == #"goals.signIn(login: "Ada", password: <secret>)"#)
    }

    private static let secrets = [
        "pa ss&wörd", "987654321", "cl\"ient", "code-one", "code-two", "pri/vate", "the-token",
    ]

    private func signIn(_ api: FormAPI) -> Request<NoContent> {
        api.kinds.secrets(
            login: "Ada", password: "pa ss&wörd", pin: 987_654_321, clientSecret: "cl\"ient",
            codes: ["code-one", "code-two"],
            key: .init(private: "pri/vate"), token: "open")
    }

    @Test func secretsInRequests() {
        let request = signIn(FormAPI(account: Account(id: 1, token: Token("the-token"))))
        #expect(
            request.description
                == #"kinds.secrets(login: "Ada", password: <secret>, pin: <secret>, client_secret: <secret>, codes: <secret>, key: <secret>, token: "open")"#
        )
        hides(request)
        hides([request])
    }

    /// The server receives the secrets, and no error shows them.
    @Test func secretsInErrors() async throws {
        let server = try LoopbackServer { request in
            .http(
                400, ["Content-Type: application/json"],
                #"{"error":"\#(request.body)","message":"\#(request.body.removingPercentEncoding ?? "")"}"#)
        }
        let error = try await failure(signIn(FormAPI(server, token: "the-token")))
        #expect(
            server.received.first?.body
                == "login=Ada&password=pa%20ss%26w%C3%B6rd&pin=987654321&client_secret=cl%22ient&codes=code-one%2Ccode-two"
                + "&key=%7B%22private%22%3A%22pri%2Fvate%22%7D&token=open&v=1.5&access_token=the-token")
        #expect(error.code == .server)
        hides(error)
        hides(error.server as Any)
        let gone = try await failure(
            FormAPI(configuration: .init(baseURL: "http://127.0.0.1:1")).places.secretPath(token: "the-token"))
        #expect(gone.code == .connection)
        hides(gone)
    }

    @Test func secretInPath() async throws {
        let received = try await exchange(FormAPI.self) { $0.places.secretPath(token: "12:ab/c") }
        #expect(received.target == "/bot12%3Aab%2Fc/send")
    }

    private func hides(_ value: Any, _ location: SourceLocation = #_sourceLocation) {
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped] {
            for secret in Self.secrets { #expect(!text.contains(secret), sourceLocation: location) }
        }
    }
}
