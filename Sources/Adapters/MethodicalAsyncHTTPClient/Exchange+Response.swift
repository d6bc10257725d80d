#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOHTTP1

    extension Exchange {
        /// The receiver of AsyncHTTPClient's reports, which all come from one event loop.
        ///
        /// The protocol of reports costs less than `HTTPClientRequest`: no task, no timer and no asynchronous sequence
        /// for each request. The response waits until the future that a function returns is complete.
        final class Delegate: HTTPClientResponseDelegate {
            private let exchange: Exchange
            private let timeouts: Timeouts

            init(_ exchange: Exchange, timeouts: Timeouts) {
                self.exchange = exchange
                self.timeouts = timeouts
            }

            func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
                exchange.noteActivity()
            }

            func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
                exchange.sent(part.readableBytes)
            }

            /// Handles each head, also that of a redirect that a client of the app would follow by its own rules.
            func didVisitURL(
                task: HTTPClient.Task<Void>,
                _ request: HTTPClient.Request,
                _ head: HTTPResponseHead
            ) {
                guard exchange.isShared,
                    head.status.code >= 300,
                    head.headers.contains(name: "Location")
                else {
                    return
                }
                exchange.receiveOnly(head)
                task.fail(reason: CancellationError())
            }

            func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
                exchange.receive(head, on: task.eventLoop, timeouts: timeouts)
            }

            func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
                exchange.receive(buffer, on: task.eventLoop)
            }

            func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
                exchange.fail(error)
            }

            func didFinishRequest(task: HTTPClient.Task<Void>) {
                if let arrived = exchange.state.withLock({ $0.arrived }) {
                    exchange.settle(.success(arrived))
                }
            }
        }

        fileprivate func noteActivity() {
            state.withLock { $0.lastActivity = .now() }
        }

        fileprivate func sent(_ count: Int) {
            let (progress, upload) = state.withLock { state in
                state.lastActivity = .now()
                state.progress.sent.bytes += count
                return (state.progress, state.upload)
            }
            observer?.report(progress)
            upload?.pieceHasLeft()
        }

        // MARK: The head

        /// Records a head as the whole response, and the request that it redirects to.
        fileprivate func receiveOnly(_ head: HTTPResponseHead) {
            let next = redirects.next(
                after: request,
                status: Int(head.status.code),
                location: head.headers.first(name: "Location"))
            state.withLock { $0.redirect = next }
            settle(.success(Arrived(head: head)))
        }

        fileprivate func receive(_ head: HTTPResponseHead, on loop: any EventLoop, timeouts: Timeouts)
            -> EventLoopFuture<Void>
        {
            let status = Int(head.status.code)
            do {
                // The request has not asked for another protocol.
                guard status != 101 else {
                    throw APIError(.connection, "the server has switched to another protocol (HTTP 101)")
                }
                let next = redirects.next(
                    after: request,
                    status: status,
                    location: head.headers.first(name: "Location"))
                let isFile = next == nil && request.destination != nil && head.hasFileBody
                let length = try note(head, next: next)
                if isFile {
                    return open(head, on: loop)
                }
                if next == nil {
                    try observer?.begin(HTTPResponse(Arrived(head: head)))
                }
                try endEarly(head, length: length, timeouts: timeouts)
                return proceed(on: loop)
            } catch {
                settle(.failure(error))
                return loop.makeFailedFuture(error)
            }
        }

        /// Records a head and returns the declared length of the body, or `nil` if it is unknown.
        private func note(_ head: HTTPResponseHead, next: HTTPRequest?) throws -> Int? {
            let length = head.headers.first(name: "Content-Length").flatMap { Int($0) }
            let encoding = head.headers.first(name: "Content-Encoding")
            let isPacked = encoding != nil && encoding != "identity"
            let total = isPacked ? nil : length
            let status = head.status.code
            return try state.withLock { state in
                state.lastActivity = .now()
                state.isHeadAwaited = false
                state.arrived = Arrived(head: head)
                state.redirect = next
                state.progress.received = TransferProgress.Part(total: total)
                if next != nil {
                    state.route = .nowhere
                } else if observer?.isStreaming == true, 200..<300 ~= status {
                    state.route = .observer
                } else if request.destination == nil || !head.hasFileBody {
                    state.route = .memory
                    let hasBody = request.verb != .head && status != 304
                    guard !hasBody || total ?? 0 <= largest else {
                        throw APIError.tooLarge(limit: largest)
                    }
                }
                return total
            }
        }

        /// Handles a refusal that the server sends before it has the whole body. AsyncHTTPClient then sends nothing
        /// more, and may not report the end of the response.
        private func endEarly(
            _ head: HTTPResponseHead,
            length: Int?,
            timeouts: Timeouts
        ) throws {
            guard head.status.code >= 300, let body else { return }
            let isEarly = state.withLock { state in
                state.isRefusal = state.progress.sent.bytes < body.length
                return state.isRefusal
            }
            guard isEarly else { return }
            if length == 0 {
                cutResponse()
            } else {
                timeouts.add(self)
            }
        }

        /// Opens the file for the body and reports the head, on a thread for blocking calls.
        private func open(_ head: HTTPResponseHead, on loop: any EventLoop) -> EventLoopFuture<Void> {
            let response = HTTPResponse(Arrived(head: head))
            let isPacked = response.headers["Content-Encoding"].map { $0 != "identity" } ?? false
            let writer = FileWriter(on: loop)
            state.withLock { $0.route = .file(writer) }
            writer.open { [request, largest] in
                let limit = isPacked ? largest : .max
                return try request.destination.flatMap { try ResponseFile($0, for: response, largest: limit) }
            } reporting: { [observer] in
                try observer?.begin(response)
            }
            writer.end.whenFailure { self.end($0) }
            return proceed(on: loop)
        }

        // MARK: The body

        fileprivate func receive(_ piece: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Void> {
            do {
                let (route, progress, isComplete) = try state.withLock { state in
                    state.lastActivity = .now()
                    state.progress.received.bytes += piece.readableBytes
                    if case .memory = state.route {
                        try keep(piece, in: &state)
                    }
                    let bytes = state.progress.received.bytes
                    // The rest of a redirect is read if it is short, so that the connection can be used again.
                    let isEnough: Bool =
                        if case .nowhere = state.route { bytes > 1 << 16 } else {
                            state.isRefusal && bytes == state.progress.received.total
                        }
                    return (state.route, state.progress, isEnough)
                }
                if isComplete {
                    cutResponse()
                }
                switch route {
                case .observer: observer?.receive(Data(piece))
                case .file(let writer):
                    let writing = writer.write(piece) { [observer] in observer?.report(progress) }
                    writer.end.whenFailure { self.end($0) }
                    return writing.flatMap { self.proceed(on: loop) }
                case .memory, .nowhere: break
                }
                observer?.report(progress)
                return proceed(on: loop)
            } catch {
                settle(.failure(error))
                return loop.makeFailedFuture(error)
            }
        }

        private func keep(_ piece: ByteBuffer, in state: inout State) throws {
            guard state.progress.received.bytes <= largest else {
                throw APIError.tooLarge(limit: largest)
            }
            state.arrived?.body.append(piece)
        }

        /// Returns a future that is complete, or that waits until the transfer is no longer held back.
        private func proceed(on loop: any EventLoop) -> EventLoopFuture<Void> {
            guard observer != nil else {
                return loop.makeSucceededVoidFuture()
            }
            return state.withLock { state in
                guard state.isHeld, state.outcome == nil else {
                    return loop.makeSucceededVoidFuture()
                }
                let pause = loop.makePromise(of: Void.self)
                state.pause = pause
                return pause.futureResult
            }
        }
    }

    extension HTTPResponseHead {
        /// Indicates whether the body can be a file, or a part of one.
        fileprivate var hasFileBody: Bool {
            status.code == 200 || status.code == 206
        }
    }
#endif
