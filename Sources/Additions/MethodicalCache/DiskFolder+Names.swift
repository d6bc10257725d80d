import Foundation
import Methodical

/// The names of the entries in a folder.
extension DiskFolder {
    /// Returns the names in a folder, or none if it is deleted.
    func names(in folder: String) -> [String] {
        let opened = Self.openFolder(in: root, at: folder)
        guard opened >= 0 else { return [] }
        guard let stream = fdopendir(opened) else {
            close(opened)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout.offset(of: \dirent.d_name) else { continue }
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." {
                names.append(name)
            }
        }
        return names
    }

    /// Calls `body` with each entry of a scope. Skips file names that are not the store's.
    func forEach(in scope: CacheKey.Scope, _ body: (EntryName) throws(APIError) -> Void) throws(APIError) {
        var owner: UInt64?
        var method: UInt64?
        switch scope {
        case .all: break
        case .account(let account, let api): owner = EntryName.owner(for: account, api: api)
        case .method(let name, let account, let api):
            owner = EntryName.owner(for: account, api: api)
            method = EntryName.method(name)
        }
        for owner in owner.map({ [$0] }) ?? digests(in: ".") {
            let account = EntryName.hexadecimal([owner])
            for method in method.map({ [$0] }) ?? digests(in: account) {
                let folder = account + "/" + EntryName.hexadecimal([method])
                for name in names(in: folder) where name.utf8.count == 32 {
                    guard let key = UInt64(name.prefix(16), radix: 16) else { continue }
                    guard let check = UInt64(name.suffix(16), radix: 16) else { continue }
                    try body(EntryName(owner: owner, method: method, key: key, check: check))
                }
            }
        }
    }

    private func digests(in folder: String) -> [UInt64] {
        let digests = names(in: folder).filter { $0.utf8.count == 16 }
        return digests.compactMap { UInt64($0, radix: 16) }
    }

    /// Returns the size of an entry's file in bytes, or 0 if there is none.
    func size(of name: EntryName) -> UInt64 {
        var status = stat()
        if fstatat(root, name.path, &status, Int32(AT_SYMLINK_NOFOLLOW)) == 0 {
            return UInt64(status.st_size)
        }
        return 0
    }

    /// Returns all entries with their sizes, the oldest first, to make an index anew. Reads no file's content.
    func scan() throws(APIError) -> [(name: EntryName, size: UInt64)] {
        var found: [(name: EntryName, size: UInt64, seconds: Int, nanoseconds: Int)] = []
        try forEach(in: .all) { name throws(APIError) in
            var status = stat()
            guard fstatat(root, name.path, &status, Int32(AT_SYMLINK_NOFOLLOW)) == 0 else {
                return
            }
            let time = status.modified
            found.append((name, UInt64(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)))
        }
        let sorted = found.sorted {
            ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds)
        }
        return sorted.map { ($0.name, $0.size) }
    }
}
