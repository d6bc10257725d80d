import Foundation
import TestFiles
import Testing

@testable import Methodical
@testable import MethodicalCache

/// Tests of a cache whose index is damaged on disk. No damaged number may crash the process or lose an intact entry.
@Suite struct IndexDamageTests {
    let folder = TemporaryFolder()
    var store: DiskStore { DiskStore(folder: folder.url) }

    /// An entry with a damaged size does not crash the process. Slots begin at byte 1024 and are 64 bytes long; the
    /// size of an entry lies at byte 40 of its slot.
    @Test(arguments: [UInt64.max, 1 << 63, 1 << 40]) func aDamagedSizeEndsNoProcess(size: UInt64) throws {
        for number in 0..<20 {
            try store.store(.sample("\(number)"), .sample("\(number)", account: Account.ID(number % 2)))
        }
        let before = try store.size(.all)
        var index = try Data(contentsOf: folder.index)
        let slots = stride(from: 1024 + 64, to: index.count - 63, by: 64).filter { index[$0] == 1 }
        #expect(slots.count == 20)
        for slot in slots.prefix(3) {
            index.replaceSubrange(slot + 40..<slot + 48, with: withUnsafeBytes(of: size) { Data($0) })
        }
        try index.write(to: folder.index)
        for _ in 0..<2 {
            let after = DiskStore(folder: folder.url, limit: before + 1000)
            for number in 0..<20 {
                #expect(try after.entry(.sample("\(number)", account: Account.ID(number % 2))) == .sample("\(number)"))
            }
            try after.store(.sample("new"), .sample("new"))
            #expect(try after.size(.all) == folder.entryFiles().reduce(0) { try $0 + Data(contentsOf: $1).count })
        }
    }

    @Test(arguments: 0..<200) func noDamageEndsTheProcess(seed: UInt64) throws {
        var random = Splitmix(state: seed)
        let store = store
        for number in 0..<30 {
            try store.store(.sample("\(number)"), .sample("\(number)", account: Account.ID(number % 3)))
        }
        for round in 0..<4 {
            var index = try Data(contentsOf: folder.index)
            for _ in 0..<(1 + random.next() % 8) {
                // A third of the bytes lie in the header and the journal, a third in used slots, and a third anywhere.
                let used = stride(from: 1024, to: index.count - 63, by: 64).filter { index[$0] != 0 }
                let at =
                    switch random.next() % 3 {
                    case 0: Int(random.next() % 1024)
                    case 1: (used.randomElement(using: &random) ?? 0) + Int(random.next() % 64)
                    default: Int(random.next() % UInt64(index.count))
                    }
                index[at] = random.next() % 4 == 0 ? 0xFF : index[at] ^ (1 << UInt8(random.next() % 8))
            }
            if round == 3 { index = index.prefix(Int(random.next() % UInt64(index.count))) }
            try index.write(to: folder.index)
            let after = DiskStore(folder: folder.url, limit: 100_000)
            for number in 0..<30 {
                let key = CacheKey.sample("\(number)", account: Account.ID(number % 3))
                #expect(try after.entry(key) == .sample("\(number)"), "seed \(seed), entry \(number)")
            }
            try after.store(.sample("more"), .sample("more \(round)"))
            try after.remove(.sample("more \(round)"))
            let sizes = try (0..<3).map { try after.size(.account(Account.ID($0), api: "VK")) }
            #expect(try after.size(.all) == sizes.reduce(0, +), "seed \(seed)")
            let small = DiskStore(folder: folder.url, limit: 100_000)
            for number in 0..<30 where number % 5 == Int(seed % 5) {
                try small.store(.sample("\(number)"), .sample("\(number)", account: Account.ID(number % 3)))
            }
        }
        try DiskStore(folder: folder.url, limit: 500).store(.sample("last"), .sample("last"))
        #expect(try store.size(.all) <= 500)
    }
}

private struct Splitmix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
