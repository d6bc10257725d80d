import Foundation

/// The reason why a call failed.
///
/// An error contains no token and no other secret of the call. You can print it, log it and send it to a service that
/// collects errors.
public struct APIError: Error, Sendable {
    // A single reference, because the error passes through every function that throws.
    private let box: Box

    /// Creates an error, as a transport throws it. The client adds the method, the call's label and other facts.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: A few words that explain the failure, without the method's name.
    ///   - cause: The underlying error.
    public init(_ code: Code, _ message: String? = nil, cause: Cause? = nil) {
        self.init(Contents(code: code, message: message, cause: cause))
    }

    init(_ contents: Contents) { box = Box(contents) }

    /// The kind of failure.
    public var code: Code { box.contents.code }
    /// A few words that explain the failure, without the method's name.
    public var message: String? { box.contents.message }
    /// The name of the method that was called.
    public var method: String? { box.contents.method }
    /// The call's own label, or the method's name if the call has none.
    public var signature: Signature? { box.contents.signature }
    /// The challenge that a person must answer before the server does what the call asks, if the code is
    /// ``Code/challenged``.
    public var challenge: Challenge? { box.contents.challenge }
    /// The time for which the server asks the client to wait before a retry (RFC 9110, section 10.2.3).
    public var retryAfter: Duration? { box.contents.retryAfter }
    /// The HTTP status, or `nil` if no response arrived.
    public var status: Int? { box.contents.status }
    /// The response's header fields, such as `X-Request-Id` and `X-RateLimit-Reset`, or none if no response arrived.
    /// Secrets of the call that the server repeats in them are redacted.
    public var headers: HTTPHeaders { box.contents.headers }
    /// The server's description of the failure, or `nil` if it sent none.
    public var server: ServerError? { box.contents.server }
    /// The place where the response does not match its schema, with a piece of the body.
    public var problem: ReadingProblem? { box.contents.problem }
    /// The underlying error, reduced to the parts that are safe to show.
    public var cause: Cause? { box.contents.cause }

    struct Contents: Sendable {
        var code: Code
        var message: String?
        var method: String?
        var signature: Signature?
        var status: Int?
        var headers: HTTPHeaders = [:]
        var server: ServerError?
        var problem: ReadingProblem?
        var cause: Cause?
        var challenge: Challenge?
        var retryAfter: Duration?
        /// Indicates whether all secrets of the call have been redacted already.
        var isRedacted = false
    }

    var contents: Contents { box.contents }

    private final class Box: Sendable {
        let contents: Contents
        init(_ contents: Contents) { self.contents = contents }
    }

    /// An underlying error, reduced to its domain or type, number and text.
    ///
    /// The error itself is not kept, because the errors of `URLSession` contain the whole URL.
    public struct Cause: Hashable, Sendable, CustomStringConvertible {
        /// The domain of the error, or the name of its type.
        public let domain: String
        /// The number of the error in its domain, if it has one.
        public let code: Int?
        /// The text of the error.
        public let message: String

        /// Creates a cause from the parts of an error.
        public init(domain: String, code: Int? = nil, message: String) {
            self.domain = domain
            self.code = code
            self.message = message
        }

        public var description: String { "\(message) (\(domain)\(code.map { " \($0)" } ?? ""))" }
    }
}

extension APIError {
    static func invalidRequest(_ message: String) -> APIError { APIError(.invalidRequest, message) }

    /// Creates an error of the code `storage`.
    ///
    /// - Parameters:
    ///   - failure: The C library's `errno`, read before any other call can change it.
    ///   - message: The action that failed.
    package static func storage(_ failure: Int32, _ message: String) -> APIError {
        APIError(
            .storage, message,
            cause: Cause(domain: "POSIX", code: Int(failure), message: String(cString: strerror(failure))))
    }

    static func tooLarge(_ limit: Int) -> APIError { APIError(.tooLarge, "more than \(limit) bytes") }

    /// Creates an error from the status alone, for a server that is not the API's own.
    package static func refused(
        _ status: Int, _ message: String, _ headers: HTTPHeaders = [:], retryAfter: Duration? = nil
    ) -> APIError {
        let code: Code = status == 401 ? .notAuthorized : status == 429 ? .rateLimited : .server
        return APIError(
            Contents(code: code, message: message, status: status, headers: headers, retryAfter: retryAfter))
    }

    package static func challenged(_ challenge: Challenge, _ message: String) -> APIError {
        APIError(Contents(code: .challenged, message: message, challenge: challenge))
    }

    /// Returns the error with a method and a label, unless it has them already, for a step that is no call of its own.
    package func named(_ method: String, _ signature: Signature) -> APIError {
        var contents = contents
        contents.method = contents.method ?? method
        contents.signature = contents.signature ?? signature
        return APIError(contents)
    }

    static func unwritable(_ parameter: String) -> APIError {
        invalidRequest("\(parameter) cannot be written: a number that is not finite, or a date out of range")
    }
}

