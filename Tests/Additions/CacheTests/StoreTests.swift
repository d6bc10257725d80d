import Foundation
import Methodical
import TestFiles
import Testing

@testable import MethodicalCache

@Suite struct StoreTests {
    let folder = TemporaryFolder()

    @Test(arguments: StoreKind.allCases) func givesBackWhatWasStored(kind: StoreKind) throws {
        let store = kind.store(folder)
        #expect(try store.entry(.sample("a")) == nil)
        try store.store(.sample("one"), .sample("a"))
        try store.store(.sample(""), .sample("b"))
        #expect(try store.entry(.sample("a")) == .sample("one"))
        #expect(try store.entry(.sample("b")) == .sample(""))
        try store.store(.sample("two"), .sample("a"))
        #expect(try store.entry(.sample("a")) == .sample("two"))
        try store.remove(.sample("a"))
        try store.remove(.sample("never stored"))
        #expect(try store.entry(.sample("a")) == nil)
        #expect(try store.entry(.sample("b")) != nil)
    }

    @Test(arguments: StoreKind.allCases) func tellsKeysApart(kind: StoreKind) throws {
        let store = kind.store(folder)
        let keys: [CacheKey] = [
            .sample("a"), .sample("a", method: "users.getA"), .sample("a", account: 2),
            .sample("a", account: .anonymous), .sample("a", api: "OK"),
            .sample(""), .sample("A"), .sample("caf\u{E9}"), .sample("cafe\u{301}"), .sample("../../../etc/passwd"),
            .sample("\0"), .sample("\0\0"),
            .sample(String(repeating: "x", count: 100_000)), .sample(String(repeating: "x", count: 100_001)),
            .sample("a", method: "../..", account: "/"),
        ]
        for (number, key) in keys.enumerated() { try store.store(.sample("\(number)"), key) }
        for (number, key) in keys.enumerated() { #expect(try store.entry(key) == .sample("\(number)")) }
    }

    @Test(arguments: StoreKind.allCases) func removesByMethodByAccountAndAll(kind: StoreKind) throws {
        let store = kind.store(folder)
        let keys: [CacheKey] = [
            .sample("a"), .sample("b"), .sample("a", method: "wall.get"), .sample("a", account: 2),
            .sample("a", api: "OK"),
        ]
        func left() throws -> [Int] { try keys.indices.filter { try store.entry(keys[$0]) != nil } }
        for key in keys { try store.store(.sample("text"), key) }
        try store.removeAll(.method("users.get", 1, api: "VK"))
        #expect(try left() == [2, 3, 4])
        #expect(try store.size(.method("users.get", 1, api: "VK")) == 0)
        try store.removeAll(.account(1, api: "VK"))
        #expect(try left() == [3, 4])
        #expect(try store.size(.account(1, api: "VK")) == 0)
        #expect(try store.size(.account(2, api: "VK")) > 0)
        try store.removeAll(.all)
        #expect(try left() == [])
        #expect(try store.size(.all) == 0)
    }

    @Test(arguments: StoreKind.allCases) func sizesAddUp(kind: StoreKind) throws {
        let store = kind.store(folder)
        let accounts: [Account.ID] = [1, 2, .anonymous]
        for number in 0..<300 {
            try store.store(
                .sample(String(repeating: "x", count: number)),
                .sample("\(number % 200)", account: accounts[number % 3]))
            if number % 7 == 0 { try store.remove(.sample("\(number / 2)", account: accounts[number / 2 % 3])) }
        }
        let sizes = try accounts.map { try store.size(.account($0, api: "VK")) }
        #expect(sizes.allSatisfy { $0 > 100 })
        #expect(try store.size(.all) == sizes.reduce(0, +))
        #expect(try store.size(.method("users.get", 1, api: "VK")) == sizes[0])
        #expect(try store.size(.account(3, api: "VK")) == 0)
    }

    @Test(arguments: [StoreKind.memory, .disk]) func theOldestUseGoesFirst(kind: StoreKind) throws {
        let trial = kind.store(folder)
        let entry = CacheEntry.sample(String(repeating: "x", count: 1000))
        try trial.store(entry, .sample("a"))
        let size = try trial.size(.all)
        try trial.removeAll(.all)

        let store = kind.store(folder, limit: 4 * size)
        for name in ["a", "b", "c", "d"] { try store.store(entry, .sample(name)) }
        _ = try store.entry(.sample("a"))
        try store.store(entry, .sample("b"))
        try store.store(entry, .sample("e"))
        #expect(try ["a", "b", "c", "d", "e"].filter { try store.entry(.sample($0)) != nil } == ["a", "b", "d", "e"])
        try store.store(.sample(String(repeating: "x", count: 1000 + size)), .sample("e"))
        #expect(try ["a", "b", "d", "e"].filter { try store.entry(.sample($0)) != nil } == ["b", "d", "e"])
        #expect(try store.size(.all) <= 4 * size)
    }

    @Test(arguments: StoreKind.allCases) func whatIsTooLargeIsNotKeptAndNothingGoesForIt(kind: StoreKind) throws {
        let store = kind.store(folder, limit: 10_000)
        try store.store(.sample("small"), .sample("a"))
        try store.store(.sample("old"), .sample("b"))
        try store.store(.sample(String(repeating: "x", count: 10_000)), .sample("b"))
        #expect(try store.entry(.sample("b")) == nil)
        #expect(try store.entry(.sample("a")) == .sample("small"))
    }

    @Test(arguments: StoreKind.allCases) func servesThreadsAtOnce(kind: StoreKind) throws {
        let store = kind.store(folder, limit: 50_000)
        let failures = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<60 {
                let number = (thread * 31 + step * 17) % 40
                do {
                    if let entry = try store.entry(.sample("\(number)")),
                        !entry.body.starts(with: Data("\(number) ".utf8))
                    {
                        failures.add()
                    }
                    try store.store(
                        .sample("\(number) " + String(repeating: "x", count: step * 60)), .sample("\(number)"))
                    if step % 9 == 0 { try store.remove(.sample("\(number)")) }
                } catch {
                    failures.add()
                }
            }
        }
        #expect(failures.count == 0)
        #expect(try store.size(.all) <= 50_000)
        try store.removeAll(.all)
        #expect(try store.size(.all) == 0)
    }

