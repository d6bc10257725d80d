import struct Foundation.Data

/// An observer of a transfer, which receives reports of progress from a transport. Reports never wait for a listener.
public final class TransferObserver: Sendable {
    private struct State {
        var progress = TransferProgress()
        var streams: [AsyncStream<TransferProgress>.Continuation] = []
        var followers: [TransferObserver] = []
        var hasEnded = false
        var isSuspended = false
        /// The beginning of the current suspension, and the length of the earlier ones.
        var suspension: ContinuousClock.Instant?
        var suspendedTime = Duration.zero
        /// The time in which a person has solved challenges of the call.
        var solvingTime = Duration.zero
        /// The number of calls that share the transfer, and those of them that hold the bytes back.
        var sharers = 0
        var holding: Set<Int> = []
        var pause: (@Sendable (Bool) -> Void)?
        /// The callers that wait for the end of a suspension, or `nil` if none does.
        var waiters: WaitList<Void>?

        /// Sets whether the bytes are held back. Returns the callers to resume afterwards, outside of the lock.
        ///
        /// Setting it twice has no effect, because `URLSessionTask` may count suspensions.
        mutating func setSuspended(_ isSuspended: Bool) -> WaitList<Void>? {
            guard self.isSuspended != isSuspended else { return nil }
            self.isSuspended = isSuspended
            if let begin = suspension {
                suspendedTime += .now - begin
            }
            suspension = isSuspended ? .now : nil
            pause?(isSuspended)
            if isSuspended {
                return nil
            }
            defer { waiters = nil }
            return waiters
        }

        /// Records whether one of the calls that share the transfer holds the bytes back.
        mutating func hold(_ isHeld: Bool, by call: Int) -> WaitList<Void>? {
            if isHeld {
                holding.insert(call)
            } else {
                holding.remove(call)
            }
            return setSuspended(holding.count == sharers)
        }
    }

    private let state: Locked<State>

    private let head: (@Sendable (HTTPResponse) throws -> Void)?
    private let listener: (@Sendable (TransferProgress) -> Void)?
    private let body: (@Sendable (Data) -> Void)?
    /// The pieces of the response, for a call whose response arrives in several requests.
    let pieces: (any PiecewiseResponse)?

    /// The observer by which the caller suspends the call, or `nil` if nothing does.
    var control: TransferObserver? {
        pieces.map(\.transfer) ?? self
    }

    /// Creates an observer without listeners, for tests of a transport.
    public convenience init() {
        self.init(head: nil)
    }

    /// Creates an observer with functions that receive its reports.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of a response that arrives in several requests.
    ///   - head: A function that receives the status and the header fields after the response's file was opened and
    ///     before anything is written to it. An error that it throws ends the transfer.
    ///   - body: A function that receives the body piece by piece.
    ///   - listener: A function that receives each report of progress.
    package init(
        pieces: (any PiecewiseResponse)? = nil,
        head: (@Sendable (HTTPResponse) throws -> Void)? = nil,
        body: (@Sendable (Data) -> Void)? = nil,
        listener: (@Sendable (TransferProgress) -> Void)? = nil
    ) {
        state = Locked(State())
        self.pieces = pieces
        self.head = head
        self.body = body
        self.listener = listener
    }

    /// Reports the beginning of the response, without its body. Transports call this method.
    ///
    /// - Throws: An error if the call rejects the response. The transport then ends the transfer with this error.
    public func begin(_ head: @autoclosure () -> HTTPResponse) throws {
        try self.head?(head())
    }

    /// A Boolean value that indicates whether the call reads a successful response as a stream.
    ///
    /// A transport that can stream then passes the body of a response with a status from 200 to 299 to ``receive(_:)``
    /// after ``begin(_:)``, and in the end returns the response without a body. The request's `timeout` ends at
    /// ``begin(_:)``. All other responses, and those of a transport that cannot stream, are returned whole.
    public var isStreaming: Bool { body != nil }

    /// Passes on a piece of a streamed body. Transports call this method, one piece after the other.
    public func receive(_ piece: Data) { body?(piece) }

    /// Reports progress. Transports call this method on any thread. A second attempt begins again at 0.
    public func report(_ progress: TransferProgress) {
        let (streams, followers) = state.withLock { state in
            state.progress = progress
            return (state.streams, state.followers)
        }
        listener?(progress)
        for stream in streams {
            stream.yield(progress)
        }
        for follower in followers {
            follower.report(progress)
        }
    }

    /// The progress that was reported last.
    public var progress: TransferProgress {
        state.withLock { $0.progress }
    }

