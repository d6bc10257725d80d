import Foundation
import TestFiles
import Testing

@testable import Methodical
@testable import MethodicalCache

@Suite struct DiskStoreTests {
    let folder = TemporaryFolder()
    var store: DiskStore { DiskStore(folder: folder.url) }

    @Test func anotherProcessFindsIt() throws {
        let entry = CacheEntry(
            body: Data(repeating: 7, count: 100_001), status: 404, stored: Date(timeIntervalSinceReferenceDate: 0.1),
            lifetime: CacheEntry.Lifetime(.nanoseconds(1)),
            etag: nil, lastModified: "")
        try store.store(entry, .sample("a"))
        #expect(try store.entry(.sample("a")) == entry)
    }

    @Test func theOrderOfUseOutlivesTheProcess() throws {
        for name in ["a", "b", "c"] { try store.store(.sample("12345678"), .sample(name)) }
        _ = try store.entry(.sample("a"))
        try DiskStore(folder: folder.url, limit: store.size(.all)).store(.sample("12345678"), .sample("d"))
        #expect(try ["a", "b", "c", "d"].filter { try store.entry(.sample($0)) != nil } == ["a", "c", "d"])
    }

    @Test func growsAndShrinksWithItsEntries() throws {
        let store = store
        for number in 0..<1500 {
            try store.store(.sample("\(number)"), .sample("\(number)", account: Account.ID(number % 4)))
        }
        for number in 0..<1500 {
            #expect(try store.entry(.sample("\(number)", account: Account.ID(number % 4))) == .sample("\(number)"))
        }
        let files = try folder.entryFiles().reduce(0) { try $0 + Data(contentsOf: $1).count }
        #expect(try store.size(.all) == files)
        let small = DiskStore(folder: folder.url, limit: 5000)
        try small.store(.sample("last"), .sample("last"))
        #expect(try small.size(.all) <= 5000)
        #expect(try small.entry(.sample("1499", account: 3)) != nil)
        #expect(try folder.entryFiles().reduce(0) { try $0 + Data(contentsOf: $1).count } <= 5000)
    }

    @Test func manyAccountsCostTheIndexNoMoreThanOne() throws {
        let store = store
        for number in 0..<64 { try store.store(.sample("text"), .sample("a", account: Account.ID(number))) }
        // Returns the change counter of the index's header. A rebuilt index counts from one again.
        func changes() throws -> UInt64 {
            try Data(contentsOf: folder.index)[8..<16].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        _ = try store.entry(.sample("a", account: 63))
        let before = try changes()
        for number in 0..<64 { _ = try store.entry(.sample("a", account: Account.ID(number))) }
        #expect(try changes() == before + 64)
    }

    @Test func onlyItsOwnerMayLook() throws {
        let store = store
        try store.store(.sample("one"), .sample("secret question", method: "secret.method", account: "secret account"))
        let all = try [folder.url] + folder.files()
        #expect(all.count == 7)
        for url in all {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue
            #expect(mode == (attributes[.type] as? FileAttributeType == .typeDirectory ? 0o700 : 0o600), "\(url.path)")
            #expect(!url.path.contains("secret"))
        }
    }

    @Test func aFolderThatOthersMayWriteToIsRefused() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        chmod(folder.url.path, 0o777)
        let error = #expect(throws: APIError.self) { try store.entry(.sample("a")) }
        #expect(error?.code == .storage)
        #expect("\(error.map { "\($0)" } ?? "")".contains("others may write"))
        chmod(folder.url.path, 0o755)
        try store.store(.sample("one"), .sample("a"))
    }

    @Test func symbolicLinksAreNotFollowed() throws {
        let other = TemporaryFolder()
        try DiskStore(folder: other.url).store(.sample("planted"), .sample("a"))
        try FileManager.default.createSymbolicLink(at: folder.url, withDestinationURL: other.url)
        #expect(throws: APIError.self) { try store.entry(.sample("a")) }
        try FileManager.default.removeItem(at: folder.url)

        try store.store(.sample("one"), .sample("a"))
        let (file, planted) = try (#require(folder.entryFiles().first), #require(other.entryFiles().first))
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: planted)
        #expect(try store.entry(.sample("a")) == nil)
        try store.store(.sample("two"), .sample("a"))
        #expect(try store.entry(.sample("a")) == .sample("two"))
        #expect(try DiskStore(folder: other.url).entry(.sample("a")) == .sample("planted"))
    }
}

@Suite struct DiskDamageTests {
    let folder = TemporaryFolder()
    var store: DiskStore { DiskStore(folder: folder.url) }

