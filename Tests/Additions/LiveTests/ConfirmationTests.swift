import Foundation
import Methodical
import MethodicalTesting
import Testing

@testable import MethodicalLive

/// Tests of refreshes whose response the server confirms, in place of sending it again.
@Suite @MainActor struct ConfirmationTests {
    /// A service whose only list has an `ETag`.
    private final class TaggedService: Transport {
        private struct State {
            var items = [1]
            /// The values of `If-None-Match`, or `nil` for a request without one.
            var conditions: [String?] = []
            var statuses: [Int] = []
        }

        private let state = Locked(State())

        var conditions: [String?] { state.withLock { $0.conditions } }
        var statuses: [Int] { state.withLock { $0.statuses } }

        func set(_ items: [Int]) {
            state.withLock { $0.items = items }
        }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            if request.verb == .post {
                return HTTPResponse(status: 200, body: Data("true".utf8))
            }
            return state.withLock { state in
                let tag = "\"\(state.items)\""
                let condition = request.headers["If-None-Match"]
                let isConfirmed = condition == tag
                state.conditions.append(condition)
                state.statuses.append(isConfirmed ? 304 : 200)
                return HTTPResponse(
                    status: isConfirmed ? 304 : 200,
                    headers: ["ETag": tag],
                    body: isConfirmed ? Data() : Data("\(state.items)".utf8))
            }
        }
    }

    private let service = TaggedService()
    private let time = ManualTime()
    private let client: Client

    init() {
        let configuration = Client.Configuration(cache: MemoryStore(), time: time.source, retries: .never)
        client = Client(ServiceAPI.api, account: Account(id: 1), transport: service, configuration: configuration)
    }

    private var list: Request<[Int]> {
        Request(Call(client, APIEngine.Method("lists.get", .get, reads: true, cache: 60)))
    }

    @Test("A refresh sends the tag of the cached response, and a confirmed value stays and is fresh again")
    func confirmation() async throws {
        let live = list.live()
        try await eventually("the value arrives") { live.value == [1] }
        #expect(service.conditions == [nil])
        time.advance(by: .seconds(90))
        try await live.refresh()
        #expect(service.conditions == [nil, "\"[1]\""] && service.statuses == [200, 304])
        #expect(live.value == [1] && live.error == nil)
        #expect(try await list.response().source == .memory)
        service.set([1, 2])
        try await live.refresh()
        #expect(live.value == [1, 2] && service.statuses == [200, 304, 200])
    }

    @Test("A refresh after a write sends the tag, too, and the confirmed response is current")
    func confirmationAfterAWrite() async throws {
        let live = list.live()
        try await eventually("the value arrives") { live.value == [1] }
        _ = try await Request<Bool>(Call(client, APIEngine.Method("lists.add", .post))).send()
        try await eventually("the write refreshes the value") { service.statuses == [200, 304] && !live.isRefreshing }
        #expect(live.value == [1] && live.error == nil)
        #expect(try await list.response().source == .memory)
        #expect(service.statuses == [200, 304])
    }
}
