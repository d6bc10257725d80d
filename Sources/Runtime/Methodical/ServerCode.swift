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
