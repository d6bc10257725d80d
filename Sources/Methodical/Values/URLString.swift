import Foundation

/// An address as the server wrote it, which need not be a valid URL.
public struct URLString: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ text: String) { rawValue = text }
    public init(_ url: URL) { rawValue = url.absoluteString }
    public init(stringLiteral value: String) { rawValue = value }

    /// Nil if the text is no URL.
    public var url: URL? { URL(string: rawValue) }

    public var description: String { rawValue }
}