    /// The progress from now on, until the call ends. A slow listener gets only the newest value.
    var updates: AsyncStream<TransferProgress> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let hasEnded = state.withLock {
                $0.streams.append(continuation)
                if $0.progress != TransferProgress() {
                    continuation.yield($0.progress)
                }
                return $0.hasEnded
            }
            if hasEnded {
                continuation.finish()
            }
        }
    }

    /// Shares the transfer with another call, and forwards all reports to its observer. Pass `nil` for a call that
    /// waits without observing the bytes.
    ///
    /// The bytes are held back only while all calls hold them back.
    func share(with follower: TransferObserver?) {
        let isHeld = follower?.isSuspended ?? false
        let (call, progress, waiters) = state.withLock { state in
            state.sharers += 1
            if let follower {
                state.followers.append(follower)
            }
            return (state.sharers, state.progress, state.hold(isHeld, by: state.sharers))
        }
        waiters?.resumeAll(with: .success(()))
        guard let follower else { return }
        if progress != TransferProgress() {
            follower.report(progress)
        }
        follower.onPause { [weak self] in self?.hold($0, by: call) }
    }

    private func hold(_ isHeld: Bool, by call: Int) {
        state.withLock { $0.hold(isHeld, by: call) }?.resumeAll(with: .success(()))
    }

    /// Holds the bytes back until ``resume()``. The time until then does not count against the call's timeout.
    ///
    /// On Apple's systems, and with `AsyncHTTPClientTransport`, the transfer stops at its current place. On other
    /// systems, `URLSession` cannot do that: a repeatable request without a body is ended and begun again, and any
    /// other request continues once it has begun.
    public func suspend() { pause(true) }
    /// Lets the bytes continue after ``suspend()``.
    public func resume() { pause(false) }

    /// Indicates whether the bytes are held back: by ``suspend()``, or by all calls that share the transfer.
    var isSuspended: Bool {
        state.withLock { $0.isSuspended }
    }

    private func pause(_ isSuspended: Bool) {
        let waiting = state.withLock { state -> WaitList<Void>? in
            guard !state.hasEnded else { return nil }
            return state.setSuspended(isSuspended)
        }
        waiting?.resumeAll(with: .success(()))
    }

    /// The time for which the transfer has been suspended until now.
    package var suspendedTime: Duration {
        state.withLock { state in
            state.suspendedTime + (state.suspension.map { .now - $0 } ?? .zero)
        }
    }

    /// The time in which a person has solved challenges of the call. It does not count against a timeout either.
    package var solvingTime: Duration {
        state.withLock { $0.solvingTime }
    }

    /// Adds the time in which a person has solved a challenge.
    func addSolvingTime(_ duration: Duration) {
        state.withLock { $0.solvingTime += duration }
    }

    /// Returns at once, or after the end of a suspension. Throws `.cancelled` if the task is cancelled meanwhile.
    func untilResumed() async throws(APIError) {
        while let (waiters, number) = enterSuspension() {
            try await waiters.value(of: number)
        }
    }

    private func enterSuspension() -> (WaitList<Void>, Int)? {
        state.withLock { state in
            guard state.isSuspended, !state.hasEnded else { return nil }
            let waiters = state.waiters ?? WaitList()
            state.waiters = waiters
            return (waiters, waiters.enter())
        }
    }

    /// Sets the function that holds the transfer back (`true`) and lets it begin or continue (`false`). Transports call
    /// this method.
    ///
    /// The function is called at once, and then on each change. It must not call the observer.
    public func onPause(_ body: (@Sendable (Bool) -> Void)?) {
        state.withLock {
            $0.pause = body
            body?($0.isSuspended)
        }
    }

    /// Ends the sequences of updates, because the call has ended.
    package func end() {
        let streams = state.withLock { state in
            state.hasEnded = true
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams {
            stream.finish()
        }
        leave()
    }

    /// Leaves the other calls that share a transfer to suspend it without this one.
    func leave() {
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        pause?(true)
    }
}

/// The progress of a call's transfer.
public struct TransferProgress: Hashable, Sendable, CustomStringConvertible {
    /// The progress of one body: the request's or the response's.
    public struct Part: Hashable, Sendable, CustomStringConvertible {
        /// The number of bytes that have been transferred.
        public var bytes: Int
        /// The length of the whole body in bytes, or `nil` if it is unknown.
        public var total: Int?

        /// Creates the progress of one body, by default of one that has not begun.
        public init(bytes: Int = 0, total: Int? = nil) {
            self.bytes = bytes
            self.total = total
        }

        public var description: String {
            total.map { "\(bytes) of \($0)" } ?? "\(bytes)"
        }
    }

    /// The progress of the request's body.
    public var sent: Part
    /// The progress of the response's body as it is transferred. The bytes of a compressed body are counted in
    /// compressed form.
    public var received: Part

    /// Creates the progress of a transfer, by default of one that has not begun.
    public init(sent: Part = Part(), received: Part = Part()) {
        self.sent = sent
        self.received = received
    }

    /// The progress from 0 to 1, or `nil` while no length is known.
    ///
    /// It is the progress of the larger body, as far as the lengths are known.
    public var fraction: Double? {
        let isUpload = (sent.total ?? 0) > max(received.total ?? 0, received.bytes)
        let part = isUpload ? sent : received
        guard let total = part.total else { return nil }
        guard total > 0 else { return 1 }
        return min(1, Double(part.bytes) / Double(total))
    }

    /// A text such as `sent 10000 of 20000 bytes, received 5 bytes`. It leaves out a body that has not begun and whose
    /// length is unknown.
    public var description: String {
        let parts = [("sent", sent), ("received", received)].filter { $0.1 != Part() }
        guard !parts.isEmpty else {
            return "nothing yet"
        }
        return parts.map { "\($0) \($1) bytes" }.joined(separator: ", ")
    }
}
