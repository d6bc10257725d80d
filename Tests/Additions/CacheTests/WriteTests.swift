import Foundation
import LoopbackServer
import TestFiles
import Testing

@testable import Methodical
@testable import MethodicalCache

/// Tests of cached responses after writes: no cached response contradicts a write.
@Suite struct WriteTests {
    private let folder = TemporaryFolder()

    @Test(arguments: StoreKind.allCases) func aWriteMakesTheReadsOfItsNamespaceStale(kind: StoreKind) async throws {
        let list = try TaskList(kind.store(folder))
        #expect(try await list.read("tasks.get").send() == "open")
        #expect(try await list.read("projects.get").send() == "open")
        try await list.write("tasks.close").send()
        #expect(try await list.read("tasks.get").offline().response().source == .stale)
        let new = try await list.read("tasks.get").response()
        #expect(new.value == "closed" && new.source == .network)
        #expect(try await list.read("projects.get").response().source != .network)
        #expect(try await list.read("tasks.get").response().source != .network)
    }

    /// A write makes the reads of the namespaces around and inside its own stale. For example, a new comment changes
    /// the count in `pins.get`, and a deleted pin changes its comments.
    @Test(arguments: [
        ("pins.comments.create", ["pins.get", "pins.comments.list", "pins.likes.list"]),
        ("pins.delete", ["pins.get", "pins.comments.list", "pins.likes.list"]),
        ("pinsAndMore.add", []),
        ("reset", ["pins.get", "pins.comments.list", "pins.likes.list", "ping", "boards.get"]),
    ]) func namespacesAreNested(write: String, stale: [String]) async throws {
        let list = try TaskList()
        let reads = ["pins.get", "pins.comments.list", "pins.likes.list", "ping", "boards.get"]
        for name in reads { try await list.read(name).send() }
        try await list.write(write).send()
        for name in reads {
            let isStale = try await list.read(name).offline().response().source == .stale
            #expect(isStale == stale.contains(name), "\(name) after \(write)")
        }
    }

    @Test func theSchemaNamesOtherNamespacesOrNone() async throws {
        let list = try TaskList()
        for name in ["tasks.get", "projects.get", "users.get", "users.list"] { try await list.read(name).send() }
        func stale() async throws -> [String] {
            var names: [String] = []
            for name in ["tasks.get", "projects.get", "users.get", "users.list"] {
                if try await list.read(name).offline().response().source == .stale { names.append(name) }
            }
            return names
        }
        try await list.call(Method("tasks.touch", invalidates: [])).send()
        #expect(try await stale() == [])
        try await list.call(Method("tasks.assign", invalidates: ["projects", "users.get"])).send()
        #expect(try await stale() == ["projects.get", "users.get"])
        try await list.call(Method("tasks.assign", invalidates: [""])).send()
        #expect(try await stale() == ["tasks.get", "projects.get", "users.get", "users.list"])
    }

    @Test(arguments: [404, 500]) func aWriteThatTheServerRefusesChangesNothing(status: Int) async throws {
        let list = try TaskList()
        try await list.read("tasks.get").send()
        list.status = status
        await #expect(throws: APIError.self) { try await list.write("tasks.close").send() }
        #expect(try await list.read("tasks.get").response().source == .memory)
    }

    /// A write without a response invalidates like a successful one, because the server may have performed it.
    @Test func aWriteWithoutAResponseCountsAsDone() async throws {
        let list = try TaskList()
        try await list.read("tasks.get").send()
        list.status = 0
        let error = await #expect(throws: APIError.self) { try await list.write("tasks.close").send() }
        #expect(error?.code == .connection)
        list.status = 200
        #expect(try await list.read("tasks.get").send() == "closed")
    }

    /// A sequence never begins with a value that a write has changed, unless there is no network.
    @Test func noSequenceBeginsWithWhatAWriteHasChanged() async throws {
        let list = try TaskList()
        func values() async throws -> [String] {
            try await list.read("tasks.get").cacheThenNetwork().reduce(into: []) { $0.append($1) }
        }
        #expect(try await values() == ["open"])
        try await list.write("tasks.close").send()
        #expect(try await list.read("tasks.get").caching(.cacheThenNetwork).send() == "closed")
        try await list.write("tasks.open").send()
        #expect(try await values() == ["open"])
        try await list.write("tasks.close").send()
        list.client.isOffline = true
        #expect(try await values() == ["open"])
    }

