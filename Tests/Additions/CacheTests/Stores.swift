import Foundation
import Methodical
import TestFiles

@testable import MethodicalCache

/// The kinds of stores, all of which must pass the same tests.
enum StoreKind: CaseIterable {
    case memory, disk, layered

    func store(_ folder: TemporaryFolder, limit: Int = 1 << 20) -> any CacheStore {
        switch self {
        case .memory: MemoryStore(limit: limit)
        case .disk: DiskStore(folder: folder.url, limit: limit)
        case .layered: LayeredStore(front: MemoryStore(limit: limit), back: DiskStore(folder: folder.url, limit: limit))
        }
    }
}

extension TemporaryFolder {
    /// Returns the files that hold entries, without the store's index files.
    func entryFiles() throws -> [URL] {
        try files().filter { $0.lastPathComponent.count == 32 }
    }

    func files() throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).map { url.appendingPathComponent($0) }
    }

    var index: URL { url.appendingPathComponent("index-1") }
}

extension CacheKey {
    static func sample(_ identity: String, method: String = "users.get", account: Account.ID = 1, api: String = "VK")
        -> CacheKey
    {
        CacheKey(api: api, account: account, method: method, identity: identity)
    }
}

extension CacheEntry {
    static func sample(_ text: String, lifetime: CacheEntry.Lifetime = .oneHour) -> CacheEntry {
        CacheEntry(
            body: Data(text.utf8), status: 203, stored: Date(timeIntervalSince1970: 1e9 + 0.123), lifetime: lifetime,
            etag: "\"é\"")
    }
}
