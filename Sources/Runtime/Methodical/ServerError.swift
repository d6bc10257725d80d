/// A server's description of a failure. Secrets of the call that the server repeats in it are redacted.
public struct ServerError: Hashable, Sendable {
    /// The server's code for the failure, if it sent one.
    public var code: Code?
    /// The server's message, if it sent one.
    public var message: String?
    /// The error as the server sent it, or `nil` if it sent no JSON.
    public var details: JSON?

    /// Creates a description of a failure.
    public init(code: Code? = nil, message: String? = nil, details: JSON? = nil) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension ServerError: CustomStringConvertible {
    /// `15: Access denied`.
    public var description: String {
        let known = [code?.description, message].compactMap(\.self)
        let parts = known.filter { !$0.isEmpty }
        if !parts.isEmpty {
            return parts.joined(separator: ": ")
        }
        guard let details else {
            return "the server gave no reason"
        }
        return "the server said \("\(details)".prefix(200))"
    }
}

extension ServerError {
    /// A server's code for an error: a number or a word.
    ///
    /// Compare it with the codes of a generated API: `error.server?.code == VK.ErrorCode.accessDenied`.
    public enum Code: Hashable, Sendable {
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
}

extension ServerError.Code: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Creates a code from a number.
    public init(integerLiteral value: Int) {
        self = .number(value)
    }

    /// Creates a code from a word.
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
