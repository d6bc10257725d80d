import Foundation
import Methodical
import MethodicalCache

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Prints `name value` lines, in microseconds of CPU of one operation.
///
///     CacheBenchmark memory|disk|grow FOLDER
@main
struct Benchmark {
    static func main() throws {
        let words = CommandLine.arguments
        let folder = URL(fileURLWithPath: words[2])
        switch words[1] {
        case "memory":
            try find(
                MemoryStore(limit: 1 << 28), URLCache(memoryCapacity: 1 << 28, diskCapacity: 0, diskPath: folder.path),
                200_000)
        case "disk":
            let rival = URLCache(
                memoryCapacity: 0, diskCapacity: 1 << 28, diskPath: folder.appendingPathComponent("rival").path)
            try find(DiskStore(folder: folder.appendingPathComponent("ours")), rival, 10_000)
        default: try grow(folder)
        }
    }

    /// Finds each of 1,000 entries of 10 KB in a random order and reads their bytes.
    private static func find(_ store: any CacheStore, _ rival: URLCache, _ times: Int) throws {
        let body = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let keys = (0..<1000).map(key)
        let requests = (0..<1000).compactMap { URL(string: "https://api.example.com/method/users.get?ids=\($0)") }.map {
            URLRequest(url: $0)
        }
        for key in keys { try store.store(CacheEntry(body: body, stored: Date(), lifetime: .oneDay), key) }
        for request in requests {
            guard let url = request.url,
                let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
            else {
                continue
            }
            rival.storeCachedResponse(CachedURLResponse(response: response, data: body), for: request)
        }
        // URLCache may write in the background.
        Thread.sleep(forTimeInterval: 1)
        var found = (ours: 0, rival: 0)
        let ours = try microseconds(times) {
            if try store.entry(keys[$0 &* 7919 % 1000])?.body.last == body.last { found.ours += 1 }
        }
        let rivalTimes = times / 10
        let theirs = microseconds(rivalTimes) {
            if rival.cachedResponse(for: requests[$0 &* 7919 % 1000])?.data.last == body.last { found.rival += 1 }
        }
        guard found.ours == times else { throw Missing(what: "of \(times) only \(found.ours) were found") }
        print("find", ours)
        print("rival", found.rival == rivalTimes ? theirs : -1)
        print("rival-found", Double(found.rival) / Double(rivalTimes))
    }

    struct Missing: Error { let what: String }

    /// Measures each operation with 1,000 and with 100,000 entries of 200 bytes, and the first read of a new process.
    private static func grow(_ folder: URL) throws {
        for (name, make) in [("memory", { _ in MemoryStore(limit: 1 << 30) }), ("disk", { DiskStore(folder: $0) })]
            as [(String, (URL) -> any CacheStore)]
        {
            for count in [1000, 100_000] {
                let place = folder.appendingPathComponent("\(name)-\(count)")
                let store = make(place)
                let body = Data(repeating: 7, count: 200)
                let entry = CacheEntry(body: body, stored: Date(), lifetime: .oneDay)
                let keys = (0..<count).map(key)
                print("\(name)-fill-\(count)", try microseconds(count) { try store.store(entry, keys[$0]) })
                let times = 2000
                var found = 0
                func pick(_ index: Int) -> CacheKey { keys[index &* 7919 % count] }
                for _ in 0..<times { _ = try store.entry(pick(found)) }
                print(
                    "\(name)-find-\(count)",
                    try microseconds(times) { if try store.entry(pick($0)) != nil { found += 1 } })
                guard found == times else { throw Missing(what: "of \(times) only \(found) were found") }
                let missing = (0..<times).map { key($0 + 1_000_000) }
                print("\(name)-miss-\(count)", try microseconds(times) { _ = try store.entry(missing[$0]) })
                print("\(name)-replace-\(count)", try microseconds(times) { try store.store(entry, pick($0)) })
                print(
                    "\(name)-size-\(count)",
                    try microseconds(times) { _ = try store.size($0 % 2 == 0 ? .all : .account("1", api: "VK")) })
                print("\(name)-remove-\(count)", try microseconds(500) { try store.remove(pick($0)) })
                if name == "disk" {
                    print("disk-cold-\(count)", try microseconds(20) { _ in _ = try make(place).entry(pick(700)) })
                    let tight = DiskStore(folder: place, limit: try store.size(.all))
                    print("disk-evict-\(count)", try microseconds(400) { try tight.store(entry, missing[$0]) })
                }
            }
        }
    }

    private static func key(_ number: Int) -> CacheKey {
        CacheKey(
            api: "VK", account: Account.ID(number % 10), method: "method\(number % 100)",
            identity: "5.199 fields=photo_50,city user_ids=\(number)")
    }

    private static func microseconds(_ times: Int, _ body: (Int) throws -> Void) rethrows -> Double {
        let start = cpu()
        for index in 0..<times { try body(index) }
        return (cpu() - start) / Double(times) * 1e6
    }

    /// Returns the CPU time of all threads.
    private static func cpu() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