    @Test func freshFromTheMomentItWasStoredToTheEndOfItsLifetime() {
        let entry = CacheEntry(
            body: Data(), stored: Date(timeIntervalSince1970: 1000), lifetime: CacheEntry.Lifetime(.milliseconds(1500)))
        #expect(
            [999.9, 1000, 1001.4, 1001.6].map { entry.isFresh(at: Date(timeIntervalSince1970: $0)) } == [
                false, true, true, false,
            ])
        #expect(!CacheEntry(body: Data(), stored: entry.stored, lifetime: .never).isFresh(at: entry.stored))
        #expect(CacheEntry.Lifetime(.seconds(-1)) == .never)
        #expect(CacheEntry.Lifetime(.seconds(3600)) == .oneHour)
    }
}

final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
}

@Suite struct LayeredStoreTests {
    /// A store that counts reads and fails on demand.
    private final class Probe: CacheStore, @unchecked Sendable {
        let memory = MemoryStore()
        let reads = Counter()
        var isFull = false
        func entry(_ key: CacheKey) -> CacheEntry? {
            reads.add()
            return memory.entry(key)
        }
        func store(_ entry: CacheEntry, _ key: CacheKey) throws {
            if isFull { throw APIError(.storage, "full") }
            memory.store(entry, key)
        }
        func remove(_ key: CacheKey) { memory.remove(key) }
        func removeAll(_ scope: CacheKey.Scope) { memory.removeAll(scope) }
        func size(_ scope: CacheKey.Scope) -> Int { memory.size(scope) }
    }

    @Test func whatIsFoundBehindComesToTheFront() throws {
        let back = Probe()
        try back.store(.sample("one"), .sample("a"))
        let store = LayeredStore(front: MemoryStore(), back: back)
        for _ in 0..<3 { #expect(try store.entry(.sample("a")) == .sample("one")) }
        #expect(back.reads.count == 1)
    }

    @Test func aFullDiskCostsNoAnswerOfThisRun() throws {
        let back = Probe()
        back.isFull = true
        let store = LayeredStore(front: MemoryStore(), back: back)
        #expect(throws: APIError.self) { try store.store(.sample("one"), .sample("a")) }
        #expect(try store.entry(.sample("a")) == .sample("one"))
    }
}
