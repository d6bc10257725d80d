import Methodical

/// The number by which one side of a WebSocket says why it closes the connection (RFC 6455, section 7.4, and IANA's
/// registry of close codes).
public struct SocketCloseCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Creates a code from its number, such as one of a service between 3000 and 4999.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The purpose of the connection has been fulfilled (1000).
    public static var normal: Self { Self(rawValue: 1000) }
    /// The server shuts down, or the client leaves (1001).
    public static var goingAway: Self { Self(rawValue: 1001) }
    /// The other side broke the rules of the protocol (1002).
    public static var protocolError: Self { Self(rawValue: 1002) }
    /// The other side sent a kind of message that is not accepted (1003).
    public static var unsupportedData: Self { Self(rawValue: 1003) }
    /// The close frame has no code (1005). It is never sent.
    public static var none: Self { Self(rawValue: 1005) }
    /// The connection ended without a close frame (1006). It is never sent.
    public static var abnormal: Self { Self(rawValue: 1006) }
    /// A text was not valid UTF-8 (1007).
    public static var invalidText: Self { Self(rawValue: 1007) }
    /// A message violates a rule of the service (1008).
    public static var policyViolation: Self { Self(rawValue: 1008) }
    /// A message was too long (1009).
    public static var tooLarge: Self { Self(rawValue: 1009) }
    /// The server does not offer an extension that the client needs (1010).
    public static var extensionMissing: Self { Self(rawValue: 1010) }
    /// The server failed (1011).
    public static var internalError: Self { Self(rawValue: 1011) }
    /// The server restarts (1012).
    public static var restarting: Self { Self(rawValue: 1012) }
    /// The server is overloaded (1013).
    public static var tryAgainLater: Self { Self(rawValue: 1013) }
    /// A gateway received an invalid response from the server behind it (1014).
    public static var badGateway: Self { Self(rawValue: 1014) }

    /// Indicates whether a close frame may contain the code.
    package var canBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// Indicates whether another connection may succeed where this one has ended. All other codes tell the client to do
    /// something else first.
    var invitesReconnection: Bool {
        let codes: [Self] = [
            .goingAway, .abnormal, .internalError, .restarting, .tryAgainLater, .badGateway,
        ]
        return codes.contains(self)
    }

    /// Indicates whether the connection ended as planned.
    var isRegular: Bool { self == .normal || self == .none }
}

extension SocketCloseCode: CustomStringConvertible {
    public var description: String { String(rawValue) }
}

/// The end of a WebSocket by a close frame. A ``Socket`` throws it.
public struct SocketClosure: Error, Hashable, Sendable {
    /// The reason for which the connection was closed.
    public let code: SocketCloseCode
    /// The text of the close frame, of at most 123 bytes. It is not redacted.
    public let reason: String
    /// A Boolean value that indicates whether the server closed the connection. Otherwise the client did, because it
    /// was asked to, or because the server broke the rules.
    public let isByServer: Bool

    /// Creates a closure.
    public init(_ code: SocketCloseCode, reason: String = "", isByServer: Bool = true) {
        self.code = code
        self.reason = reason
        self.isByServer = isByServer
    }

    /// The room for a reason in a close frame, in bytes: that of a control frame without the code (RFC 6455, sections
    /// 5.5 and 5.5.1).
    private static var longestReason: Int { 123 }

    /// Returns as many characters of a reason as a close frame has room for. A part of a character would make the
    /// frame invalid.
    package static func sendable(_ reason: String) -> String {
        var length = 0
        let fitting = reason.prefix { character in
            length += character.utf8.count
            return length <= longestReason
        }
        return String(fitting)
    }
}

extension SocketClosure: OpaquelyDescribed {
    /// The side and the code: `closed by the server with 1008`. The reason may contain secrets.
    public var description: String {
        if isByServer {
            return "closed by the server with \(code)"
        }
        return "closed by the client with \(code)"
    }
}

extension APIError.Code {
    /// A WebSocket was closed for a reason that another connection would not remove. See
    /// ``Methodical/APIError/closeCode``.
    public static var closed: APIError.Code { APIError.Code(rawValue: "closed") }
}

extension APIError {
    /// The domain of the underlying error of a closed WebSocket.
    private static var closureDomain: String { "WebSocket" }

    /// The code with which a WebSocket was closed, or `nil` for any other error. The text of the close frame is
    /// `cause.message`, without the call's secrets.
    public var closeCode: SocketCloseCode? {
        guard let cause, cause.domain == Self.closureDomain else { return nil }
        return cause.code.map { SocketCloseCode(rawValue: $0) }
    }

    /// Creates the error of a WebSocket that was closed.
    init(_ closure: SocketClosure) {
        let code: Code
        let message: String
        switch (closure.isByServer, closure.code) {
        case (false, .tooLarge):
            code = .tooLarge
            message = "a message of the server is too long"
        case (false, _):
            code = .closed
            message = "the server broke the rules of WebSocket"
        case (true, let closeCode) where closeCode.isRegular || closeCode.invitesReconnection:
            code = .connection
            message = "the server closed the connection"
        case (true, _):
            code = .closed
            message = "the server closed the connection"
        }
        self.init(
            code, message,
            cause: Cause(domain: Self.closureDomain, code: closure.code.rawValue, message: closure.reason))
    }
}
