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
        let limits: [Token.Kinds: APIDescription.Limit] = [[]: .init(1, per: .milliseconds(1))]
        let transport = Counting()
        let service = Service(
            client: Client(
                Service.api, account: Account(id: 1, token: Token("t")), transport: transport,
                configuration: Client.Configuration(baseURL: server.baseURL, limits: limits)))
        for moment in 0..<40 {
            // Without pauses, the cancellations come during polls, too.
            let call = Call(service.client, .init("data.export", .post, "export", parameters: .query))
            let running = OperationRequest<[Int]>(call, interval: 0).deadline(.seconds(3600)).start()
            try await Task.sleep(for: .microseconds(moment * 500))
            running.cancel()
            let error = await #expect(throws: APIError.self) { try await running.value }
            #expect(error?.code == .cancelled)
        }
        // A busy server may receive the last requests later than this.
        let count = transport.count.withLock { $0 }
        try await Task.sleep(for: .milliseconds(300))
        #expect(transport.count.withLock { $0 } == count)
    }
}

/// A transport that counts the requests that it is given.
private struct Counting: Transport {
    let count = Locked(0)
    private let session = URLSessionTransport()

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        count.withLock { $0 += 1 }
        return try await session.send(request)
    }
}
