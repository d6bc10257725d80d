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
            // An entry can be shorter than `dirent`, so its name is read in place.
            guard let offset = MemoryLayout.offset(of: \dirent.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset)
            let name = String(cString: start.assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." {
                names.append(name)
            }
        }
        return names
    }

    /// Calls `body` with each entry of a scope. Skips file names that are not the store's.
    func forEach(in scope: CacheKey.Scope, _ body: (EntryName) throws(APIError) -> Void) throws(APIError) {
        switch scope {
        case .all:
            for owner in digests(in: ".") {
                try forEach(of: owner, body)
            }
        case .account(let account, let api):
            let owner = EntryName.owner(for: account, api: api)
            try forEach(of: owner, body)
        case .method(let name, let account, let api):
            let owner = EntryName.owner(for: account, api: api)
            let method = EntryName.method(name)
            try forEach(of: owner, method: method, body)
        }
    }

    /// Calls `body` with each entry of an account.
    private func forEach(
        of owner: UInt64,
        _ body: (EntryName) throws(APIError) -> Void
    ) throws(APIError) {
        let folder = EntryName.hexadecimal([owner])
        for method in digests(in: folder) {
            try forEach(of: owner, method: method, body)
        }
    }

    /// Calls `body` with each entry of a method.
    private func forEach(
        of owner: UInt64,
        method: UInt64,
        _ body: (EntryName) throws(APIError) -> Void
    ) throws(APIError) {
        let folder = EntryName.hexadecimal([owner]) + "/" + EntryName.hexadecimal([method])
        for name in names(in: folder) where name.utf8.count == 2 * Self.digitCount {
            guard let key = Self.digest(name.prefix(Self.digitCount)),
                let check = Self.digest(name.suffix(Self.digitCount))
            else {
                continue
            }
            let entry = EntryName(
                owner: owner,
                method: method,
                key: key,
                check: check)
            try body(entry)
        }
    }

    /// Reads a number as the store writes it: in 16 digits, with small letters. Returns `nil` for other names, such as
    /// `+1` or `FF` with as many characters, which the store would look for under another name.
    private static func digest(_ name: Substring) -> UInt64? {
        let isNumber = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
            default: false
            }
        }
        guard isNumber, name.utf8.count == digitCount else {
            return nil
        }
        return UInt64(name, radix: 16)
    }

    /// The number of hexadecimal digits of a number of 64 bits.
    private static let digitCount = 16

    private func digests(in folder: String) -> [UInt64] {
        names(in: folder).compactMap { Self.digest($0[...]) }
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
        var found: [(name: EntryName, size: UInt64, modified: timespec)] = []
        try forEach(in: .all) { name throws(APIError) in
            var status = stat()
            guard fstatat(root, name.path, &status, Int32(AT_SYMLINK_NOFOLLOW)) == 0 else {
                return
            }
            found.append((name, UInt64(status.st_size), status.modified))
        }
        let sorted = found.sorted { first, second in
            if first.modified.tv_sec != second.modified.tv_sec {
                return first.modified.tv_sec < second.modified.tv_sec
            }
            return first.modified.tv_nsec < second.modified.tv_nsec
        }
        return sorted.map { ($0.name, $0.size) }
    }
}
