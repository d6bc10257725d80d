import Foundation
import Methodical
import MethodicalTesting
import Testing

@testable import MethodicalLive

/// A service with numbered lists, whose writes add an item to one of them, and a client of it.
final class Service: Sendable {
    private struct State {
        var lists: [Int: [Int]] = [:]
        /// The number of changes of each list.
        var versions: [Int: Int] = [:]
        var isReachable = true
        var refusesWrites = false
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var reads = 0
    }

    let stub = StubTransport()
    let time: ManualTime
    let account: Account
    let client: Client
    let store: (any CacheStore)?
    /// Indicates whether the version of a list is its first item in responses.
    let stampsVersions: Bool
    private let state = Locked(State())

    init(
        _ store: (any CacheStore)? = MemoryStore(), account: Account = Account(id: 1, token: Token("secret")),
        time: ManualTime = ManualTime(), middlewares: [any Middleware] = [], stampsVersions: Bool = false
    ) {
        self.store = store
        self.stampsVersions = stampsVersions
        self.time = time
        self.account = account
        client = Self.client(of: stub, account: account, store: store, time: time, middlewares: middlewares)
        stub.on("lists.get") { [state] call in
            let list = Int(call.arguments["list"] ?? "") ?? 0
            let (isReachable, items) = state.withLock { state in
                state.reads += 1
                return (state.isReachable, Self.shown(list, in: state, isStamped: stampsVersions))
            }
            if !isReachable {
                throw APIError(.connection)
            }
            await Self.wait(state)
            return HTTPResponse(status: 200, headers: [:], body: Data("\(items)".utf8))
        }
        stub.on("lists.add") { [state] call in
            await Self.wait(state)
            let list = Int(call.arguments["list"] ?? "") ?? 0
            let item = Int(call.arguments["item"] ?? "") ?? 0
            let isRefused = state.withLock { state in
                if !state.refusesWrites {
                    state.lists[list, default: []].append(item)
                    state.versions[list, default: 0] += 1
                }
                return state.refusesWrites
            }
            return HTTPResponse(status: isRefused ? 403 : 200, headers: [:], body: Data("true".utf8))
        }
    }

    private static func client(
        of stub: StubTransport, account: Account, store: (any CacheStore)?, time: ManualTime,
        middlewares: [any Middleware] = []
    ) -> Client {
        let configuration = Client.Configuration(
            middlewares: middlewares, cache: store, time: time.source, retries: .never)
        return Client(ServiceAPI.api, account: account, transport: stub, configuration: configuration)
    }

    /// Holds a call until `release()`, after the service has read or before it writes.
    private static func wait(_ state: Locked<State>) async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld {
                    state.held.append(continuation)
                }
                return state.isHeld
            }
            if !isHeld {
                continuation.resume()
            }
        }
    }

    /// Returns another client of the service.
    func otherClient(
        _ store: (any CacheStore)? = nil, account: Account? = nil, middlewares: [any Middleware] = []
    ) -> Client {
        Self.client(
            of: stub, account: account ?? self.account, store: store ?? self.store, time: time, middlewares: middlewares
        )
    }

    var api: ServiceAPI { ServiceAPI(client: client) }
    /// The number of reads that the service has received.
    var reads: Int { state.withLock { $0.reads } }
    /// The number of calls that the service holds.
    var heldCalls: Int { state.withLock { $0.held.count } }

    var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set { state.withLock { $0.isReachable = newValue } }
    }

    var refusesWrites: Bool {
        get { state.withLock { $0.refusesWrites } }
        set { state.withLock { $0.refusesWrites = newValue } }
    }

    /// Changes a list without a call.
    func set(_ list: Int, to items: [Int]) {
        state.withLock { $0.lists[list] = items }
    }

    /// Returns a list as a response has it now.
    func items(of list: Int) -> [Int] {
        state.withLock { Self.shown(list, in: $0, isStamped: stampsVersions) }
    }

    private static func shown(_ list: Int, in state: State, isStamped: Bool) -> [Int] {
        let stamp = isStamped ? [state.versions[list] ?? 0] : []
        return stamp + (state.lists[list] ?? [])
    }

    /// Counts a read and returns the first list, or breaks the connection.
    func read() throws -> [Int] {
        try state.withLock { state in
            state.reads += 1
            guard state.isReachable else {
                throw APIError(.connection)
            }
            return state.lists[1] ?? []
        }
    }

    func hold() {
        state.withLock { $0.isHeld = true }
    }

    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHeld = false
            return state.held
        }
        for continuation in held {
            continuation.resume()
        }
    }

    func read(_ list: Int, by client: Client? = nil, lifetime: Int? = 3600) -> Request<[Int]> {
        var call = Call(client ?? self.client, APIEngine.Method("lists.get", reads: true, cache: lifetime))
        call.add("list", list)
        return Request(call)
    }

    func add(_ item: Int, to list: Int, by client: Client? = nil) -> Request<Bool> {
        var call = Call(client ?? self.client, APIEngine.Method("lists.add"))
        call.add("list", list)
        call.add("item", item)
        return Request(call)
    }
}

struct ServiceAPI: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "https://service.example/")
}

/// Waits until a condition holds. A condition that never holds fails after a time that no slow machine needs.
@MainActor func eventually(
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !condition() {
        try #require(ContinuousClock.now < end, comment, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(1))
    }
}
