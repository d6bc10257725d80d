#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOCore

    /// The body of a request on its way, with one piece at a time in the channel.
    ///
    /// The next piece follows when the last one has left, and when nothing holds the transfer back. The futures that
    /// AsyncHTTPClient returns for pieces do not count, because it never completes some of them: those of pieces that
    /// it takes after it has paused the body, if the request then fails. It pauses the body if the channel is full,
    /// which one piece cannot do, and when the head of a refusal arrives.
    final class Upload: Sendable {
        private let body: RequestBody
        private let writer: HTTPClient.Body.StreamWriter
        /// The promise that AsyncHTTPClient waits for. It is completed exactly once.
        private let end: EventLoopPromise<Void>
        private let state: NIOLoopBoundBox<State>

        private struct State {
            var offset = 0
            var isReading = false
            /// Indicates whether the last piece has left.
            var isReady = true
            var isHeld: Bool
            var hasEnded = false
            /// The future of a piece that AsyncHTTPClient has not completed yet.
            var unfinished: EventLoopFuture<Void>?
        }

        init(
            _ body: RequestBody,
            writer: HTTPClient.Body.StreamWriter,
            on loop: any EventLoop,
            isHeld: Bool
        ) {
            self.body = body
            self.writer = writer
            end = loop.makePromise()
            state = .makeBoxSendingValue(State(isHeld: isHeld), eventLoop: loop)
        }

        var future: EventLoopFuture<Void> { end.futureResult }

        private var loop: any EventLoop { end.futureResult.eventLoop }

        /// Sends the next piece if that is possible.
        func proceed() { loop.execute { self.advance() } }

        /// Notes that a piece has left, and sends the next one.
        func pieceHasLeft() {
            loop.execute {
                self.state.value.isReady = true
                self.advance()
            }
        }

        /// Holds the body back, or lets it continue.
        func hold(_ isHeld: Bool) {
            loop.execute {
                self.state.value.isHeld = isHeld
                self.advance()
            }
        }

        /// Ends the upload with an error, unless it has ended.
        ///
        /// On the event loop this happens at once. AsyncHTTPClient hears of it before the request fails, and completes
        /// the future of the last piece.
        func fail(_ error: any Error) {
            if loop.inEventLoop {
                finish(.failure(error))
            } else {
                loop.execute { self.finish(.failure(error)) }
            }
        }

        private func advance() {
            guard !state.value.hasEnded,
                !state.value.isHeld,
                !state.value.isReading,
                state.value.isReady
            else {
                return
            }
            let offset = state.value.offset
            guard offset < body.length else {
                return finish(.success(()))
            }
            state.value.isReading = true
            body.read(at: offset, on: loop).whenComplete { self.write($0) }
        }

        private func write(_ piece: Result<ByteBuffer, any Error>) {
            state.value.isReading = false
            guard !state.value.hasEnded else { return }
            switch piece {
            case .success(let piece):
                state.value.offset += piece.readableBytes
                state.value.isReady = false
                let future = writer.write(.byteBuffer(piece))
                state.value.unfinished = future
                // A future that is kept must not keep the body.
                future.whenComplete { [state] _ in
                    if state.value.unfinished === future {
                        state.value.unfinished = nil
                    }
                }
            case .failure(let error): finish(.failure(error))
            }
        }

        private func finish(_ result: Result<Void, any Error>) {
            guard !state.value.hasEnded else { return }
            state.value.hasEnded = true
            end.completeWith(result)
            keepUnfinished()
        }

        /// Keeps a future that AsyncHTTPClient has forgotten. In debug builds, SwiftNIO ends the process when a future
        /// is released before it is complete.
        private func keepUnfinished() {
            #if DEBUG
                if let future = state.value.unfinished {
                    _ = Unmanaged.passRetained(future)
                }
            #endif
            state.value.unfinished = nil
        }
    }
#endif
