import Foundation
import LoopbackServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The server's side of a connection.
final class RequestReader {
    /// The head of a request.
    struct Head {
        let verb: String
        let target: String
        private let fields: [String: String]

        init?(_ text: String) {
            let lines = text.split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count == 3 else { return nil }
            verb = String(words[0])
            target = String(words[1])
            var fields: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let value = line[line.index(after: colon)...]
                fields[line[..<colon].lowercased()] = value.trimmingCharacters(in: .whitespaces)
            }
            self.fields = fields
        }

        subscript(name: String) -> String? { fields[name.lowercased()] }
    }

    let connection: Int32
    private var buffer: [UInt8] = []

    init(_ connection: Int32) { self.connection = connection }

    /// Returns the head of the next request, or `nil` if the client has gone.
    func head() -> Head? {
        guard let line = bytes(upTo: "\r\n\r\n") else { return nil }
        return Head(String(decoding: line, as: UTF8.self))
    }

    /// Returns the whole body, or `nil` if the client has gone.
    func body(of head: Head) -> Data? {
        agree(to: head)
        guard head["Transfer-Encoding"]?.lowercased() != "chunked" else { return chunkedBody() }
        return head["Content-Length"].flatMap { Int($0) }.map { bytes(count: $0) } ?? Data()
    }

    /// Returns the beginning of the body, or `nil` if the client has gone.
    func part(of head: Head, count: Int) -> Data? {
        agree(to: head)
        return bytes(count: count)
    }

    /// Reads until the client has gone.
    func drain() {
        repeat { buffer.removeAll(keepingCapacity: true) } while Sockets.receive(connection, &buffer)
    }

    /// Sends a text. Returns `false` if the client has gone.
    func send(_ text: String) -> Bool { Sockets.send(connection, text) }

    /// Sends a text in pieces with pauses between them. Returns `false` if the client has gone.
    func send(slowly text: String) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            guard send(String(rest.prefix(40))) else { return false }
            rest = rest.dropFirst(40)
            usleep(3000)
        }
        return true
    }

    /// Tells a client that waits for it to send the body.
    private func agree(to head: Head) {
        if head["Expect"] != nil { _ = send("HTTP/1.1 100 Continue\r\n\r\n") }
    }

    private func chunkedBody() -> Data? {
        var body = Data()
        while true {
            guard let line = bytes(upTo: "\r\n"), let count = Int(String(decoding: line, as: UTF8.self), radix: 16),
                let chunk = bytes(count: count), bytes(count: 2) != nil
            else { return nil }
            guard count > 0 else { return body }
            body.append(chunk)
        }
    }

    private func bytes(count: Int) -> Data? {
        while buffer.count < count {
            guard Sockets.receive(connection, &buffer) else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Data(buffer.prefix(count))
    }

    /// Returns the bytes before a mark, and removes both.
    private func bytes(upTo mark: String) -> Data? {
        let mark = Data(mark.utf8)
        while true {
            if let range = Data(buffer).range(of: mark) {
                defer { buffer.removeFirst(range.upperBound) }
                return Data(buffer.prefix(range.lowerBound))
            }
            guard Sockets.receive(connection, &buffer) else { return nil }
        }
    }
}
