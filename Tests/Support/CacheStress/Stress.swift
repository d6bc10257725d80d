import Foundation
import Methodical
import MethodicalCache

/// Tests a cache in ways that would end a test's own process.
///
///     CacheStress kill FOLDER ROUNDS SEED   processes that use one cache, killed at random moments
///     CacheStress full FOLDER               a disk that takes no large file
///     CacheStress read-only FOLDER          a folder that cannot be written
///     CacheStress write FOLDER NAMESPACE API ACCOUNT   a write of another process
@main
struct Stress {
    static func main() {
        do {
            try run(CommandLine.arguments)
        } catch {
            print(error)
            exit(1)
        }
    }

    private static func run(_ words: [String]) throws {
        guard words.count > 2 else { throw Failure(what: "usage: CacheStress kill|full|read-only|write FOLDER ...") }
        let folder = URL(fileURLWithPath: words[2])
        switch words[1] {
        case "kill":
            var killing = Killing(folder, seed: UInt64(words[4]) ?? 0)
            try killing.run(rounds: Int(words[3]) ?? 1)
        case "full": try fullDisk(folder)
        case "read-only": try readOnly(folder)
        case "write":
            let namespace = CacheKey.Namespace(words[3], api: words[4], account: Account.ID(words[5]))
            try DiskStore(folder: folder).invalidate(namespace)
        default: throw Failure(what: "no such stress: \(words[1])")
        }
    }

    struct Failure: Error { let what: String }

    /// Prints the error of a store without room, and whether the earlier entries are still there.
    private static func fullDisk(_ folder: URL) throws {
        signal(SIGXFSZ, SIG_IGN)
        let store = DiskStore(folder: folder)
        try store.store(Sample.entry(1, stamp: 1, size: 100), Sample.key(1))
        var limit = rlimit(rlim_cur: 40_000, rlim_max: 40_000)
        #if canImport(Darwin)
            setrlimit(RLIMIT_FSIZE, &limit)
        #else
            setrlimit(__rlimit_resource_t(1), &limit)
        #endif
        report { try store.store(Sample.entry(1, stamp: 2, size: 100_000), Sample.key(1)) }
        print("kept:", Sample.isSound(try store.entry(Sample.key(1)), 1))
        try store.store(Sample.entry(2, stamp: 3, size: 100), Sample.key(2))
        try store.remove(Sample.key(1))
        print(
            "left:",
            try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("tmp").path).count)
    }

    private static func readOnly(_ folder: URL) throws {
        let store = DiskStore(folder: folder)
        try store.store(Sample.entry(1, stamp: 1, size: 100), Sample.key(1))
        // Root may write everywhere.
        let user: uid_t = geteuid() == 0 ? 65534 : geteuid()
        let inside =
            FileManager.default.enumerator(atPath: folder.path)?.compactMap {
                ($0 as? String).map(folder.appendingPathComponent)
            } ?? []
        for item in [folder] + inside {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: item.path, isDirectory: &isFolder)
            chown(item.path, user, gid_t.max)
            chmod(item.path, isFolder.boolValue ? 0o500 : 0o400)
        }
        if user != geteuid() { seteuid(user) }
        let visitor = DiskStore(folder: folder)
        print("kept:", Sample.isSound(try visitor.entry(Sample.key(1)), 1))
        report { try visitor.store(Sample.entry(2, stamp: 2, size: 100), Sample.key(2)) }
        report { try visitor.remove(Sample.key(1)) }
    }

    private static func report(_ body: () throws -> Void) {
        do {
            try body()
            print("no error")
        } catch {
            print("error:", error)
        }
    }
}

/// Entries that show their owner and whether they are complete.
enum Sample {
    static func key(_ number: Int) -> CacheKey {
        CacheKey(api: "Stress", account: Account.ID(number % 3), method: "method\(number % 5)", identity: "\(number)")
    }

    static func entry(_ number: Int, stamp: UInt64, size: Int) -> CacheEntry {
        let words = [UInt64(number), stamp] + [UInt64](repeating: stamp &* 0x9E37_79B9_7F4A_7C15, count: size / 8)
        return CacheEntry(
            body: words.withUnsafeBytes { Data($0) }, stored: Date(), lifetime: .oneHour, etag: "\(stamp)")
    }

    static func isSound(_ entry: CacheEntry?, _ number: Int) -> Bool {
        guard let entry, let stamp = entry.etag.flatMap({ UInt64($0) }) else { return false }
        return entry.body == Self.entry(number, stamp: stamp, size: entry.body.count - 16).body
    }
}
