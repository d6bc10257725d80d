import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on 127.0.0.1 that keeps every request byte for byte and sends the test's replies, well formed or not.
///
/// It uses raw sockets, because an HTTP library would hide the details to check, and would refuse to misbehave.
package final class LoopbackServer: @unchecked Sendable {
    /// The server's reaction to a request.
    package enum Reply: Sendable {
        case http(Int = 200, [String] = [], String = "")
        case data(Int = 200, [String] = [], Data)
        /// Bytes with pauses between them. Then the connection is closed.
        case raw([String], pause: Double = 0)
        /// Like `data`, in pieces of a size with pauses between them. After `cut` bytes of the body, the connection is
        /// closed or stays silent until the client closes it.
        case slow(
            Int = 200, [String] = [], Data, piece: Int = 16384, pause: Double = 0, cut: Int? = nil, stalls: Bool = false
        )
        /// Like `raw`, with any bytes.
        case rawData(Data)
        /// Bytes that a function sends. It ends when sending returns `false`, because the client has gone.
        case live(@Sendable (_ send: (Data) -> Bool) -> Void)
        /// Like `live`, but the connection stays open afterwards.
        case open(@Sendable (_ send: (Data) -> Bool) -> Void)
        /// A reply after a delay.
        case late(Double, String = "")
        /// Closes the connection without a reply.
        case close
        /// Resets the connection, so that the client's next read fails.
        case reset
        /// Sends nothing until the client closes the connection.
        case silence
    }

    package let port: UInt16
    private let reply: @Sendable (Received) -> Reply
    private let lock = NSLock()
    private let keeping: Bool
    private var all: [Received] = []
    private var connectionCount = 0
    private var openCount = 0

    package var baseURL: String { "http://127.0.0.1:\(port)" }
    package var received: [Received] { lock.withLock { all } }
    package var connections: Int { lock.withLock { connectionCount } }
    /// The number of connections that neither side has closed.
    package var openConnections: Int { lock.withLock { openCount } }

    package convenience init(_ body: String) throws { try self.init { _ in .http(200, [], body) } }

    /// - Parameters:
    ///   - keeping: Indicates whether the server records requests in `received`.
    ///   - port: The port, or 0 for any free one.
    package init(keeping: Bool = true, port: UInt16 = 0, _ reply: @escaping @Sendable (Received) -> Reply) throws {
        self.reply = reply
        self.keeping = keeping
        let socket: Int32
        (socket, self.port) = try Sockets.listen(port)
        // The accepting thread closes the socket. If another thread closed it, its number could belong to a new server
        // before this thread notices.
        Thread.detachNewThread { [weak self] in
            defer { close(socket) }
            while self != nil {
                guard Sockets.isReady(socket), let self, let connection = Sockets.accept(socket) else { continue }
                lock.withLock { (connectionCount, openCount) = (connectionCount + 1, openCount + 1) }
                Thread.detachNewThread { [weak self] in
                    var buffer: [UInt8] = []
                    while let request = Received(connection, &buffer), let self, serve(request, connection) {}
                    close(connection)
                    if let self { lock.withLock { openCount -= 1 } }
                }
            }
        }
    }

    /// Returns `false` if the connection is to be closed.
    private func serve(_ request: Received, _ connection: Int32) -> Bool {
        if keeping { lock.withLock { all.append(request) } }
        switch reply(request) {
        case .http(let status, let headers, let body):
            var head = ["HTTP/1.1 \(status) Reason"] + headers
            if request.verb == "HEAD" || status == 204 || status == 304 {
                return Sockets.send(connection, head.joined(separator: "\r\n") + "\r\n\r\n")
            }
            head.append("Content-Length: \(body.utf8.count)")
            return Sockets.send(connection, head.joined(separator: "\r\n") + "\r\n\r\n" + body)
        case .data(let status, let headers, let body):
            let head = ["HTTP/1.1 \(status) Reason"] + headers + ["Content-Length: \(body.count)"]
            return Sockets.send(connection, head.joined(separator: "\r\n") + "\r\n\r\n")
                && Sockets.send(connection, body)
        case .slow(let status, let headers, let body, let piece, let pause, let cut, let stalls):
            let head = ["HTTP/1.1 \(status) Reason"] + headers + ["Content-Length: \(body.count)"]
            guard Sockets.send(connection, head.joined(separator: "\r\n") + "\r\n\r\n") else { return false }
            var rest = body.prefix(cut ?? body.count)
            while !rest.isEmpty {
                guard Sockets.send(connection, rest.prefix(piece)) else { return false }
                rest = rest.dropFirst(piece)
                if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            }
            var ignored: [UInt8] = []
            while stalls, Sockets.receive(connection, &ignored) {}
            return cut == nil
        case .rawData(let data):
            _ = Sockets.send(connection, data)
            return false
        case .raw(let parts, let pause):
            for part in parts {
                guard Sockets.send(connection, part) else { return false }
                if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            }
            return false
        case .live(let body):
            body { Sockets.send(connection, $0) }
            return false
        case .open(let body):
            body { Sockets.send(connection, $0) }
            return true
        case .late(let seconds, let body):
            Thread.sleep(forTimeInterval: seconds)
            return Sockets.send(connection, "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        case .close: return false
        case .silence:
            var rest: [UInt8] = []
            while Sockets.receive(connection, &rest) {}
            return false
        case .reset:
            Sockets.breakOnClose(connection)
            return false
        }
    }
}

/// A port of the loopback without a server. While this object lives, no other test's server can get the port.
package final class RefusingPort: Sendable {
    package let port: UInt16
    private let socket: Int32

    package init() throws { (socket, port) = try Sockets.bind() }

    deinit { close(socket) }
}

/// A request in the form in which it arrived.
package struct Received: Sendable {
    package private(set) var head: String
    /// The body.
    package private(set) var bytes: Data
    package var body: String { String(decoding: bytes, as: UTF8.self) }

    /// The first line, such as `POST /users.get HTTP/1.1`.
    package var line: String { String(head.prefix { $0 != "\r\n" }) }
    package var verb: String { String(line.prefix { $0 != " " }) }
    /// The address with its query.
    package var target: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    package subscript(header: String) -> String? {
        for field in head.split(separator: "\r\n").dropFirst() {
            guard let colon = field.firstIndex(of: ":"), field[..<colon].lowercased() == header.lowercased() else {
                continue
            }
            return field[field.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    /// Returns `nil` if the client has closed the connection.
    fileprivate init?(_ connection: Int32, _ buffer: inout [UInt8]) {
        let end: [UInt8] = [13, 10, 13, 10]
        var searched = 0
        var headEnd: Int?
        while headEnd == nil {
            while searched + 4 <= buffer.count {
                if buffer[searched] == 13, Array(buffer[searched..<searched + 4]) == end {
                    headEnd = searched
                    break
                }
                searched += 1
            }
            if headEnd == nil { guard Sockets.receive(connection, &buffer) else { return nil } }
        }
        let length = headEnd ?? 0
        head = String(decoding: buffer[..<length], as: UTF8.self)
        buffer.removeFirst(length + 4)
        bytes = Data()
        let bodyLength = self["Content-Length"].flatMap { Int($0) } ?? 0
        if self["Expect"] != nil { _ = Sockets.send(connection, "HTTP/1.1 100 Continue\r\n\r\n") }
        while buffer.count < bodyLength { guard Sockets.receive(connection, &buffer) else { return nil } }
        bytes = Data(buffer[..<bodyLength])
        buffer.removeFirst(bodyLength)
    }
}
