/// How far a call's bytes have come.
public struct TransferProgress: Hashable, Sendable, CustomStringConvertible {
    /// The request's or the answer's body.
    public struct Part: Hashable, Sendable, CustomStringConvertible {
        public var bytes: Int
        /// Nil if it is not known.
        public var total: Int?

        public init(bytes: Int = 0, total: Int? = nil) { (self.bytes, self.total) = (bytes, total) }

        public var description: String { total.map { "\(bytes) of \($0)" } ?? "\(bytes)" }
    }

    /// Of the request's body.
    public var sent: Part
    /// Of the answer's body, as it travels: compressed, if it is.
    public var received: Part

    public init(sent: Part = Part(), received: Part = Part()) { (self.sent, self.received) = (sent, received) }

    /// From 0 to 1, of the larger of the two bodies as far as their sizes are known; nil while no size is.
    public var fraction: Double? {
        let part = (sent.total ?? 0) > max(received.total ?? 0, received.bytes) ? sent : received
        return part.total.map { $0 > 0 ? min(1, Double(part.bytes) / Double($0)) : 1 }
    }

    /// `sent 10000 of 20000 bytes, received 5 bytes`; of a body that has not begun and whose size is not known, nothing.
    public var description: String {
        let parts = [("sent", sent), ("received", received)].filter { $0.1 != Part() }.map { "\($0) \($1) bytes" }
        return parts.isEmpty ? "nothing yet" : parts.joined(separator: ", ")
    }
}

/// An answer that comes by several requests, each for what the last one has left: a download that is taken up again.
package protocol PiecewiseAnswer: Sendable {
    /// One attempt of the call.
    func exchange(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse
    /// Whether the last attempt has brought it further: the next one is as good as the first.
    func hasGained() throws(APIError) -> Bool
    /// Of what has come.
    var length: Int { get }
}

/// Where a transport tells how far the bytes of a call have come. Reporting never waits for who follows.
public final class TransferObserver: Sendable {
    private struct State {
        var progress = TransferProgress()
        var streams: [AsyncStream<TransferProgress>.Continuation] = []
        var followers: [TransferObserver] = []
        var hasEnded = false
        var isSuspended = false
        /// Followers, by their number, that hold the bytes back, and whether somebody waits who cannot.
        var holding: Set<Int> = []
        var isWanted = false
        var pause: (@Sendable (Bool) -> Void)?
        /// How many calls wait besides the one that sends, and what goes on for them when that one is cancelled.
        var waiting = 0
        var left: SessionExchange?
    }

    private let state: Locked<State>

    private let head: (@Sendable (HTTPResponse) throws -> Void)?
    private let listener: (@Sendable (TransferProgress) -> Void)?
    /// For a call whose answer comes in pieces.
    let pieces: (any PiecewiseAnswer)?

    public convenience init() { self.init(isWanted: false) }

    /// - Parameter isWanted: whether somebody waits from the start who does not follow the bytes.
    init(isWanted: Bool) { (state, head, listener, pieces) = (Locked(State(isWanted: isWanted)), nil, nil, nil) }

    package init(of pieces: any PiecewiseAnswer) {
        (state, head, listener, self.pieces) = (Locked(State()), nil, nil, pieces)
    }

    /// - Parameter head: told status and header fields, when the answer's file is open and before anything is in it; what it throws ends the transfer.
    package init(
        head: @escaping @Sendable (HTTPResponse) throws -> Void,
        listener: @escaping @Sendable (TransferProgress) -> Void
    ) {
        (state, self.head, self.listener, pieces) = (Locked(State()), head, listener, nil)
    }

    /// For transports: the answer begins.
    public func begin(_ head: @autoclosure () -> HTTPResponse) throws { try self.head?(head()) }

    /// For transports, on any thread; a second attempt begins again at nothing.
    public func report(_ progress: TransferProgress) {
        let listeners = state.withLock { state in
            state.progress = progress
            return state.streams.isEmpty && state.followers.isEmpty ? nil : (state.streams, state.followers)
        }
        listener?(progress)
        for stream in listeners?.0 ?? [] { stream.yield(progress) }
        for follower in listeners?.1 ?? [] { follower.report(progress) }
    }

    /// What was reported last.
    public var progress: TransferProgress { state.withLock { $0.progress } }

    /// From now on, the newest where the listener is slow; ends with the call.
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

    /// Tells another one whatever this one is told, or nobody who waits all the same. Bytes are held back only while all who wait say so.
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

    /// Holds the bytes back until `resume()`; the call's time goes on.
    ///
    /// On Apple's systems the transfer stops where it is. Elsewhere URLSession cannot do that: a request without a body is ended and begun anew, one
    /// with a body goes on once it has begun.
    public func suspend() { pause(true) }
    public func resume() { pause(false) }

    private func pause(_ isSuspended: Bool) {
        state.withLock {
            $0.isSuspended = isSuspended
            $0.pause?(isSuspended)
        }
    }

    /// For transports: what holds the transfer back (true) and lets it begin or go on (false). Called at once, and whenever the caller says so; must
    /// not call the observer.
    public func onPause(_ body: (@Sendable (Bool) -> Void)?) {
        state.withLock {
            $0.pause = body
            body?($0.isSuspended)
        }
    }

    /// One more call waits for what this one tells of.
    func join(_ follower: TransferObserver?) {
        state.withLock { $0.waiting += 1 }
        forward(to: follower)
    }

    func leave() { state.withLock { $0.waiting -= 1 } }

    /// The call that sends is cancelled: whether others wait, for whom its exchange goes on until one of them takes it over.
    func keep(_ exchange: SessionExchange) -> Bool {
        state.withLock {
            if $0.waiting > 0 { $0.left = exchange }
            return $0.waiting > 0
        }
    }

    var isUnderWay: Bool { state.withLock { $0.left != nil } }

    func takeOver() -> SessionExchange? {
        state.withLock { state in
            defer { state.left = nil }
            return state.left
        }
    }

    /// For transports of this package: the exchange is over, unless it goes on for others.
    func release(_ exchange: SessionExchange) -> Bool {
        state.withLock {
            $0.pause = nil
            return $0.left !== exchange
        }
    }

    /// Nobody takes it over.
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
