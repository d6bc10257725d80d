import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// A temporary file that only its owner can read. It is deleted when the object is released.
///
/// A lock tells other processes that the owner of the file lives. The system releases it when the process ends,
/// whatever the reason. Each process removes the files without a lock before it creates its first one. A process number
/// in the name could not tell as much: numbers are used again, and containers with a common folder have their own.
final class TemporaryFile: Sendable {
    // Version 0.1.0 locked no files and called them `methodical-form-`. A process of that version may still need them.
    private static let prefix = "methodical-upload-"
    /// Removes the files of dead processes, once in each process.
    private static let removal: Void = removeAbandoned()

    /// The open and locked file.
    let file: OpenFile
    var url: URL { file.url }

    init() throws(APIError) {
        _ = Self.removal
        file = try Self.create()
    }

    // The name goes first, and then the lock with the descriptor: a file that has both belongs to this process.
    deinit { unlink(file.url.path) }

    private static func create() throws(APIError) -> OpenFile {
        let folder = FileManager.default.temporaryDirectory
        for _ in 0..<100 {
            let url = folder.appendingPathComponent(prefix + UUID().uuidString)
            let file = try OpenFile(url, flags: O_WRONLY | O_CREAT | O_EXCL)
            // Another process may take the file for abandoned until it is locked, and remove it.
            let isTaken = flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            if !isTaken, try file.hasItsName() {
                return file
            }
        }
        throw APIError(.storage, "a temporary file cannot be created in \(folder.path)")
    }

    /// Removes the files of processes that have ended without doing so. A file that cannot be opened or locked stays.
    private static func removeAbandoned() {
        let folder = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = folder.appendingPathComponent(name).path
            let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            if descriptor < 0 {
                continue
            }
            defer { close(descriptor) }
            var status = stat()
            let isOwn =
                fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
            guard isOwn, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            unlink(path)
        }
    }
}
