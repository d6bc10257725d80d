import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

    init(_ contents: Contents) {
        box = Box(contents)
    }

    /// The kind of failure.
    public var code: Code { box.contents.code }
    /// A few words that explain the failure, without the method's name.
    public var message: String? { box.contents.message }
    /// The name of the method that was called.
    public var method: String? { box.contents.method }
    /// The call's own label, or the method's name if the call has none.
    public var signature: Call.Signature? { box.contents.signature }
    /// The challenge that a person must solve before the server performs the call, if the code is ``Code/challenged``.
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

    /// Returns the body of the server's response as a failure that the schema describes, or `nil` if it has another
    /// shape: `error.failure(as: Shop.ValidationError.self)`.
    ///
    /// The body is read tolerantly. Secrets of the call that the server repeats in it are redacted. A body of more than
    /// 1 MiB is not kept.
    public func failure<Failure: APIValue>(as type: Failure.Type = Failure.self) -> Failure? {
        guard let body = contents.body else { return nil }
        do {
            let value = try JSONDocument(try JSONWriter.write(body)).decode(Failure.self)
            // Any object can be read as a type without required properties.
            let hasMembers = body.objectValue?.isEmpty == false
            let isForeign = try hasMembers && value.json() == Array("{}".utf8)
            guard !isForeign else { return nil }
            return value
        } catch {
            return nil
        }
    }

    /// Returns a copy of the error after a change of its contents.
    func with(_ change: (inout Contents) -> Void) -> APIError {
        var contents = contents
        change(&contents)
        return APIError(contents)
    }

    struct Contents: Sendable {
        var code: Code
        var message: String?
        var method: String?
        var signature: Call.Signature?
        var status: Int?
        var headers: HTTPHeaders = [:]
        var server: ServerError?
        var problem: ReadingProblem?
        var cause: Cause?
        var challenge: Challenge?
        var retryAfter: Duration?
        /// The whole body of the server's response, for `failure(as:)`.
        var body: JSON?
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
    static func invalidRequest(_ message: String) -> APIError {
        APIError(.invalidRequest, message)
    }

    /// Creates an error of the code `storage`.
    ///
    /// - Parameters:
    ///   - failure: The C library's `errno`, read before any other call can change it.
    ///   - message: The action that failed.
    package static func storage(_ failure: Int32, message: String) -> APIError {
        APIError(
            .storage,
            message,
            cause: Cause(domain: "POSIX", code: Int(failure), message: String(cString: strerror(failure))))
    }

    package static func tooLarge(limit: Int) -> APIError {
        APIError(.tooLarge, "more than \(limit) bytes")
    }

    /// Creates an error from the status alone, for a server that is not the API's own, or from the error inside a
    /// response.
    package static func refused(
        status: Int,
        message: String,
        headers: HTTPHeaders = [:],
        server: ServerError? = nil,
        retryAfter: Duration? = nil
    ) -> APIError {
        let code: Code =
            switch status {
            case 401: .notAuthorized
            case 429: .rateLimited
            default: .server
            }
        return APIError(
            Contents(
                code: code,
                message: message,
                status: status,
                headers: headers,
                server: server,
                retryAfter: retryAfter))
    }

    /// Creates the error of a response from a server that is not the API's own.
    package static func failed(
        _ code: Code,
        message: String? = nil,
        status: Int?,
        headers: HTTPHeaders = [:],
        server: ServerError? = nil,
        retryAfter: Duration? = nil
    ) -> APIError {
        APIError(
            Contents(
                code: code,
                message: message,
                status: status,
                headers: headers,
                server: server,
                retryAfter: retryAfter))
    }

    package static func challenged(by challenge: Challenge, message: String) -> APIError {
        APIError(Contents(code: .challenged, message: message, challenge: challenge))
    }

    /// Returns the error with a method and a label, unless it has them already, for a step that is not a call of its
    /// own.
    package func named(_ method: String, signature: Call.Signature) -> APIError {
        with {
            $0.method = $0.method ?? method
            $0.signature = $0.signature ?? signature
        }
    }

    /// Returns the error with another message.
    func saying(_ message: String) -> APIError {
        with { $0.message = message }
    }

    static func unwritable(_ parameter: String) -> APIError {
        invalidRequest("\(parameter) cannot be written: a number that is not finite, or a date out of range")
    }
}

