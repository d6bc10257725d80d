import Foundation
import Methodical

/// A call whose response is a stream of elements: `for try await event in openAI.responses.stream(…) { … }`.
///
/// Each loop sends the call when it asks for the first element. Until then, and until the server accepts the call, the
/// stream is like any other call: the token is refreshed, limits are kept, and failures are retried if the call is
/// repeatable. The end of the loop, or the cancellation of its task, ends the request.
///
/// An element is read as the body of a response would be. If an event holds an error in the API's envelope, the loop
/// throws that error.
///
/// A lost connection of server-sent events is replaced if the call is a GET. The new request continues after the last
/// event that was received (`Last-Event-ID`), after the pause that the server asks for, at most an hour, or 3 seconds.
/// The pauses grow up to a minute if the server cannot be reached, or if connections end without an event. An id that
/// cannot be the value of a header field is not sent, and the client reports `.streamRestarted`. The server ends such a
/// stream with its end mark or with the status 204. All other streams end with their connection; if the schema names an
/// end mark and it is missing, the loop throws `.connection`.
///
/// A loop that is slower than the server suspends the transfer. On Linux only `AsyncHTTPClientTransport` can do that.
/// With `URLSession` the bytes beyond half a mebibyte wait in a temporary file there.
public struct StreamRequest<Element: Sendable>: AsyncSequence, Sendable {
    /// The error that ends the sequence.
    public typealias Failure = APIError

    typealias Decoding = @Sendable (EventParser.Message, Call) throws(APIError) -> Element

    var request: Request<NoContent>
    let format: StreamFormat
    let end: [UInt8]?
    var lastID = ""
    var reconnects = true
    let decode: Decoding

    /// Creates a stream from a method and its arguments. Generated code calls this initializer.
    ///
    /// - Parameters:
    ///   - call: The method with its arguments.
    ///   - format: Events or lines.
    ///   - end: The data of the event, or the line, that ends the stream.
    public init(
        _ call: Call,
        _ format: StreamFormat,
        end: String? = nil
    ) where Element: APIValue {
        let type =
            switch format {
            case .events: "text/event-stream"
            case .lines, .chunks: "application/json"
            }
        self.init(call, format: format, end: end) { message, call throws(APIError) in
            let body = HTTPResponse(status: 200, headers: ["Content-Type": type], body: Data(message.data))
            return try call.client.readElement(body, key: message.name, for: call)
        }
    }

    /// Creates a stream of bytes. Generated code calls this initializer.
    public init(chunks call: Call) where Element == Data {
        self.init(call, format: .chunks, end: nil) { message, _ throws(APIError) in Data(message.data) }
    }

    /// Creates a stream whose elements are the data of events, or lines, as they arrive.
    package init(undecoded call: Call, _ format: StreamFormat, end: String? = nil) where Element == Data {
        self.init(call, format: format, end: end) { message, _ throws(APIError) in Data(message.data) }
    }

    init(_ call: Call, format: StreamFormat, end: String?, _ decode: @escaping Decoding) {
        self.format = format
        self.end = end.map { Array($0.utf8) }
        self.decode = decode
        request = Request<NoContent>(call.accepting(format.mediaTypes)).caching(.networkOnly).cached(for: .never)
    }

    /// The name of the method in the API.
    public var method: String { request.method }

    /// The call with its settings.
    package var call: Call { request.call }

    /// The elements with the names and ids of their events.
    public var events: StreamEvents<Element> { StreamEvents(stream: self) }

    /// Sends the call when the first element is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: StreamReader(self)) }

    /// An iterator over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: StreamReader<Element>

        /// Returns the next element, or `nil` after the end of the stream.
        public mutating func next() async throws(APIError) -> Element? {
            try await reader.next()?.value
        }
    }
}

/// The elements of a stream with the names and ids of their events. `StreamRequest.events` returns it.
public struct StreamEvents<Value: Sendable>: AsyncSequence, Sendable {
    /// An element with its name and id.
    public typealias Element = StreamEvent<Value>
    /// The error that ends the sequence.
    public typealias Failure = APIError
    let stream: StreamRequest<Value>

    /// Sends the call when the first element is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: StreamReader(stream)) }

    /// An iterator over the events.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: StreamReader<Value>

        /// Returns the next event, or `nil` after the end of the stream.
        public mutating func next() async throws(APIError) -> StreamEvent<Value>? {
            try await reader.next()
        }
    }
}

/// Settings of a single stream.
extension StreamRequest {
    private func with(_ change: (inout StreamRequest) -> Void) -> StreamRequest {
        var stream = self
        change(&stream)
        return stream
    }

    /// Returns a copy of the request with a limit for the time until the server accepts the call.
    ///
    /// The time between elements is limited only by `SessionOptions.idleTimeout`.
    public func timeout(_ duration: Duration) -> StreamRequest {
        with { $0.request = request.timeout(duration) }
    }

    /// Returns a copy of the request with a header field, which replaces a field of the same name. Its value is treated
    /// as a secret.
    public func header(_ name: String, _ value: String) -> StreamRequest {
        with { $0.request = request.header(name, value) }
    }

    /// Returns a copy of the request that reads its elements by `policy` instead of the client's reading policy.
    public func reading(_ policy: ReadingPolicy) -> StreamRequest {
        with { $0.request = request.reading(policy) }
    }

    /// Returns a copy of the request with a name that its events and errors carry instead of the method's name.
    public func signature(_ value: some Hashable & Sendable) -> StreamRequest {
        with { $0.request = request.signature(value) }
    }

    /// Returns a copy of the request with a priority for the time that it waits for the API's rate limit.
    public func priority(_ priority: Call.Priority) -> StreamRequest {
        with { $0.request = request.priority(priority) }
    }

    /// Returns a copy of the request that replaces a lost connection, as is the default for a GET of server-sent
    /// events, or that ends with its connection.
    public func reconnecting(_ isOn: Bool) -> StreamRequest { with { $0.reconnects = isOn } }

    /// Returns a copy of the request whose stream begins after the event with the given id, if the server still has it.
    public func resuming(after id: String) -> StreamRequest { with { $0.lastID = id } }
}

extension StreamRequest: OpaquelyDescribed {
    /// The method, the arguments and the settings without secrets.
    public var description: String { request.description }
}
