/// An observer that receives the events of a client's calls.
///
/// Pass observers in ``Client/Configuration/observers``. The client calls them on the thread on which the event
/// happens, so they must return quickly. An observer must not send calls whose events it receives.
public protocol ClientObserver: Sendable {
    /// Receives an event. Must return quickly and may be called on any thread, also on several at once.
    func observe(_ event: ClientEvent)
}

/// An event in the life of a call, such as its start or a retry. It contains no secret of the call.
public struct ClientEvent: Hashable, Sendable, CustomStringConvertible {
    /// The method's name on the wire: `users.get`.
    public let method: String
    /// The call's own label, or the method's name if the call has none.
    public let signature: Call.Signature
    /// The id of the account that the call is made for.
    public let account: Account.ID
    /// The number of the call, counted from 1. Each call that the client sends gets the next number.
    public let call: UInt64
    /// The kind of event.
    public let kind: Kind

    /// Creates an event. Apps need this only in tests of their observers.
    public init(
        method: String,
        signature: Call.Signature? = nil,
        account: Account.ID = .anonymous,
        call: UInt64 = 0,
        kind: Kind
    ) {
        self.method = method
        self.account = account
        self.call = call
        self.kind = kind
        self.signature = signature ?? Call.Signature(method)
    }

    /// A kind of event. Later versions may add cases, so a `switch` over it needs a `default`.
    public enum Kind: Hashable, Sendable {
        /// The call was sent. `finished` or `failed` follows in the end.
        case started
        /// The call shares the in-flight request of an equal call, which has the given number.
        case joined(UInt64)
        /// The call waits for the rate limit. The next call will get its turn after the given time.
        case waiting(Duration)
        /// The request was passed to the transport. Attempts count from 1.
        case sent(attempt: Int)
        /// An attempt failed with the given code, and a retry follows after a pause.
        case retrying(after: Duration, APIError.Code)
        /// The call succeeded.
        case finished(Finish)
        /// The call failed with the given code, after the given time since `started`.
        case failed(APIError.Code, Duration)
        /// The response has mismatches with its schema that were tolerated.
        case mismatches([Mismatch])
        /// The response could not be read, because of this mismatch with its schema. `failed` follows.
        case unreadable(Mismatch)
        /// The cache could not be read or written, for the given reason. The call continued without it.
        case cacheFailed(String)
        /// The call received a cached response, but the revalidation of that response failed.
        case revalidationFailed(APIError.Code)
        /// The account's token had expired and has been refreshed.
        case tokenRefreshed
        /// The account's token had expired, and its refresh failed with the given code.
        case tokenRefreshFailed(APIError.Code)
        /// The state that several machines share could not be read or written, for the given reason. The call continued
        /// with the state of this process.
        case sharedStateFailed(String)
        /// A lost connection of a stream is replaced by one that does not continue after the last event, because the
        /// event's id cannot be the value of a header field. Elements may be missing, or come twice.
        case streamRestarted
    }

    /// The facts about a call that succeeded.
    public struct Finish: Hashable, Sendable {
        /// The source of the response: the network or the cache.
        public let source: ResponseSource
        /// The HTTP status.
        public let status: Int
        /// The time since `started`, measured with the client's ``TimeSource``.
        public let duration: Duration
        /// The length of the response's body in bytes.
        public let bytes: Int

        /// Creates the facts about a call.
        public init(
            source: ResponseSource,
            status: Int,
            duration: Duration,
            bytes: Int
        ) {
            self.source = source
            self.status = status
            self.duration = duration
            self.bytes = bytes
        }
    }

    /// A line of text such as `users.get [members screen]: sent`. Mismatches get a line each:
    /// `users.get: response[].id: expected an integer, found a string`.
    public var description: String {
        let name = signature == method ? method : "\(method) [\(signature)]"
        if case .mismatches(let mismatches) = kind {
            return mismatches.map { "\(name): \($0)" }.joined(separator: "\n")
        }
        return "\(name): \(text)"
    }

    /// The facts of the event, without its names. Empty for mismatches.
    package var text: String {
        switch kind {
        case .started: "started"
        case .joined(let other): "shares the request of #\(other)"
        case .waiting(let duration): "waits \(duration) for its turn"
        case .sent(attempt: 1): "sent"
        case .sent(let attempt): "sent, attempt \(attempt)"
        case .retrying(let pause, let code): "\(code), again after \(pause)"
        case .finished(let finish):
            "finished after \(finish.duration): \(finish.source), HTTP \(finish.status), \(finish.bytes) bytes"
        case .failed(let code, let duration): "failed after \(duration): \(code)"
        case .mismatches: ""
        case .unreadable(let mismatch): "the response cannot be read: \(mismatch)"
        case .cacheFailed(let message): "the cache failed: \(message)"
        case .revalidationFailed(let code): "the cached response could not be revalidated: \(code)"
        case .tokenRefreshed: "the token was refreshed"
        case .tokenRefreshFailed(let code): "the token could not be refreshed: \(code)"
        case .sharedStateFailed(let message): "the shared state failed: \(message)"
        case .streamRestarted: "the stream begins anew, because the id of its last event cannot be sent"
        }
    }
}

/// The listeners of a client, and the number of its last call.
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

    mutating func remove(_ id: Int) {
        streams[id] = nil
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
    /// Completes the response after the call has succeeded, such as by giving a file its final name.
    func finish() throws(APIError)
    /// The number of bytes that have arrived.
    var length: Int { get }
    /// The observer by which the caller suspends the call, or `nil` if nothing does.
    var transfer: TransferObserver? { get }
    /// An event to report when the call begins, or `nil` if there is none.
    var event: ClientEvent.Kind? { get }
}

extension PiecewiseResponse {
    package func finish() throws(APIError) {}
    package var event: ClientEvent.Kind? { nil }
}
