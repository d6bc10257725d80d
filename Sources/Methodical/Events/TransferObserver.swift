/// The progress of a call's transfer.
public struct TransferProgress: Hashable, Sendable, CustomStringConvertible {
    /// The progress of one body: the request's or the response's.
    public struct Part: Hashable, Sendable, CustomStringConvertible {
        /// The number of bytes that have been transferred.
        public var bytes: Int
        /// The length of the whole body in bytes, or `nil` if it is unknown.
        public var total: Int?

        /// Creates the progress of one body, by default of one that has not begun.
        public init(bytes: Int = 0, total: Int? = nil) { (self.bytes, self.total) = (bytes, total) }

        public var description: String { total.map { "\(bytes) of \($0)" } ?? "\(bytes)" }
    }

    /// The progress of the request's body.
    public var sent: Part
    /// The progress of the response's body as it is transferred. The bytes of a compressed body are counted in
    /// compressed form.
    public var received: Part

    /// Creates the progress of a transfer, by default of one that has not begun.
    public init(sent: Part = Part(), received: Part = Part()) { (self.sent, self.received) = (sent, received) }

    /// The progress from 0 to 1, or `nil` while no length is known.
    ///
    /// It is the progress of the larger body, as far as the lengths are known.
    public var fraction: Double? {
        let part = (sent.total ?? 0) > max(received.total ?? 0, received.bytes) ? sent : received
        return part.total.map { $0 > 0 ? min(1, Double(part.bytes) / Double($0)) : 1 }
    }

    /// A text such as `sent 10000 of 20000 bytes, received 5 bytes`. It leaves out a body that has not begun and whose
    /// length is unknown.
    public var description: String {
        let parts = [("sent", sent), ("received", received)].filter { $0.1 != Part() }.map { "\($0) \($1) bytes" }
        return parts.isEmpty ? "nothing yet" : parts.joined(separator: ", ")
    }
}

