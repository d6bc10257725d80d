import Foundation

/// Files of other projects. They are not part of this one and lie beside its checkout, if they exist at all.
///
/// Tests that need them are skipped where they are absent.
public enum Corpus {
    public static let root = Checkout.root.deletingLastPathComponent().appending(path: "shared/corpus")

    /// Returns a folder of the corpus, or `nil` if there is none.
    public static func folder(_ name: String) -> URL? {
        let url = root.appending(path: name)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
