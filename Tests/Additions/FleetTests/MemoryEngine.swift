import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// An engine in memory that a test can make fail, hang, or lose its data.
final class MemoryEngine: FleetEngine {
    struct Failure: Error {}

    struct State {
        var values: [String: (value: Data, end: Date)] = [:]
        var isLost = false
        var hangs = false
        /// Indicates whether values are lost when their lifetime is over. A lease may then end before a busy machine
        /// extends it, so only tests of such an end set this.
        var forgets = false
        /// The names of the commands that were received.
        var commands: [String] = []
        /// A function that is called before each command, with its name.
        var before: (@Sendable (String) async -> Void)?
    }

    let state = Locked(State())

    func values(_ keys: [String]) async throws -> [Data?] {
        try await begin("values")
        return state.withLock { state in keys.map { state.live($0) } }
    }

    func set(_ key: String, to value: Data, for lifetime: Duration) async throws {
        try await begin("set")
        state.withLock { $0.values[key] = (value, Date() + lifetime / .seconds(1)) }
    }

    func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int] {
        try await begin(script.name)
        return state.withLock { state in
            script == .compareAndSet ? state.compareAndSet(keys[0], arguments) : state.reserve(keys[0], arguments)
        }
    }

    private func begin(_ name: String) async throws {
        if let before = state.withLock({ $0.before }) { await before(name) }
        let isLost = state.withLock { state in
            state.commands.append(name)
            return state.isLost
        }
        // Cancellation does not end it.
        while state.withLock({ $0.hangs }) { await Task { try? await Task.sleep(for: .milliseconds(50)) }.value }
        if isLost { throw Failure() }
    }

    /// The keys of a part of the shared state, such as `token`.
    func keys(_ part: String) -> [String] {
        state.withLock { $0.values.keys.filter { $0.contains(":\(part):") }.sorted() }
    }

    /// Indicates whether a process waits for the holder of a lease.
    var isLeaseAwaited: Bool {
        state.withLock { $0.values.values.contains { $0.value == Lease.awaited($0.value.prefix(16)) } }
    }
}

extension MemoryEngine.State {
    func live(_ key: String) -> Data? { values[key].flatMap { !forgets || $0.end > Date() ? $0.value : nil } }

    fileprivate mutating func compareAndSet(_ key: String, _ arguments: [Data]) -> [Int] {
        let flags = String(decoding: arguments[0], as: UTF8.self)
        guard live(key) == (flags.hasPrefix("1") ? arguments[1] : nil) else { return [0] }
        let lifetime = Double(String(decoding: arguments[3], as: UTF8.self)) ?? 0
        values[key] = flags.hasSuffix("1") ? (arguments[2], Date() + lifetime / 1000) : nil
        return [1]
    }

    /// Does the same as the script `reserve`.
    fileprivate mutating func reserve(_ key: String, _ arguments: [Data]) -> [Int] {
        let numbers = arguments.map { Double(String(decoding: $0, as: UTF8.self)) ?? 0 }
        let now = Date().timeIntervalSince1970 * 1e6
        let stored = live(key).flatMap { Double(String(decoding: $0, as: UTF8.self)) } ?? now
        let due = stored < now || stored > now + numbers[3] ? now : stored
        values[key] = (Data("\(due + numbers[0] * numbers[2])".utf8), .distantFuture)
        return [Int((due - numbers[1] - now).rounded(.down))]
    }
}

extension Fleet {
    /// Creates a fleet that quickly notices that its engine works again. A slow reply is no loss on a busy machine, so
    /// the limit is long.
    convenience init(
        test engine: any FleetEngine, encrypts: Bool = true, limit: Duration = .seconds(3600),
        time: TimeSource = .system
    ) {
        let flip = { @Sendable (data: Data, _: String) in Data(data.map { $0 ^ 0x5A }) }
        let encryption = Encryption(
            seal: { flip($0, $1) }, open: { flip($0, $1) }, digest: { "keyed\($0.hashValue)" })
        self.init(
            engine, name: "test", encryption: encrypts ? encryption : nil, limit: limit, time: time,
            probe: .milliseconds(50))
    }
}

/// Waits until a condition holds, for at most a minute.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return try await condition()
}

/// An API without a schema, on a transport of the test.
struct API: APIClient {
    let client: Client
    static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/", verb: .get, parameters: .query)

    func read(_ item: Int = 1) -> Request<Int> {
        call("items.get", ["item": item], as: Int.self, verb: .get, path: "items", reads: true)
    }
    func write() -> Request<Int> { call("items.set", as: Int.self, verb: .post, path: "items") }
}

/// A server in memory that counts its requests.
final class Server: Transport {
    let requests = Locked(0)
    private let respond: @Sendable (HTTPRequest, Int) async throws -> HTTPResponse

    /// - Parameter respond: A function that gets a request and its number, from 1.
    init(_ respond: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) { self.respond = respond }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let number = requests.withLock { requests in
            requests += 1
            return requests
        }
        return try await respond(request, number)
    }

    static func response(_ number: Int, cached: Bool = true) -> HTTPResponse {
        let control = cached ? "max-age=3600" : "no-store"
        return HTTPResponse(status: 200, headers: ["Cache-Control": control], body: Data("\(number)".utf8))
    }
}
