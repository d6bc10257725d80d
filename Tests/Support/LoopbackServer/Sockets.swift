import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The socket calls that the loopback server needs, with one interface for Linux and Darwin.
package enum Sockets {
    struct Failure: Error { let call: String }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #else
        private static let stream = SOCK_STREAM
        private static let sendFlags: Int32 = 0
    #endif

    /// Returns a listening socket on a port of the loopback, or on a free one.
    package static func listen(_ port: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
        let (socket, port) = try bind(port)
        #if canImport(Glibc)
            let isListening = Glibc.listen(socket, 128) == 0
        #else
            let isListening = Darwin.listen(socket, 128) == 0
        #endif
        guard isListening else { throw Failure(call: "listen") }
        return (socket, port)
    }

    /// Returns a socket that owns a free port of the loopback without listening on it.
    static func bind(_ port: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
        let socket = socket(AF_INET, stream, 0)
        guard socket >= 0 else { throw Failure(call: "socket") }
        var yes: Int32 = 1
        // A server that was killed leaves connections behind, which would block its port for a minute.
        if port != 0 { setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) }
        var address = loopback(port)
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
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// Returns a connection to a port of the loopback.
    package static func connect(_ port: Int) throws -> Int32 {
        let socket = socket(AF_INET, stream, 0)
        guard socket >= 0 else { throw Failure(call: "socket") }
        let address = loopback(UInt16(port))
        let isConnected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #if canImport(Glibc)
                    Glibc.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #else
                    Darwin.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #endif
            }
        }
        guard isConnected else { throw Failure(call: "connect") }
        return socket
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Returns `true` if a client connects within a tenth of a second.
    package static func isReady(_ socket: Int32) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 100) > 0
    }

    /// Returns the next connection of a listening socket, or `nil` if there is none.
    package static func accept(_ socket: Int32) -> Int32? {
        #if canImport(Glibc)
            let connection = Glibc.accept(socket, nil, nil)
        #else
            let connection = Darwin.accept(socket, nil, nil)
        #endif
        guard connection >= 0 else { return nil }
        configure(connection)
        return connection
    }

    package static func close(_ socket: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(socket)
        #else
            _ = Darwin.close(socket)
        #endif
    }

    /// Makes `accept` and all other waiting functions of a socket return.
    package static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

    /// Returns `true` if the other side has ended the connection and all of its bytes have been received.
    package static func isAtEnd(_ connection: Int32) -> Bool { peek(connection) == .end }

    /// Returns `true` if bytes have arrived that have not been received.
    package static func hasBytes(_ connection: Int32) -> Bool { peek(connection) == .bytes }

    private enum Next { case bytes, end, nothing }

    private static func peek(_ connection: Int32) -> Next {
        var byte: UInt8 = 0
        let count = recv(connection, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count > 0 { return .bytes }
        let isOpen = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
        return isOpen ? .nothing : .end
    }

    /// Makes a write to a closed connection an error, because the signal would end the test's process.
    package static func configure(_ connection: Int32) {
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    package static func breakOnClose(_ connection: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    package static func send(_ connection: Int32, _ text: String) -> Bool { send(connection, Data(text.utf8)) }

    package static func send(_ connection: Int32, _ data: Data) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.send(connection, bytes.baseAddress, bytes.count, sendFlags)
                #else
                    Darwin.send(connection, bytes.baseAddress, bytes.count, sendFlags)
                #endif
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Returns `false` at the end of the connection.
    package static func receive(_ connection: Int32, _ buffer: inout [UInt8]) -> Bool {
        var part = [UInt8](repeating: 0, count: 65536)
        let count = recv(connection, &part, part.count, 0)
        guard count > 0 else { return false }
        buffer.append(contentsOf: part[..<count])
        return true
    }
}