    @Test func accountsAreApart() async throws {
        let list = try TaskList()
        try await list.read("tasks.get").send()
        let other = Client(
            list.client.api, account: Account(id: 2, token: Token("t")), configuration: list.client.configuration)
        try await Request<String>(Call(other, Method("tasks.close"))).send()
        #expect(try await list.read("tasks.get").response().source == .memory)
    }

    /// A response that was in flight when a write ended counts as stale.
    @Test func aReadThatAWriteOvertakesIsStale() async throws {
        let list = try TaskList()
        list.holdsReads = true
        async let early = list.read("tasks.get").send()
        while list.waiting < 1 { await Task.yield() }
        try await list.write("tasks.close").send()
        // A later read does not join the request that was sent before the write.
        list.holdsReads = false
        #expect(try await list.read("tasks.get").send() == "closed")
        list.release()
        #expect(try await early == "open")
        // The late response does not replace the newer one.
        let after = try await list.read("tasks.get").response()
        #expect(after.value == "closed" && after.source == .memory)
    }

    @Test func aLateResponseIsStoredAsStale() async throws {
        let list = try TaskList()
        list.holdsReads = true
        async let early = list.read("tasks.get").send()
        while list.waiting < 1 { await Task.yield() }
        try await list.write("tasks.close").send()
        list.holdsReads = false
        list.release()
        #expect(try await early == "open")
        #expect(try await list.read("tasks.get").offline().response().source == .stale)
        #expect(try await list.read("tasks.get").send() == "closed")
    }

    @Test func aWriteOutlivesTheProcessAndIsSeenByOthers() async throws {
        let list = try TaskList(DiskStore(folder: folder.url))
        try await list.read("tasks.get").send()
        try await list.read("projects.get").send()
        // A client in another process, which has memory in front of the same folder.
        let other = list.client(LayeredStore(front: MemoryStore(), back: DiskStore(folder: folder.url)))
        #expect(try await list.read("tasks.get", other).response().source == .disk)
        #expect(try await list.read("tasks.get", other).response().source == .memory)
        try await list.write("tasks.close").send()
        #expect(try await list.read("tasks.get", other).send() == "closed")
        try await list.write("tasks.open").send()
        let restarted = list.client(DiskStore(folder: folder.url))
        #expect(try await list.read("tasks.get", restarted).offline().response().source == .stale)
        #expect(try await list.read("projects.get", restarted).response().source == .disk)
        #expect(try await list.read("tasks.get", restarted).send() == "open")
    }

    /// Without the table of generations, all cached responses are stale. A lost table costs freshness, never
    /// correctness.
    @Test func withoutTheTableOfGenerationsAllIsStale() async throws {
        let list = try TaskList(DiskStore(folder: folder.url))
        try await list.read("tasks.get").send()
        try await list.write("tasks.close").send()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("generations-1"))
        let restarted = list.client(DiskStore(folder: folder.url))
        #expect(try await list.read("tasks.get", restarted).offline().response().source == .stale)
        #expect(try await list.read("tasks.get", restarted).send() == "closed")
        #expect(try await list.read("tasks.get", restarted).response().source == .disk)
    }

    @Test func aStoreOfOnesOwnNeedsNoTable() async throws {
        let list = try TaskList(Plain())
        #expect(try await list.read("tasks.get").send() == "open")
        #expect(try await list.read("tasks.get").response().source == .memory)
        try await list.write("tasks.close").send()
        #expect(try await list.read("tasks.get").send() == "closed")
        #expect(try await list.read("tasks.get").response().source == .memory)
    }

    @Test func theProgramMayInvalidateAsAWriteDoes() async throws {
        let list = try TaskList()
        try await list.read("tasks.get").send()
        let cache = ListClient(client: list.client).cache
        try cache.invalidate("projects")
        #expect(try await list.read("tasks.get").response().source == .memory)
        try cache.invalidate()
        #expect(try await list.read("tasks.get").response().source == .network)
    }

    /// A write to an address without a schema invalidates the reads of that address (RFC 9111, section 4.4).
    @Test func aWriteToAnAddressInvalidatesWhatWasReadThere() async throws {
        let list = try TaskList()
        let raw = ListClient(client: list.client)
        let url = list.server.baseURL + "/tasks.get"
        _ = try await raw.request(.get, url).cached(for: .oneHour).send()
        #expect(try await raw.request(.get, url).cached(for: .oneHour).response().source == .memory)
        _ = try await raw.request(.delete, url).send()
        #expect(try await raw.request(.get, url).cached(for: .oneHour).response().source == .network)
    }

    /// After a write, only an entity tag revalidates a response. A date in whole seconds cannot show that the response
    /// is unchanged.
    @Test func afterAWriteOnlyAnEntityTagConfirms() async throws {
        let list = try TaskList()
        list.headers = ["Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT"]
        let read = list.call(Method("tasks.get", .get, reads: true, cache: 3600))
        try await read.send()
        try await list.write("tasks.close").send()
        list.headers = ["ETag: \"1\""]
        try await read.send()
        #expect(list.server.received.last?["If-Modified-Since"] == nil)
        try await list.write("tasks.close").send()
        try await read.send()
        #expect(list.server.received.last?["If-None-Match"] == "\"1\"")
    }
}

