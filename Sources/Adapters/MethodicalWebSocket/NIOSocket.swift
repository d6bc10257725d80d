#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    /// A WebSocket on a channel of SwiftNIO. It ends when nothing refers to it.
    final class NIOSocket: Socket {
        let headers: Methodical.HTTPHeaders
        private let channel: any Channel
        private let handler: NIOLoopBound<SocketHandler>
        private let inbox: SocketInbox

        /// Takes over a channel whose server has switched protocols. Must be called on the event loop.
        ///
        /// Throws `.connection` if the server uses an extension or a protocol that the request has not offered.
        init(
            on channel: any Channel,
            head: HTTPResponseHead,
            of request: HTTPRequest,
            limits: SocketLimits
        ) throws {
            try Self.check(head, against: request)
            self.channel = channel
            headers = Methodical.HTTPHeaders(head.headers)
            inbox = SocketInbox(limit: limits.largestBacklog) { channel.read() }
            let handler = SocketHandler(inbox, largestMessage: limits.largestMessage)
            try channel.pipeline.syncOperations.addHandler(handler)
            self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        }

        deinit {
            end(with: SocketClosure(.goingAway, isByServer: false))
        }

        private static func check(_ head: HTTPResponseHead, against request: HTTPRequest) throws(APIError) {
            if !head.headers["Sec-WebSocket-Extensions"].isEmpty {
                throw APIError(.connection, "the server uses an extension of WebSocket that was not offered")
            }
            let name = "Sec-WebSocket-Protocol"
            let offered = request.headers.fields.filter { $0.name.lowercased() == name.lowercased() }
                .flatMap { $0.value.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard head.headers[name].allSatisfy(offered.contains) else {
                throw APIError(.connection, "the server uses a protocol above WebSocket that was not offered")
            }
        }

        func receive() async throws -> SocketMessage { try await inbox.take() }

        func send(_ message: SocketMessage) async throws {
            // SwiftNIO ends the process for a frame that is longer than the type of its lengths.
            guard message.bytes.count <= Int32.max else {
                throw APIError(.tooLarge, "a message may have at most \(Int32.max) bytes")
            }
            try await perform { handler, promise in handler.send(message, promise: promise) }
        }

        func ping() async throws {
            try await perform { handler, promise in handler.ping(promise) }
        }

        func close(_ code: SocketCloseCode, reason: String) async {
            inbox.finish(SocketClosure(code, reason: reason, isByServer: false))
            onLoop { $0.close(code, reason: reason) }
            // The handler closes the channel some seconds later at the latest.
            try? await channel.closeFuture.get()
        }

        func abort(_ error: any Error) {
            end(with: error)
        }

        private func end(with error: any Error) {
            inbox.finish(error)
            onLoop { $0.abort() }
        }

        private func onLoop(_ action: @escaping @Sendable (SocketHandler) -> Void) {
            channel.eventLoop.execute { [handler] in action(handler.value) }
        }

        /// Lets the handler do something, and waits for it. A cancelled task stops waiting.
        private func perform(
            _ action: @escaping @Sendable (SocketHandler, EventLoopPromise<Void>) -> Void
        ) async throws {
            let promise = channel.eventLoop.makePromise(of: Void.self)
            onLoop { action($0, promise) }
            do {
                try await withTaskCancellationHandler {
                    try await promise.futureResult.get()
                } onCancel: {
                    promise.fail(CancellationError())
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The reason for which the socket has ended says more than that the channel is closed.
                throw inbox.end ?? SocketFailure.error(for: error)
            }
        }
    }
#endif
