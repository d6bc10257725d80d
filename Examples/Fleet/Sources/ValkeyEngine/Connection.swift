import CHiredis
import Foundation
import MethodicalFleet

/// The value that a server has sent.
enum Reply: Sendable {
    case data(Data)
    case integer(Int)
    case list([Reply])
    case none
}

/// One connection to a server, used by one thread at a time.
final class Connection: Sendable {
    /// The server, with the number of times that it was lost.
    final class Server: Sendable {
        let host: String
        let port: Int
        let password: String?
        let limit: Duration
        private let lock = NSLock()
        private nonisolated(unsafe) var losses = 0

        init(host: String, port: Int, password: String?, limit: Duration) {
            (self.host, self.port, self.password, self.limit) = (host, port, password, limit)
        }

        var era: Int { lock.withLock { losses } }
        func lose(in era: Int) { lock.withLock { if losses == era { losses += 1 } } }
    }

    private let server: Server
    private let queue = DispatchQueue(label: "ValkeyEngine")
    /// The state that only blocks in `queue` use.
    private nonisolated(unsafe) var context: UnsafeMutablePointer<redisContext>?
    private nonisolated(unsafe) var digests: [String: Data] = [:]
    private nonisolated(unsafe) var era = 0

    init(_ server: Server) { self.server = server }

    deinit { if let context { redisFree(context) } }

    /// Runs a function with the connection on its own thread.
    func perform(_ body: @escaping @Sendable (Connection) throws -> Reply) async throws -> Reply {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Result { try body(self) }) }
        }
    }

    /// Runs a script that the server has under its digest.
    func run(_ script: FleetScript, _ words: [Data]) throws -> Reply {
        try open()
        if digests[script.name] == nil {
            guard case .data(let digest) = try send(["SCRIPT", "LOAD", script.source].map { Data($0.utf8) }) else {
                throw ValkeyError("the script \(script.name) could not be loaded")
            }
            digests[script.name] = digest
        }
        do {
            return try send([Data("EVALSHA".utf8), digests[script.name] ?? Data()] + words)
        } catch let error as ValkeyError where error.description.hasPrefix("NOSCRIPT") {
            // Another client has emptied the server's memory of scripts.
            return try send([Data("EVAL".utf8), Data(script.source.utf8)] + words)
        }
    }

    /// Sends a command and returns the reply.
    func send(_ words: [Data]) throws -> Reply {
        try open()
        let copies = words.map { word in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, word.count))
            word.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { memcpy(copy, base, bytes.count) }
            }
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        // The variadic `redisCommand` cannot be called from Swift.
        var arguments = copies.map { UnsafePointer<CChar>?($0) }
        let lengths = words.map(\.count)
        let pointer = redisCommandArgv(context, Int32(words.count), &arguments, lengths)
        guard let reply = pointer?.assumingMemoryBound(to: redisReply.self) else { throw close() }
        defer { freeReplyObject(reply) }
        if reply.pointee.type == REDIS_REPLY_ERROR { throw ValkeyError(Self.text(reply.pointee)) }
        return Self.value(reply.pointee)
    }

    /// Opens the connection if there is none, or if another connection has found that the server was lost since.
    private func open() throws {
        if era != server.era, let old = context {
            redisFree(old)
            context = nil
        }
        if context != nil { return }
        era = server.era
        digests = [:]
        let parts = server.limit.components
        let limit = timeval(tv_sec: Int(parts.seconds), tv_usec: .init(parts.attoseconds / 1_000_000_000_000))
        context = redisConnectWithTimeout(server.host, Int32(server.port), limit)
        guard let context, context.pointee.err == 0, redisSetTimeout(context, limit) == REDIS_OK else { throw close() }
        if let password = server.password { _ = try send([Data("AUTH".utf8), Data(password.utf8)]) }
    }

    /// Closes a connection that has failed, and returns its error. The other connections open anew, too.
    private func close() -> ValkeyError {
        server.lose(in: era)
        guard let context else { return ValkeyError("no connection to \(server.host):\(server.port)") }
        let reason = withUnsafeBytes(of: context.pointee.errstr) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        redisFree(context)
        self.context = nil
        return ValkeyError("\(server.host):\(server.port): \(reason)")
    }

    private static func text(_ reply: redisReply) -> String {
        guard let start = reply.str else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: reply.len), as: UTF8.self)
    }

    private static func value(_ reply: redisReply) -> Reply {
        switch reply.type {
        case REDIS_REPLY_INTEGER: return .integer(Int(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS:
            return reply.str.map { .data(Data(bytes: $0, count: reply.len)) } ?? .none
        case REDIS_REPLY_ARRAY:
            return .list((0..<reply.elements).map { reply.element[$0].map { value($0.pointee) } ?? .none })
        default: return .none
        }
    }
}
