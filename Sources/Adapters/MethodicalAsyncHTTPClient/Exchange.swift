#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOHTTP1

    /// An in-flight request of AsyncHTTPClient, and the call that waits for its response.
    ///
    /// It ends exactly once, by the first of these events: response, failure, cancellation or timeout. The other parts
    /// are in `Exchange+Response.swift`, which receives the reports of AsyncHTTPClient.
    final class Exchange: Sendable {
        /// The response as it arrived. The waiting call turns it into an `HTTPResponse`. The event loop does not,
        /// because all requests wait for that thread.
        struct Arrived: Sendable {
            var head: HTTPResponseHead
            var body = ResponseBody.none
        }

        struct State {
            typealias Continuation = UnsafeContinuation<Result<Arrived, any Error>, Never>

            /// The continuation of the waiting call. It is unchecked, because `settle` takes it out under the lock and
            /// so resumes it only once.
            var continuation: Continuation?
            var outcome: Result<Arrived, any Error>?
            /// The parts of AsyncHTTPClient that the exchange is made of, once it has begun.
            var task: HTTPClient.Task<Void>?
            var upload: Upload?
            var hasBegun = false
            var isHeld = false
            /// The beginning of the current pause, and the length of the earlier ones.
            var heldSince: NIODeadline?
            var heldTime = TimeAmount.zero
            /// The promise that lets the response continue.
            var pause: EventLoopPromise<Void>?
            var arrived: Arrived?
            var route = Route.memory
            var progress = TransferProgress()
            var redirect: HTTPRequest?
            var lastActivity: NIODeadline
            /// Indicates whether the server has refused the request before its body was complete.
            var isRefusal = false
            var isHeadAwaited = true
        }

        /// The place for the body of the response.
        enum Route {
            case memory, nowhere, observer
            case file(FileWriter)
        }

        let request: HTTPRequest
        let body: RequestBody?
        let redirects: Redirects
        let limits: Limits
        let largest: Int
        let observer: TransferObserver?
        let isShared: Bool
        let state: Locked<State>

        init(
            _ request: HTTPRequest,
            redirects: Redirects,
            limits: Limits,
            options: SessionOptions,
            observer: TransferObserver?,
            isShared: Bool
        ) throws {
            var state = State(lastActivity: .now())
            let body = try RequestBody(request)
            state.progress.sent.total = body?.length
            self.request = request
            self.body = body
            self.redirects = redirects
            self.limits = limits
            largest = options.largestResponse
            self.observer = observer
            self.isShared = isShared
            self.state = Locked(state)
        }

        var hasEnded: Bool { state.withLock { $0.outcome != nil } }

        /// The time for which the app held the transfer back.
        var heldTime: TimeAmount { state.withLock { $0.heldTime } }

        /// The next request, if the response was a redirect to follow.
        var redirect: HTTPRequest? { state.withLock { $0.redirect } }

        /// Performs the exchange and returns the response.
        func response(on lane: Lane) async throws -> HTTPResponse {
            let result = await withTaskCancellationHandler {
                await withUnsafeContinuation { begin($0, on: lane) }
            } onCancel: {
                end(CancellationError())
            }
            // No pause can follow that would add the exchange again.
            observer?.onPause(nil)
            lane.exchanges.remove(self)
            return HTTPResponse(try await written(result).get())
        }

        /// Waits until all bytes that have arrived are in the response's file, and returns the final result.
        private func written(_ result: Result<Arrived, any Error>) async -> Result<Arrived, any Error> {
            if case .file(let writer) = state.withLock({ $0.route }) {
                do {
                    try await writer.end.get()
                } catch {
                    if case .success = result {
                        return .failure(error)
                    }
                }
            }
            if case .failure(let error as URLError) = result,
                error.isMissingNetwork(for: request.url)
            {
                return .failure(APIError(.offline, from: error))
            }
            return result
        }

        private func begin(
            _ continuation: State.Continuation, on lane: Lane
        ) {
            // The task may have been cancelled before.
            let outcome = state.withLock {
                if $0.outcome == nil {
                    $0.continuation = continuation
                }
                return $0.outcome
            }
            if let outcome {
                return continuation.resume(returning: outcome)
            }
            lane.exchanges.add(self)
            guard let observer else {
                return start(on: lane)
            }
            observer.onPause { [weak self] in self?.hold($0, on: lane) }
        }

        // MARK: Sending

        /// Sends the request on an event loop. On any other thread, AsyncHTTPClient would wake the loop twice.
        private func start(on lane: Lane) {
            do {
                let loop = lane.client.eventLoopGroup.next()
                let request = try HTTPClient.Request(request, body: body(on: loop))
                loop.execute { self.send(request, on: lane) }
            } catch {
                fail(error)
            }
        }

        private func send(_ request: HTTPClient.Request, on lane: Lane) {
            guard !hasEnded else { return }
            let task = lane.client.execute(request: request, delegate: Delegate(self, timeouts: lane.exchanges))
            let outcome = state.withLock {
                $0.task = task
                return $0.outcome
            }
            // Not all failures are reported to the delegate: not those of a client that was shut down, and not those of
            // a request whose body was still being sent.
            if isShared || body != nil {
                task.futureResult.whenFailure { self.fail($0) }
            }
            if outcome != nil {
                task.fail(reason: CancellationError())
            }
        }

        /// Returns the body in the form that AsyncHTTPClient takes.
        private func body(on loop: any EventLoop) -> HTTPClient.Body? {
            guard let body, body.length > 0 else { return nil }
            if let data = request.body, data.count <= RequestBody.pieceLength {
                return .byteBuffer(ByteBuffer(data: data))
            }
            return .stream(contentLength: Int64(body.length)) { writer in
                let isHeld = self.state.withLock { $0.isHeld }
                let upload = Upload(body, writer: writer, on: loop, isHeld: isHeld)
                let outcome = self.state.withLock { state in
                    // The upload keeps this exchange by way of AsyncHTTPClient. An exchange that has ended must not
                    // keep the upload.
                    if state.outcome == nil {
                        state.upload = upload
                    }
                    if state.isHeld != isHeld {
                        upload.hold(state.isHeld)
                    }
                    return state.outcome
                }
                if outcome == nil {
                    upload.proceed()
                } else {
                    upload.fail(CancellationError())
                }
                return upload.future
            }
        }

        /// Holds the transfer back, or lets it begin or continue.
        ///
        /// The observer calls this function under its lock, so everything that may report to the observer happens on
        /// another thread.
        private func hold(_ isHeld: Bool, on lane: Lane) {
            let (starts, pause) = state.withLock { state in
                state.isHeld = isHeld
                state.upload?.hold(isHeld)
                let now = NIODeadline.now()
                if let since = state.heldSince {
                    state.heldTime = state.heldTime + (now - since)
                }
                state.heldSince = isHeld ? now : nil
                guard !isHeld, state.outcome == nil else {
                    return (false, nil as EventLoopPromise<Void>?)
                }
                state.lastActivity = now
                defer {
                    state.hasBegun = true
                    state.pause = nil
                }
                return (!state.hasBegun, state.pause)
            }
            if let pause {
                pause.futureResult.eventLoop.execute { pause.succeed(()) }
            }
            if starts {
                start(on: lane)
            }
            // No timer waits for the end of a transfer that is held back.
            if !isHeld {
                lane.exchanges.add(self)
            }
        }

        // MARK: Ending

        /// Ends the exchange with an error that AsyncHTTPClient reports.
        func fail(_ error: any Error) {
            settle(.failure(TransportFailure.error(for: error, largest: largest)))
        }

        /// Ends the exchange and the request.
        func end(_ error: any Error) {
            guard settle(.failure(error)) else { return }
            state.withLock { $0.task }?.fail(reason: error)
        }

        /// Ends the exchange with the response that has arrived so far, and ends the request.
        func cutResponse() {
            guard let arrived = state.withLock({ $0.arrived }),
                settle(.success(arrived))
            else {
                return
            }
            state.withLock { $0.task }?.fail(reason: CancellationError())
        }

        /// Records the outcome and resumes the waiting call. Returns `false` if the exchange had ended before.
        @discardableResult
        func settle(_ result: Result<Arrived, any Error>) -> Bool {
            var continuation = State.Continuation?.none
            var upload = Upload?.none
            var pause = EventLoopPromise<Void>?.none
            let isFirst = state.withLock { state in
                guard state.outcome == nil else { return false }
                state.outcome = result
                continuation = state.continuation
                upload = state.upload
                pause = state.pause
                state.continuation = nil
                state.upload = nil
                state.pause = nil
                state.arrived = nil
                return true
            }
            upload?.fail(CancellationError())
            if let pause {
                pause.futureResult.eventLoop.execute { pause.fail(CancellationError()) }
            }
            continuation?.resume(returning: result)
            return isFirst
        }

        // MARK: Time

        /// Returns the time at which the exchange ends if nothing happens until then.
        func deadline() -> NIODeadline? {
            state.withLock { state in
                // A transfer that is held back waits for the app, not for the server.
                if state.isHeld {
                    return nil
                }
                // AsyncHTTPClient does not report the end of a response that precedes the end of the request's body.
                let idle = state.isRefusal ? TimeAmount.seconds(2) : limits.idle
                let silence = idle.map { state.lastActivity + $0 }
                let isTimed = observer?.isStreaming != true || state.isHeadAwaited
                guard isTimed, let deadline = limits.deadline else {
                    return silence
                }
                let end = deadline + state.heldTime
                return silence.map { min($0, end) } ?? end
            }
        }

        /// Ends the exchange because its time is over.
        func expire() {
            if state.withLock({ $0.isRefusal }) {
                cutResponse()
            } else {
                end(URLError(.timedOut))
            }
        }
    }
#endif
