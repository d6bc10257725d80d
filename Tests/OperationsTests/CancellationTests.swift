import Foundation
import LoopbackServer
import Methodical
import MethodicalOperations
import Testing

/// Tests of operations whose wait is cancelled.
@Suite struct CancellationTests {
    /// An operation that is cancelled at any moment sends nothing more.
    @Test func cancelledAtAnyMoment() async throws {
        let server = try LoopbackServer { request in
            Thread.sleep(forTimeInterval: 0.002)
            return request.verb == "POST" ? .http(202, ["Location: /1", "Retry-After: 0"]) : .http(202)
        }
        let limits: [TokenKinds: APIDescription.Limit] = [[]: .init(1, per: .milliseconds(1))]
        let service = Service(
            client: Client(
                Service.api, account: Account(id: 1, token: Token("t")),
                configuration: Client.Configuration(baseURL: server.baseURL, limits: limits)))
        for moment in 0..<40 {
            let running = service.export().deadline(.seconds(3600)).start()
            try await Task.sleep(for: .microseconds(moment * 500))
            running.cancel()
            let error = await #expect(throws: APIError.self) { try await running.value }
            #expect(error?.code == .cancelled)
        }
        let count = server.received.count
        try await Task.sleep(for: .milliseconds(300))
        #expect(server.received.count <= count + 1)
    }
}
