#if WebSocket
    import Foundation
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// A WebSocket server on loopback that does what a test tells it to, right or wrong.
    ///
    /// It makes and reads frames itself, because a library would refuse to break the rules.
    package final class SocketServer: Sendable {
        /// The server's part of a connection. The connection ends when it returns.
        package typealias Script = @Sendable (_ connection: SocketServerConnection) async throws -> Void

        private let channel: any Channel
        private let acceptor: Task<Void, Never>

        /// Starts a server.
        ///
        /// - Parameters:
        ///   - tls: The configuration for TLS, or `nil`.
        ///   - script: The function that handles each connection, from its handshake on.
        package init(tls: TLSConfiguration? = nil, _ script: @escaping Script) async throws {
            let context = try tls.map { try NIOSSLContext(configuration: $0) }
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelOption(ChannelOptions.socketOption(.tcp_nodelay), value: 1)
                .bind(host: "127.0.0.1", port: 0) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let context {
                            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        }
                        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            channel = server.channel
            acceptor = Task {
                await withDiscardingTaskGroup { group in
                    try? await server.executeThenClose { connections in
                        for try await connection in connections {
                            group.addTask {
                                try? await connection.executeThenClose { input, _ in
                                    try await script(SocketServerConnection(connection.channel, input))
                                }
                            }
                        }
                    }
                }
            }
        }

        deinit {
            acceptor.cancel()
            channel.close(promise: nil)
        }

        package var port: Int { channel.localAddress?.port ?? 0 }
        package var baseURL: String { "ws://127.0.0.1:\(port)/" }
    }

    /// A connection of the server.
    package final class SocketServerConnection: @unchecked Sendable {
        /// The kinds of frames.
        package enum Opcode: UInt8, Sendable {
            case continuation = 0
            case text = 1
            case binary = 2
            case close = 8
            case ping = 9
            case pong = 10
        }

        /// A frame of the client.
        package struct Frame: Sendable {
            package let opcode: UInt8
            package let isMasked: Bool
            package let bytes: [UInt8]

            package var text: String { String(decoding: bytes, as: UTF8.self) }
            /// The code of a close frame, or `nil` without one.
            package var closeCode: Int? { bytes.count < 2 ? nil : Int(bytes[0]) << 8 + Int(bytes[1]) }
        }

        private let channel: any Channel
        private var input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private var buffer = ByteBuffer()

        init(
            _ channel: any Channel,
            _ input: NIOAsyncChannelInboundStream<ByteBuffer>
        ) {
            self.channel = channel
            self.input = input.makeAsyncIterator()
        }

        // MARK: The handshake

        /// Reads the request, and returns its lines.
        package func request() async throws -> [String] {
            while true {
                let text = String(buffer: buffer)
                if let end = text.range(of: "\r\n\r\n") {
                    buffer.clear()
                    return text[..<end.lowerBound].components(separatedBy: "\r\n")
                }
                try await more()
            }
        }

        /// Reads the request, and switches protocols. Returns the lines of the request.
        ///
        /// - Parameters:
        ///   - fields: Further lines of the response.
        ///   - accept: The value of `Sec-WebSocket-Accept`, or `nil` for the right one.
        @discardableResult
        package func open(_ fields: [String] = [], accept: String? = nil) async throws -> [String] {
            let request = try await request()
            let key = request.first { $0.lowercased().hasPrefix("sec-websocket-key: ") }?.dropFirst(19) ?? ""
            let accept = accept ?? Data(SHA1.digest(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")).base64EncodedString()
            let lines =
                [
                    "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                    "Sec-WebSocket-Accept: \(accept)",
                ] + fields
            try await send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
            return request
        }

        // MARK: Frames

        /// Sends bytes as they are.
        package func send(_ bytes: [UInt8]) async throws {
            // The writer of the asynchronous channel would take any number of bytes while the event loop is busy.
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
        }

        /// Sends a message of text.
        package func send(_ text: String) async throws {
            try await send(Self.frame(.text, Array(text.utf8)))
        }

        /// Returns a frame.
        package static func frame(_ opcode: Opcode, _ bytes: [UInt8] = [], isLast: Bool = true) -> [UInt8] {
            let first = opcode.rawValue | (isLast ? 0x80 : 0)
            switch bytes.count {
            case ..<126: return [first, UInt8(bytes.count)] + bytes
            case ..<65536: return [first, 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
            default:
                let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
                return [first, 127] + length + bytes
            }
        }

        /// Returns a close frame.
        package static func closeFrame(_ code: Int, _ reason: String = "") -> [UInt8] {
            frame(.close, [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8))
        }

        /// Sends a close frame, and waits for that of the client. Returns its code, or `nil` if the connection ends
        /// without it.
        @discardableResult
        package func close(_ code: Int, _ reason: String = "") async throws -> Int? {
            try await send(Self.closeFrame(code, reason))
            return try await untilClosed()
        }

        /// Waits until the client has received everything, which its pong shows.
        package func settle() async throws {
            try await send(Self.frame(.ping))
            while let frame = try await frame(), frame.opcode != Opcode.pong.rawValue {}
        }

        /// Reads until the client's close frame, and returns its code, or `nil` if the connection ends without it.
        package func untilClosed() async throws -> Int? {
            while let frame = try await frame() {
                if frame.opcode == Opcode.close.rawValue {
                    return frame.closeCode
                }
            }
            return nil
        }

        /// Returns the next message, pings answered, or `nil` when the client closes the connection.
        package func message() async throws -> Frame? {
            while let frame = try await frame() {
                switch Opcode(rawValue: frame.opcode) {
                case .ping: try await send(Self.frame(.pong, frame.bytes))
                case .close: return nil
                case .pong: break
                default: return frame
                }
            }
            return nil
        }

        /// Returns the next frame of the client, or `nil` at the end of the connection.
        package func frame() async throws -> Frame? {
            do {
                return try await readFrame()
            } catch is Ended {
                return nil
            }
        }

        private func readFrame() async throws -> Frame {
            let head = try await bytes(2)
            var length = Int(head[1] & 127)
            if length >= 126 {
                let field = try await bytes(length == 126 ? 2 : 8)
                length = field.reduce(0) { $0 << 8 + Int($1) }
            }
            let isMasked = head[1] & 128 != 0
            let mask = isMasked ? try await bytes(4) : [0, 0, 0, 0]
            let content = try await bytes(length)
            return Frame(
                opcode: head[0] & 15,
                isMasked: isMasked,
                bytes: content.enumerated().map { $0.element ^ mask[$0.offset % 4] })
        }

        /// Ends the connection without a close frame.
        package func kill() async {
            try? await channel.close().get()
        }

        private struct Ended: Error {}

        private func bytes(_ count: Int) async throws -> [UInt8] {
            while buffer.readableBytes < count {
                try await more()
            }
            return buffer.readBytes(length: count) ?? []
        }

        private func more() async throws {
            guard var next = try await input.next() else {
                throw Ended()
            }
            buffer.discardReadBytes()
            buffer.writeBuffer(&next)
        }
    }
#endif
