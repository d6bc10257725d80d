import Foundation

/// A temporary folder for one test, deleted when the test ends.
///
/// The folder does not exist before the test creates it.
public final class TemporaryFolder: Sendable {
    public let url = FileManager.default.temporaryDirectory.appending(path: "methodical-test-\(UUID().uuidString)")

    public init() {}

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch {}
    }
}
