import LoopbackServer
import Methodical
import Testing
import VKAPI

/// Tests of the limits and retries in VK's schema.
@Suite struct VKTests {
    @Test("VK takes 3 calls a second for a user, and 20 for a group or a service")
    func limits() {
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

    @Test("Null results of programs are read", arguments: [ReadingPolicy.strict, .tolerant, .salvage])
    func programs(reading: ReadingPolicy) async throws {
        let errors = #""execute_errors":[{"method":"users.get","error_code":15,"error_msg":"Access denied"}]"#
        let results: [(text: String, value: JSON)] = [
            ("null", .null), ("[null,[1,null]]", [nil, [1, nil]]), (#"{"a":null}"#, ["a": nil]),
        ]
        for (text, value) in results {
            for body in [#"{"response":\#(text)}"#, #"{"response":\#(text),\#(errors)}"#] {
                let result = try await answer(VK.self, body, token: "t") {
                    $0.execute(code: "return null;").reading(reading)
                }
                #expect(result == value)
            }
        }
    }

    @Test("Results that VK's own schema excludes are read", arguments: [ReadingPolicy.strict, .tolerant])
    func recordedResults(reading: ReadingPolicy) async throws {
        let deletion = try await answer(
            VK.self, #"{"response":{"success":2,"out_request_deleted":1}}"#, token: "t"
        ) { $0.friends.delete(userID: 1).reading(reading) }
        #expect(deletion.success == 2 && deletion.outRequestDeleted == true)
        let video = try await answer(VK.self, #"{"response":456239017}"#, token: "t") {
            $0.video.add(videoID: 1, ownerID: 2).reading(reading)
        }
        #expect(video == 456_239_017)
        let users = try await answer(
            VK.self, #"{"response":[{"id":1,"career":[{"until":9.2233720368547758e18},{"until":2019}]}]}"#, token: "t"
        ) { $0.users.get(userIDs: ["1"], fields: [.career]).reading(reading) }
        #expect(users[0].career?.map(\.until) == [9.2233720368547758e18, 2019])
    }
}
