import Foundation
import Methodical
import MethodicalFleet

extension FleetWorker {
    private func cachingShop(_ limit: Int? = nil) async -> Shop {
        let limits = FleetLimits(node.fleet, share: 0.25)
        return await node.shop(1) { configuration in
            configuration.cache = node.cache
            configuration.middlewares = [node.cache, limits]
            configuration.observers = [results]
            if let limit { configuration.limits = [[]: APIDescription.Limit(limit)] }
        }
    }

    /// Before each read, the service says which write had returned by then. An older response is a stale one.
    func cache() async {
        let (shop, direct) = (await cachingShop(), await node.shop(1))
        await inTasks(4) { task in
            for round in 0..<number("count") / 4 {
                let item = Int.random(in: 1...3)
                if Int.random(in: 0..<20) == 0 {
                    await count("writes") {
                        let version = try await shop.number("items.set", ["item": item], verb: .post)
                        _ = try await direct.number("settled.set", ["item": item, "version": version], verb: .post)
                    }
                } else {
                    await count("reads") {
                        let call = ["item": item, "round": round, "task": task, "pid": Int(getpid())]
                        let settled = try await direct.number("settled.get", call)
                        let version = try await shop.number("items.get", ["item": item])
                        if version < settled { results.add("stale", 1) }
                    }
                }
            }
        }
    }

    /// Calls of all kinds, while the test ends the engine.
    func load() async {
        let shop = await cachingShop(number("limit", 200))
        let end = Date(timeIntervalSinceNow: Double(number("seconds")))
        await inTasks(8) { task in
            var call = 0
            while Date() < end {
                call += 1
                switch (task + call) % 8 {
                case 0: await count("writes") { _ = try await shop.number("items.set", ["item": task], verb: .post) }
                case 1, 2:
                    await count("calls") { _ = try await shop.number("profile.get", ["call": call, "task": task]) }
                default: await count("reads") { _ = try await shop.number("items.get", ["item": call % 5]) }
                }
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// The service responds to no read of a round before all of them have been announced.
    func reads() async {
        let (shop, direct) = (await cachingShop(), await node.shop(1))
        // The token is refreshed before the first round.
        _ = try? await shop.number("profile.get", ["pid": Int(getpid())])
        for round in 0..<number("count") {
            await inTasks(5) { task in
                await count("reads") {
                    _ = try await direct.number("ready.set", ["round": round, "task": task], verb: .post)
                    _ = try await shop.number("slow.get", ["round": round])
                }
            }
        }
    }
}
