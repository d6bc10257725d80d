import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of short forms for simple needs: a client from a token alone, a header field, methods without a result.
@Suite struct ShortCallTests {
    @Test func aClientOfAToken() async throws {
        let sent = Locked([HTTPRequest]())
        let transport = Answering { request in
            sent.withLock { $0.append(request) }
            return #"{"response":[]}"#
        }
        let vk = VK(token: "KEY", transport: transport)
        _ = try await vk.users.get(userIDs: [1]).send()
        #expect(sent.withLock { String(decoding: $0[0].body ?? Data(), as: UTF8.self) }.hasSuffix("&access_token=KEY"))
    }

    @Test func accountsOfATokenAlone() {
        let (first, second) = (Account(token: "KEY"), Account(token: Token("KEY")))
        #expect(first == second && first.token == Token("KEY"))
        #expect(Account(token: "ANOTHER").id != first.id && first.id != .anonymous)
        #expect(!"\(first) \(first.id)".contains("KEY"))
    }

    @Test func aHeaderFieldOfOneCall() async throws {
        let sent = Locked([HTTPRequest]())
        let vk = VK(
            transport: Answering { request in
                sent.withLock { $0.append(request) }
                return #"{"response":[]}"#
            })
        let call = vk.users.get(userIDs: [1]).header("Accept-Language", "fr").header("accept-language", "de")
        _ = try await call.send()
        _ = try await call.send()
        _ = try await vk.users.get(userIDs: [1]).send()
        #expect(sent.withLock { $0.map { $0.headers["Accept-Language"] } } == ["de", "de", nil])
        #expect(!"\(call)".contains("de") && !"\(call)".contains("\"fr\""), "\(call)")
        await #expect(throws: APIError.self) { try await vk.users.get().header("X-Wrong", "a\r\nb").send() }
    }

    @Test func methodsThatAnswerNothing() async throws {
        #expect(try await outcome(NoContent.self, "", status: 204).get() == NoContent())
        #expect(try await outcome(NoContent.self, "<p>Done.</p>").get() == NoContent())
        #expect(try await outcome(NoContent.self, #"{"response":{"id":1}}"#, EnvelopeTests.vk).get() == NoContent())
        let refusal = try await outcome(
            NoContent.self, #"{"error":{"error_code":15,"error_msg":"no"}}"#, EnvelopeTests.vk)
        #expect(throws: APIError.self) { try refusal.get() }
        let missing = try await outcome(NoContent.self, "", status: 404)
        #expect(throws: APIError.self) { try missing.get() }

        let client = Client(plainAPI(), transport: Answering { _ in "" })
        let nothing: Void = try await Request<NoContent>(Call(client, Method("tasks.remove", .delete, "tasks/1")))
            .send()
        #expect(nothing == ())
    }
}