/// A response that arrives in several requests, each for the part that the previous one has left: a download that is
/// resumed.
package protocol PiecewiseResponse: Sendable {
    /// Makes one attempt of the call.
    func exchange(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse
    /// Returns a Boolean value that indicates whether the last attempt made progress. The next attempt then counts as
    /// the first.
    func hasGained() throws(APIError) -> Bool
    /// The number of bytes that have arrived.
    var length: Int { get }
}

/// An observer of a transfer, to which a transport reports progress. Reports never wait for a listener.
public final class TransferObserver: Sendable {
    private struct State {
        var progress = TransferProgress()
        var streams: [AsyncStream<TransferProgress>.Continuation] = []
        var followers: [TransferObserver] = []
        var hasEnded = false
        var isSuspended = false
        /// The numbers of the followers that hold the bytes back, and whether a call waits that cannot hold them back.
        var holding: Set<Int> = []
        var isWanted = false
        var pause: (@Sendable (Bool) -> Void)?
        /// The number of calls that wait besides the one that sends, and the exchange that goes on for them after that
        /// one was cancelled.
        var waiting = 0
        var left: SessionExchange?
    }

    private let state: Locked<State>

    private let head: (@Sendable (HTTPResponse) throws -> Void)?
    private let listener: (@Sendable (TransferProgress) -> Void)?
    /// The pieces of the response, for a call whose response arrives in several requests.
    let pieces: (any PiecewiseResponse)?

    /// Creates an observer without listeners, for tests of a transport.
    public convenience init() { self.init(isWanted: false) }

    /// - Parameter isWanted: Indicates whether a call waits from the start without following the bytes.
    init(isWanted: Bool) { (state, head, listener, pieces) = (Locked(State(isWanted: isWanted)), nil, nil, nil) }

    package init(of pieces: any PiecewiseResponse) {
        (state, head, listener, self.pieces) = (Locked(State()), nil, nil, pieces)
    }

    /// Creates an observer from two functions.
    ///
    /// - Parameters:
    ///   - head: A function that receives the status and the header fields after the response's file was opened and
    ///     before anything is written to it. An error that it throws ends the transfer.
    ///   - listener: A function that receives each report.
    package init(
        head: @escaping @Sendable (HTTPResponse) throws -> Void,
        listener: @escaping @Sendable (TransferProgress) -> Void
    ) {
        (state, self.head, self.listener, pieces) = (Locked(State()), head, listener, nil)
    }

    /// Reports the beginning of the response, without its body. Transports call this method.
    ///
    /// - Throws: An error if the call does not want the response. The transport then ends the transfer with this error.
    public func begin(_ head: @autoclosure () -> HTTPResponse) throws { try self.head?(head()) }

    /// Reports progress. Transports call this method on any thread. A second attempt begins again at 0.
    public func report(_ progress: TransferProgress) {
        let listeners = state.withLock { state in
            state.progress = progress
            return state.streams.isEmpty && state.followers.isEmpty ? nil : (state.streams, state.followers)
        }
        listener?(progress)
        for stream in listeners?.0 ?? [] { stream.yield(progress) }
        for follower in listeners?.1 ?? [] { follower.report(progress) }
    }

    /// The progress that was reported last.
    public var progress: TransferProgress { state.withLock { $0.progress } }

    /// The progress from now on, until the call ends. A slow listener gets only the newest value.
    var updates: AsyncStream<TransferProgress> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let hasEnded = state.withLock {
                $0.streams.append(continuation)
                if $0.progress != TransferProgress() { continuation.yield($0.progress) }
                return $0.hasEnded
            }
            if hasEnded { continuation.finish() }
        }
    }

    /// Forwards all reports to a follower. Pass `nil` for a call that waits without following the bytes.
    ///
    /// The bytes are held back only while all waiting calls hold them back.
    func forward(to follower: TransferObserver?) {
        guard let follower else { return hold(false, by: nil) }
        let (id, progress) = state.withLock {
            $0.followers.append(follower)
            return ($0.followers.count, $0.progress)
        }
        if progress != TransferProgress() { follower.report(progress) }
        follower.onPause { [weak self] in self?.hold($0, by: id) }
    }

    private func hold(_ isHeld: Bool, by follower: Int?) {
        let isSuspended = state.withLock { state -> Bool? in
            if let follower, isHeld {
                state.holding.insert(follower)
            } else if let follower {
                state.holding.remove(follower)
            }
            if follower == nil { state.isWanted = true }
            let isSuspended = !state.isWanted && state.holding.count == state.followers.count
            return isSuspended == state.isSuspended ? nil : isSuspended
        }
        if let isSuspended { pause(isSuspended) }
    }

    /// Holds the bytes back until ``resume()``. The call's timeout continues to run.
    ///
    /// On Apple's systems the transfer stops at its current place. On other systems, `URLSession` cannot do that: a
    /// repeatable request without a body is ended and begun again, and any other request continues once it has begun.
    public func suspend() { pause(true) }
    /// Lets the bytes continue after ``suspend()``.
    public func resume() { pause(false) }

    private func pause(_ isSuspended: Bool) {
        state.withLock {
            $0.isSuspended = isSuspended
            $0.pause?(isSuspended)
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

    /// Adds a call that waits for the response.
    func join(_ follower: TransferObserver?) {
        state.withLock { $0.waiting += 1 }
        forward(to: follower)
    }

    /// Removes a call that no longer waits.
    func leave() { state.withLock { $0.waiting -= 1 } }

    /// Keeps an exchange whose call was cancelled if other calls wait for it. It goes on until one of them takes it
    /// over.
    ///
    /// - Returns: `true` if other calls wait.
    func keep(_ exchange: SessionExchange) -> Bool {
        state.withLock {
            if $0.waiting > 0 { $0.left = exchange }
            return $0.waiting > 0
        }
    }

    /// Indicates whether an exchange goes on that no call has taken over yet.
    var isUnderWay: Bool { state.withLock { $0.left != nil } }

    /// Returns the exchange that goes on without its call, if there is one.
    func takeOver() -> SessionExchange? {
        state.withLock { state in
            defer { state.left = nil }
            return state.left
        }
    }

    /// Ends the observation of an exchange. Returns `false` if the exchange goes on for other calls.
    func release(_ exchange: SessionExchange) -> Bool {
        state.withLock {
            $0.pause = nil
            return $0.left !== exchange
        }
    }

    /// Ends an exchange that goes on without its call and that no other call will take over.
    func abandon() { takeOver()?.end(CancellationError()) }

    func end() {
        let streams = state.withLock { state in
            state.hasEnded = true
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.finish() }
    }
}
