import Methodical

import struct Foundation.Data

/// A call that opens a WebSocket: `let chat = try await shop.chat.join(room: 7).connect()`.
///
/// Until the server has switched protocols, the call is like any other one: the token is refreshed, the request is
/// signed, limits are kept, and failures are retried. A server that refuses it is an error with its status.
public struct SocketRequest<Incoming: Sendable, Outgoing: Sendable>: Sendable {
    typealias Decoding = @Sendable (SocketMessage, Call) throws(APIError) -> Incoming
    typealias Encoding = @Sendable (Outgoing, Call) throws(APIError) -> SocketMessage

    var request: Request<NoContent>
    var reconnects = true
    /// The time without a message after which the server is asked whether it is still there, or `nil` for never.
    var pingInterval: Duration? = .seconds(30)
    var greeting: (@Sendable () async throws -> [Outgoing])?
    let decode: Decoding
    let encode: Encoding

    /// Creates a request for a socket in both directions. Generated code calls this initializer.
    ///
    /// A `Data` is a binary message, and any other value a text in JSON.
    ///
    /// - Parameter call: The method with its arguments.
    public init(_ call: Call) where Incoming: APIValue, Outgoing: APIValue {
        self.init(call) { value, call throws(APIError) in
            if let data = value as? Data {
                return SocketMessage(.binary, bytes: data)
            }
            do {
                return SocketMessage(.text, bytes: Data(try value.json()))
            } catch {
                throw APIError(.invalidRequest, "the message cannot be written: a number is not finite")
            }
        }
    }

    /// Creates a request for a socket that only receives. Generated code calls this initializer.
    ///
    /// - Parameter call: The method with its arguments.
    public init(_ call: Call) where Incoming: APIValue, Outgoing == Never {
        self.init(call) { (_: Never, _) throws(APIError) -> SocketMessage in }
    }

    private init(_ call: Call, encode: @escaping Encoding) where Incoming: APIValue {
        request = Request<NoContent>(call).caching(.networkOnly).cached(for: .never)
        self.encode = encode
        decode = { message, call throws(APIError) in
            // A message of bytes needs no reading. The type of any other one is only known to be a value of the API.
            if let data = message.bytes as? Incoming {
                return data
            }
            let body = HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: message.bytes)
            return try call.client.readElement(body, key: "", for: call)
        }
    }

    /// The name of the method in the API.
    public var method: String { request.method }

    /// The call with its settings.
    package var call: Call { request.call }

    /// Opens the connection.
    ///
    /// The error has the code `.closed` if the server closes the connection while the greeting is sent.
    public func connect() async throws(APIError) -> SocketConnection<Incoming, Outgoing> {
        let connection = SocketConnection(self)
        try await connection.open()
        return connection
    }
}

/// Settings of a single socket.
extension SocketRequest {
    private func with(_ change: (inout SocketRequest) -> Void) -> SocketRequest {
        var request = self
        change(&request)
        return request
    }

    /// Returns a copy of the request with a limit for the time until the server accepts the connection.
    public func timeout(_ duration: Duration) -> SocketRequest {
        with { $0.request = request.timeout(duration) }
    }

    /// Returns a copy of the request with a header field, which replaces a field of the same name. Its value is treated
    /// as a secret.
    public func header(_ name: String, _ value: String) -> SocketRequest {
        with { $0.request = request.header(name, value) }
    }

    /// Returns a copy of the request that reads its messages by `policy` instead of the client's reading policy.
    public func reading(_ policy: ReadingPolicy) -> SocketRequest {
        with { $0.request = request.reading(policy) }
    }

    /// Returns a copy of the request with a name that its events and errors carry instead of the method's name.
    public func signature(_ value: some Hashable & Sendable) -> SocketRequest {
        with { $0.request = request.signature(value) }
    }

    /// Returns a copy of the request with a priority for the time that it waits for the API's rate limit.
    public func priority(_ priority: Call.Priority) -> SocketRequest {
        with { $0.request = request.priority(priority) }
    }

    /// Returns a copy of the request that replaces a lost connection, as is the default, or that ends with its
    /// connection.
    public func reconnecting(_ isOn: Bool) -> SocketRequest { with { $0.reconnects = isOn } }

    /// Returns a copy of the request that sends a ping when no message has arrived for a time, by default 30 seconds,
    /// and takes the connection for lost if the same time passes without the pong. With `nil` it sends none.
    ///
    /// Pings are sent only while a task waits for a message, because a socket that nobody reads sees no pong.
    public func pinging(every interval: Duration?) -> SocketRequest { with { $0.pingInterval = interval } }

    /// Returns a copy of the request that sends messages first on each connection, also on those that replace a lost
    /// one: a sign-in, or the topics to hear of.
    public func greeting(
        _ messages: @escaping @Sendable () async throws -> [Outgoing]
    ) -> SocketRequest {
        with { $0.greeting = messages }
    }
}

extension SocketRequest: OpaquelyDescribed {
    /// The method, the arguments and the settings without secrets.
    public var description: String { request.description }
}
