import Foundation
import Methodical

/// The files of a cache. They are opened relative to file descriptors, so that a folder that is moved or replaced does
/// not make the store write elsewhere.
///
/// The folder holds:
/// - `account/method/key` for each entry, all of them digests
/// - `tmp` for files that are being written
/// - `index-1` for the order of use
/// - `generations-1` for the generations of namespaces, which writes change to make entries stale
final class DiskFolder: Sendable {
    let path: String
    /// The descriptor of the index. Negative if it cannot be written. Entries can still be read.
    let index: Int32
    /// The system's error if the index cannot be written.
    private let indexFailure: Int32
    let root: Int32
    private let generations: Int32
    /// Indicates whether a process was killed while it wrote a file, and nobody has looked for the consequences.
    private let hasEvidenceOfKill = Locked(false)
    /// A symbolic link is not followed. Without `O_NONBLOCK`, a named pipe in place of the file would block the thread
    /// until another process opens the pipe.
    private static let readFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC

    init(at path: String) throws(APIError) {
        self.path = path
        root = try Self.openRoot(at: path)
        mkdirat(root, "tmp", 0o700)
        index = openat(
            root,
            "index-1",
            O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
            0o600)
        indexFailure = errno
        let writable = openat(
            root,
            "generations-1",
            O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
            0o600)
        if writable >= 0 {
            generations = writable
        } else {
            generations = openat(root, "generations-1", Self.readFlags)
        }
        guard index >= 0 else { return }
        for name in names(in: "tmp") where removeAbandoned("tmp/" + name) {
            hasEvidenceOfKill.withLock { $0 = true }
        }
    }

    /// Returns `true` once if the folder had files of a process that was killed when it was opened.
    func takeEvidenceOfKill() -> Bool {
        hasEvidenceOfKill.withLock { hasEvidence in
            defer { hasEvidence = false }
            return hasEvidence
        }
    }

    deinit {
        close(root)
        if index >= 0 {
            close(index)
        }
        if generations >= 0 {
            close(generations)
        }
    }

    /// Opens the folder, and creates it if needed.
    ///
    /// A process that can write to the folder can forge responses. Therefore a folder is refused if everyone can write
    /// to it, or if it belongs to a user other than this one and root. The group and others lose their rights. If they
    /// cannot, as in a folder of root, and the group may write, the folder is refused, too.
    private static func openRoot(at path: String) throws(APIError) -> Int32 {
        var root = openFolder(in: AT_FDCWD, at: path)
        if root < 0, errno == ENOENT {
            do {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw APIError(
                    .storage,
                    "the cache folder \(path) cannot be created",
                    cause: APIError.Cause(domain: "Foundation", message: "\(error)"))
            }
            root = openFolder(in: AT_FDCWD, at: path)
        }
        guard root >= 0 else {
            throw .storage(
                errno,
                message: "the cache folder \(path) cannot be opened; a symbolic link is not followed")
        }
        var status = stat()
        guard fstat(root, &status) == 0,
            status.isTrusted,
            status.st_mode & 0o002 == 0
        else {
            close(root)
            throw APIError(
                .storage,
                "the cache folder \(path) belongs to another user, or others may write to it")
        }
        let hasOthersRights = status.st_mode & 0o077 != 0
        if hasOthersRights, fchmod(root, 0o700) != 0, status.st_mode & 0o020 != 0 {
            close(root)
            throw APIError(.storage, "the cache folder \(path) can be changed by its group: `chmod 700 \(path)`")
        }
        return root
    }

    static func openFolder(in parent: Int32, at path: String) -> Int32 {
        openat(
            parent,
            path,
            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }

    /// Indicates whether the folder or its index has been deleted, so that it must be opened again.
    var isGone: Bool {
        var status = stat()
        let file = index >= 0 ? index : root
        return fstat(file, &status) != 0 || status.st_nlink == 0
    }

    /// Locks the index.
    ///
    /// - Parameter patience: The longest wait, in microseconds. A process that was suspended with the lock must not
    ///   block this one for ever.
    func lockIndex(patience: UInt32) throws(APIError) {
        guard index >= 0 else {
            throw .storage(indexFailure, message: "the cache folder \(path) cannot be written")
        }
        var waited = UInt32(0)
        var pause = UInt32(20)
        while flock(index, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .storage(errno, message: "the cache folder \(path) cannot be locked")
            }
            guard waited < patience else {
                throw APIError(.storage, "the cache folder \(path) is locked by another process")
            }
            usleep(pause)
            waited += pause
            pause = min(pause * 2, 1000)
        }
    }

    func unlockIndex() {
        flock(index, LOCK_UN)
    }
}

// MARK: Generations

