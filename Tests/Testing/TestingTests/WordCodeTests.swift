import Methodical
import MethodicalTesting
import Testing

/// Tests of error codes that are words, like Slack's.
@Suite struct WordCodeTests {
    @Test func codesThatAreWords() async throws {
        let api = APIDescription(
            name: "Words", baseURL: "https://words.example/", envelope: .init(error: "error"),
            meanings: [.expiredToken: ["token_expired"]])
        let stub = StubTransport()
        let client = Client(api, account: .test, transport: stub)
        let request = Request<JSON>(Call(client, .init("chat.post")))
        for (code, meaning) in [("channel_not_found", APIError.Code.server), ("token_expired", .notAuthorized)] {
            stub.on(request) { _ in throw ServerFailure(.text(code)) }
            let error = await #expect(throws: APIError.self) { try await request.send() }
            #expect(error?.code == meaning && error?.server?.code == .text(code))
        }
    }

    /// Generated code compares them, matches them in a `switch`, and throws them in a stub. A number among them is a
    /// word too.
    @Test("Codes that are words are compared, matched, thrown by stubs, and shown with their names")
    func byName() async throws {
        struct Code: APIEngine.ErrorCode {
            static var notFound: Self { Self(rawValue: "channel_not_found") }
            static var internalError: Self { Self(rawValue: "500") }
            let rawValue: String
            static var _names: String { "notFound=channel_not_found,internalError=500,odd=a~2b" }
        }
        let stub = StubTransport()
        let client = Client(
            APIDescription(name: "Words", baseURL: "https://words.example/", envelope: .init(error: "error")),
            account: .test, transport: stub)
        let request = Request<JSON>(Call(client, .init("chat.post")))
        stub.on(request) { _ in throw ServerFailure(Code.notFound) }
        let error = await #expect(throws: APIError.self) { try await request.send() }
        #expect(error?.server?.code == Code.notFound && Code.notFound == error?.server?.code)
        #expect(error?.server?.code != Code.internalError && ServerError.Code.number(500) == Code.internalError)
        switch error?.server?.code {
        case Code.internalError: Issue.record("it is another one")
        case Code.notFound: break
        default: Issue.record("it has a name")
        }
        let none: ServerError.Code? = nil
        #expect(none != Code.notFound)
        #expect(
            "\(Code.notFound), \(Code(rawValue: "a,b")), \(Code(rawValue: "x"))"
                == "notFound (channel_not_found), odd (a,b), x")
    }
}
