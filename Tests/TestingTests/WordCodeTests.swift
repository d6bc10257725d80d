import Methodical
import MethodicalTesting
import Testing

/// Codes that are words, as Slack's.
@Suite struct WordCodeTests {
    @Test func codesThatAreWords() async throws {
        let api = APIDescription(
            name: "Words", baseURL: "https://words.example/", envelope: Envelope(error: "error"), meanings: [.expiredToken: ["token_expired"]])
        let stub = StubTransport()
        let client = Client(api, account: .test, transport: stub)
        let request = Request<JSON>(Call(client, Method("chat.post")))
        for (code, meaning) in [("channel_not_found", APIError.Code.server), ("token_expired", .notAuthorized)] {
            stub.on(request) { _ in throw ServerFailure(.text(code)) }
            let error = await #expect(throws: APIError.self) { try await request.send() }
            #expect(error?.code == meaning && error?.server?.code == .text(code))
        }
    }
}
