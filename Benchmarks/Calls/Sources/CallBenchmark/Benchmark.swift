import Allocations
import Foundation
import LoopbackServer
import Methodical

/// Prints `name value` lines.
///
/// CallBenchmark cost read|write|kept TIMES      microseconds of CPU and allocations of one call whose transport
/// answers from memory
///     CallBenchmark soak CALLS AT_ONCE              calls over the loopback, and bare URLSession beside them
///     CallBenchmark serve                           the soak's server, which prints its port
@main
struct Benchmark {
    static func main() async throws {
        let words = CommandLine.arguments
        switch words[1] {
        case "cost": try await cost(words[2], Int(words[3]) ?? 0)
        case "soak": try await Soak(calls: Int(words[2]) ?? 0, atOnce: Int(words[3]) ?? 0).run()
        default:
            let server = try LoopbackServer(keeping: false) { request in
                .http(200, [], #"{"response":{"id":\#(Soak.number(request.target) ?? 0)}}"#)
            }
            print(server.port)
            fflush(nil)
            // Waits until the soak's process closes its end or dies.
            _ = try FileHandle.standardInput.readToEnd()
        }
    }

    /// Measures a read without a cache, a write, and a read whose response is cached.
    private static func cost(_ what: String, _ times: Int) async throws {
        let vk = VK(transport: Memory(), configuration: .init(cache: what == "kept" ? MemoryStore() : nil))
        func call(_ index: Int) async throws {
            guard try await vk.call(index, reads: what != "write").send().id == 7 else {
                throw CocoaError(.coderInvalidValue)
            }
        }
        // The first calls create everything that is created once.
        for index in 0..<min(times, 1000) { try await call(-index) }
        for (part, numbers) in [("first", 0..<times / 2), ("second", times / 2..<times)] {
            let (start, before) = (cpu(), allocations())
            for index in numbers { try await call(index) }
            print("\(what)-\(part)", (cpu() - start) / Double(numbers.count) * 1e6)
            print("\(what)-\(part)-allocations", Double(allocations() - before) / Double(numbers.count))
        }
    }
}

private struct Memory: Transport {
    private let response = HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"response":{"id":7,"first_name":"Ada"}}"#.utf8))
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }
}

/// An API in the form that the generator prints.
struct VK: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "VK", baseURL: "https://api.vk.com/method/", version: ("v", "5.199"),
        authorization: .parameter("access_token"),
        envelope: APIEngine.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg"),
        meanings: [.expiredToken: [5], .tooManyRequests: [6]])

    func call(_ id: Int, reads: Bool) -> Request<User> {
        var call = Call(client, .init("users.get", .get, reads: reads))
        call.add("user_id", id)
        call.add("fields", ["city", "photo_50"])
        return Request(call)
    }

    struct User: APIEngine.Model {
        var id: Int = 0
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
}

/// Returns the CPU time of all threads, in seconds.
func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
