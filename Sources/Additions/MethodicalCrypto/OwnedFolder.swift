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

/// A folder of files that only their owner may read or write. Each file is written completely or not at all.
struct OwnedFolder: Sendable {
    let path: String

    /// Opens the folder, and creates it if it does not exist. Throws an error if other users may write to it,
    /// because they could add files of their own.
    init(at path: String) throws(APIError) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno == ENOENT {
            do {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw .storage(errno, message: "\(path) cannot be created")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .storage(errno, message: "\(path) cannot be opened as a folder")
        }
        guard status.isTrusted, status.st_mode & 0o022 == 0 else {
            throw APIError(.storage, "\(path) belongs to another user, or others may write to it: `chmod 700 \(path)`")
        }
    }

    /// Returns the content of a file, or `nil` if it does not exist.
    func read(_ name: String) throws(APIError) -> Data? {
        // Without O_NONBLOCK, a pipe in place of the file would hold the caller until its other end opens.
        let file = open(path + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT {
                return nil
            }
            if errno == ELOOP {
                throw Self.isNotAFile(path + "/" + name)
            }
            throw .storage(errno, message: "\(path)/\(name) cannot be opened")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .storage(errno, message: "\(path)/\(name) cannot be read")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Self.isNotAFile(path + "/" + name)
        }
        guard status.isTrusted, status.st_mode & 0o077 == 0 else {
            throw APIError(.storage, "\(path)/\(name) is accessible by others: `chmod 600 \(path)/\(name)`")
        }
        guard status.st_size <= 1 << 20 else {
            throw APIError(.storage, "\(path)/\(name) is too large to be a token")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let step = bytes.withUnsafeMutableBytes { readBytes(of: file, into: $0, from: count) }
            if step < 0, errno == EINTR {
                continue
            }
            guard step > 0 else {
                throw .storage(errno, message: "\(path)/\(name) cannot be read")
            }
            count += step
        }
        return Data(bytes)
    }

    /// Replaces a file. The data is written to a temporary file, flushed to disk and renamed, so that at every
    /// moment either the old or the new file is complete.
    func write(to name: String, bytes: Data) throws(APIError) {
        let aside = try writeAside(for: name, bytes: bytes)
        defer { close(aside.file) }
        guard rename(aside.path, path + "/" + name) == 0 else {
            let failure = errno
            unlink(aside.path)
            throw .storage(failure, message: "\(path)/\(name) cannot be written")
        }
        // The lock was that of the temporary file. The process may keep the file open a moment longer.
        flock(aside.file, LOCK_UN)
        synchronize()
    }

    /// Creates a file in the same way, unless it exists already.
    func create(_ name: String, bytes: Data) throws(APIError) {
        let aside = try writeAside(for: name, bytes: bytes)
        defer {
            unlink(aside.path)
            flock(aside.file, LOCK_UN)
            close(aside.file)
        }
        guard link(aside.path, path + "/" + name) == 0 || errno == EEXIST else {
            throw .storage(errno, message: "\(path)/\(name) cannot be written")
        }
        synchronize()
    }

    /// Removes a file. Does nothing if it does not exist.
    func remove(_ name: String) throws(APIError) {
        guard unlink(path + "/" + name) == 0 || errno == ENOENT else {
            throw .storage(errno, message: "\(path)/\(name) cannot be removed")
        }
        synchronize()
    }

