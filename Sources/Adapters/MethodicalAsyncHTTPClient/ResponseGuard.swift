#if AsyncHTTPClient
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2

    /// A channel handler that lets only responses through that AsyncHTTPClient can handle.
    ///
    /// AsyncHTTPClient ends the process if the parts of a response come in another order than the one it expects, and a
    /// server can bring this about:
    /// - by a status below 100, because AsyncHTTPClient waits for another head and gets a body;
    /// - by an early response to a request whose head fills the buffers of the connection;
    /// - over HTTP/2, by a second head after status 101, and by a failure after an early end.
    ///
    /// The handler stands between the decoder and AsyncHTTPClient's own handler, and turns such a response into an
    /// error.
    final class ResponseGuard: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        private var order: ResponseOrder
        /// The end of a response that waits for the end of the request.
        private var heldEnd: NIOAny?

        private init(_ version: ResponseOrder.Version) { order = ResponseOrder(version) }

        /// Adds a guard to the channel of an HTTP/1 connection, unless it has one.
        static func addHTTP1(to channel: any Channel) throws {
            let pipeline = channel.pipeline.syncOperations
            guard (try? pipeline.handler(type: ResponseGuard.self)) == nil else { return }
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ResponseGuard(.http1), position: .after(decoder))
        }

        /// Adds the guards to the channel of an HTTP/2 stream, unless it has them.
        static func addHTTP2(to channel: any Channel) throws {
            let pipeline = channel.pipeline.syncOperations
            guard (try? pipeline.handler(type: ResponseGuard.self)) == nil else { return }
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            // The codec ends the process for some statuses, so the status is checked before it.
            try pipeline.addHandler(StatusGuard(), position: .before(codec))
            try pipeline.addHandler(ResponseGuard(.http2), position: .after(codec))
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let decision =
                switch unwrapInboundIn(data) {
                case .head(let head):
                    order.head(status: Int(head.status.code), isWritable: context.channel.isWritable)
                case .body: order.body()
                case .end: order.end()
                }
            switch decision {
            case .forward: context.fireChannelRead(data)
            case .forwardAndClose:
                context.fireChannelRead(data)
                context.close(promise: nil)
            case .hold: heldEnd = data
            case .drop: break
            case .refuse(let fault): context.fireErrorCaught(fault)
            }
        }

        func write(
            context: ChannelHandlerContext,
            data: NIOAny,
            promise: EventLoopPromise<Void>?
        ) {
            switch unwrapOutboundIn(data) {
            case .head: order.requestBegan()
            case .body: order.requestBodyBegan()
            case .end: order.requestEnded()
            }
            context.write(data, promise: promise)
            if order.isRequestComplete {
                releaseEnd(in: context)
            }
        }

        /// Forwards the end of the response that has waited for the end of the request.
        private func releaseEnd(in context: ChannelHandlerContext) {
            guard heldEnd != nil else { return }
            // AsyncHTTPClient's handler is in the middle of its own write, so it gets the end afterwards.
            context.eventLoop.assumeIsolated().execute {
                guard let end = self.heldEnd else { return }
                self.heldEnd = nil
                context.fireChannelRead(end)
            }
        }

        func handlerRemoved(context: ChannelHandlerContext) { heldEnd = nil }
    }

    extension HTTPClient.Configuration {
        /// Makes clients with this configuration turn responses that AsyncHTTPClient cannot handle into errors.
        ///
        /// ```swift
        /// var configuration = HTTPClient.Configuration()
        /// configuration.refuseMalformedResponses()
        /// let transport = AsyncHTTPClientTransport(HTTPClient(configuration: configuration))
        /// ```
        ///
        /// AsyncHTTPClient 1.37 ends the process if a server sends a status below 100 with a body, and in some other
        /// cases. `AsyncHTTPClientTransport` calls this function for its own clients. An app calls it for a client that
        /// it shares with the transport.
        ///
        /// The function adds handlers to each HTTP/1 connection and each HTTP/2 stream. It uses the two properties
        /// `http1_1ConnectionDebugInitializer` and `http2StreamChannelDebugInitializer`, and keeps functions that are
        /// already there. Set your own functions before you call it.
        public mutating func refuseMalformedResponses() {
            // Two responses on one connection must not mix.
            keepExchangesApart()
            http1_1ConnectionDebugInitializer = Self.initializer(
                adding: { try ResponseGuard.addHTTP1(to: $0) }, before: http1_1ConnectionDebugInitializer)
            http2StreamChannelDebugInitializer = Self.initializer(
                adding: { try ResponseGuard.addHTTP2(to: $0) }, before: http2StreamChannelDebugInitializer)
        }

        /// Returns a function that adds a handler to a channel and then calls the app's function.
        private static func initializer(
            adding add: @escaping @Sendable (any Channel) throws -> Void,
            before next: (@Sendable (any Channel) -> EventLoopFuture<Void>)?
        ) -> @Sendable (any Channel) -> EventLoopFuture<Void> {
            { channel in
                // AsyncHTTPClient calls this function on the event loop of the channel, so that the handlers are there
                // before the first byte of a response. Other callers wait for them.
                guard channel.eventLoop.inEventLoop else {
                    let addition = channel.eventLoop.submit { try add(channel) }
                    guard let next else {
                        return addition
                    }
                    return addition.flatMap { next(channel) }
                }
                do {
                    try add(channel)
                    return next?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
                } catch {
                    return channel.eventLoop.makeFailedFuture(error)
                }
            }
        }
    }
#endif
