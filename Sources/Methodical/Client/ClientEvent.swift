import struct Foundation.Date

/// Is told what happens to a client's calls, on whatever thread it happens: must be quick, and must not send calls that it then observes.
public protocol ClientObserver: Sendable {
    func observe(_ event: ClientEvent)
}

/// What happened to a call. No event shows a secret of the call.
public struct ClientEvent: Hashable, Sendable, CustomStringConvertible {
    /// The method's name on the wire: `users.get`.
    public let method: String
    /// The method's name if the call has none of its own.
    public let signature: Signature
    public let account: AccountID
    /// Tells the calls of one client apart: each time one is sent it gets the next number, from 1.
    public let call: UInt64
    public let kind: Kind

    public init(
        method: String, signature: Signature? = nil, account: AccountID = .anonymous, call: UInt64 = 0, kind: Kind
    ) {
        (self.method, self.account, self.call, self.kind) = (method, account, call, kind)
        self.signature = signature ?? Signature(method)
    }

    /// Later versions add to it, so that a `switch` needs a `default`.
    public enum Kind: Hashable, Sendable {
        /// Followed, in the end, by `finished` or `failed`.
        case started
        /// The call shares the request of an equal call under way, whose number this is.
        case joined(UInt64)
        /// It waits that long for its turn under the API's limit.
        case waiting(Duration)
        /// The request goes to the transport, for the first time or once more.
        case sent(attempt: Int)
        /// An attempt failed, and another one follows.
        case retrying(after: Duration, APIError.Code)
        case finished(Finish)
        case failed(APIError.Code, Duration)
        /// The answer departed from its schema in these places, and was read all the same.
        case drift([Departure])
        /// The cache could not be read or written; the call went on without it.
        case cacheFailed(String)
        /// What was kept has been served, and could not be brought up to date behind it.
        case refreshFailed(APIError.Code)
        /// The account's token had expired, and there is a new one.
        case renewed
        case renewalFailed(APIError.Code)
    }

    public struct Finish: Hashable, Sendable {
        public let source: AnswerSource
        /// The HTTP status.
        public let status: Int
        /// From `started`, by the client's `TimeSource`.
        public let duration: Duration
        /// Of the answer's body.
        public let bytes: Int

        public init(source: AnswerSource, status: Int, duration: Duration, bytes: Int) {
            (self.source, self.status, self.duration, self.bytes) = (source, status, duration, bytes)
        }
    }

    /// `users.get [members screen]: sent`; a line for each departure, `users.get: response[].id: expected an integer, found a string`.
    public var description: String {
        let name = "\(method)\(signature == method ? "" : " [\(signature)]"): "
        if case .drift(let departures) = kind { return departures.map { "\(name)\($0)" }.joined(separator: "\n") }
        return name + text
    }

    private var text: String {
        switch kind {
        case .started: "started"
        case .joined(let other): "shares the request of #\(other)"
        case .waiting(let duration): "waits \(duration) for its turn"
        case .sent(let attempt): attempt == 1 ? "sent" : "sent, attempt \(attempt)"
        case .retrying(let pause, let code): "\(code), again after \(pause)"
        case .finished(let finish):
            "finished after \(finish.duration): \(finish.source), HTTP \(finish.status), \(finish.bytes) bytes"
        case .failed(let code, let duration): "failed after \(duration): \(code)"
        case .drift: ""
        case .cacheFailed(let message): "the cache failed: \(message)"
        case .refreshFailed(let code): "the answer that is kept could not be brought up to date: \(code)"
        case .renewed: "the token was renewed"
        case .renewalFailed(let code): "the token could not be renewed: \(code)"
        }
    }
}

/// Who listens to a client, and the number of its last call.
struct Listeners: Sendable {
    private(set) var streams: [Int: AsyncStream<ClientEvent>.Continuation] = [:]
    private var lastStream = 0
    private var lastCall: UInt64 = 0

    mutating func nextCall() -> UInt64 {
        lastCall += 1
        return lastCall
    }

    mutating func add(_ stream: AsyncStream<ClientEvent>.Continuation) -> Int {
        lastStream += 1
        streams[lastStream] = stream
        return lastStream
    }

    mutating func remove(_ id: Int) { streams[id] = nil }
}

/// One sending of a call: its number, and what its events and its cache need.
final class Run: Sendable {
    let call: Call
    let number: UInt64
    let started: Date
    /// Nil where nobody follows the bytes.
    let transfer: TransferObserver?
    /// With what other calls it goes out; nil if it goes alone.
    let batch: BatchPlace?
    let caching: Caching?

    @inline(never)
    init(_ call: Call, _ transfer: TransferObserver?, _ batch: BatchPlace?) {
        (self.call, self.transfer, self.batch) = (call.withKeys(), transfer, batch)
        number = call.client.listeners.withLock { $0.nextCall() }
        started = call.client.configuration.time.now()
        call.report(number, .started)
        caching = call.client.configuration.cache == nil ? nil : Caching(call, number)
    }

    /// The same sending, by itself.
    init(alone run: Run) {
        (call, number, started, transfer, batch, caching) = (
            run.call, run.number, run.started, run.transfer, nil, run.caching
        )
    }

    func report(_ kind: @autoclosure () -> ClientEvent.Kind) { call.report(number, kind()) }

    @inline(never)
    func reportEnd<Value>(_ response: Response<Value>) {
        let bytes = transfer?.pieces?.length ?? response.body.count
        report(.finished(.init(source: response.source, status: response.status, duration: duration, bytes: bytes)))
    }

    /// Until now.
    var duration: Duration { .seconds(max(0, call.client.configuration.time.now().timeIntervalSince(started))) }
}

extension Call {
    /// What is told costs nothing where nobody listens.
    func report(_ number: UInt64, _ kind: @autoclosure () -> ClientEvent.Kind) {
        let client = client
        let streams = client.listeners.withLock { $0.streams }
        if streams.isEmpty, client.configuration.observers.isEmpty { return }
        let event = ClientEvent(
            method: method.name, signature: signature, account: client.account.id, call: number, kind: kind())
        for observer in client.configuration.observers { observer.observe(event) }
        for stream in streams.values { stream.yield(event) }
    }
}

extension APIClient {
    /// What happens to the calls of this client from now on. Each sequence is a listener of its own; it ends with the client.
    ///
    /// No call waits for a listener: who is slow misses the oldest of more than 1,000 events.
    public var events: AsyncStream<ClientEvent> { client.events }
}