    @Test func anyDamagedByteIsAMissAndTheFileGoes() throws {
        let store = store
        try store.store(.sample("some text that is kept"), .sample("a"))
        let file = try #require(folder.entryFiles().first)
        let sound = try Data(contentsOf: file)
        for at in sound.indices.dropFirst(8) {
            var damaged = sound
            damaged[at] ^= 1 << UInt8(at % 8)
            try damaged.write(to: file)
            #expect(try store.entry(.sample("a")) == nil, "byte \(at)")
            #expect(!FileManager.default.fileExists(atPath: file.path), "byte \(at)")
            try store.store(.sample("some text that is kept"), .sample("a"))
        }
        for length in [0, 1, 63, 64, 65, sound.count - 1] {
            try sound.prefix(length).write(to: file)
            #expect(try store.entry(.sample("a")) == nil, "length \(length)")
            try store.store(.sample("some text that is kept"), .sample("a"))
        }
        try (sound + [0]).write(to: file)
        #expect(try store.entry(.sample("a")) == nil)
        #expect(try store.size(.all) == 0)
    }

    @Test func anotherFormatIsAMissAndStaysUntilReplaced() throws {
        try store.store(.sample("one"), .sample("a"))
        let file = try #require(folder.entryFiles().first)
        var other = try Data(contentsOf: file)
        other[0] += 1
        try other.write(to: file)
        #expect(try store.entry(.sample("a")) == nil)
        #expect(try Data(contentsOf: file) == other)
        try store.store(.sample("two"), .sample("a"))
        #expect(try store.entry(.sample("a")) == .sample("two"))
    }

    @Test func anEntryOfTheSameDigestIsNotTakenForAnother() throws {
        try store.store(.sample("of a"), .sample("a"))
        let first = try #require(folder.entryFiles().first)
        try store.store(.sample("of b"), .sample("b"))
        let second = try #require(folder.entryFiles().first { $0 != first })
        try Data(contentsOf: first).write(to: second)
        #expect(try store.entry(.sample("b")) == nil)
        #expect(try store.entry(.sample("a")) == .sample("of a"))
    }

    @Test(arguments: [0, 1, 100, 1023, 1024, 1100, 5000]) func aTruncatedIndexIsMadeAnew(length: Int) throws {
        try indexIsMadeAnew { Data($0.prefix(length)) }
    }

    @Test(arguments: 0..<60) func anIndexWithWrongBytesIsMadeAnewOrDoesNoHarm(seed: Int) throws {
        try indexIsMadeAnew { index in
            var index = index
            for step in 0..<40 {
                // Half of the bytes lie in the first 200, where the header and the journal are.
                let at = (seed * 7919 + step * 104_729) % (step % 2 == 0 ? 200 : index.count)
                index[at] = UInt8(truncatingIfNeeded: seed &* 31 &+ step &* 17)
            }
            return index
        }
    }

    private func indexIsMadeAnew(_ change: (Data) -> Data) throws {
        for number in 0..<20 { try store.store(.sample("\(number)"), .sample("\(number)")) }
        try change(Data(contentsOf: folder.index)).write(to: folder.index)
        let after = DiskStore(folder: folder.url)
        for number in 0..<20 { #expect(try after.entry(.sample("\(number)")) == .sample("\(number)")) }
        for number in 10..<30 { try after.store(.sample("new"), .sample("\(number)")) }
        try after.remove(.sample("0"))
        try after.removeAll(.all)
        #expect(try after.size(.all) == 0)
        #expect(try folder.entryFiles() == [])
        try after.store(.sample("next"), .sample("a"))
        #expect(try store.entry(.sample("a")) == .sample("next"))
    }

    /// An index whose oldest entry is an empty slot is rebuilt. After a power failure the header may be newer than the
    /// table; making room for a new entry then looped forever.
    @Test func anIndexWhoseOldestIsNoEntryIsMadeAnew() throws {
        for number in 0..<4 { try store.store(.sample("\(number)"), .sample("\(number)")) }
        let limit = try store.size(.all)
        var index = try Data(contentsOf: folder.index)
        let vacant = try #require(
            (1...256).first { index[(1024 + $0 * 64)..<(1024 + $0 * 64 + 8)].allSatisfy { $0 == 0 } })
        index.replaceSubrange(48..<56, with: withUnsafeBytes(of: UInt64(vacant).littleEndian) { Data($0) })
        try index.write(to: folder.index)
        let after = DiskStore(folder: folder.url, limit: limit)
        let isStored = DispatchSemaphore(value: 0)
        Thread {
            do { try after.store(.sample("4"), .sample("4")) } catch { Issue.record(error) }
            isStored.signal()
        }
        .start()
        try #require(isStored.wait(timeout: .now() + 600) == .success)
        #expect(try after.entry(.sample("4")) == .sample("4"))
        #expect(try after.entry(.sample("0")) == nil)
        #expect(try after.size(.all) <= limit)
    }

