import Foundation

/// Where the generated files go. A file whose bytes would not change is left alone, so that nothing is compiled again for it.
struct OutputFolder {
    let path: String

    /// Writes a file whole or not at all; returns whether its bytes changed.
    @discardableResult
    func write(_ text: String, to name: String) throws -> Bool {
        let data = Data(text.utf8)
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        if let present = FileManager.default.contents(atPath: url.path), present == data { return false }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
        return true
    }
}
