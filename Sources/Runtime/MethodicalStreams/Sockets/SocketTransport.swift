import Methodical

import struct Foundation.Data

/// A transport that can also open WebSockets (RFC 6455).
///
/// `URLSessionTransport` is one on Apple's systems, and `WebSocketTransport` of `MethodicalWebSocket` is one on all
/// systems. A transport of your own becomes one by ``openSocket(_:limits:)``.
public protocol SocketTransport: Transport {
    /// Sends the request that opens a WebSocket, and returns the socket or the response by which the server refuses it.
    ///
    /// The request is complete and signed, and its address begins with `http` or `https`. The transport adds the header
    /// fields of the handshake, offers no extension, and follows no redirect. It gives up after the request's
    /// `timeout`, and soon after its task is cancelled. Errors are those of
    /// `Transport.send(_:)`.
    func openSocket(_ request: HTTPRequest, limits: SocketLimits) async throws -> SocketOpening
}

/// The result of the request that opens a WebSocket.
public enum SocketOpening: Sendable {
    /// The server has switched to the WebSocket protocol.
    case open(any Socket)
    /// The server has responded with another status than 101.
    case refused(HTTPResponse)
}

/// The limits of a WebSocket.
public struct SocketLimits: Hashable, Sendable {
    /// The largest length of a message that arrives, in bytes. A longer one ends the connection.
    public var largestMessage: Int
    /// The number of bytes in messages that have arrived and wait for a reader. With more, the socket stops reading
    /// from the network, and TCP then stops the server.
    public var largestBacklog: Int

    /// Creates limits.
    public init(largestMessage: Int, largestBacklog: Int = 1 << 17) {
        self.largestMessage = largestMessage
        self.largestBacklog = largestBacklog
    }
}

/// An open WebSocket of a ``SocketTransport``.
///
/// All methods may be called from any task. After the end, all of them throw the same error: a ``SocketClosure`` if one
/// side has closed the socket, or the error that broke the connection.
public protocol Socket: AnyObject, Sendable {
    /// The header fields of the server's response, such as `Sec-WebSocket-Protocol`.
    var headers: HTTPHeaders { get }
    /// Waits for the next message. Those that have arrived before the end are returned before its error is thrown.
    ///
    /// A cancelled task throws `CancellationError`, and loses no message.
    func receive() async throws -> SocketMessage
    /// Sends a message, and returns when the system has taken it. This takes as long as the server reads no more.
    func send(_ message: SocketMessage) async throws
    /// Sends a ping, and waits for the pong.
    func ping() async throws
    /// Sends a close frame, and waits some seconds for that of the server. Then it ends the connection.
    func close(_ code: SocketCloseCode, reason: String) async
    /// Ends the connection without waiting. Whoever waits for the socket receives the error.
    func abort(_ error: any Error)
}

/// A message of a WebSocket. It may contain secrets, so its description shows only its kind and length.
public struct SocketMessage: Hashable, Sendable {
    /// The two kinds of messages.
    public enum Kind: String, Hashable, Sendable {
        /// Text in UTF-8.
        case text
        /// Any bytes.
        case binary
    }

    /// The kind of the message.
    public var kind: Kind
    /// The bytes of the message. Those of a text that a ``Socket`` has received are valid UTF-8.
    public var bytes: Data

    /// Creates a message.
    public init(_ kind: Kind, bytes: Data) {
        self.kind = kind
        self.bytes = bytes
    }

    /// Creates a message of text.
    public init(_ text: String) {
        self.init(.text, bytes: Data(text.utf8))
    }

    /// The bytes as text. Bytes that are not UTF-8 become replacement characters.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SocketMessage: OpaquelyDescribed {
    /// The kind and the length: `text, 42 bytes`.
    public var description: String { "\(kind.rawValue), \(bytes.count) bytes" }
}
