import Foundation
import Methodical

/// A store for cached responses in a folder on disk. Processes may share the folder, and it may be deleted at any time.
///
/// Each entry is a file that is written under a temporary name and renamed, so that a reader finds it whole or not at
/// all. Only its owner can read the files and folders. A folder is refused if it is a symbolic link, if it belongs to
/// another user, if everyone may write to it, or if its group keeps the right to do so. A file that is damaged or has
/// the format of another version is a miss.
public final class DiskStore: CacheStore, @unchecked Sendable {
    /// The folder that holds the entries.
    public let folder: URL
    /// The largest size of all entries together, in bytes. The entry that was used least recently is removed first.
    public let limit: Int
    /// Protects `opened` and the index, which makes the class `Sendable`.
    private let lock = NSLock()
    private var opened: DiskFolder?
    /// The changes that this store makes. Those of other processes, and of other stores with the same folder, show in
    /// the generations, which can be read at any time.
    public let changes: CacheChanges? = CacheChanges(catchUp: { _ in })

    /// Creates a store without opening its folder. The first use opens or creates it.
    ///
    /// - Parameters:
    ///   - folder: The folder for the entries.
    ///   - limit: The largest size of all entries together, in bytes. The default is 256 MiB.
    public init(folder: URL, limit: Int = 256 << 20) {
        self.folder = folder
        self.limit = limit
    }

    /// Returns the entry, fresh or stale, and marks it as used. Removes its file if that is damaged.
    public func entry(_ key: CacheKey) throws(APIError) -> CacheEntry? {
        let name = EntryName(key)
        let diskFolder = try current()
        switch try diskFolder.entry(named: name, for: key) {
        case .entry(let entry, let size):
            if diskFolder.index >= 0 {
                noteUse(of: name, size: size)
            }
            return entry
        case .damaged: discard(name, for: key)
        case .other, nil: break
        }
        return nil
    }

    /// Stores an entry, and removes the least recently used entries if room is needed. An entry that is larger than
    /// `limit` is not stored, and the earlier one with its key is removed.
    public func store(_ entry: CacheEntry, _ key: CacheKey) throws(APIError) {
        let name = EntryName(key)
        let head = EntryFile.head(of: entry, for: key)
        let size = head.count + entry.body.count
        guard size <= limit else {
            return try remove(key)
        }
        for _ in 0..<5 {
            let diskFolder = try current()
            guard let written = try diskFolder.writeAside(head, body: entry.body) else { continue }
            defer { close(written.file) }
            let outcome = Result { () throws(APIError) in
                try put(
                    written.name,
                    as: name,
                    size: UInt64(size),
                    in: diskFolder)
            }
            if case .success(true) = outcome {
                changes?.send(.stored(key))
                return
            }
            diskFolder.removeTemporary(written.name)
            _ = try outcome.get()
        }
        throw APIError(
            .storage,
            "the cache folder \(folder.path) was deleted repeatedly while it was being created")
    }

    /// Removes an entry and its folders if they become empty.
    public func remove(_ key: CacheKey) throws(APIError) {
        let name = EntryName(key)
        try withIndex { diskFolder, index throws(APIError) in
            try diskFolder.remove(name)
            try index.remove(name)
        }
        changes?.send(.removed(key))
    }

    /// Removes the entries of a scope. Reads only the file names in the scope, and lets other processes go on
    /// meanwhile.
    public func removeAll(_ scope: CacheKey.Scope) throws(APIError) {
        defer { changes?.send(.removedAll(scope)) }
        try current().forEach(in: scope) { name throws(APIError) in
            try withIndex { diskFolder, index throws(APIError) in
                try diskFolder.remove(name)
                try index.remove(name)
            }
        }
        // The index still counts an entry if a process was killed between its two steps, or if its file was deleted.
        if case .method = scope {
            return
        }
        if try size(scope) > 0 {
            try withIndex { diskFolder, index throws(APIError) in
                try index.rewrite(with: diskFolder.scan())
            }
        }
    }

    /// Returns the sum of the generations of the key's namespaces. All processes that share the folder see the same
    /// number.
    public func generation(_ key: CacheKey) throws(APIError) -> UInt64 {
        let diskFolder = try current()
        return key.namespaces.reduce(0) { $0 &+ diskFolder.generation(for: $1) }
    }

    /// Makes the entries of a namespace stale for all processes that share the folder.
    public func invalidate(_ namespace: CacheKey.Namespace) throws(APIError) {
        try current().invalidate(namespace.digest)
        changes?.send(.invalidated(namespace))
    }

    /// Returns the size of a scope in bytes. It is at hand for everything and for an account. For a method, the sizes
    /// of its files are added up.
    public func size(_ scope: CacheKey.Scope) throws(APIError) -> Int {
        switch scope {
        case .all:
            return try withIndex { _, index throws(APIError) in
                Int(clamping: index.header.bytes)
            }
        case .account(let account, let api):
            let owner = EntryName.owner(for: account, api: api)
            return try withIndex { _, index throws(APIError) in
                Int(clamping: try index.size(owner: owner))
            }
        case .method:
            var size = 0
            let diskFolder = try current()
            try diskFolder.forEach(in: scope) { name throws(APIError) in
                size += Int(clamping: diskFolder.size(of: name))
            }
            return size
        }
    }
}

