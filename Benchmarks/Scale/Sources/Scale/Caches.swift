import Foundation
import Methodical
import MethodicalCache

/// Caches of many entries of 200 bytes.
enum Caches {
    private static let entry = CacheEntry(body: Data(repeating: 7, count: 200), stored: Date(), lifetime: .oneDay)

    static func inMemory(entries: Int) throws {
        let store = MemoryStore(limit: 1 << 40)
        try fillAndUse(store, entries: entries)
        let remaining = entries - entries / 10
        let limited = MemoryStore(limit: store.size(.all) / entries * remaining)
        for number in 0..<remaining { limited.store(entry, key(number)) }
        let times = min(entries / 10, 20_000)
        print("replace-oldest", microseconds(times) { limited.store(entry, key(entries + $0)) })
    }

    static func onDisk(entries: Int, folder: String) throws {
        let folder = URL(fileURLWithPath: folder)
        try fillAndUse(DiskStore(folder: folder, limit: 1 << 40), entries: entries)
        let times = 20
        // A new process starts with a store that has not been opened.
        print(
            "start",
            try microseconds(times) {
                guard try DiskStore(folder: folder, limit: 1 << 40).entry(key($0)) != nil else {
                    throw Problem("an entry is missing")
                }
            })
        let index = folder.appendingPathComponent("index-1")
        let attributes = try FileManager.default.attributesOfItem(atPath: index.path)
        print("index", Double((attributes[.size] as? Int) ?? 0) / Double(entries))
        let limited = DiskStore(folder: folder, limit: try DiskStore(folder: folder, limit: 1 << 40).size(.all))
        print("replace-oldest", try microseconds(400) { try limited.store(entry, key(entries + $0)) })
        // A lost index is made anew from the names and sizes of the files.
        try FileManager.default.removeItem(at: index)
        let rebuilt = try microseconds(1) { _ in _ = try DiskStore(folder: folder, limit: 1 << 40).size(.all) }
        print("rebuild", rebuilt / Double(entries))
    }

    private static func fillAndUse(_ store: any CacheStore, entries: Int) throws {
        print("store", try microseconds(entries) { try store.store(entry, key($0)) })
        let times = 10_000
        var found = 0
        print(
            "find",
            try microseconds(times) {
                if try store.entry(key($0 &* 7919 % entries)) != nil { found += 1 }
            })
        guard found == times else { throw Problem("of \(times) entries only \(found) were found") }
        print("miss", try microseconds(times) { _ = try store.entry(key(2 * entries + $0)) })
        print("size", try microseconds(times) { _ in _ = try store.size(.all) })
    }

    private static func key(_ number: Int) -> CacheKey {
        CacheKey(
            api: "Service", account: Account.ID(number % 10), method: "method\(number % 100)",
            identity: "fields=photo_50,city user_ids=\(number)")
    }
}
