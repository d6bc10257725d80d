/// A file as it was read: where it lies below the schema's root, and its bytes.
package struct SourceFile: Sendable {
    /// Relative to the root, with `/` between folders.
    package var path: String
    /// As diagnostics show it; what editors and Xcode can open.
    package var shownPath: String
    package var bytes: [UInt8]

    package init(path: String, shownPath: String? = nil, bytes: [UInt8]) {
        self.path = path
        self.shownPath = shownPath ?? path
        self.bytes = bytes
    }
}
