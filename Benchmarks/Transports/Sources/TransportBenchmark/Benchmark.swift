import AsyncHTTPClient
import Foundation
import Methodical
import MethodicalAsyncHTTPClient
import QuickServer

// Measures the transports against a server in this process that costs little.
//
//     TransportBenchmark calls COUNT CONCURRENT [WAY ...]
//                                                 requests per second of each way, in turn, and their ratios
//     TransportBenchmark silence SECONDS WAY      the CPU seconds of a long poll, while its server is silent

/// An API in the form that the generator prints.
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Service", baseURL: "http://127.0.0.1/", envelope: APIEngine.Envelope(result: "response"))

    init(client: Client) { self.client = client }

    init(_ base: String, _ transport: any Transport) {
        self.init(transport: transport, configuration: Client.Configuration(baseURL: base, cache: nil))
    }

    func get(_ number: Int) -> Request<User> {
        var call = Call(client, .init("users.get", .get, reads: true))
        call.add("user_id", number)
        return Request(call)
    }

    func poll() -> Request<User> { Request(Call(client, .init("silent", .get, reads: true))) }
}

struct User: APIEngine.Model, Decodable {
    var id = 0
    var firstName: String?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("!id,first_name")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.int(&id)
        case 1: cursor.stringIfPresent(&firstName)
        default: break
        }
    }
}

/// The code of a program without Methodical.
struct Bare: Sendable {
    struct Answer: Decodable {
        struct User: Decodable {
            let id: Int
            let first_name: String?
        }
        let response: User
    }

    let client: HTTPClient
    let base: String
    var decodes = true

    func get(_ number: Int) async throws {
        var request = HTTPClientRequest(url: "\(base)/users.get?user_id=\(number)")
        request.headers.add(name: "Accept", value: "application/json")
        let response = try await client.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        if decodes { _ = try JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView)) }
    }
}

/// Returns the user and system time of this process in seconds.
func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Sends calls, a number of them at a time.
func run(_ count: Int, _ concurrent: Int, _ call: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<concurrent {
            group.addTask {
                for number in stride(from: worker, to: count, by: concurrent) { try await call(number) }
            }
        }
        try await group.waitForAll()
    }
}

@main
struct Main {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let base = "http://127.0.0.1:\(quick_server_start())"
        switch (words.first, words.count) {
        case ("calls", 3...): try await calls(base, Int(words[2]) ?? 0, Int(words[3]) ?? 1, Set(words.dropFirst(3)))
        case ("silence", 3): try await silence(base, Double(words[2]) ?? 1, words[3])
        default: exit(2)
        }
    }

    static func calls(_ base: String, _ count: Int, _ concurrent: Int, _ only: Set<String>) async throws {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
        let bare = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let options = SessionOptions { $0.connectionsPerHost = 8 }
        let methodical = Service(base, AsyncHTTPClientTransport(options))
        let session = Service(base, URLSessionTransport(options))
        let all: [(String, @Sendable (Int) async throws -> Void)] = [
            ("bare", { try await Bare(client: bare, base: base).get($0) }),
            ("bytes", { try await Bare(client: bare, base: base, decodes: false).get($0) }),
            ("methodical", { _ = try await methodical.get($0).send() }),
            ("urlsession", { _ = try await session.get($0).send() }),
        ]
        let ways = all.filter { only.isEmpty || only.contains($0.0) }
        // The ways take turns in both directions, so that neither a change of the machine's speed nor the way before
        // favours one of them.
        let rounds = 40
        var (seconds, processor) = ([String: Double](), [String: Double]())
        for (_, call) in ways { try await run(count / 100, concurrent, call) }
        for round in 0..<rounds {
            for (name, call) in round.isMultiple(of: 2) ? ways : ways.reversed() {
                let (start, before) = (ContinuousClock.now, cpu())
                try await run(count / rounds, concurrent, call)
                seconds[name, default: 0] += (ContinuousClock.now - start) / .seconds(1)
                processor[name, default: 0] += cpu() - before
            }
        }
        for (name, _) in ways {
            print(name, Int(Double(count) / (seconds[name] ?? 1)), (processor[name] ?? 0) / Double(count) * 1e6)
        }
        try await bare.shutdown()
    }

    static func silence(_ base: String, _ duration: Double, _ way: String) async throws {
        let transport: any Transport = way == "urlsession" ? URLSessionTransport() : AsyncHTTPClientTransport()
        let service = Service(base, transport)
        let poll = Task { try? await service.poll().timeout(.seconds(600)).send() }
        let before = cpu()
        try await Task.sleep(for: .seconds(duration))
        print("cpu", cpu() - before)
        poll.cancel()
        _ = await poll.value
    }
}
