import Foundation
import Methodical
import MethodicalCache

/// Runs four processes at a time that store, read and remove. All are killed at a random moment, and the next start
/// must work.
struct Killing {
    private let folder: URL
    private var random: SplitMix
    private static let keys = 400
    private static let limit = 400_000

    init(_ folder: URL, seed: UInt64) {
        self.folder = folder
        random = SplitMix(state: seed)
    }

    mutating func run(rounds: Int) throws {
        // There is something to find, however late the workers start.
        let first = DiskStore(folder: folder, limit: Self.limit)
        for number in 0..<Self.keys {
            try first.store(Sample.entry(number, stamp: 7, size: 80), Sample.key(number))
        }
        var found = 0
        for round in 1...rounds {
            let workers = (0..<4).map { _ in start(seed: random.next()) }
            usleep(UInt32.random(in: 200...3000, using: &random))
            for worker in workers { kill(worker, SIGKILL) }
            for worker in workers {
                var status: Int32 = 0
                waitpid(worker, &status, 0)
                guard status & 0x7F == SIGKILL else {
                    throw Stress.Failure(what: "round \(round): a worker ended by itself, status \(status)")
                }
            }
            found += try inspect(round)
        }
        let store = DiskStore(folder: folder, limit: Self.limit)
        try store.removeAll(.all)
        guard try store.size(.all) == 0 else { throw Stress.Failure(what: "something is left") }
        print("rounds: \(rounds), found: \(found > rounds)")
    }

    private func inspect(_ round: Int) throws -> Int {
        var found = 0
        // The files count, before any process has looked at what the killed ones have left.
        let size = try entrySize()
        guard size <= Self.limit else {
            throw Stress.Failure(what: "round \(round): the files have \(size) bytes, more than the limit")
        }
        let store = DiskStore(folder: folder, limit: Self.limit)
        let all = round % 25 == 0
        for number in all ? Array(0..<Self.keys) : (0..<20).map({ ($0 * 37 + round) % Self.keys }) {
            guard let entry = try store.entry(Sample.key(number)) else { continue }
            guard Sample.isSound(entry, number) else {
                throw Stress.Failure(what: "round \(round): entry \(number) is damaged")
            }
            found += 1
        }
        try store.store(Sample.entry(round % Self.keys, stamp: 7, size: 80), Sample.key(round % Self.keys))
        guard try Sample.isSound(store.entry(Sample.key(round % Self.keys)), round % Self.keys) else {
            throw Stress.Failure(what: "round \(round): a new entry is not found")
        }
        guard try store.size(.all) <= Self.limit else { throw Stress.Failure(what: "round \(round): over its limit") }
        return found
    }

    /// Returns the size of the files of all entries. Their names have 32 digits.
    private func entrySize() throws -> Int {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.map { folder.appendingPathComponent($0) }.filter { $0.lastPathComponent.count == 32 }
            .reduce(0) { sum, file in
                let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
                return sum + (attributes?[.size] as? Int ?? 0)
            }
    }

    /// Starts a child that works until it is killed. It ends by itself only after a failure.
    private func start(seed: UInt64) -> pid_t {
        let child = fork_()
        guard child == 0 else { return child }
        var random = SplitMix(state: seed)
        do {
            let store = DiskStore(folder: folder, limit: Self.limit)
            while true {
                let number = Int.random(in: 0..<Self.keys, using: &random)
                switch Int.random(in: 0..<100, using: &random) {
                case 0..<50:
                    let size =
                        Int.random(in: 0..<10, using: &random) == 0 ? 20_000 : Int.random(in: 0..<800, using: &random)
                    try store.store(Sample.entry(number, stamp: random.next(), size: size), Sample.key(number))
                case 50..<90:
                    if let entry = try store.entry(Sample.key(number)), !Sample.isSound(entry, number) { _exit(3) }
                case 90..<99: try store.remove(Sample.key(number))
                default: try store.removeAll(.method("method\(number % 5)", Account.ID(number % 3), api: "Stress"))
                }
            }
        } catch {
            FileHandle.standardError.write(Data("a worker failed: \(error)\n".utf8))
            _exit(4)
        }
    }
}

/// Swift hides `fork` because of children that go on using threads. These have one thread.
@_silgen_name("fork")
private func fork_() -> pid_t

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
