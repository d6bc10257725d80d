import EachTransport
import Foundation
import LoopbackServer
import Methodical
import Testing

/// An API in the form that the generator prints.
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Service", baseURL: "http://127.0.0.1/", authorization: .parameter("access_token"),
        envelope: APIEngine.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg"))
}

extension Service {
    /// Creates a client without back-off.
    init(
        _ server: LoopbackServer, transport: (any Transport)? = nil, observers: [any ClientObserver] = [],
        middlewares: [any Middleware] = [], retries: RetryPolicy = RetryPolicy()
    ) {
        let time = TimeSource(now: { Date() }, sleep: { _ in try Task.checkCancellation() })
        self.init(
            account: Account(id: 1, token: Token("secret-token")), transport: transport,
            over: Client.Configuration(
                baseURL: server.baseURL, observers: observers, middlewares: middlewares, time: time, retries: retries))
    }
}

/// A middleware that holds each call back until the test lets it through.
final class Barrier: Middleware {
    /// The number of calls that have arrived.
    let waiting = Locked(0)
    private let allowed = Locked(0)

    /// Lets the first `count` calls through.
    func open(_ count: Int) { allowed.withLock { $0 = count } }

    func handleCall(
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse {
        let number = waiting.withLock { waiting in
            waiting += 1
            return waiting
        }
        while allowed.withLock({ $0 }) < number { try await Task.sleep(for: .milliseconds(1)) }
        return try await next(settings)
    }
}

/// A transport whose requests never end, except by cancellation and by the errors that the test adds.
final class Unreachable: Transport {
    let sent = Locked(0)
    let fails = Locked(false)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        sent.withLock { $0 += 1 }
        while !fails.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        throw APIError(.connection, "unreachable")
    }
}

/// An observer that records events.
final class Log: ClientObserver {
    private let all = Locked([ClientEvent]())
    var events: [ClientEvent] { all.withLock { $0 } }

    func observe(_ event: ClientEvent) { all.withLock { $0.append(event) } }

    /// The events without the parts that differ from run to run, such as `photos.save: finished`.
    var steps: [String] {
        events.map { event in
            switch event.kind {
            case .finished(let finish): "\(event.method): finished, HTTP \(finish.status)"
            case .failed(let code, _): "\(event.method): failed: \(code)"
            case .retrying(_, let code): "\(event.method): again after \(code)"
            default: "\(ClientEvent(method: event.method, kind: event.kind))"
            }
        }
    }
}

/// A folder of the test's own, which is removed with this object.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("transfers-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    subscript(name: String) -> URL { url.appendingPathComponent(name) }

    func file(_ name: String, _ data: Data) throws -> URL {
        try data.write(to: self[name])
        return self[name]
    }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

/// Starts a process that downloads or uploads a file over the current transport.
///
/// - Parameter temporary: The folder for the temporary files of the process. The default is that of the system.
func startTransfer(_ kind: String, _ url: URL, _ file: URL, temporary: URL? = nil) throws -> Process {
    #if canImport(Darwin)
        let products =
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            ?? Bundle.main.bundleURL
    #else
        let products = Bundle.main.bundleURL
    #endif
    let process = Process()
    process.executableURL = products.appendingPathComponent("TransferStress")
    process.arguments = [kind, url.absoluteString, file.path, TestedTransport.current.rawValue]
    process.standardOutput = FileHandle.nullDevice
    if let temporary {
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.path]) { $1 }
    }
    try process.run()
    return process
}

/// Returns bytes with a long period, so that a piece in the wrong place is noticed.
func pattern(_ count: Int, seed: Int = 0) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 ^ $0 >> 8 ^ $0 >> 16) })
}

extension LoopbackServer {
    func url(_ path: String = "/file") throws -> URL { try #require(URL(string: baseURL + path)) }
}

func failure(_ body: () async throws(APIError) -> some Any) async -> APIError? {
    do throws(APIError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// A file on a server that supports ranges, as RFC 9110 describes them.
struct ServedFile: Sendable {
    var data: Data
    var tag: String? = "\"1\""
    var changed: String?

    /// Returns the whole file or the requested part.
    func answer(_ request: Received) -> (status: Int, headers: [String], body: Data) {
        var headers = ["Accept-Ranges: bytes", "Date: Sat, 21 Nov 2026 09:00:00 GMT"]
        if let tag { headers.append("ETag: \(tag)") }
        if let changed { headers.append("Last-Modified: \(changed)") }
        let isSame = request["If-Range"].map { $0 == tag || $0 == changed } ?? true
        guard isSame, let first = request["Range"].flatMap({ Int($0.dropFirst(6).dropLast()) }) else {
            return (200, headers, data)
        }
        guard first < data.count else { return (416, ["Content-Range: bytes */\(data.count)"], Data()) }
        headers.append("Content-Range: bytes \(first)-\(data.count - 1)/\(data.count)")
        return (206, headers, Data(data[first...]))
    }

    func reply(_ request: Received, piece: Int = 16384, pause: Double = 0, cut: Int? = nil, stalls: Bool = false)
        -> LoopbackServer.Reply
    {
        let answer = answer(request)
        return .slow(answer.status, answer.headers, answer.body, piece: piece, pause: pause, cut: cut, stalls: stalls)
    }
}