extension DiskFolder {
    /// Returns the generation of a namespace. The file holds 65,536 random numbers, which all processes read and write
    /// without a lock.
    ///
    /// Namespaces may share a number, and a number may be lost or damaged. In that case responses become stale
    /// unnecessarily, but no stale response becomes fresh, except after a power failure: the system writes the numbers
    /// to the disk later.
    func generation(for digest: UInt64) -> UInt64 {
        // The second attempt reads the number that was written after the first one.
        for _ in 0..<2 {
            var number: UInt64 = 0
            let count = withUnsafeMutableBytes(of: &number) {
                pread(
                    generations,
                    $0.baseAddress,
                    $0.count,
                    Self.offset(of: digest))
            }
            if count == 8, number != 0 {
                return number
            }
            // The namespace has no number yet, or the file with its number was deleted. Entries may still have the
            // earlier number, and a random one makes them stale.
            do {
                try invalidate(digest)
            } catch {
                break
            }
        }
        // Without a number that can be read, the generation is 0.
        return 0
    }

    /// Gives the namespace another generation.
    func invalidate(_ digest: UInt64) throws(APIError) {
        var number = UInt64.random(in: 1...UInt64.max)
        let count = withUnsafeBytes(of: &number) {
            pwrite(
                generations,
                $0.baseAddress,
                $0.count,
                Self.offset(of: digest))
        }
        guard count == 8 else {
            throw .storage(errno, message: "the cache folder \(path) cannot be written")
        }
    }

    private static func offset(of digest: UInt64) -> off_t {
        off_t(digest & 0xFFFF) * 8
    }
}

// MARK: Entries

extension DiskFolder {
    /// Reads an entry. Returns `nil` if there is none.
    func entry(named name: EntryName, for key: CacheKey) throws(APIError) -> EntryFile? {
        let file = openat(root, name.path, Self.readFlags)
        guard file >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            // A symbolic link in place of an entry is removed as a damaged file is.
            case ELOOP: return .damaged
            default: throw .storage(errno, message: "an entry in \(path) cannot be opened")
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .storage(errno, message: "an entry in \(path) cannot be read")
        }
        guard status.st_mode & S_IFMT == S_IFREG,
            status.isTrusted,
            status.st_size >= EntryFile.headerSize
        else {
            return .damaged
        }
        let size = Int(status.st_size)
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        var done = 0
        while done < size {
            let count = read(file, bytes + done, size - done)
            if count < 0, errno == EINTR {
                continue
            }
            guard count > 0 else {
                let failure = errno
                bytes.deallocate()
                if count == 0 {
                    return .damaged
                }
                throw .storage(failure, message: "an entry in \(path) cannot be read")
            }
            done += count
        }
        return EntryFile(taking: UnsafeMutableRawBufferPointer(start: bytes, count: size), for: key)
    }

    /// Writes an entry under a temporary name. Returns `nil` if the folder is deleted.
    ///
    /// The file stays locked until it is closed or this process ends, so that others recognize abandoned files.
    func writeAside(_ head: [UInt8], body: Data) throws(APIError) -> (file: Int32, name: String)? {
        let name = "tmp/" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let file = openat(
            root,
            name,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            0o600)
        guard file >= 0 else {
            if errno == ENOENT {
                if mkdirat(root, "tmp", 0o700) == 0 {
                    return try writeAside(head, body: body)
                }
                return nil
            }
            throw .storage(errno, message: "the cache folder \(path) cannot be written")
        }
        flock(file, LOCK_EX | LOCK_NB)
        let isWritten =
            head.withUnsafeBytes { Self.append(to: file, bytes: $0) }
            && body.withUnsafeBytes { Self.append(to: file, bytes: $0) }
        guard isWritten else {
            let failure = errno
            unlinkat(root, name, 0)
            close(file)
            throw .storage(failure, message: "the cache folder \(path) cannot be written")
        }
        return (file, name)
    }

    private static func append(to file: Int32, bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(
                file,
                UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                rest.count)
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    /// Creates the folders of an entry.
    func makeFolders(for name: EntryName) throws(APIError) {
        for folder in [name.account, name.account + "/" + name.methodFolder] {
            if mkdirat(root, folder, 0o700) == 0 {
                continue
            }
            switch errno {
            case EEXIST: continue
            // The parent folder was deleted meanwhile, which `move` reports.
            case ENOENT: continue
            default: throw .storage(errno, message: "the cache folder \(path) cannot be written")
            }
        }
    }

    /// Renames a temporary file. Returns `false` if the file, the folder of the entry or the whole folder is deleted.
    func move(_ temporary: String, to name: EntryName) throws(APIError) -> Bool {
        if renameat(root, temporary, root, name.path) == 0 {
            return true
        }
        if errno == ENOENT {
            return false
        }
        throw .storage(errno, message: "the cache folder \(path) cannot be written")
    }

    func removeTemporary(_ name: String) {
        unlinkat(root, name, 0)
    }

    /// Removes a temporary file if its process has ended. Returns `true` if it has removed it.
    private func removeAbandoned(_ name: String) -> Bool {
        let file = openat(root, name, Self.readFlags)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_EX | LOCK_NB) == 0
            && unlinkat(root, name, 0) == 0
    }

    /// Removes an entry and the folders that it leaves empty.
    func remove(_ name: EntryName) throws(APIError) {
        guard unlinkat(root, name.path, 0) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw .storage(errno, message: "an entry in \(path) cannot be removed")
        }
        if unlinkat(root, name.account + "/" + name.methodFolder, Int32(AT_REMOVEDIR)) == 0 {
            unlinkat(root, name.account, Int32(AT_REMOVEDIR))
        }
    }
}
