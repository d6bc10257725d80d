#if AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOPosix

    /// The writer of a response's file. It writes in order, on threads for blocking calls.
    ///
    /// The response continues while up to a mebibyte waits. AsyncHTTPClient drops all that has arrived and was not
    /// taken if a connection breaks, and a broken download needs these bytes to continue where it stopped.
    final class FileWriter: Sendable {
        private struct State {
            /// The end of the work so far.
            var tail: EventLoopFuture<Void>
            var waiting = 0
        }

        private static let limit = 1 << 20
        private let file = Locked<ResponseFile?>(nil)
        private let state: Locked<State>

        init(on loop: any EventLoop) {
            state = Locked(State(tail: loop.makeSucceededVoidFuture()))
        }

        /// The end of the work so far, or its first error.
        var end: EventLoopFuture<Void> { state.withLock { $0.tail } }

        /// Opens the file and then reports the head. Pieces wait for that.
        func open(
            _ open: @escaping @Sendable () throws -> ResponseFile?, reporting: @escaping @Sendable () throws -> Void
        ) {
            _ = perform(count: 0) { [file] in
                try file.withLock { $0 = try open() }
                try reporting()
            }
        }

        /// Writes a piece and then reports it. Returns a future that is complete when the response may continue.
        func write(_ piece: ByteBuffer, reporting: @escaping @Sendable () -> Void) -> EventLoopFuture<Void> {
            perform(count: piece.readableBytes) { [file] in
                try file.withLock { try $0?.write(Data(piece)) }
                reporting()
            }
        }

        private func perform(count: Int, _ work: @escaping @Sendable () throws -> Void) -> EventLoopFuture<Void> {
            state.withLock { state in
                let loop = state.tail.eventLoop
                state.waiting += count
                state.tail = state.tail.flatMap {
                    NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
                        defer { self.state.withLock { $0.waiting -= count } }
                        try work()
                    }
                }
                if state.waiting > Self.limit {
                    return state.tail
                }
                return loop.makeSucceededVoidFuture()
            }
        }
    }
#endif
