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
    /// The HTTP status, if the server answered at all.
    public var status: Int? { box.contents.status }
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
        var status: Int?
        var server: ServerError?
        var problem: ReadingProblem?
        var cause: Cause?
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

    static func unwritable(_ parameter: String) -> APIError {
        invalidRequest("\(parameter) cannot be written: a number that is not finite, or a date out of range")
    }
}
