import LoopbackServer
import Methodical
import Testing
import VKAPI

/// Tests of the limits and retries in VK's schema.
@Suite struct VKTests {
    @Test func limits() {
        #expect(VK.api.limits == [.user: .init(3), .group: .init(20), .service: .init(20)])
    }

    /// All attempts of a message have the same `random_id`, so VK sends it once.
    @Test func aMessageIsSentAgainWithItsNumber() async throws {
        let server = try LoopbackServer { _ in .http(503) }
        let vk = VK(
            account: Account(id: 1, token: Token("t", kinds: .user)),
            configuration: Client.Configuration(
                baseURL: server.baseURL, limits: [:], retries: RetryPolicy(attempts: 2, base: .zero)))
        for _ in 0..<2 { #expect(try await failure(vk.messages.send(peerID: 1, message: "hi")).status == 503) }
        let bodies = server.received.map(\.body)
        #expect(bodies.count == 4)
        #expect(bodies[0] == bodies[1] && bodies[2] == bodies[3] && bodies[0] != bodies[2])
        #expect(bodies[0].firstMatch(of: /random_id=[1-9][0-9]*&/) != nil)
        // A write that VK cannot recognise is not retried.
        #expect(try await failure(vk.messages.delete(messageIDs: [1])).status == 503)
        #expect(server.received.count == 5)
    }
}
