#if AsyncHTTPClient
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// A server that speaks HTTP/2 frame by frame, well formed or not (RFC 9113, section 4.1).
    ///
    /// It sends its frames as soon as the head of the first request has arrived, with a pause between the steps.
    final class HTTP2Server: Sendable {
        /// The frames of a step.
        enum Frame: Sendable {
            /// A head of the first stream. Fields other than the status are literals.
            case head(status: String, ends: Bool = false)
            case data(String, ends: Bool = false)
            case trailers
            case reset(code: UInt8)
            case goAway(lastStream: UInt8)
            /// Ends the connection.
            case close
        }

        private let channel: any Channel

        /// - Parameter steps: The frames. The bytes of a step are sent at once.
        init(_ steps: [[Frame]]) async throws {
            var tls = try TestCertificate.serverConfiguration()
            tls.applicationProtocols = ["h2"]
            let context = try NIOSSLContext(configuration: tls)
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        try channel.pipeline.syncOperations.addHandler(Handler(steps))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
        }

        deinit { channel.close(promise: nil) }

        var port: Int { channel.localAddress?.port ?? 0 }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let steps: [[Frame]]
            private var bytes: [UInt8] = []
            /// The length of the frames that were read, with the client's preface.
            private var position = 24
            private var hasGreeted = false
            private var hasResponded = false

            init(_ steps: [[Frame]]) { self.steps = steps }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                if !hasGreeted {
                    hasGreeted = true
                    write(HTTP2Server.frame(type: 4, flags: 0, stream: 0, []), context)
                }
                bytes += Array(unwrapInboundIn(data).readableBytesView)
                while let type = nextFrame() {
                    if type == 1, !hasResponded {
                        hasResponded = true
                        respond(context)
                    }
                }
            }

            /// Returns the type of the next frame that has arrived, or `nil` if there is none.
            private func nextFrame() -> UInt8? {
                guard bytes.count >= position + 9 else { return nil }
                let length = bytes[position..<position + 3].reduce(0) { $0 << 8 | Int($1) }
                guard bytes.count >= position + 9 + length else { return nil }
                defer { position += 9 + length }
                return bytes[position + 3]
            }

            private func respond(_ context: ChannelHandlerContext) {
                for (index, step) in steps.enumerated() {
                    context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(index * 20))) {
                        for frame in step {
                            if case .close = frame {
                                context.close(promise: nil)
                            } else {
                                self.write(frame.bytes, context)
                            }
                        }
                    }
                }
            }

            private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }

        fileprivate static func frame(type: UInt8, flags: UInt8, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
            let length = [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255)]
            return length + [type, flags, 0, 0, 0, stream] + payload
        }
    }

    extension HTTP2Server.Frame {
        fileprivate var bytes: [UInt8] {
            switch self {
            case .head(let status, let ends):
                // A literal field without an index, whose name is entry 8 of the static table (RFC 7541).
                let field = [0x08, UInt8(status.utf8.count)] + Array(status.utf8)
                return HTTP2Server.frame(type: 1, flags: ends ? 5 : 4, stream: 1, field)
            case .data(let text, let ends):
                return HTTP2Server.frame(type: 0, flags: ends ? 1 : 0, stream: 1, Array(text.utf8))
            case .trailers: return HTTP2Server.frame(type: 1, flags: 5, stream: 1, [0, 1, 0x61, 1, 0x62])
            case .reset(let code): return HTTP2Server.frame(type: 3, flags: 0, stream: 1, [0, 0, 0, code])
            case .goAway(let last): return HTTP2Server.frame(type: 7, flags: 0, stream: 0, [0, 0, 0, last, 0, 0, 0, 0])
            case .close: return []
            }
        }
    }
#endif
