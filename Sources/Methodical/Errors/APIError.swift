import Foundation

/// Why a call failed.
///
/// Nothing in it shows a token or another secret of the call: it may be printed, logged and sent to whoever collects errors.
public struct APIError: Error, Sendable {
    /// One reference wide, since it travels through every function that throws.
    private let box: Box

    /// What transports throw; the client adds what it knows of the call.
    public init(_ code: Code, _ message: String? = nil, cause: Cause? = nil) {
        self.init(Contents(code: code, message: message, cause: cause))
    }

    init(_ contents: Contents) { box = Box(contents) }

    public var code: Code { box.contents.code }
    /// In a few words, without the method's name.
    public var message: String? { box.contents.message }
    /// The name of the method that was called.
    public var method: String? { box.contents.method }
    /// What the caller calls the call; the method's name if nothing was said.
    public var signature: Signature? { box.contents.signature }
    /// What the server wants from a person before it does what the call says: where the code is `.challenged`.
    public var challenge: Challenge? { box.contents.challenge }
    /// How long the server wants to be left alone (RFC 9110, section 10.2.3).
    public var retryAfter: Duration? { box.contents.retryAfter }
    /// The HTTP status, if the server answered at all.
    public var status: Int? { box.contents.status }
    /// The answer's header fields, if one came: `X-Request-Id`, `X-RateLimit-Reset`. Without what they echo of the call's secrets.
    public var headers: HTTPHeaders { box.contents.headers }
    /// What the server said was wrong.
    public var server: ServerError? { box.contents.server }
    /// Where an answer departs from its schema, with a piece of the body.
    public var problem: ReadingProblem? { box.contents.problem }
    /// The error below, reduced to what is safe to show.
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
        /// Nothing that the call must not show is left in it.
        var isRedacted = false
    }

    var contents: Contents { box.contents }

    private final class Box: Sendable {
        let contents: Contents
        init(_ contents: Contents) { self.contents = contents }
    }

    /// An error from below, by its domain or type, number and text. The error itself is not kept: those of URLSession hold the whole address.
    public struct Cause: Hashable, Sendable, CustomStringConvertible {
        public let domain: String
        public let code: Int?
        public let message: String

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

    /// - Parameter failure: the C library's `errno`, taken before anything else is called.
    package static func storage(_ failure: Int32, _ message: String) -> APIError {
        APIError(
            .storage, message,
            cause: Cause(domain: "POSIX", code: Int(failure), message: String(cString: strerror(failure))))
    }

    static func tooLarge(_ limit: Int) -> APIError { APIError(.tooLarge, "more than \(limit) bytes") }

    /// What a server that is not the API's says by its status alone.
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

    /// With the names of a step that is no call of its own.
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
    /// Kinds of failure, cut where callers act differently. The set is open: later versions and other transports add to it, so that a `switch`
    /// needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The server understood and refused, or failed itself: see `server` and `status`.
        public static var server: Code { Code("server") }
        /// There is no network.
        public static var offline: Code { Code("offline") }
        /// The task was cancelled.
        public static var cancelled: Code { Code("cancelled") }
        /// No whole answer came in time. Whether the server acted is not known.
        public static var timedOut: Code { Code("timedOut") }
        /// The call needs a token and there is none of the right kind, or the server does not accept it any more.
        public static var notAuthorized: Code { Code("notAuthorized") }
        /// Too many calls: the server wants fewer.
        public static var rateLimited: Code { Code("rateLimited") }
        /// The server wants a person to do something first, and nobody did: see `challenge`.
        public static var challenged: Code { Code("challenged") }
        /// An answer came and is not what the schema says: see `problem`.
        public static var undecodable: Code { Code("undecodable") }
        /// The server was not reached, or the connection broke. Whether the server acted is not known.
        public static var connection: Code { Code("connection") }
        /// The disk, or whatever else keeps tokens and answers, failed.
        public static var storage: Code { Code("storage") }
        /// The answer is longer than `SessionOptions.largestAnswer`; the rest of it was not read.
        public static var tooLarge: Code { Code("tooLarge") }
        /// An argument cannot be sent; nothing was.
        public static var invalidRequest: Code { Code("invalidRequest") }
    }
}

extension APIError {
    /// What a transport's failure means to a caller. Of the error itself only its kind and text are kept.
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
    /// `users.get: server: 15: Access denied (HTTP 200)`; `users.get [members screen]: ...`.
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
        return Shown.plain(text)
    }

    public var debugDescription: String { description }
    /// What `localizedDescription` shows: it is not translated.
    public var errorDescription: String? { description }

    public var customMirror: Mirror {
        let all: [(String, Any?)] = [
            ("code", code.rawValue), ("message", message), ("method", method), ("signature", signature?.description),
            ("status", status),
            ("server", server), ("problem", problem),
            ("cause", cause),
        ]
        return Mirror(
            self, children: all.compactMap { label, value in value.map { (label: label, value: $0) } },
            displayStyle: .struct)
    }
}

/// What a server says about a failure, without the secrets that it echoes.
public struct ServerError: Hashable, Sendable {
    public var code: ServerCode?
    public var message: String?
    /// The error as the server sent it; nil if it sent no JSON.
    public var details: JSON?

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

/// What a server calls an error: a number or a word.
///
/// Compares with a generated API's own codes: `error.server?.code == VK.ErrorCode.accessDenied`.
public enum ServerCode: Hashable, Sendable {
    case number(Int)
    case text(String)

    /// The number, also where the server writes it as text.
    public var number: Int? {
        switch self {
        case .number(let number): number
        case .text(let text): Int(text)
        }
    }
}

extension ServerCode: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: Int) { self = .number(value) }
    public init(stringLiteral value: String) { self = .text(value) }

    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension APIErrorCode {
    public static func == (code: ServerCode?, named: Self) -> Bool {
        named.rawValue == code.flatMap { RawValue($0.description) }
    }
    public static func == (named: Self, code: ServerCode?) -> Bool { code == named }
    public static func != (code: ServerCode?, named: Self) -> Bool { !(code == named) }
    public static func != (named: Self, code: ServerCode?) -> Bool { !(code == named) }
    /// `switch error.server?.code { case VK.ErrorCode.accessDenied: ... }`
    public static func ~= (named: Self, code: ServerCode?) -> Bool { code == named }
}