extension APIError: OpaquelyDescribed, LocalizedError {
    /// A line of text such as `users.get: server: 15: Access denied (HTTP 200)` or `users.get [members screen]: ...`.
    public var description: String {
        var text = ""
        if let method {
            text = method
            if let signature, signature != Call.Signature(method) {
                text += " [\(signature)]"
            }
            text += ": "
        }
        text += code.rawValue
        for part in [message, server?.description, problem?.description, problem?.excerpt, cause?.description] {
            if let part, !part.isEmpty {
                text += ": " + part
            }
        }
        if let status {
            text += " (HTTP \(status))"
        }
        return Excerpt.plain(text)
    }

    /// The text of `localizedDescription`. It is the same as ``description`` and not translated.
    public var errorDescription: String? { description }
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
        /// No complete response arrived in time. The server may still have performed the call.
        public static var timedOut: Code { Code("timedOut") }
        /// The call needs a token and the account has none of the right kind, or the server no longer accepts the
        /// token.
        public static var notAuthorized: Code { Code("notAuthorized") }
        /// The call exceeded the server's rate limit.
        public static var rateLimited: Code { Code("rateLimited") }
        /// The server asked for a challenge, and nobody solved it. See ``APIError/challenge``.
        public static var challenged: Code { Code("challenged") }
        /// A response arrived and does not match the schema. See ``APIError/problem``.
        public static var undecodable: Code { Code("undecodable") }
        /// The server was not reached, or the connection broke. The server may still have performed the call.
        public static var connection: Code { Code("connection") }
        /// The disk, or another store of tokens and responses, failed.
        public static var storage: Code { Code("storage") }
        /// The response is longer than ``SessionOptions/largestResponse``. The rest of it was not read.
        public static var tooLarge: Code { Code("tooLarge") }
        /// An argument cannot be sent. Nothing was sent.
        public static var invalidRequest: Code { Code("invalidRequest") }
    }
}

extension APIError.Code {
    /// Matches an error of this code in a `catch`: `catch .offline { ... }`.
    public static func ~= (code: Self, error: APIError) -> Bool { error.code == code }

    /// Matches an error of this code where Swift infers `any Error`, as in closures: `catch .offline { ... }`.
    ///
    /// It gives way to the patterns of other errors, so that `.cancelled` stays the case of an app's own error.
    @_disfavoredOverload
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? APIError)?.code == code
    }
}

extension APIError {
    /// Indicates whether the server could not be reached, so that a cached response may replace the error.
    package var isUnreachable: Bool {
        [.offline, .connection, .timedOut].contains(code)
    }
}

extension APIError {
    /// Creates an error from the failure of a transport. Only the kind and the text of the failure are kept.
    init(transport error: any Error, isCancelled: Bool) {
        switch error {
        case let error as APIError: self = error
        case is CancellationError: self.init(.cancelled)
        case let error as UnusableRange: self.init(.connection, error.reason)
        case let error as CocoaError:
            self.init(
                .storage,
                cause: Cause(
                    domain: "CocoaError",
                    code: error.code.rawValue,
                    message: error.localizedDescription))
        case let error as URLError where error.code == .timedOut && error.userInfo.isEmpty:
            self.init(.timedOut, "no complete response arrived in time")
        case let error as URLError:
            self.init(Code(error.code), from: error)
        default:
            let code: Code = isCancelled ? .cancelled : .connection
            self.init(code, cause: Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
    }

    /// Creates an error with the number and the text of a `URLError`.
    package init(_ code: Code, from error: URLError) {
        let message = error.localizedDescription
        self.init(code, cause: Cause(domain: "URLError", code: error.code.rawValue, message: message))
    }

    /// Creates an error from the failure of a transport, without the given secrets.
    package init(transport error: any Error, hiding secrets: [String]) {
        self = APIError(transport: error, isCancelled: Task.isCancelled).redacted(
            by: Redaction(secrets),
            for: nil)
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
