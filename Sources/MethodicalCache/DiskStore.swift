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
    private func put(_ written: String, _ name: EntryName, _ size: UInt64, _ folder: DiskFolder) throws(APIError) -> Bool {
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

/// What a file holds: a header of 64 bytes, key, three header fields, body.
enum EntryFile {
    case entry(CacheEntry, size: Int)
    case damaged
    /// Sound, but of another format or under another key.
    case other

    static let headerSize = 64
    /// Ends in the format's version.
    private static let mark: UInt64 = 0x4D54_4844_4C45_0001
    private static let none = UInt16.max

    private struct Header {
        var mark = EntryFile.mark
        /// Of all that follows, to the end of the file.
        var check: UInt64 = 0
        var length: UInt64
        var stored: UInt64
        var seconds: Int64
        var attoseconds: Int64
        var key: UInt32
        /// Nothing in files that an earlier version wrote.
        var link: UInt16
        var unused: UInt16 = 0
        var status: Int16
        var etag: UInt16
        var lastModified: UInt16
        var contentType: UInt16
    }

    /// All of a file but the body.
    static func head(_ entry: CacheEntry, _ key: CacheKey) -> [UInt8] {
        // No header field of a server is that long; one that is is not needed.
        let texts = [entry.etag, entry.lastModified, entry.contentType, entry.link ?? ""].map {
            $0.map { Array($0.utf8) }.flatMap { $0.count < none ? $0 : nil }
        }
        let lifetime = entry.lifetime.duration.components
        let rest = key.bytes + texts.compactMap { $0 }.joined()
        var header = Header(
            length: UInt64(headerSize + rest.count + entry.body.count), stored: entry.stored.timeIntervalSinceReferenceDate.bitPattern,
            seconds: lifetime.seconds, attoseconds: lifetime.attoseconds, key: UInt32(key.bytes.count),
            link: UInt16(texts[3]?.count ?? 0), status: Int16(clamping: entry.status),
            etag: texts[0].map { UInt16($0.count) } ?? none, lastModified: texts[1].map { UInt16($0.count) } ?? none,
            contentType: texts[2].map { UInt16($0.count) } ?? none)
        var head = withUnsafeBytes(of: header) { Array($0) } + rest
        header.check = entry.body.withUnsafeBytes { digest($0, head[16...].withUnsafeBytes { digest($0, 0) }) }
        withUnsafeBytes(of: header.check) { head.replaceSubrange(8..<16, with: $0) }
        return head
    }

    /// Takes the bytes over: the entry's body lies in them.
    init(taking bytes: UnsafeMutableRawBufferPointer, _ key: CacheKey) {
        var isTaken = false
        defer { if !isTaken { bytes.deallocate() } }
        let header = bytes.loadUnaligned(as: Header.self)
        guard header.mark == Self.mark else {
            self = header.mark >> 16 == Self.mark >> 16 ? .other : .damaged
            return
        }
        let texts = [header.etag, header.lastModified, header.contentType, header.link].map { $0 == Self.none ? nil : Int($0) }
        let start = Self.headerSize + Int(header.key)
        let body = texts.reduce(start) { $0 + ($1 ?? 0) }
        let parts = UnsafeRawBufferPointer(bytes)
        guard header.length == bytes.count, body <= bytes.count,
            header.check == digest(.init(rebasing: parts[body...]), digest(.init(rebasing: parts[16..<body]), 0))
        else {
            self = .damaged
            return
        }
        guard parts[Self.headerSize..<start].elementsEqual(key.bytes) else {
            self = .other
            return
        }
        var at = start
        func text(_ count: Int?) -> String? {
            guard let count else { return nil }
            defer { at += count }
            return String(decoding: parts[at..<(at + count)], as: UTF8.self)
        }
        let (etag, lastModified, contentType, link) = (text(texts[0]), text(texts[1]), text(texts[2]), text(texts[3]))
        var data = Data()
        if body < bytes.count, let base = bytes.baseAddress {
            isTaken = true
            data = Data(bytesNoCopy: base + body, count: bytes.count - body, deallocator: .custom { _, _ in base.deallocate() })
        }
        var entry = CacheEntry(
            body: data, status: Int(header.status), stored: Date(timeIntervalSinceReferenceDate: Double(bitPattern: header.stored)),
            lifetime: Lifetime(Duration(secondsComponent: header.seconds, attosecondsComponent: header.attoseconds)), etag: etag,
            lastModified: lastModified, contentType: contentType, link: link?.isEmpty == true ? nil : link)
        entry.isFromDisk = true
        self = .entry(entry, size: bytes.count)
    }
}
