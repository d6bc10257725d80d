/// A secret that stands for an account.
///
/// It cannot print: descriptions, `dump`, reflection and string interpolation show that there is one and nothing of it. It is not `Codable`, so
/// that it reaches no file by accident.
public struct Token: Hashable, Sendable {
    /// The text that servers are sent. Who reads this must keep it secret.
    public let secret: String
    /// Empty if unknown: then the server decides whether the token will do.
    public let kinds: TokenKinds

    public init(_ secret: String, kinds: TokenKinds = []) {
        self.secret = secret
        self.kinds = kinds
    }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Token(\(Redaction.mark))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
