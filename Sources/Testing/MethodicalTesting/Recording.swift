import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// A recorded call with its response. The token, secret arguments and their copies in the response are left out.
public struct RecordedExchange: Codable, Hashable, Sendable {
    /// The method's name on the wire.
    public var method: String
    /// The arguments by their names, without secret ones and without idempotency keys, which differ from call to call.
    ///
    /// If a link led to the request, the argument `linked address` holds its path and query.
    public var arguments: [String: String]
    /// The HTTP status.
    public var status: Int
    /// The header fields that the schema describes, `Content-Type`, `Link`, and those with the address of an operation
    /// or the pause before its next poll.
    public var headers: [String: String]
    /// The body as text, or `nil` if it is not UTF-8.
    public var text: String?
    /// The body if it is not UTF-8. JSON contains it in base64.
    public var data: Data?
}

/// A transport that sends calls by another transport and records the responses for a ``ReplayTransport``:
/// `RecordingTransport(URLSessionTransport(), in: folder)`.
///
/// Each method has a file, such as `users.get.json`, that can be read and committed. A file keeps its earlier
/// recordings, and several programs may record into one folder. Responses may contain personal data, so look at them
/// before you commit them. Requests that belong to no method are not recorded. Neither are responses with the status
/// 304, which only confirm a cached response.
public final class RecordingTransport: Transport {
    private let transport: any Transport
    private let folder: URL
    /// A lock for all transports, because tests that run at the same time may record into one folder.
    private static let disk = Locked(())

    /// Creates a transport that records into a folder, which is created if needed.
    public init(_ transport: any Transport, in folder: URL) {
        self.transport = transport
        self.folder = folder
    }

    /// Sends the request, and records its response.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await record(try await transport.send(request), to: request)
    }

    /// Sends the request, passes on the pieces of a stream, and records the response.
    ///
    /// A stream that its reader leaves is recorded as far as it has arrived.
    public func send(
        _ request: HTTPRequest,
        observing observer: TransferObserver?
    ) async throws -> HTTPResponse {
        guard let observer, observer.isStreaming else {
            return try await WholeTransport { try await self.send($0) }.send(
                request,
                observing: observer)
        }
        let received = Locked(HTTPResponse?.none)
        let inner = TransferObserver { head in
            received.withLock { $0 = head }
            try observer.begin(head)
        } body: { piece in
            received.withLock { $0?.body += piece }
            observer.receive(piece)
        }
        observer.onPause { isPaused in
            if isPaused {
                inner.suspend()
            } else {
                inner.resume()
            }
        }
        do {
            var response = try await transport.send(request, observing: inner)
            if let streamed = received.withLock({ $0 }), response.body.isEmpty {
                response.body = streamed.body
            }
            let whole = try await record(response, to: request)
            let isStreamed = received.withLock { $0 != nil }
            guard isStreamed else {
                return whole
            }
            return HTTPResponse(status: whole.status, headers: whole.headers)
        } catch {
            if Task.isCancelled, let left = received.withLock({ $0 }) {
                // A task of its own, because this one is cancelled.
                await Task { _ = try? await self.record(left, to: request) }.value
            }
            throw error
        }
    }

    private func record(
        _ response: HTTPResponse,
        to request: HTTPRequest
    ) async throws -> HTTPResponse {
        guard let call = request.call,
            !call.isRaw,
            response.status != 304
        else {
            return response
        }
        let exchange = RecordedExchange(
            call,
            response: response,
            hiding: request.secretSolutions(of: call))
        try await Recording.alone(in: folder) {
            try Self.disk.withLock { _ in
                var exchanges = try Recording.read(exchange.method, in: folder)
                // The newest response to the same arguments counts. The file may also hold another method, whose name
                // differs only in characters that file names cannot have.
                exchanges.removeAll {
                    $0.method == exchange.method
                        && $0.arguments == exchange.arguments
                }
                try Recording.write(
                    exchanges + [exchange],
                    of: exchange.method,
                    in: folder)
            }
        }
        return response
    }
}

/// A transport that responds from a recording. It opens no connection.
///
/// A call that is not in the recording fails with the code `.offline`, and the error lists the recorded arguments.
public final class ReplayTransport: Transport {
    private let folder: URL
    private let exchanges: [String: [RecordedExchange]]

    /// Reads all recordings in a folder. Throws if the folder or a file cannot be read.
    public init(_ folder: URL) throws {
        self.folder = folder
        exchanges = try Recording.read(folder)
    }

    /// Returns the recorded response to a call with the same arguments.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let call = request.call, !call.isRaw else {
            throw APIError(
                .offline,
                "a request that does not call a method is not in the recording")
        }
        let arguments = RecordedExchange.arguments(of: call)
        let recorded = exchanges[call.method.name] ?? []
        guard let exchange = recorded.first(where: { $0.arguments == arguments }) else {
            let others = recorded.map { exchange in
                let pairs = exchange.arguments
                    .sorted { $0.key < $1.key }
                    .map { "\($0.key)=\($0.value)" }
                return pairs.joined(separator: " ")
            }
            var found = "the recording does not have the method"
            if !others.isEmpty {
                found = "with \(others.joined(separator: ", or "))"
            }
            throw APIError(.offline, "not in the recording: \(call); \(found)")
        }
        var response = HTTPResponse(status: exchange.status, body: exchange.body)
        for (name, value) in exchange.headers {
            response.headers[name] = value
        }
        return response
    }
}

