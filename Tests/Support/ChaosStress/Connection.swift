import Foundation
import LoopbackServer

/// A connection with the bytes that have arrived and are not read yet.
///
/// One thread at a time reads and writes. The server and the proxy use it, each from its own side.
final class Connection {
    private let socket: Int32
    private var unread = Data()
    private var isOpen = true

    init(_ socket: Int32) { self.socket = socket }

    convenience init(toPort port: UInt16) throws { self.init(try Sockets.connect(Int(port))) }

    deinit { close() }

    func send(_ bytes: Data) -> Bool { isOpen && Sockets.send(socket, bytes) }
    func send(_ text: String) -> Bool { send(Data(text.utf8)) }

    func close() {
        guard isOpen else { return }
        isOpen = false
        Sockets.close(socket)
    }

    /// Ends the connection with a reset (RST), which discards the bytes that the other side has not read.
    func reset() {
        guard isOpen else { return }
        Sockets.breakOnClose(socket)
        close()
    }

    /// Indicates whether the other side has closed the connection.
    var isClosedByPeer: Bool { !isOpen || Sockets.isAtEnd(socket) }

    /// Indicates whether the other side has sent something that is not read yet.
    var hasUnreadBytes: Bool { !unread.isEmpty || Sockets.hasBytes(socket) }

    /// Reads and drops everything until the other side closes the connection.
    func waitForEnd() {
        repeat { unread.removeAll() } while receive()
    }

    /// Reads the head of a message. Returns `nil` if the connection ends before its last line.
    func readHead() -> Head? {
        let blankLine = Data("\r\n\r\n".utf8)
        while true {
            if let end = unread.range(of: blankLine) {
                let text = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
                unread = Data(unread[end.upperBound...])
                return Head(text)
            }
            guard receive() else { return nil }
        }
    }

    /// Reads the body of a message and passes each piece to `take`, which returns `false` to end the reading.
    ///
    /// Returns `false` unless the whole body was read and taken.
    func readBody(of head: Head, _ take: (BodyPiece) -> Bool) -> Bool {
        head.isChunked ? readChunks(take) : readBytes(head.contentLength, take)
    }

    private func readBytes(_ length: Int, _ take: (BodyPiece) -> Bool) -> Bool {
        var left = length
        while left > 0 {
            if unread.isEmpty, !receive() { return false }
            let piece = Data(unread.prefix(left))
            unread = Data(unread.dropFirst(piece.count))
            left -= piece.count
            guard take(BodyPiece(wire: piece, content: piece)) else { return false }
        }
        return true
    }

    /// Reads chunks up to the empty one that ends the body (RFC 9112, section 7.1). There are no trailers.
    private func readChunks(_ take: (BodyPiece) -> Bool) -> Bool {
        while true {
            guard let line = readLine(), let length = Int(line.prefix { $0 != ";" }, radix: 16) else { return false }
            while unread.count < length + 2 { guard receive() else { return false } }
            let content = Data(unread.prefix(length))
            let wire = Data("\(line)\r\n".utf8) + unread.prefix(length + 2)
            unread = Data(unread.dropFirst(length + 2))
            guard take(BodyPiece(wire: wire, content: content)) else { return false }
            if length == 0 { return true }
        }
    }

    private func readLine() -> String? {
        let lineBreak = Data("\r\n".utf8)
        while true {
            if let end = unread.range(of: lineBreak) {
                let line = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
                unread = Data(unread[end.upperBound...])
                return line
            }
            guard receive() else { return nil }
        }
    }

    private func receive() -> Bool {
        guard isOpen else { return false }
        var bytes: [UInt8] = []
        guard Sockets.receive(socket, &bytes) else { return false }
        unread.append(contentsOf: bytes)
        return true
    }
}

/// The start line and the header fields of a message.
struct Head {
    /// The lines without the blank one that ends them.
    let text: String
    private let lines: [Substring]

    init(_ text: String) {
        self.text = text
        lines = text.split(separator: "\r\n")
    }

    private var startLine: Substring { lines.first ?? "" }
    var verb: String { String(startLine.prefix { $0 != " " }) }
    var target: String { startLine.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    var status: Int { Int(target) ?? 0 }

    subscript(name: String) -> String? {
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            guard line[..<colon].lowercased() == name.lowercased() else { continue }
            return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    var contentLength: Int { self["Content-Length"].flatMap { Int($0) } ?? 0 }
    var isChunked: Bool { self["Transfer-Encoding"]?.lowercased() == "chunked" }

    /// The bytes of the head.
    var wire: Data { Data("\(text)\r\n\r\n".utf8) }

    func adding(_ field: String) -> Head { Head("\(text)\r\n\(field)") }

    func removing(_ names: String...) -> Head {
        let kept = lines.filter { line in
            !names.contains { line.lowercased().hasPrefix("\($0.lowercased()):") }
        }
        return Head(kept.joined(separator: "\r\n"))
    }
}

/// A piece of a body.
struct BodyPiece {
    /// The bytes as they were sent, with the marks of a chunk.
    let wire: Data
    /// The bytes of the content.
    let content: Data
}
