#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// A channel handler that keeps the exchanges of an HTTP/1 connection apart.
    ///
    /// AsyncHTTPClient 1.37 needs it for two faults of servers:
    /// - A response that comes twice. AsyncHTTPClient sends a waiting request as soon as it has read the end of a
    ///   response, and then takes the bytes behind that end for the response to the request. Here, a request waits
    ///   until everything that has arrived is decoded. If anything precedes the request, the connection ends (RFC 9112,
    ///   section 9.2).
    /// - A success that ends before the request's body does. AsyncHTTPClient may finish the request, and then neither
    ///   sends the rest of the body nor closes the connection. Here, the end of the response waits for the end of the
    ///   request. If the server does not read the rest, the request times out, and the connection ends.
    ///
    /// The handler stands behind the decoder.
    final class ConnectionOrder: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        private enum Response {
            /// No request waits for a response.
            case unexpected
            case expected
            case begun(status: Int)
            /// A response came that nobody asked for. The connection only waits for its end.
            case refused
        }

        private struct HeldWrite {
            let part: NIOAny
            let promise: EventLoopPromise<Void>?
        }

        private var response = Response.unexpected
        private var isSending = false
        /// Indicates whether bytes that have arrived may not be decoded yet.
        private var isReading = false
        /// The parts of a request that wait for the end of the reading.
        private var heldWrites: [HeldWrite] = []
        private var isFlushHeld = false
        /// The end of a response that waits for the end of its request.
        private var heldEnd: NIOAny?

        /// Adds the handler to the channel of a connection, unless it has one.
        static func add(to channel: any Channel) throws {
            let pipeline = channel.pipeline.syncOperations
            guard (try? pipeline.handler(type: ConnectionOrder.self)) == nil else { return }
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ConnectionOrder(), position: .after(decoder))
        }

        // MARK: Responses

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            isReading = true
            switch response {
            case .refused: return
            case .unexpected: return refuse(in: context)
            case .expected, .begun: break
            }
            switch unwrapInboundIn(data) {
            case .head(let head):
                let isInterim = head.status.code < 200 && head.status != .switchingProtocols
                if !isInterim {
                    response = .begun(status: Int(head.status.code))
                }
            case .body: break
            case .end:
                if isSending, case .begun(let status) = response, status < 300 {
                    heldEnd = data
                    return
                }
                response = .unexpected
            }
            context.fireChannelRead(data)
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            isReading = false
            context.fireChannelReadComplete()
            releaseWrites(in: context)
        }

        /// Ends the connection. A request that waits fails without having been sent.
        private func refuse(in context: ChannelHandlerContext) {
            response = .refused
            let error = URLError(
                .networkConnectionLost, text: "the server sent more on the connection than it was asked for")
            failWrites(error)
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }

        private func releaseEnd(in context: ChannelHandlerContext) {
            guard let end = heldEnd else { return }
            heldEnd = nil
            response = .unexpected
            context.fireChannelRead(end)
        }

        // MARK: Requests

        func write(
            context: ChannelHandlerContext,
            data: NIOAny,
            promise: EventLoopPromise<Void>?
        ) {
            if case .refused = response {
                promise?.fail(ChannelError.ioOnClosedChannel)
                return
            }
            let isAfterHeldPart = !heldWrites.isEmpty
            if isAfterHeldPart || isHeadDuringReading(data) {
                heldWrites.append(HeldWrite(part: data, promise: promise))
            } else {
                send(data, promise: promise, in: context)
            }
        }

        func flush(context: ChannelHandlerContext) {
            if heldWrites.isEmpty {
                context.flush()
            } else {
                isFlushHeld = true
            }
        }

        private func isHeadDuringReading(_ part: NIOAny) -> Bool {
            guard isReading, case .head = unwrapOutboundIn(part) else { return false }
            return true
        }

        private func send(
            _ part: NIOAny,
            promise: EventLoopPromise<Void>?,
            in context: ChannelHandlerContext
        ) {
            switch unwrapOutboundIn(part) {
            case .head:
                isSending = true
                response = .expected
            case .body: break
            case .end:
                isSending = false
                if heldEnd != nil {
                    // AsyncHTTPClient's handler is in the middle of its own write, so it gets the end afterwards.
                    context.eventLoop.assumeIsolated().execute { self.releaseEnd(in: context) }
                }
            }
            context.write(part, promise: promise)
        }

        private func releaseWrites(in context: ChannelHandlerContext) {
            let writes = heldWrites
            heldWrites = []
            for write in writes {
                send(write.part, promise: write.promise, in: context)
            }
            guard isFlushHeld else { return }
            isFlushHeld = false
            context.flush()
        }

        private func failWrites(_ error: any Error) {
            let writes = heldWrites
            heldWrites = []
            isFlushHeld = false
            for write in writes {
                write.promise?.fail(error)
            }
        }

        // MARK: The end of the connection

        func channelInactive(context: ChannelHandlerContext) {
            heldEnd = nil
            failWrites(ChannelError.ioOnClosedChannel)
            context.fireChannelInactive()
        }
    }

    extension HTTPClient.Configuration {
        /// Makes connections keep their exchanges apart. See ``ConnectionOrder``.
        mutating func keepExchangesApart() {
            let next = http1_1ConnectionDebugInitializer
            http1_1ConnectionDebugInitializer = { channel in
                // AsyncHTTPClient calls this function on the event loop of the channel, before the first byte.
                do {
                    try ConnectionOrder.add(to: channel)
                    return next?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
                } catch {
                    return channel.eventLoop.makeFailedFuture(error)
                }
            }
        }
    }
#endif
