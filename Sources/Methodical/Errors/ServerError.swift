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
        let parts = [code?.description, message].compactMap(\.self)
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
    public static func == (code: ServerCode?, named: Self) -> Bool { code?.number == named.rawValue }
    public static func == (named: Self, code: ServerCode?) -> Bool { code?.number == named.rawValue }
    public static func != (code: ServerCode?, named: Self) -> Bool { code?.number != named.rawValue }
    public static func != (named: Self, code: ServerCode?) -> Bool { code?.number != named.rawValue }
    /// `switch error.server?.code { case VK.ErrorCode.accessDenied: ... }`
    public static func ~= (named: Self, code: ServerCode?) -> Bool { code?.number == named.rawValue }
}