    /// Takes an advisory lock on a file with the given name. Returns `nil` if another holder has it, or else a function
    /// that releases the lock.
    ///
    /// The kernel releases the lock when its process ends, for whatever reason.
    func lock(_ name: String) throws(APIError) -> (@Sendable () -> Void)? {
        while true {
            let file = open(path + "/" + name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                if errno == ELOOP || errno == EISDIR {
                    throw Self.isNotAFile(path + "/" + name)
                }
                throw .storage(errno, message: "\(path)/\(name) cannot be opened")
            }
            var status = stat()
            guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                close(file)
                throw Self.isNotAFile(path + "/" + name)
            }
            let isOwn = status.st_uid == geteuid()
            if isOwn, flock(file, LOCK_EX | LOCK_NB) == 0 {
                // The file has been removed since it was opened, so a lock on it excludes no one.
                if fstat(file, &status) == 0, status.st_nlink == 0 {
                    close(file)
                    continue
                }
                return {
                    // Closing alone would leave the lock to a child process that was forked in the meantime.
                    flock(file, LOCK_UN)
                    close(file)
                }
            }
            let failure = errno
            close(file)
            guard isOwn else {
                throw APIError(.storage, "\(path)/\(name) belongs to another user")
            }
            if failure == EINTR {
                continue
            }
            guard failure == EWOULDBLOCK else {
                throw .storage(failure, message: "\(path)/\(name) cannot be locked")
            }
            return nil
        }
    }

    /// The names of the files in the folder, sorted.
    var names: [String] {
        get throws(APIError) {
            do {
                return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            } catch {
                throw .storage(errno, message: "\(path) cannot be listed")
            }
        }
    }

    /// Removes the temporary files of processes that were killed while they wrote. They contain tokens.
    ///
    /// A process that lives has a lock on its file. Where the file system has no locks, a file counts as abandoned
    /// after an hour.
    func removeLeftovers() throws(APIError) {
        for name in try names where name.hasPrefix(Self.aside) {
            let file = open(path + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            if file < 0 {
                continue
            }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                unlink(path + "/" + name)
            } else if errno != EWOULDBLOCK, status.isOlderThanAnHour {
                unlink(path + "/" + name)
            }
        }
    }

    private static let aside = ".new-"

    /// Returns the error of a file that is a link, a folder, a pipe or a device.
    private static func isNotAFile(_ path: String) -> APIError {
        APIError(.storage, "\(path) is not a regular file but a link, a folder, a pipe or a device: remove it")
    }

    /// Creates and locks a temporary file.
    private func createAside(for name: String) throws(APIError) -> (path: String, file: Int32) {
        for _ in 0..<100 {
            let aside = path + "/" + Self.aside + String(UInt64.random(in: 0...UInt64.max), radix: 16)
            let file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                throw .storage(errno, message: "\(path)/\(name) cannot be written")
            }
            // Until the file is locked, another process may take it for abandoned and remove it.
            let isTaken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            var status = stat()
            if !isTaken, fstat(file, &status) == 0, status.st_nlink > 0 {
                return (aside, file)
            }
            close(file)
        }
        throw APIError(.storage, "\(path)/\(name) cannot be written: its temporary files are removed at once")
    }

    /// Writes a temporary file. Returns its path and its open and locked file, which the caller closes.
    private func writeAside(for name: String, bytes: Data) throws(APIError) -> (path: String, file: Int32) {
        let (aside, file) = try createAside(for: name)
        var count = 0
        var isWritten = true
        while count < bytes.count, isWritten {
            let step = bytes.withUnsafeBytes { writeBytes(to: file, buffer: $0, from: count) }
            if step > 0 {
                count += step
            } else {
                isWritten = errno == EINTR
            }
        }
        isWritten = isWritten && fsync(file) == 0
        guard isWritten else {
            let failure = errno
            unlink(aside)
            close(file)
            throw .storage(failure, message: "\(path)/\(name) cannot be written")
        }
        return (aside, file)
    }

    /// Flushes the folder to disk, which makes a rename permanent.
    private func synchronize() {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}

extension stat {
    /// Indicates whether the owner is this user or root, which can write anywhere in any case.
    fileprivate var isTrusted: Bool { st_uid == geteuid() || st_uid == 0 }

    fileprivate var isOlderThanAnHour: Bool {
        #if canImport(Darwin)
            let written = st_mtimespec.tv_sec
        #else
            let written = st_mtim.tv_sec
        #endif
        return time(nil) - written > 3600
    }
}

private func readBytes(
    of file: Int32,
    into buffer: UnsafeMutableRawBufferPointer,
    from start: Int
) -> Int {
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
    return read(file, rest.baseAddress, rest.count)
}

private func writeBytes(to file: Int32, buffer: UnsafeRawBufferPointer, from start: Int) -> Int {
    let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
    return write(file, rest.baseAddress, rest.count)
}
