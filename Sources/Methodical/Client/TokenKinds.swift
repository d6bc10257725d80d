/// For whom a token was issued.
public struct TokenKinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var user: TokenKinds { TokenKinds(rawValue: 1) }
    public static var group: TokenKinds { TokenKinds(rawValue: 2) }
    /// The application itself.
    public static var service: TokenKinds { TokenKinds(rawValue: 4) }
}

extension TokenKinds: CustomStringConvertible {
    public var description: String {
        let names = [(TokenKinds.user, "user"), (.group, "group"), (.service, "service")].filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "any" : names.joined(separator: ", ")
    }
}