extension RecordedExchange {
    /// The body's bytes.
    package var body: Data {
        data ?? Data((text ?? "").utf8)
    }

    /// Returns all recordings in a folder, by method.
    package static func read(_ folder: URL) throws -> [String: [RecordedExchange]] {
        try Recording.read(folder)
    }

    /// Creates the record of a response without the secrets of its call.
    ///
    /// - Parameter solutions: The secret solutions of challenges that were sent with the call.
    fileprivate init(
        _ call: Call,
        response: HTTPResponse,
        hiding solutions: [String]
    ) {
        let redaction = Self.redaction(for: call, hiding: solutions)
        method = call.method.name
        arguments = Self.arguments(of: call).mapValues { redaction($0) }
        status = response.status
        headers = [:]
        var names = ["Content-Type", "Link"] + Self.addresses
        // A replay does not wait before it repeats a refusal.
        if response.status < 300 {
            names.append("Retry-After")
        }
        for name in names + call.method.headers {
            let fields = response.headers.fields.filter {
                $0.name.lowercased() == name.lowercased()
            }
            if !fields.isEmpty {
                let value = fields.map(\.value).joined(separator: ", ")
                headers[name] = Self.addressed(redaction(value))
            }
        }
        if let text = String(data: response.body, encoding: .utf8) {
            self.text = redaction(text)
        } else {
            let bytes = [UInt8](response.body)
            data = Data(redaction.cleanBytes(bytes, in: 0..<bytes.count))
        }
    }

    /// The header fields with the address of an operation that continues.
    package static let addresses = [
        "Location",
        "Operation-Location",
        "Azure-AsyncOperation",
    ]

    /// The argument that holds the path and query of a request that a link led to.
    package static let linked = "linked address"

    /// Returns the text with an escaped placeholder for secrets, whose brackets would end an address in a `Link` field.
    private static func addressed(_ text: String) -> String {
        text.replacing("<secret>", with: "%3Csecret%3E")
    }

    /// Returns the arguments that a recording keeps.
    fileprivate static func arguments(of call: Call) -> [String: String] {
        var arguments: [String: String] = [:]
        for argument in call.arguments where !argument.isSecret && !argument.isKey {
            arguments[argument.name] = argument.text
        }
        guard let link = call.linkedAddress else {
            return arguments
        }
        let query = link.query(percentEncoded: true).map { "?" + $0 } ?? ""
        // The path may contain the token, which is another one when the recording is played.
        let address = addressed(redaction(for: call)(link.path(percentEncoded: true) + query))
        arguments[linked] = address
        return arguments
    }

    private static func redaction(for call: Call, hiding solutions: [String] = []) -> Redaction {
        Redaction(
            [call],
            tokens: [call.client.account.token].compactMap(\.self),
            solutions: solutions)
    }
}

private enum Recording {
    /// Runs `body` while no other program writes to the folder. The folder itself is locked, so that no lock file is
    /// left in it. Where it cannot be locked, as on some network disks, `body` runs without a lock.
    static func alone(in folder: URL, _ body: () throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw APIError.storage(
                errno,
                message: "the folder of recordings \(folder.lastPathComponent) cannot be opened")
        }
        defer { close(descriptor) }
        // No thread is blocked, because the task that has the lock may need it.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            try await Task.sleep(for: .milliseconds(1))
        }
        try body()
    }

    static func write(
        _ exchanges: [RecordedExchange],
        of method: String,
        in folder: URL
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [
            .prettyPrinted,
            .sortedKeys,
            .withoutEscapingSlashes,
        ]
        try encoder.encode(exchanges).write(to: file(of: method, in: folder), options: .atomic)
    }

    /// Returns the recordings of a method, or none if it has no file.
    static func read(_ method: String, in folder: URL) throws -> [RecordedExchange] {
        let url = file(of: method, in: folder)
        guard FileManager.default.fileExists(atPath: url.path) else {
            return []
        }
        return try JSONDecoder().decode([RecordedExchange].self, from: Data(contentsOf: url))
    }

    private static func file(of method: String, in folder: URL) -> URL {
        // The method of a raw call may have any name.
        let name = method.map { character in
            let isAllowed =
                character.isLetter
                || character.isNumber
                || character == "."
                || character == "_"
            return isAllowed ? String(character) : "-"
        }
        return folder.appending(path: "\(name.joined()).json")
    }

    static func read(_ folder: URL) throws -> [String: [RecordedExchange]] {
        let entries = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil)
        let files = entries.filter { $0.pathExtension == "json" }
        let all = try files.sorted { $0.path < $1.path }.flatMap { file in
            try JSONDecoder().decode([RecordedExchange].self, from: Data(contentsOf: file))
        }
        return Dictionary(grouping: all, by: \.method)
    }
}
