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
