#if WebSocket
    import Foundation
    import MethodicalStreams
    import NIOCore
    import NIOWebSocket

    /// The handler that makes messages of frames, and answers pings and close frames (RFC 6455, section 5).
    ///
    /// It reads from the channel only while the inbox has room.
    final class SocketHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        /// The largest length of a control frame, in bytes.
        static let longestControl = 125
        /// The time that a server has for its close frame and for the end of the connection.
        private static let closingTime = TimeAmount.seconds(5)

        /// A message of which not all fragments have arrived.
        private struct Partial {
            let kind: SocketMessage.Kind
            var bytes = Data()
            var text = UTF8Check()
        }

        private let inbox: SocketInbox
        private let largestMessage: Int
        private var partial: Partial?
        /// The pings that wait for their pongs, by their numbers.
        private var pings: [UInt64: EventLoopPromise<Void>] = [:]
        private var pingNumber: UInt64 = 0
        private var hasSentClose = false
        /// Indicates whether further frames are ignored, because one side has closed the socket or broken the rules.
        private var isDiscarding = false
        private var context: ChannelHandlerContext?

        init(_ inbox: SocketInbox, largestMessage: Int) {
            self.inbox = inbox
            self.largestMessage = largestMessage
        }

        // MARK: The channel

        func handlerAdded(context: ChannelHandlerContext) {
            self.context = context
            // A channel that has ended already has no option to set. Its last messages come nevertheless.
            try? context.channel.syncOptions?.setOption(.autoRead, value: false)
            context.read()
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            self.context = nil
            end(with: URLError(.networkConnectionLost))
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            if isDiscarding || !inbox.isFull {
                context.read()
            }
            context.fireChannelReadComplete()
        }

        func channelInactive(context: ChannelHandlerContext) {
            end(with: SocketFailure.lost)
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard !isDiscarding else { return }
            switch error {
            case NIOWebSocketError.invalidFrameLength:
                fail(.tooLarge, because: "a message is longer than \(largestMessage) bytes")
            case is NIOWebSocketError:
                fail(.protocolError, because: "a control frame is too long or in fragments")
            default:
                end(with: SocketFailure.error(for: error))
                context.close(promise: nil)
            }
        }

        /// Records the end of the socket.
        private func end(with error: any Error) {
            inbox.finish(error)
            let waiting = pings.values
            pings = [:]
            for promise in waiting {
                promise.fail(error)
            }
        }

        // MARK: Frames that arrive

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isDiscarding else { return }
            let frame = unwrapInboundIn(data)
            if frame.rsv1 || frame.rsv2 || frame.rsv3 {
                return fail(.protocolError, because: "a reserved bit of a frame is set")
            }
            if frame.maskKey != nil {
                return fail(.protocolError, because: "a frame of the server is masked")
            }
            switch frame.opcode {
            case .text: begin(.text, with: frame)
            case .binary: begin(.binary, with: frame)
            case .continuation: proceed(with: frame)
            case .ping: receivePing(frame.data, on: context.channel)
            case .pong: receivePong(frame.data)
            case .connectionClose: receiveClose(frame.data)
            default: fail(.protocolError, because: "a frame has an unknown opcode")
            }
        }

        private func begin(_ kind: SocketMessage.Kind, with frame: WebSocketFrame) {
            guard partial == nil else {
                return fail(.protocolError, because: "a message begins before the last one is complete")
            }
            partial = Partial(kind: kind)
            proceed(with: frame)
        }

        private func proceed(with frame: WebSocketFrame) {
            // The message is taken out, so that its bytes are appended in place.
            guard var message = partial.take() else {
                return fail(.protocolError, because: "a fragment belongs to no message")
            }
            guard message.bytes.count + frame.length <= largestMessage else {
                return fail(.tooLarge, because: "a message is longer than \(largestMessage) bytes")
            }
            frame.data.withUnsafeReadableBytes { message.bytes.append(contentsOf: $0) }
            if message.kind == .text {
                frame.data.withUnsafeReadableBytes { message.text.append($0) }
                let isCut = frame.fin && !message.text.isComplete
                guard !message.text.isInvalid, !isCut else {
                    return fail(.invalidText, because: "a text is not UTF-8")
                }
            }
            if frame.fin {
                _ = inbox.put(SocketMessage(message.kind, bytes: message.bytes))
            } else {
                partial = message
            }
        }

        /// Answers a ping, unless the server reads no more: its pongs would fill the memory. RFC 6455, section 5.5.3,
        /// lets a client leave out those of earlier pings.
        private func receivePing(_ data: ByteBuffer, on channel: any Channel) {
            if channel.isWritable {
                write(.pong, payload: data)
            }
        }

        private func receivePong(_ data: ByteBuffer) {
            guard data.readableBytes == MemoryLayout<UInt64>.size,
                let number = data.getInteger(at: data.readerIndex, as: UInt64.self)
            else { return }
            pings.removeValue(forKey: number)?.succeed()
        }

        private func receiveClose(_ data: ByteBuffer) {
            var data = data
            guard data.readableBytes > 0 else {
                return receiveClose(SocketClosure(.none))
            }
            guard let number = data.readInteger(as: UInt16.self) else {
                return fail(.protocolError, because: "a close frame has half a code")
            }
            let code = SocketCloseCode(rawValue: Int(number))
            guard code.canBeSent else {
                return fail(.protocolError, because: "a close frame has the code \(number)")
            }
            var text = UTF8Check()
            data.withUnsafeReadableBytes { text.append($0) }
            guard text.isComplete else {
                return fail(.invalidText, because: "the reason of a close frame is not UTF-8")
            }
            receiveClose(SocketClosure(code, reason: String(buffer: data)))
        }

        /// Handles the server's close frame: answers it, and waits for the server to end the connection.
        private func receiveClose(_ closure: SocketClosure) {
            let isOwn = hasSentClose
            end(with: closure)
            beginClosing(closure.code, reason: "")
            // Whoever closes first waits for the other side. The server ends the connection, but not all of them do.
            if isOwn {
                context?.close(promise: nil)
            }
        }

        // MARK: Frames to send

        /// Sends a message.
        func send(_ message: SocketMessage, promise: EventLoopPromise<Void>) {
            guard let context, !hasSentClose else {
                return promise.fail(ChannelError.ioOnClosedChannel)
            }
            var buffer = context.channel.allocator.buffer(capacity: message.bytes.count)
            buffer.writeBytes(message.bytes)
            let opcode: WebSocketOpcode =
                switch message.kind {
                case .text: .text
                case .binary: .binary
                }
            write(opcode, payload: buffer, promise: promise)
        }

        /// Sends a ping. The promise is kept when the pong arrives.
        func ping(_ promise: EventLoopPromise<Void>) {
            guard context != nil, !hasSentClose else {
                return promise.fail(ChannelError.ioOnClosedChannel)
            }
            pingNumber += 1
            pings[pingNumber] = promise
            write(.ping, payload: ByteBuffer(integer: pingNumber))
        }

        private func write(
            _ opcode: WebSocketOpcode,
            payload: ByteBuffer,
            promise: EventLoopPromise<Void>? = nil
        ) {
            guard let context else {
                promise?.fail(ChannelError.ioOnClosedChannel)
                return
            }
            let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: payload)
            context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
        }

        // MARK: The end

        /// Closes the socket.
        func close(_ code: SocketCloseCode, reason: String) {
            end(with: SocketClosure(code, reason: reason, isByServer: false))
            if hasSentClose {
                context?.close(promise: nil)
            } else {
                sendClose(code, reason: reason)
                scheduleEnd()
                context?.read()
            }
        }

        /// Ends the connection after a close frame, without waiting for the server.
        func abort() {
            sendClose(.goingAway, reason: "")
            isDiscarding = true
            context?.close(promise: nil)
        }

        /// Closes the socket because the server has broken the rules.
        private func fail(_ code: SocketCloseCode, because reason: String) {
            end(with: SocketClosure(code, reason: reason, isByServer: false))
            beginClosing(code, reason: reason)
        }

        /// Sends a close frame and ignores all that follows, until the server ends the connection. To close at once
        /// would make TCP drop the frame if the server is still sending.
        private func beginClosing(_ code: SocketCloseCode, reason: String) {
            sendClose(code, reason: reason)
            isDiscarding = true
            partial = nil
            scheduleEnd()
            context?.read()
        }

        private func sendClose(_ code: SocketCloseCode, reason: String) {
            guard !hasSentClose else { return }
            var payload = ByteBuffer()
            if code.canBeSent {
                payload.writeInteger(UInt16(code.rawValue))
                payload.writeBytes(SocketClosure.sendable(reason).utf8)
            }
            write(.connectionClose, payload: payload)
            hasSentClose = true
        }

        private func scheduleEnd() {
            guard let context else { return }
            let channel = context.channel
            context.eventLoop.scheduleTask(in: Self.closingTime) { channel.close(promise: nil) }
        }
    }

    extension Optional {
        /// Returns the value and leaves `nil`.
        fileprivate mutating func take() -> Wrapped? {
            defer { self = nil }
            return self
        }
    }
#endif