extension APIError {
    /// A kind of failure. Kinds differ if callers act differently on them.
    ///
    /// The set is open: later versions and other transports add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let rawValue: String
        /// Creates a code of your own, for example for a custom transport.
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The server refused the call or failed itself. See ``APIError/server`` and ``APIError/status``.
        public static var server: Code { Code("server") }
        /// There is no network.
        public static var offline: Code { Code("offline") }
        /// The task was cancelled.
        public static var cancelled: Code { Code("cancelled") }
        /// No complete response arrived in time. The server may or may not have done what the call asks.
        public static var timedOut: Code { Code("timedOut") }
        /// The call needs a token and the account has none of the right kind, or the server no longer accepts the
        /// token.
        public static var notAuthorized: Code { Code("notAuthorized") }
        /// The call exceeded the server's rate limit.
        public static var rateLimited: Code { Code("rateLimited") }
        /// The server asked for a challenge, and nobody answered it. See ``APIError/challenge``.
        public static var challenged: Code { Code("challenged") }
        /// A response arrived and does not match the schema. See ``APIError/problem``.
        public static var undecodable: Code { Code("undecodable") }
        /// The server was not reached, or the connection broke. The server may or may not have done what the call asks.
        public static var connection: Code { Code("connection") }
        /// The disk, or another store of tokens and responses, failed.
        public static var storage: Code { Code("storage") }
        /// The response is longer than ``SessionOptions/largestResponse``. The rest of it was not read.
        public static var tooLarge: Code { Code("tooLarge") }
        /// An argument cannot be sent. Nothing was sent.
        public static var invalidRequest: Code { Code("invalidRequest") }
    }
}

extension APIError {
    /// Creates an error from the failure of a transport. Only the kind and the text of the failure are kept.
    init(transport error: any Error, isCancelled: Bool) {
        switch error {
        case let error as APIError: self = error
        case is CancellationError: self.init(.cancelled)
        case let error as CocoaError:
            self.init(
                .storage,
                cause: Cause(domain: "CocoaError", code: error.code.rawValue, message: error.localizedDescription))
        case let error as URLError where error.code == .timedOut && error.userInfo.isEmpty:
            self.init(.timedOut, "no whole answer in time")
        case let error as URLError:
            self.init(
                Code(error.code),
                cause: Cause(domain: "URLError", code: error.code.rawValue, message: error.localizedDescription))
        default:
            self.init(
                isCancelled ? .cancelled : .connection, cause: Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
    }
}

extension APIError {
    package init(transport error: any Error, hiding secrets: [String]) {
        self = APIError(transport: error, isCancelled: Task.isCancelled).redacted(by: Redaction(secrets), nil)
    }
}

extension APIError.Code {
    fileprivate init(_ code: URLError.Code) {
        switch code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: self = .offline
        default: self = .connection
        }
    }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// A line of text such as `users.get: server: 15: Access denied (HTTP 200)` or `users.get [members screen]: ...`.
    public var description: String {
        var text = ""
        if let method {
            text = method
            if let signature, signature != Signature(method) { text += " [\(signature)]" }
            text += ": "
        }
        text += code.rawValue
        for part in [message, server?.description, problem?.description, problem?.excerpt, cause?.description] {
            if let part, !part.isEmpty { text += ": " + part }
        }
        if let status { text += " (HTTP \(status))" }
        return Excerpt.plain(text)
    }

    public var debugDescription: String { description }
    /// The text of `localizedDescription`. It is the same as ``description`` and not translated.
    public var errorDescription: String? { description }

    public var customMirror: Mirror {
        let all: [(String, Any?)] = [
            ("code", code.rawValue), ("message", message), ("method", method), ("signature", signature?.description),
            ("status", status), ("server", server), ("problem", problem), ("cause", cause),
        ]
        return Mirror(
            self, children: all.compactMap { label, value in value.map { (label: label, value: $0) } },
            displayStyle: .struct)
    }
}

/// A server's description of a failure. Secrets of the call that the server repeats in it are redacted.
public struct ServerError: Hashable, Sendable {
    /// The server's code for the failure, if it sent one.
    public var code: ServerCode?
    /// The server's message, if it sent one.
    public var message: String?
    /// The error as the server sent it, or `nil` if it sent no JSON.
    public var details: JSON?

    /// Creates a description of a failure.
    public init(code: ServerCode? = nil, message: String? = nil, details: JSON? = nil) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension ServerError: CustomStringConvertible {
    /// `15: Access denied`.
    public var description: String {
        let parts = [code?.description, message].compactMap(\.self).filter { !$0.isEmpty }
        if let details, parts.isEmpty { return "the server said \("\(details)".prefix(200))" }
        return parts.isEmpty ? "the server gave no reason" : parts.joined(separator: ": ")
    }
}

/// A server's code for an error: a number or a word.
///
/// Compare it with the codes of a generated API: `error.server?.code == VK.ErrorCode.accessDenied`.
public enum ServerCode: Hashable, Sendable {
    /// A number, such as `15`.
    case number(Int)
    /// A word, such as `access_denied`.
    case text(String)

    /// The number, even if the server writes it as text, or `nil` if the code is a word.
    public var number: Int? {
        switch self {
        case .number(let number): number
        case .text(let text): Int(text)
        }
    }
}

extension ServerCode: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Creates a code from a number.
    public init(integerLiteral value: Int) { self = .number(value) }
    /// Creates a code from a word.
    public init(stringLiteral value: String) { self = .text(value) }

    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension APIErrorCode {
    /// Indicates whether a server's code is the given code of the API. A number equals the same number written as text.
    public static func == (code: ServerCode?, named: Self) -> Bool {
        named.rawValue == code.flatMap { RawValue($0.description) }
    }
    /// Indicates whether a server's code is the given code of the API.
    public static func == (named: Self, code: ServerCode?) -> Bool { code == named }
    /// Indicates whether a server's code differs from the given code of the API.
    public static func != (code: ServerCode?, named: Self) -> Bool { !(code == named) }
    /// Indicates whether a server's code differs from the given code of the API.
    public static func != (named: Self, code: ServerCode?) -> Bool { !(code == named) }
    /// Matches a server's code in a `switch`: `switch error.server?.code { case VK.ErrorCode.accessDenied: ... }`.
    public static func ~= (named: Self, code: ServerCode?) -> Bool { code == named }
}
