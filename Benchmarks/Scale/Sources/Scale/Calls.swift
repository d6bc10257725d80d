import Foundation
import Methodical

/// Many calls at once.
enum Calls {
    /// Sends calls over the loopback, a number of them at a time.
    static func overLoopback(total: Int, atOnce: Int, address: String) async throws {
        let service = Service(
            configuration: Client.Configuration(baseURL: address, cache: nil, limits: [:]))
        try await run(1, atOnce: 1) { _ = try await service.get($0).send() }
        let start = cpu()
        try await run(total, atOnce: atOnce) { _ = try await service.get($0).send() }
        print("call", (cpu() - start) / Double(total) * 1e6)
    }

    /// Sends all calls at once through a limit of eight requests in flight, with a time limit.
    static func waitingForTurns(_ calls: Int) async throws {
        let limit = APIDescription.Limit(1_000_000, per: .milliseconds(1), parallel: 8)
        try await limited(calls, by: limit)
    }

    /// Sends all calls at once under a rate limit that lets all of them pass.
    static func underRateLimit(_ calls: Int) async throws {
        try await limited(calls, by: APIDescription.Limit(calls, per: .seconds(60)))
    }

    private static func limited(_ calls: Int, by limit: APIDescription.Limit) async throws {
        let service = Service(
            transport: Memory(), configuration: Client.Configuration(cache: nil, limits: [[]: limit]))
        let start = cpu()
        try await run(calls, atOnce: calls) { _ = try await service.get($0).timeout(.seconds(600)).send() }
        print("call", (cpu() - start) / Double(calls) * 1e6)
    }

    /// Sends equal calls at once, which share one request that is never answered, and cancels them.
    static func cancelled(_ calls: Int) async throws {
        let transport = Silence()
        let service = Service(
            transport: transport, configuration: Client.Configuration(cache: nil, limits: [:]))
        let start = cpu()
        let tasks = (0..<calls).map { _ in Task { try await service.get(1).send() } }
        // The last call has joined the others soon after it began.
        while transport.requests == 0 { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(200))
        for task in tasks.reversed() { task.cancel() }
        for task in tasks {
            guard case .failure(let error) = await task.result, (error as? APIError)?.code == .cancelled else {
                throw Problem("a call was not cancelled")
            }
        }
        print("call", (cpu() - start) / Double(calls) * 1e6)
    }

    private static func run(
        _ count: Int, atOnce: Int, _ call: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<min(atOnce, count) {
                group.addTask {
                    for number in stride(from: worker, to: count, by: atOnce) { try await call(number) }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// A transport that answers from memory, after other tasks had a turn.
private struct Memory: Transport {
    private let response = HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"id":7,"name":"Ada"}"#.utf8))

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        await Task.yield()
        return response
    }
}

/// A transport that never answers.
private final class Silence: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var requests: Int { lock.withLock { count } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        lock.withLock { count += 1 }
        try await Task.sleep(for: .seconds(3600))
        return HTTPResponse(status: 500)
    }
}
