import Foundation

struct ReceivedRequest {
    /// The verb and the path.
    let line: String
    let body: Data
}

/// A socket that waits for connections on a free port of the loopback interface.
struct Listener: Sendable {
    let port: UInt16
    private let socket: Int32

    init() throws {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        socket = Foundation.socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0
                    && listen(socket, 8) == 0
                    && getsockname(socket, address, &size) == 0
            }
        }
        guard isListening else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    func nextConnection() -> Connection? {
        let connection = accept(socket, nil, nil)
        return connection < 0 ? nil : Connection(socket: connection)
    }
}

/// A connection for one request and its response.
struct Connection {
    let socket: Int32

    /// Reads a request whose body, if any, has a `Content-Length`.
    func readRequest() -> ReceivedRequest? {
        var received = Data()
        let endOfHead = Data("\r\n\r\n".utf8)
        while true {
            if let end = received.range(of: endOfHead) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                let body = received[end.upperBound...]
                if body.count >= contentLength(in: head) {
                    let words = head.split(separator: " ", maxSplits: 2)
                    return ReceivedRequest(line: words.prefix(2).joined(separator: " "), body: Data(body))
                }
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            received.append(contentsOf: bytes.prefix(count))
        }
    }

    private func contentLength(in head: String) -> Int {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "content-length" {
                return Int(parts[1].trimmingCharacters(in: .whitespaces)) ?? 0
            }
        }
        return 0
    }

    func send(json: String) {
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            Content-Length: \(json.utf8.count)\r
            Connection: close\r
            \r

            """
        let bytes = Array((head + json).utf8)
        _ = Foundation.send(socket, bytes, bytes.count, 0)
    }

    func close() {
        _ = Foundation.close(socket)
    }
}
