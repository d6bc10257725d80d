import Foundation
import Methodical
import MethodicalCache
import MethodicalFleet
import MethodicalTesting
import TestFiles
import Testing

@testable import MethodicalLive

/// Tests of live values over each kind of store, with writes of other clients and processes.
@Suite @MainActor struct StoreTests {
    private let folder = TemporaryFolder()

    enum Kind: CaseIterable {
        case memory, disk, layered, custom

        func store(_ folder: TemporaryFolder) -> any CacheStore {
            switch self {
            case .memory: MemoryStore()
            case .disk: DiskStore(folder: folder.url)
            case .layered: LayeredStore(front: MemoryStore(), back: DiskStore(folder: folder.url))
            case .custom: Plain()
            }
        }
    }

    @Test("A write of another client of the store refreshes a live value", arguments: Kind.allCases)
    func writeOfAnotherClient(kind: Kind) async throws {
        let service = Service(kind.store(folder))
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        try await service.add(4, to: 1, by: service.otherClient()).send()
        await service.time.untilSomebodySleeps()
        service.time.advance(by: LiveHub.comparisonInterval)
        try await eventually("the value is refreshed") { list.value == [4] }
        #expect(service.reads == 2)
    }

    @Test(
        "A write through another store with the same folder refreshes a live value within a second",
        arguments: [Kind.disk, .layered])
    func writeThroughAnotherStore(kind: Kind) async throws {
        let service = Service(kind.store(folder))
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        let other = service.otherClient(DiskStore(folder: folder.url))
        for item in 1...3 {
            try await service.add(item, to: 1, by: other).send()
            await service.time.untilSomebodySleeps()
            service.time.advance(by: LiveHub.comparisonInterval)
            try await eventually("the value is refreshed") { list.value == Array(1...item) && !list.isRefreshing }
        }
        #expect(service.reads == 4)
    }

    @Test("A write of another process refreshes a live value within a second")
    func writeOfAnotherProcess() async throws {
        let service = Service(DiskStore(folder: folder.url))
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        service.set(1, to: [8])
        let process = Process()
        process.executableURL = Self.products.appendingPathComponent("CacheStress")
        process.arguments = ["write", folder.url.path, "lists", "Service", "1"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        await service.time.untilSomebodySleeps()
        service.time.advance(by: LiveHub.comparisonInterval)
        try await eventually("the value is refreshed") { list.value == [8] }
    }

    /// The folder that holds the executables beside this test.
    private static var products: URL {
        #if canImport(Darwin)
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
                ?? Bundle.main.bundleURL
        #else
            Bundle.main.bundleURL
        #endif
    }

    @Test("Nothing is compared after the last look")
    func restAfterLastLook() async throws {
        let service = Service(DiskStore(folder: folder.url))
        var list: LiveValue<[Int]>? = service.read(1).live()
        try await eventually("the value arrives") { list?.value == [] }
        list = nil
        try await eventually("nobody looks") { service.client.watchedCount == 0 }
        await service.time.untilSomebodySleeps()
        service.time.advance(by: .seconds(60))
        try await eventually("nothing is left, and nothing sleeps") {
            service.client.liveCount == 0 && service.time.sleepers == 0
        }
    }

    @Test("A write of one process of a fleet refreshes the live values of the others")
    func fleet() async throws {
        let engine = Engine()
        func cache(_ time: ManualTime) -> FleetCache {
            FleetCache(Fleet(engine, name: "test", limit: .seconds(1 << 30), time: time.source), joinsReads: false)
        }
        let time = ManualTime()
        let first = cache(time)
        let service = Service(first, time: time, middlewares: [first])
        let others = (1...3).map { _ in
            let store = cache(time)
            return service.otherClient(store, middlewares: [store])
        }
        let lists = ([service.client] + others).map { service.read(1, by: $0, lifetime: nil).live() }
        try await eventually("the values arrive") { lists.allSatisfy { $0.value == [] && !$0.isRefreshing } }
        try await service.add(4, to: 1, by: others[0]).send()
        // Each client has a timer of its own, so the clock goes on until all of them have compared. No lifetime ends.
        try await eventually("the values are refreshed") {
            time.advance(by: LiveHub.comparisonInterval)
            return lists.allSatisfy { $0.value == [4] }
        }
    }
}

/// A store that implements only the requirements of the protocol.
private struct Plain: CacheStore {
    private let memory = MemoryStore()

    func entry(_ key: CacheKey) -> CacheEntry? { memory.entry(key) }
    func store(_ entry: CacheEntry, _ key: CacheKey) { memory.store(entry, key) }
    func remove(_ key: CacheKey) { memory.remove(key) }
    func removeAll(_ scope: CacheKey.Scope) { memory.removeAll(scope) }
    func size(_ scope: CacheKey.Scope) -> Int { memory.size(scope) }
}

/// The engine of a fleet in memory.
private final class Engine: FleetEngine {
    private let stored = Locked([String: Data]())

    func values(_ keys: [String]) async throws -> [Data?] {
        stored.withLock { stored in keys.map { stored[$0] } }
    }

    func set(_ key: String, to value: Data, for lifetime: Duration) async throws {
        stored.withLock { $0[key] = value }
    }

    func compareAndSet(_ key: String, from old: Data?, to new: Data?, for lifetime: Duration) async throws -> Bool {
        stored.withLock { stored in
            guard stored[key] == old else { return false }
            stored[key] = new
            return true
        }
    }

    func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int] {
        throw APIError(.invalidRequest)
    }
}
