/// A file as it was read: where it lies below the schema's root, and its bytes.
public struct SourceFile: Sendable {
    /// Relative to the root, with `/` between folders.
    public var path: String
    /// As diagnostics show it; what editors and Xcode can open.
    public var shownPath: String
    public var bytes: [UInt8]

    public init(path: String, shownPath: String? = nil, bytes: [UInt8]) {
        self.path = path
        self.shownPath = shownPath ?? path
        self.bytes = bytes
    }
}