/// A server that remembers whether its tasks are open, and a client of it.
private final class TaskList: Sendable {
    private struct State {
        var text = "open", status = 200, holdsReads = false, waiting = 0
        var headers: [String] = []
    }

    let server: LoopbackServer
    let client: Client
    private let state: Locked<State>
    private let gate = DispatchSemaphore(value: 0)

    init(_ store: any CacheStore = MemoryStore()) throws {
        let (state, gate) = (Locked(State()), gate)
        self.state = state
        server = try LoopbackServer { (request: Received) -> LoopbackServer.Reply in
            let (text, isHeld) = state.withLock { state -> (String, Bool) in
                if request.target.contains("close") { state.text = "closed" }
                if request.target.contains("open") { state.text = "open" }
                let isHeld = state.holdsReads && request.target.contains("get")
                if isHeld { state.waiting += 1 }
                return (state.text, isHeld)
            }
            if isHeld { gate.wait() }
            let (status, headers) = state.withLock { ($0.status, $0.headers) }
            return status == 0 ? .reset : .http(status, headers, "\"\(text)\"")
        }
        client = Client(
            ListClient.api, configuration: Client.Configuration(baseURL: server.baseURL, cache: store, retries: .never))
    }

    var status: Int {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }
    var holdsReads: Bool {
        get { state.withLock { $0.holdsReads } }
        set { state.withLock { $0.holdsReads = newValue } }
    }
    var headers: [String] {
        get { state.withLock { $0.headers } }
        set { state.withLock { $0.headers = newValue } }
    }
    var waiting: Int { state.withLock { $0.waiting } }
    func release() { gate.signal() }

    func client(_ store: any CacheStore) -> Client {
        Client(
            ListClient.api, configuration: Client.Configuration(baseURL: server.baseURL, cache: store, retries: .never))
    }

    func read(_ name: String, _ client: Client? = nil) -> Request<String> {
        Request(Call(client ?? self.client, Method(name, reads: true, cache: 3600)))
    }
    func write(_ name: String) -> Request<String> { call(Method(name)) }
    func call(_ method: Method) -> Request<String> { Request(Call(client, method)) }
}

private struct ListClient: APIClient {
    let client: Client
    static let api = APIDescription(name: "Lists", baseURL: "http://127.0.0.1/")
}

/// A store that implements only the requirements of the protocol.
private struct Plain: CacheStore {
    private let memory = MemoryStore()
    func entry(_ key: CacheKey) -> CacheEntry? { memory.entry(key) }
    func store(_ entry: CacheEntry, _ key: CacheKey) { memory.store(entry, key) }
    func remove(_ key: CacheKey) { memory.remove(key) }
    func removeAll(_ scope: CacheKey.Scope) { memory.removeAll(scope) }
    func size(_ scope: CacheKey.Scope) -> Int { memory.size(scope) }
}
