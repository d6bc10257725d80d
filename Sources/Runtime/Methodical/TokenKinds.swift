/// The kinds of token that a service issues.
public struct TokenKinds: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A token that acts for a user.
    public static var user: TokenKinds { TokenKinds(rawValue: 1) }
    /// A token that acts for a group or community.
    public static var group: TokenKinds { TokenKinds(rawValue: 2) }
    /// A token that acts for the application itself.
    public static var service: TokenKinds { TokenKinds(rawValue: 4) }
}

extension TokenKinds: CustomStringConvertible {
    public var description: String {
        var names: [String] = []
        if contains(.user) {
            names.append("user")
        }
        if contains(.group) {
            names.append("group")
        }
        if contains(.service) {
            names.append("service")
        }
        guard !names.isEmpty else { return "any" }
        return names.joined(separator: ", ")
    }
}