    /// The next operation completes a change whose process was killed after it had written the journal, whatever part
    /// of the change was already in the table.
    @Test func aChangeThatWasBegunIsCompleted() throws {
        for name in ["a", "b", "c"] { try store.store(.sample("12345678"), .sample(name)) }
        let before = try Data(contentsOf: folder.index)
        _ = try store.entry(.sample("a"))
        let after = try Data(contentsOf: folder.index)
        let journal = 64..<1024
        let changed = before.indices.filter { before[$0] != after[$0] && $0 >= 1024 }
        #expect(changed.count > 3)
        for part in 0...changed.count {
            var torn = before
            torn.replaceSubrange(journal, with: after[journal])
            for at in changed.prefix(part) { torn[at] = after[at] }
            try torn.write(to: folder.index)
            _ = try store.size(.all)
            #expect(try Data(contentsOf: folder.index) == after, "\(part) bytes written")
        }
    }

    @Test func anybodyMayDeleteTheFolder() throws {
        let store = store
        try store.store(.sample("one"), .sample("a"))
        try FileManager.default.removeItem(at: folder.url)
        #expect(try store.entry(.sample("a")) == nil)
        #expect(try store.size(.all) == 0)
        try store.store(.sample("one"), .sample("a"))
        try FileManager.default.removeItem(at: folder.url)
        try store.store(.sample("two"), .sample("a"))
        #expect(try DiskStore(folder: folder.url).entry(.sample("a")) == .sample("two"))

        try FileManager.default.removeItem(at: folder.url)
        try DiskStore(folder: folder.url).store(.sample("of another"), .sample("a"))
        #expect(try store.entry(.sample("a")) == .sample("of another"))

        for file in try folder.files() where file != folder.index {
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        }
        #expect(try store.entry(.sample("a")) == nil)
        try store.store(.sample("three"), .sample("a"))
        #expect(try store.entry(.sample("a")) == .sample("three"))
        #expect(try store.size(.all) == store.size(.account(1, api: "VK")))
    }

    @Test func deletingAllTheTimeNeverGivesAWrongAnswer() throws {
        let store = store
        let (wrong, stored) = (Counter(), Counter())
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
            for step in 0..<150 {
                do {
                    if thread == 0 {
                        try FileManager.default.removeItem(at: folder.url)
                        continue
                    }
                    let name = "\(step % 10)"
                    try store.store(.sample(name + " text"), .sample(name))
                    stored.add()
                    if let entry = try store.entry(.sample(name)), entry != .sample(name + " text") { wrong.add() }
                } catch {
                    // The deleter may find no file to delete, and a store may lose a race. Both errors are expected.
                }
            }
        }
        #expect(wrong.count == 0)
        #expect(stored.count > 100)
        try store.store(.sample("end"), .sample("end"))
        #expect(try store.entry(.sample("end")) == .sample("end"))
    }

    @Test func whatAKilledProcessLeftIsSweptAtTheNextStart() throws {
        try store.store(.sample("one"), .sample("a"))
        let left = folder.url.appendingPathComponent("tmp/0123")
        try Data("half".utf8).write(to: left)
        #expect(try store.entry(.sample("a")) == .sample("one"))
        #expect(!FileManager.default.fileExists(atPath: left.path))
    }

    /// Otherwise it would take room for ever that no limit counts.
    @Test func aFileThatTheIndexDoesNotCountGoesAfterAKill() throws {
        try store.store(.sample("one"), .sample("a"))
        let counted = try #require(try folder.entryFiles().first)
        let uncounted = counted.deletingLastPathComponent().appending(path: String(repeating: "0", count: 32))
        try FileManager.default.copyItem(at: counted, to: uncounted)
        try Data("half".utf8).write(to: folder.url.appendingPathComponent("tmp/0123"))
        let next = DiskStore(folder: folder.url)
        try next.store(.sample("two"), .sample("b"))
        #expect(!FileManager.default.fileExists(atPath: uncounted.path))
        #expect(try next.entry(.sample("a")) == .sample("one") && folder.entryFiles().count == 2)
    }

    @Test("A file whose name is a number with a sign is no entry")
    func signedName() throws {
        var number = 0
        var first: URL?
        while first == nil {
            try store.store(.sample("one"), .sample("\(number)"))
            number += 1
            first = try folder.entryFiles().first { $0.lastPathComponent.hasPrefix("0") }
        }
        let entry = try #require(first)
        let size = try store.size(.all)
        let foreign = entry.deletingLastPathComponent().appending(path: "+" + entry.lastPathComponent.dropFirst())
        try Data("not the store's".utf8).write(to: foreign)
        try FileManager.default.removeItem(at: folder.index)
        #expect(try store.size(.all) == size)
        #expect(FileManager.default.fileExists(atPath: foreign.path))
    }

    /// A reader in another process finds one of the two entries, and the files never exceed the limit.
    @Test func aSmallerEntryReplacesALargerOne() throws {
        try store.store(.sample(String(repeating: "x", count: 5000)), .sample("a"))
        try store.store(.sample("one"), .sample("a"))
        let files = try folder.entryFiles().reduce(0) { try $0 + Data(contentsOf: $1).count }
        #expect(try store.size(.all) == files && store.entry(.sample("a")) == .sample("one"))
    }
}