extension DiskStore {
    /// Moves a written file to its place. Returns `false` if the file or the folder has been deleted.
    ///
    /// The index changes before the file, and a removal does it in the other order. If a process is killed between the
    /// two, the index counts an entry without a file, or a file as larger than it is, and the entry becomes the oldest
    /// in time. No file is left uncounted, and the room for it is made before it takes its place.
    private func put(
        _ written: String,
        as name: EntryName,
        size: UInt64,
        in folder: DiskFolder
    ) throws(APIError)
        -> Bool
    {
        try withIndex { diskFolder, index throws(APIError) in
            guard diskFolder === folder else { return false }
            try diskFolder.makeFolders(for: name)
            let before = try index.size(of: name)
            // A larger file counts until a smaller one has replaced it.
            try index.use(name, size: max(size, before ?? 0))
            try makeRoom(besides: name, in: diskFolder, index: &index)
            let outcome = Result { () throws(APIError) in
                try diskFolder.move(written, to: name)
            }
            guard case .success(true) = outcome else {
                if let before {
                    try index.use(name, size: before)
                } else {
                    try index.remove(name)
                }
                return try outcome.get()
            }
            if size < before ?? 0 {
                try index.use(name, size: size)
            }
            // A sum that is wrong after a power failure must not keep other entries out.
            if index.header.bytes > UInt64(limit) {
                try index.rewrite(with: diskFolder.scan())
            }
            return true
        }
    }

    /// Removes the entries that were used least recently until the others fit the limit.
    private func makeRoom(
        besides name: EntryName,
        in diskFolder: DiskFolder,
        index: inout DiskIndex
    ) throws(APIError) {
        while index.header.bytes > UInt64(limit), let oldest = try index.oldest(), oldest != name {
            try diskFolder.remove(oldest)
            try index.remove(oldest)
        }
    }

    /// Removes the files that the index does not count, after a process was killed. The index changes before a file
    /// comes, so under the lock such a file belongs to nobody.
    private func removeUncounted(in diskFolder: DiskFolder, index: DiskIndex) throws(APIError) {
        try diskFolder.forEach(in: .all) { name throws(APIError) in
            if try index.size(of: name) == nil {
                try diskFolder.remove(name)
            }
        }
    }

    /// Marks an entry as used.
    ///
    /// The entry is served even if this fails because the folder cannot be written or another process holds the index.
    /// Then it may only be removed earlier than it should.
    private func noteUse(of name: EntryName, size: Int) {
        do {
            try withIndex(patience: 10_000) { diskFolder, index throws(APIError) in
                // Another process may have removed it since it was read.
                if try index.size(of: name) != nil || diskFolder.size(of: name) > 0 {
                    try index.use(name, size: UInt64(size))
                }
            }
        } catch {}
    }

    /// Removes a damaged entry. It is read again under the lock, because another process may have replaced it. A
    /// failure is ignored, because a damaged entry is never served.
    private func discard(_ name: EntryName, for key: CacheKey) {
        do {
            try withIndex { diskFolder, index throws(APIError) in
                guard case .damaged = try diskFolder.entry(named: name, for: key) else { return }
                try diskFolder.remove(name)
                try index.remove(name)
            }
        } catch {}
    }

    /// Returns the folder as it is now.
    private func current() throws(APIError) -> DiskFolder {
        lock.lock()
        defer { lock.unlock() }
        return try open()
    }

    /// Returns the folder, and opens it again if it was deleted.
    private func open() throws(APIError) -> DiskFolder {
        if let opened, !opened.isGone {
            return opened
        }
        let diskFolder = try DiskFolder(at: folder.path)
        opened = diskFolder
        return diskFolder
    }

    /// Runs `body` with the locked index. The index is made anew if it is lost or damaged.
    ///
    /// - Parameter patience: The longest wait for another process, in microseconds.
    private func withIndex<Value>(
        patience: UInt32 = 5_000_000,
        _ body: (DiskFolder, inout DiskIndex) throws(APIError) -> Value
    ) throws(APIError) -> Value {
        lock.lock()
        defer { lock.unlock() }
        // An index that could not be opened is tried again, because there may be room or permission by now.
        if let opened, opened.index < 0 {
            self.opened = nil
        }
        for _ in 0..<5 {
            let diskFolder = try open()
            try diskFolder.lockIndex(patience: patience)
            defer { diskFolder.unlockIndex() }
            if diskFolder.isGone {
                continue
            }
            let found = try DiskIndex(diskFolder.index)
            var index =
                if let found {
                    found
                } else {
                    try DiskIndex(diskFolder.index, entries: diskFolder.scan())
                }
            do throws(APIError) {
                if diskFolder.takeEvidenceOfKill() {
                    try removeUncounted(in: diskFolder, index: index)
                }
                return try body(diskFolder, &index)
            } catch {
                guard try DiskIndex(diskFolder.index) == nil else {
                    throw error
                }
            }
        }
        throw APIError(
            .storage,
            "the cache folder \(folder.path) was deleted or damaged repeatedly while it was being created")
    }
}
