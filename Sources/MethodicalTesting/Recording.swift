import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One call and its answer, as a recording keeps it: without the token, secret arguments, and whatever of them the server repeats.
public struct RecordedExchange: Codable, Hashable, Sendable {
    /// The method's name on the wire.
    public var method: String
    /// By their names. Secret ones are left out, and keys that make a write safe to repeat: they are made anew each time. Of a page that a link led to,
    /// `linked address` says where, from the server's root on.
    public var arguments: [String: String]
    public var status: Int
    /// `Content-Type` and `Link`.
    public var headers: [String: String]
    /// The body as text; what is no UTF-8 is kept in base64 under `data`.
    public var text: String?
    public var data: Data?
}

/// Sends calls on and keeps what came, for a ``ReplayTransport``: `RecordingTransport(URLSessionTransport(), in: folder)`.
///
/// A file for each method, `users.get.json`, to be read and committed. What an earlier recording has in it stays, and several programs may record into
/// one folder. Answers hold what the server says, about people perhaps: look at them first. Requests that call no method of an API are not kept, nor is
/// a server's word that what the client's cache keeps has not changed.
public final class RecordingTransport: Transport {
    private let transport: any Transport
    private let folder: URL
    /// One for all: tests record side by side, each with a transport of its own, into one folder.
    private static let disk = Locked(())

    public init(_ transport: any Transport, in folder: URL) {
        self.transport = transport
        self.folder = folder
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await transport.send(request)
        guard let call = request.call, !call.isRaw, response.status != 304 else { return response }
        let exchange = RecordedExchange(call, response)
        try await Recording.alone(in: folder) {
            try Self.disk.withLock { _ in
                var exchanges = try Recording.read(exchange.method, in: folder)
                // Asked again, a method's newest answer counts. Another method's may lie there, whose name differs in what files' names cannot.
                exchanges.removeAll { $0.method == exchange.method && $0.arguments == exchange.arguments }
                try Recording.write(exchanges + [exchange], of: exchange.method, in: folder)
            }
        }
        return response
    }
}

/// Answers calls from a recording, and opens no connection. A call that was not recorded fails with `.offline`, and says which arguments were.
public final class ReplayTransport: Transport {
    private let folder: URL
    private let exchanges: [String: [RecordedExchange]]

    public init(_ folder: URL) throws {
        self.folder = folder
        exchanges = try Recording.read(folder)
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let call = request.call, !call.isRaw else {
            throw APIError(.offline, "a request that calls no method is in no recording")
        }
        let arguments = RecordedExchange.arguments(call)
        let recorded = exchanges[call.method.name] ?? []
        guard let exchange = recorded.first(where: { $0.arguments == arguments }) else {
            let others = recorded.map {
                "\($0.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
            }
            throw APIError(
                .offline,
                "not in the recording: \(call); \(others.isEmpty ? "the method is not there at all" : "with \(others.joined(separator: ", or "))")"
            )
        }
        var response = HTTPResponse(status: exchange.status, body: exchange.body)
        for (name, value) in exchange.headers { response.headers[name] = value }
        return response
    }
}

extension RecordedExchange {
    package var body: Data { data ?? Data((text ?? "").utf8) }

    /// All that a folder of recordings holds, by method.
    package static func read(_ folder: URL) throws -> [String: [RecordedExchange]] { try Recording.read(folder) }

    fileprivate init(_ call: Call, _ response: HTTPResponse) {
        let token = call.client.account.token
        let secrets =
            call.arguments.filter(\.isSecret).map(\.text) + [token?.secret, token?.refresh].compactMap(\.self)
        let redaction = Redaction(secrets)
        method = call.method.name
        arguments = Self.arguments(call).mapValues { redaction($0) }
        arguments[Self.linked] = arguments[Self.linked].map(Self.addressed)
        status = response.status
        headers = [:]
        headers["Content-Type"] = response.headers["Content-Type"].map { redaction($0) }
        let links = response.headers.fields.filter { $0.name.lowercased() == "link" }.map {
            Self.addressed(redaction($0.value))
        }
        if !links.isEmpty { headers["Link"] = links.joined(separator: ", ") }
        if let text = String(data: response.body, encoding: .utf8) {
            self.text = redaction(text)
        } else {
            data = Data(redaction.cleanBytes([UInt8](response.body), 0..<response.body.count))
        }
    }

    package static let linked = "linked address"

    /// What stands for a secret, as an address may hold it: its brackets would end the address in a `Link`.
    private static func addressed(_ text: String) -> String { text.replacing("<secret>", with: "%3Csecret%3E") }

    fileprivate static func arguments(_ call: Call) -> [String: String] {
        let arguments = Dictionary(call.arguments.filter { !$0.isSecret && !$0.isKey }.map { ($0.name, $0.text) }) {
            _, last in last
        }
        guard let link = call.linkedAddress else { return arguments }
        let query = link.query(percentEncoded: true).map { "?" + $0 } ?? ""
        return arguments.merging([linked: link.path(percentEncoded: true) + query]) { _, address in address }
    }
}

private enum Recording {
    /// While no other program writes. The folder itself is locked, so that nothing is left in it; where it cannot be, on some network's disks, it goes
    /// without.
    static func alone(in folder: URL, _ body: () throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw APIError.storage(errno, "the folder of recordings \(folder.lastPathComponent) cannot be opened")
        }
        defer { close(descriptor) }
        // Without a thread that waits: who has the lock may need it.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            try await Task.sleep(for: .milliseconds(1))
        }
        try body()
    }

    static func write(_ exchanges: [RecordedExchange], of method: String, in folder: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(exchanges).write(to: file(of: method, in: folder), options: .atomic)
    }

    /// Nothing where there is no recording of the method.
    static func read(_ method: String, in folder: URL) throws -> [RecordedExchange] {
        let file = file(of: method, in: folder)
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try JSONDecoder().decode([RecordedExchange].self, from: Data(contentsOf: file))
    }

    private static func file(of method: String, in folder: URL) -> URL {
        // Methods of a raw call may have any name.
        folder.appending(
            path:
                "\(method.map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" ? String($0) : "-" }.joined()).json"
        )
    }

    static func read(_ folder: URL) throws -> [String: [RecordedExchange]] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "json"
        }
        let all = try files.sorted { $0.path < $1.path }.flatMap {
            try JSONDecoder().decode([RecordedExchange].self, from: Data(contentsOf: $0))
        }
        return Dictionary(grouping: all, by: \.method)
    }
}
