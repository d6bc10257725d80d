import Dispatch
import Foundation
import LoopbackServer
import Methodical

/// A server that turns every request into a call of a Methodical client. The public HTTP cache tests, which judge
/// caches between a client and a server, thus test the client's cache. `Benchmarks/CacheTests/run` starts it with the
/// address of the suite's server, and reads the address at which it listens.
@main
struct Main {
    static func main() throws {
        guard let origin = CommandLine.arguments.dropFirst().first else { fatalError("usage: CacheTests ADDRESS") }
        let gateway = Gateway(origin: origin)
        let server = try LoopbackServer(keeping: false) { gateway.reply(to: $0) }
        FileHandle.standardOutput.write(Data((server.baseURL + "\n").utf8))
        withExtendedLifetime(server) { dispatchMain() }
    }
}

/// Sends each request of a test as a call of an API in which the test is a namespace and its address a path.
private final class Gateway: Sendable {
    private let client: Client
    /// The client for the suite's own requests, which must not count as writes.
    private let plain: Plain

    init(origin: String) {
        let api = APIDescription(name: "CacheTests", baseURL: origin)
        var configuration = Client.Configuration(retries: .never)
        configuration.cache = MemoryStore(limit: 1 << 28)
        client = Client(api, transport: Labelling(), configuration: configuration)
        configuration.cache = nil
        plain = Plain(client: Client(api, configuration: configuration))
    }

    func reply(to request: Received) -> LoopbackServer.Reply {
        let result = Box<Result<HTTPResponse, any Error>>()
        let done = DispatchSemaphore(value: 0)
        Task { [self] in
            do {
                result.value = .success(try await answer(to: request))
            } catch {
                result.value = .failure(error)
            }
            done.signal()
        }
        done.wait()
        switch result.value {
        case .success(let response): return .rawData(response.bytes(for: request.verb))
        // Without a response from the origin, a gateway responds with 502.
        case .failure(let error): return .http(502, ["Content-Type: text/plain"], "\(error)")
        case nil: return .close
        }
    }

    private func answer(to request: Received) async throws -> HTTPResponse {
        guard let verb = HTTPRequest.Verb(rawValue: request.verb) else { return HTTPResponse(status: 501) }
        let label = Label(id: request["Test-ID"], number: request["Req-Num"], name: request["Test-Name"])
        // The suite's own requests set a test up and ask for the requests that its server has received.
        guard request.target.hasPrefix("/test/") else {
            let headers: HTTPHeaders = ["Content-Type": "application/json"]
            let address = client.api.baseURL + request.target
            return try await plain.request(
                verb, address, headers: headers, body: request.bytes.isEmpty ? nil : request.bytes
            )
            .send()
        }
        let test = request.target.split(whereSeparator: { "/?".contains($0) }).dropFirst().first ?? ""
        let isRead = verb == .get || verb == .head
        let path = String(request.target.dropFirst())
        var call = Call(client, .init("\(test).\(verb)", verb, path, parameters: .query, reads: isRead))
        for (name, value) in request.testFields { call.add(name, value, .header) }
        if !isRead { call.add("body", request.body, .body) }
        let tested = Request<HTTPResponse>(call)
        return try await Label.$current.withValue(label) { try await tested.send() }
    }
}

/// A label that tells the suite's server the test and the number of a request. It is not part of the call: for the
/// cache, all requests of a test are equal.
private struct Label: Sendable {
    var id: String?
    var number: String?
    var name: String?

    @TaskLocal static var current: Label?
}

/// Adds the label to a request for the origin.
private struct Labelling: Transport {
    private let session = URLSessionTransport()

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        if let label = Label.current {
            request.headers["Test-ID"] = label.id
            request.headers["Req-Num"] = label.number
            request.headers["Test-Name"] = label.name
        }
        return try await session.send(request)
    }
}

private struct Plain: APIClient {
    let client: Client
    static let api = APIDescription(name: "CacheTests", baseURL: "")
}

private final class Box<Value>: @unchecked Sendable { var value: Value? }

extension Received {
    /// The test's header fields. Fields with one name are joined, and those that Node's client adds are omitted.
    fileprivate var testFields: [(String, String)] {
        let own: Set<String> = [
            "host", "connection", "accept", "accept-language", "sec-fetch-mode", "user-agent", "accept-encoding",
            "content-length", "test-id", "req-num", "test-name", "content-type", "transfer-encoding",
        ]
        var fields: [(name: String, value: String)] = []
        for line in head.components(separatedBy: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            let name = parts[0].lowercased()
            let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            if own.contains(name), !(name == "accept-language" && value != "*") { continue }
            if let place = fields.firstIndex(where: { $0.name == name }) {
                fields[place].value += ", " + value
            } else {
                fields.append((name, value))
            }
        }
        return fields
    }
}

extension HTTPResponse {
    /// Returns the response's bytes for a connection that ends after it.
    fileprivate func bytes(for verb: String) -> Data {
        let left: Set<String> = ["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"]
        var head = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
        for field in headers.fields where !left.contains(field.name.lowercased()) {
            head += "\(field.name): \(field.value)\r\n"
        }
        let hasBody = verb != "HEAD" && status != 204 && status != 304
        if let encoding = headers["Content-Encoding"], hasBody { head += "Content-Encoding: \(encoding)\r\n" }
        head += hasBody ? "Content-Length: \(body.count)\r\n\r\n" : "\r\n"
        return Data(head.utf8) + (hasBody ? body : Data())
    }
}
