import Foundation
import Methodical

/// Answers on disk, in a folder that processes may share and anybody may delete at any time.
///
/// An entry is a file, written aside and renamed: it is there whole or not at all. Files and folders are its owner's alone. A folder that is a symbolic
/// link, belongs to another user or that others may write to is refused. What is damaged or of another version's format is not found.
public final class DiskStore: CacheStore, @unchecked Sendable {
    public let folder: URL
    /// In bytes of files.
    public let limit: Int
    private let lock = NSLock()
    private var opened: DiskFolder?

    /// Nothing is opened before the first use.
    public init(folder: URL, limit: Int = 256 << 20) {
        self.folder = folder
        self.limit = limit
    }

    public func entry(_ key: CacheKey) throws(APIError) -> CacheEntry? {
        let name = EntryName(key)
        let place = try current()
        switch try place.entry(name, key) {
        case .entry(let entry, let size):
            if place.index >= 0 { noteUse(name, size) }
            return entry
        case .damaged: discard(name, key)
        case .other, nil: break
        }
        return nil
    }

    public func store(_ entry: CacheEntry, _ key: CacheKey) throws(APIError) {
        let name = EntryName(key)
        let head = EntryFile.head(entry, key)
        let size = head.count + entry.body.count
        guard size <= limit else { return try remove(key) }
        for _ in 0..<5 {
            let place = try current()
            guard let written = try place.writeAside(head, entry.body) else { continue }
            defer { close(written.file) }
            let outcome = Result { () throws(APIError) in try put(written.name, name, UInt64(size), place) }
            if case .success(true) = outcome { return }
            place.removeTemporary(written.name)
            _ = try outcome.get()
        }
        throw APIError(.storage, "the cache folder \(folder.path) is deleted as fast as it is made")
    }

    public func remove(_ key: CacheKey) throws(APIError) {
        let name = EntryName(key)
        try withIndex { place, index throws(APIError) in
            try place.remove(name)
            try index.remove(name)
        }
    }

    /// Reads only the names in the scope; other processes go on meanwhile.
    public func removeAll(_ scope: CacheScope) throws(APIError) {
        try current().forEach(scope) { name throws(APIError) in
            try withIndex { place, index throws(APIError) in
                try place.remove(name)
                try index.remove(name)
            }
        }
        // What was killed between index and file, or lost its file to somebody else, still counts.
        if case .method = scope { return }
        if try size(scope) > 0 { try withIndex { place, index throws(APIError) in try index.rewrite(place.scan()) } }
    }

    public func generation(_ key: CacheKey) throws(APIError) -> UInt64 {
        let place = try current()
        return key.namespaces.reduce(0) { $0 &+ place.generation($1) }
    }

    public func invalidate(_ namespace: CacheNamespace) throws(APIError) { try current().invalidate(namespace.digest) }

    /// Of all and of an account at once; of a method by its files' sizes.
    public func size(_ scope: CacheScope) throws(APIError) -> Int {
        switch scope {
        case .all: return try withIndex { _, index throws(APIError) in Int(clamping: index.header.bytes) }
        case .account(let account, let api):
            let owner = EntryName.owner(account, api: api)
            return try withIndex { _, index throws(APIError) in Int(clamping: try index.size(owner: owner)) }
        case .method:
            var size = 0
            let place = try current()
            try place.forEach(scope) { name throws(APIError) in size += Int(clamping: place.size(name)) }
            return size
        }
    }
}

extension DiskStore {
    /// Index first, file second, and the other way round to remove: who is killed between leaves an entry that is counted and not there, and in
    /// time is the oldest. Never a file that nobody counts.
    private func put(_ written: String, _ name: EntryName, _ size: UInt64, _ folder: DiskFolder) throws(APIError)
        -> Bool
    {
        try withIndex { place, index throws(APIError) in
            guard place === folder else { return false }
            try place.makeFolders(name)
            let before = try index.size(name)
            try index.use(name, size)
            let outcome = Result { () throws(APIError) in try place.move(written, to: name) }
            guard case .success(true) = outcome else {
                if let before { try index.use(name, before) } else { try index.remove(name) }
                return try outcome.get()
            }
            while index.header.bytes > UInt64(limit), let oldest = try index.oldest(), oldest != name {
                try place.remove(oldest)
                try index.remove(oldest)
            }
            // A sum that no longer adds up, after a power failure, must not keep all others out.
            if index.header.bytes > UInt64(limit) { try index.rewrite(place.scan()) }
            return true
        }
    }

    /// An entry that was read is served, whether or not that can be noted: not in a folder that cannot be written, nor while another process holds
    /// the index for long. It may only go earlier than it should.
    private func noteUse(_ name: EntryName, _ size: Int) {
        do {
            try withIndex(patience: 10_000) { place, index throws(APIError) in
                // Somebody may have removed it since it was read.
                if try index.size(name) != nil || place.size(name) > 0 { try index.use(name, UInt64(size)) }
            }
        } catch {}
    }

    /// Looks again under the lock: another process may have replaced it. What cannot be removed is as good as not there.
    private func discard(_ name: EntryName, _ key: CacheKey) {
        do {
            try withIndex { place, index throws(APIError) in
                guard case .damaged = try place.entry(name, key) else { return }
                try place.remove(name)
                try index.remove(name)
            }
        } catch {}
    }

    private func current() throws(APIError) -> DiskFolder {
        lock.lock()
        defer { lock.unlock() }
        return try open()
    }

    /// As it is now: opened again if somebody deleted it.
    private func open() throws(APIError) -> DiskFolder {
        if let opened, !opened.isGone { return opened }
        let place = try DiskFolder(folder.path)
        opened = place
        return place
    }

    /// Makes the index anew if it is lost or damaged.
    private func withIndex<Value>(
        patience: UInt32 = 5_000_000, _ body: (DiskFolder, inout DiskIndex) throws(APIError) -> Value
    ) throws(APIError) -> Value {
        lock.lock()
        defer { lock.unlock() }
        // There may be room or the right to write by now.
        if let opened, opened.index < 0 { self.opened = nil }
        for _ in 0..<5 {
            let place = try open()
            try place.lockIndex(patience: patience)
            defer { place.unlockIndex() }
            if place.isGone { continue }
            let found = try DiskIndex(place.index)
            var index = if let found { found } else { try DiskIndex(place.index, place.scan()) }
            do throws(APIError) {
                return try body(place, &index)
            } catch {
                guard try DiskIndex(place.index) == nil else { throw error }
            }
        }
        throw APIError(.storage, "the cache folder \(folder.path) is deleted or damaged as fast as it is made")
    }
}
