#if AsyncHTTPClient
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// A server that responds as soon as the first bytes of a connection arrive, with TLS on request.
    final class RawServer: Sendable {
        private let channel: any Channel

        /// - Parameters:
        ///   - reply: The bytes to send.
        ///   - closes: Indicates whether the connection is closed after the reply.
        ///   - tls: The configuration for TLS, or `nil`.
        init(_ reply: String, closes: Bool = false, tls: TLSConfiguration? = nil) async throws {
            let context = try tls.map { try NIOSSLContext(configuration: $0) }
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let context {
                            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        }
                        try channel.pipeline.syncOperations.addHandler(Handler(reply, closes))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
        }

        deinit { channel.close(promise: nil) }

        var port: Int { channel.localAddress?.port ?? 0 }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let (reply, closes): (String, Bool)
            private var hasReplied = false

            init(_ reply: String, _ closes: Bool) { (self.reply, self.closes) = (reply, closes) }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                guard !hasReplied else { return }
                hasReplied = true
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply)), promise: nil)
                if closes { context.close(promise: nil) }
            }
        }
    }
#endif
