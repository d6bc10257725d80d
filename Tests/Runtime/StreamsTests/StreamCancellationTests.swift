import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Streams that are cancelled at any moment, and tokens that are refreshed while a stream begins.
@Suite(.eachTransport) struct StreamCancellationTests {
    /// A stream that is cancelled leaves no connection, and no permit of the rate limit.
    @Test func leavesNothingBehind() async throws {
        let server = try LoopbackServer(keeping: false) { _ in
            .live { send in
                Thread.sleep(forTimeInterval: 0.005)
                guard send(Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)) else { return }
                while send(Data("data: 1\n\n".utf8)) { Thread.sleep(forTimeInterval: 0.002) }
            }
        }
        let service = Service(
            client: Client(
                Service.api, account: Account(id: 1, token: Token("t")),
                over: Client.Configuration(
                    baseURL: server.baseURL, limits: [[]: .init(1, per: .milliseconds(1))])))
        for moment in 0..<60 {
            let task = Task { await collect(service.ticks()) }
            try await Task.sleep(for: .microseconds(moment * 400))
            task.cancel()
            #expect(await task.value.error?.code == .cancelled)
        }
        try await until { server.openConnections == 0 }
        for try await element in service.ticks() {
            #expect(element == 1)
            break
        }
        try await until { server.openConnections == 0 }
    }

    /// A server that is always faster than the loop cannot keep a cancelled loop alive.
    @Test func endsAFastStream() async throws {
        let events = Data(String(repeating: "data: 1\n\n", count: 1 << 13).utf8)
        let server = try LoopbackServer { _ in
            .live { send in
                guard send(Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)) else { return }
                for _ in 0..<100 { guard send(events) else { return } }
            }
        }
        let task = Task {
            var count = 0
            do {
                for try await _ in Service(server.baseURL).ticks().reconnecting(false) {
                    count += 1
                    // The whole body arrives before the loop continues.
                    if count == 1 { try await Task.sleep(for: .seconds(1)) }
                    if count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return (count, nil as APIError?)
            } catch {
                return (count, error as? APIError)
            }
        }
        let (count, error) = await task.value
        #expect(error?.code == .cancelled)
        #expect(count < 200_000)
    }

    /// The refresh belongs to the start of the stream. A stream that is cancelled meanwhile is not sent again.
    @Test func refreshesTheTokenAtTheStart() async throws {
        let server = try LoopbackServer { request in
            request["Authorization"] == "Bearer new" ? stream("data: 1\n\n") : .http(401, [], "old-token")
        }
        let refresher = SlowRefresher()
        func service() -> Service {
            Service(
                client: Client(
                    Service.api, account: Account(id: 1, token: Token("old-token"), refresher: refresher),
                    over: Client.Configuration(baseURL: server.baseURL)))
        }
        let (elements, error) = await collect(service().ticks().reconnecting(false))
        #expect(elements == [1] && error == nil)
        #expect(server.received.map { $0["Authorization"] } == ["Bearer old-token", "Bearer new"])
        refresher.isHeld.withLock { $0 = true }
        let task = Task { await collect(service().ticks().reconnecting(false)) }
        try await until { refresher.count.withLock { $0 } == 2 }
        task.cancel()
        #expect(await task.value.error?.code == .cancelled)
        refresher.isHeld.withLock { $0 = false }
        try await Task.sleep(for: .milliseconds(200))
        #expect(server.received.count == 3)
    }

    private struct SlowRefresher: TokenRefresher {
        let count = Locked(0)
        let isHeld = Locked(false)

        func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
            count.withLock { $0 += 1 }
            repeat { try await Task.sleep(for: .milliseconds(100)) } while isHeld.withLock({ $0 })
            return Token("new")
        }
    }
}
