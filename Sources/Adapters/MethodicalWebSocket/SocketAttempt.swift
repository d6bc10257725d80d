#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import NIOWebSocket

    /// One attempt to open a WebSocket: a connection, the request, and the server's response.
    final class SocketAttempt: Sendable {
        private let request: HTTPRequest
        private let target: SocketTarget
        private let limits: SocketLimits
        private let context: NIOSSLContext?
        private let promise: EventLoopPromise<SocketOpening>
        private let channel = Locked<(any Channel)?>(nil)

        init(_ request: HTTPRequest, target: SocketTarget, limits: SocketLimits, context: NIOSSLContext?) {
            self.request = request
            self.target = target
            self.limits = limits
            self.context = context
            promise = MultiThreadedEventLoopGroup.singleton.any().makePromise()
        }

        /// Returns the socket or the refusal. Throws when the request's timeout has passed, or the task is cancelled.
        func result() async throws -> SocketOpening {
            let loop = promise.futureResult.eventLoop
            let timer = request.timeout.map { timeout in
                loop.scheduleTask(in: TimeAmount(timeout)) { self.fail(URLError(.timedOut)) }
            }
            defer { timer?.cancel() }
            connect(on: loop)
            return try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                fail(CancellationError())
            }
        }

        /// Ends the attempt. A second end has no effect.
        private func fail(_ error: any Error) {
            promise.fail(error)
            channel.withLock { $0 }?.close(promise: nil)
        }

        private func connect(on loop: any EventLoop) {
            let upgrade = loop.makePromise(of: SocketOpening.self)
            ClientBootstrap(group: loop)
                .connectTimeout(TimeAmount(request.timeout ?? DefaultTimeout.streamHead))
                .channelOption(ChannelOptions.socketOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    self.channel.withLock { $0 = channel }
                    return channel.eventLoop.makeCompletedFuture {
                        try self.prepare(channel, upgrade: upgrade)
                    }
                }
                .connect(host: target.host, port: target.port)
                .whenFailure { upgrade.fail($0) }
            upgrade.futureResult.whenComplete { result in
                self.promise.completeWith(result)
                if case .success(.open) = result {
                    return
                }
                self.channel.withLock { $0 }?.close(promise: nil)
            }
        }

        /// Adds the handlers for TLS, HTTP and the upgrade.
        private func prepare(_ channel: any Channel, upgrade: EventLoopPromise<SocketOpening>) throws {
            let pipeline = channel.pipeline.syncOperations
            if let context {
                try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: target.tlsName))
            }
            let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes))
            let encoder = HTTPRequestEncoder()
            try pipeline.addHandler(encoder)
            try pipeline.addHandler(decoder)
            let upgrader = NIOTypedWebSocketClientUpgrader<SocketOpening>(
                maxFrameSize: min(max(limits.largestMessage, SocketHandler.longestControl), Int(UInt32.max)),
                enableAutomaticErrorHandling: false
            ) { [request, limits] channel, head in
                channel.eventLoop.makeCompletedFuture {
                    .open(try NIOSocket(on: channel, head: head, of: request, limits: limits))
                }
            }
            let handler = NIOTypedHTTPClientUpgradeHandler(
                httpHandlers: [encoder, decoder],
                upgradeConfiguration: .init(
                    upgradeRequestHead: target.head(of: request),
                    upgraders: [upgrader],
                    notUpgradingCompletionHandler: { channel in
                        let refusal = channel.eventLoop.makePromise(of: SocketOpening.self)
                        do {
                            try channel.pipeline.syncOperations.addHandler(RefusalHandler(refusal))
                        } catch {
                            refusal.fail(error)
                        }
                        refusal.futureResult.cascade(to: upgrade)
                        // The upgrade passes on the response only when it has ended.
                        return channel.eventLoop.makeSucceededFuture(.refused(HTTPResponse(status: 0)))
                    }))
            try pipeline.addHandler(handler)
            try pipeline.addHandler(OpeningHandler(upgrade))
            handler.upgradeResultFuture.whenComplete { result in
                switch result {
                case .success(.refused): break
                case .success(.open), .failure: upgrade.completeWith(result)
                }
            }
        }
    }

    /// A handler that collects the response by which a server refuses a WebSocket.
    private final class RefusalHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        /// The largest length of the body, in bytes. A refusal is short.
        private static let largestBody = 1 << 20

        private let promise: EventLoopPromise<SocketOpening>
        private var response = HTTPResponse(status: 0)

        init(_ promise: EventLoopPromise<SocketOpening>) {
            self.promise = promise
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                response.status = Int(head.status.code)
                response.headers = Methodical.HTTPHeaders(head.headers)
            case .body(let part):
                response.body += part.readableBytesView
                if response.body.count > Self.largestBody {
                    promise.fail(APIError(.tooLarge, "the response that is not a WebSocket"))
                }
            case .end:
                promise.succeed(.refused(response))
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            promise.fail(URLError(.networkConnectionLost))
            context.fireChannelInactive()
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            promise.fail(URLError(.networkConnectionLost))
        }
    }

    /// A handler that ends the attempt when the connection fails before the server has responded.
    private final class OpeningHandler: ChannelInboundHandler {
        typealias InboundIn = NIOAny

        private let promise: EventLoopPromise<SocketOpening>

        init(_ promise: EventLoopPromise<SocketOpening>) {
            self.promise = promise
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            promise.fail(error)
            context.fireErrorCaught(error)
        }

        /// Ends the attempt after the tasks that wait in the event loop. An upgrade that has begun is among them, if
        /// the server has sent its response, messages and the end of the connection together.
        func channelInactive(context: ChannelHandlerContext) {
            context.eventLoop.execute { [promise] in promise.fail(ChannelError.eof) }
            context.fireChannelInactive()
        }
    }

    extension Methodical.HTTPHeaders {
        init(_ headers: NIOHTTP1.HTTPHeaders) {
            self.init()
            for (name, value) in headers {
                add(name, value)
            }
        }
    }

    extension TimeAmount {
        /// Creates an amount of at most 30 years, which cannot overflow when it is added to the present.
        init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            self = .seconds(min(max(seconds, 0), 1_000_000_000))
            if seconds >= 0 {
                self = self + .nanoseconds(attoseconds / 1_000_000_000)
            }
        }
    }
#endif
