import Foundation
import Methodical
import MethodicalTesting
import Testing

@testable import MethodicalLive

/// A random run of live values with a client, a cache and a service.
@Suite @MainActor struct FuzzTests {
    /// A live value of a list in sight.
    @MainActor private final class Watcher {
        let list: Int
        let value: LiveValue<[Int]>

        init(_ list: Int, _ request: Request<[Int]>) {
            self.list = list
            value = request.live()
        }
    }

    private struct World {
        let service = Service(stampsVersions: true)
        var random: SeededGenerator
        var watchers: [Watcher] = []
        var tasks: [Task<Void, Never>] = []
        var lastItem = 0
        /// The newest version of each list that was shown.
        var shown: [Int: Int] = [:]
        var isSignedIn = true

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
        }
    }

    @Test(
        "A random run shows no older value after a newer one and no item twice, and ends with the values of the service",
        arguments: [1, 2, 3, 4])
    func run(seed: UInt64) async throws {
        var world = World(seed: seed)
        var checks = 0
        for step in 1...10_000 {
            take(&world)
            if step.isMultiple(of: 20) {
                for _ in 0..<world.random.below(20) {
                    await Task.yield()
                    check(&world, seed: seed, step: step)
                }
            }
            if step.isMultiple(of: 1000) {
                try await settle(&world)
                for watcher in world.watchers {
                    #expect(watcher.value.value == world.service.items(of: watcher.list), "seed \(seed), step \(step)")
                    checks += 1
                }
            }
        }
        #expect(checks > 10)
        world.watchers = []
        try await eventually("nobody looks") { world.service.client.watchedCount == 0 }
        try await eventually("nothing is left") {
            // The last value may begin to wait late, and others sleep as well.
            world.service.time.advance(by: LiveHub.graceTime)
            return world.service.client.liveCount == 0
        }
    }

    private func take(_ world: inout World) {
        let service = world.service
        let list = world.random.below(4)
        switch world.random.below(18) {
        case 0, 1:
            let request = service.read(list)
            world.tasks.append(Task { _ = try? await request.caching(.networkOnly).send() })
        case 2, 3:
            world.lastItem += 1
            let request = service.add(world.lastItem, to: list)
            let task = Task { _ = try? await request.send() }
            world.tasks.append(task)
            if world.random.below(4) == 0 {
                task.cancel()
            }
        case 4, 5:
            guard let watcher = world.watchers.randomElement(using: &world.random) else { return }
            world.lastItem += 1
            let item = world.lastItem
            let request = service.add(item, to: watcher.list)
            let value = watcher.value
            let task = Task { @MainActor in
                _ = try? await value.change({ $0.append(item) }, by: request)
            }
            world.tasks.append(task)
            if world.random.below(4) == 0 {
                task.cancel()
            }
        case 6:
            guard let value = world.watchers.randomElement(using: &world.random)?.value else { return }
            let task = Task { @MainActor in _ = try? await value.refresh() }
            world.tasks.append(task)
            if world.random.below(2) == 0 {
                task.cancel()
            }
        case 7, 8:
            if world.watchers.count < 30 {
                let watcher = Watcher(list, service.read(list))
                _ = watcher.value.value
                world.watchers.append(watcher)
            }
        case 9:
            if !world.watchers.isEmpty {
                world.watchers.remove(at: world.random.below(world.watchers.count))
            }
        case 10: service.isReachable = world.random.below(3) > 0
        case 11: service.refusesWrites = world.random.below(3) == 0
        case 12: service.time.advance(by: .seconds(world.random.below(1000)))
        case 13: service.time.setDate(service.time.now + Double(world.random.below(600) - 300))
        case 14 where world.random.below(30) == 0:
            world.isSignedIn.toggle()
            service.account.replace(world.isSignedIn ? Token("secret") : nil)
            try? service.api.cache.removeAll()
        case 15: service.api.networkReturned()
        // Held reads come late, with the values from before the writes that have overtaken them.
        case 16: service.hold()
        case 17: service.release()
        default: service.api.becameActive()
        }
    }

    /// Checks that no value shows an item twice, or an older version than before.
    ///
    /// The first item of a value is the version that the service has given it.
    private func check(_ world: inout World, seed: UInt64, step: Int) {
        for watcher in world.watchers {
            guard let value = watcher.value.value, let version = value.first else { continue }
            let items = value.dropFirst()
            #expect(Set(items).count == items.count, "seed \(seed), step \(step): an item is shown twice in \(value)")
            let newest = world.shown[watcher.list] ?? 0
            #expect(version >= newest, "seed \(seed), step \(step): version \(version) is shown after \(newest)")
            world.shown[watcher.list] = max(version, newest)
        }
    }

    private func settle(_ world: inout World) async throws {
        let service = world.service
        service.isReachable = true
        service.refusesWrites = false
        service.release()
        if !world.isSignedIn {
            world.isSignedIn = true
            service.account.replace(Token("secret"))
        }
        for task in world.tasks { await task.value }
        world.tasks = []
        // A change of the service that no write of this client has made known: a cancelled write may have arrived late.
        try service.api.cache.invalidate("lists")
        service.api.becameActive()
        let watchers = world.watchers
        try await eventually("all values are the service's") {
            watchers.allSatisfy { $0.value.value == service.items(of: $0.list) && !$0.value.isRefreshing }
        }
    }
}
