import Foundation
import Methodical

/// A file without a name for the bytes that arrive faster than they are read.
///
/// It is used if a transport cannot be suspended. URLSession cannot be on systems other than Apple's: all its sessions
/// share one queue, so a delegate that waits would hold up every request of the process.
struct OverflowFile {
    private let handle: FileHandle
    private var written: UInt64 = 0
    private var read: UInt64 = 0

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "methodical-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: url.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600])
        else { throw APIError(.storage, "the temporary folder is not writable") }
        handle = try FileHandle(forUpdating: url)
        // The open file stays usable, and nothing is left behind if the process ends.
        try FileManager.default.removeItem(at: url)
    }

    mutating func write(_ bytes: Data) throws {
        try handle.seek(toOffset: written)
        try handle.write(contentsOf: bytes)
        written += UInt64(bytes.count)
    }

    /// Returns at most `count` of the oldest bytes, or `nil` if there are none.
    mutating func next(upTo count: Int) throws -> Data? {
        guard read < written else { return nil }
        try handle.seek(toOffset: read)
        let bytes = try handle.read(upToCount: count) ?? Data()
        guard !bytes.isEmpty else {
            throw APIError(.storage, "a temporary file became shorter")
        }
        read += UInt64(bytes.count)
        if read == written {
            read = 0
            written = 0
            try handle.truncate(atOffset: 0)
        }
        return bytes
    }

    var isEmpty: Bool { read == written }
}
