import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A small HTTP server on 127.0.0.1 with a thread for each connection.
final class HTTPServer: Sendable {
    struct Request: Sendable {
        let verb: String
        /// The path without the slash at its start.
        let path: String
        /// The arguments in the query and in a form.
        let arguments: [String: String]
        let token: String?
    }

    struct Response: Sendable {
        var status = 200
        var headers: [String] = ["Cache-Control: no-store"]
        var body: String
        /// Work that is done after the response was sent.
        var after: (@Sendable () -> Void)?
    }

    struct Failure: Error { let call: String }

    let port: Int
    var url: String { "http://127.0.0.1:\(port)/" }

    /// Starts the server. The handler returns `nil` to close the connection without a response.
    init(_ handler: @escaping @Sendable (Request) -> Response?) throws {
        let (listener, port) = try Self.bind()
        self.port = port
        guard listen(listener, 256) == 0 else { throw Failure(call: "listen") }
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                var yes: Int32 = 1
                setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                Thread.detachNewThread {
                    Self.serve(connection, handler)
                    close(connection)
                }
            }
        }
    }

    /// Returns a port that no process uses at present.
    static func freePort() throws -> Int {
        let (socket, port) = try bind()
        close(socket)
        return port
    }

    private static func bind() throws -> (socket: Int32, port: Int) {
        #if canImport(Glibc)
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #if canImport(Glibc)
                    Glibc.bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0
                #else
                    Darwin.bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0
                #endif
            }
        }
        guard isBound else { throw Failure(call: "bind") }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func serve(_ connection: Int32, _ handler: (Request) -> Response?) {
        var buffer = Data()
        let end = Data("\r\n\r\n".utf8)
        while true {
            while buffer.range(of: end) == nil { guard receive(connection, &buffer) else { return } }
            guard let range = buffer.range(of: end) else { return }
            let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            let lines = head.split(separator: "\r\n")
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
            }
            buffer = Data(buffer[range.upperBound...])
            let length = fields["content-length"].flatMap { Int($0) } ?? 0
            while buffer.count < length { guard receive(connection, &buffer) else { return } }
            let body = String(decoding: buffer.prefix(length), as: UTF8.self)
            buffer = Data(buffer.dropFirst(length))
            let words = (lines.first ?? "").split(separator: " ").map(String.init)
            guard words.count == 3 else { return }
            let target = words[1].split(separator: "?", maxSplits: 1)
            let request = Request(
                verb: words[0], path: String((target.first ?? "").drop { $0 == "/" }),
                arguments: arguments(target.count > 1 ? String(target[1]) : "").merging(arguments(body)) { $1 },
                token: fields["authorization"].map { String($0.dropFirst("Bearer ".count)) })
            guard let response = handler(request) else { return }
            let lengthField = "Content-Length: \(response.body.utf8.count)"
            let top = (["HTTP/1.1 \(response.status) OK"] + response.headers + [lengthField]).joined(separator: "\r\n")
            guard send(connection, Data((top + "\r\n\r\n" + response.body).utf8)) else { return }
            response.after?()
        }
    }

    private static func arguments(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1].removingPercentEncoding ?? $0[1]) }) { $1 }
    }

    private static func receive(_ connection: Int32, _ buffer: inout Data) -> Bool {
        var part = [UInt8](repeating: 0, count: 16384)
        let count = recv(connection, &part, part.count, 0)
        if count > 0 { buffer.append(contentsOf: part[..<count]) }
        return count > 0
    }

    private static func send(_ connection: Int32, _ data: Data) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.send(connection, bytes.baseAddress, bytes.count, flags)
                #else
                    Darwin.send(connection, bytes.baseAddress, bytes.count, flags)
                #endif
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
