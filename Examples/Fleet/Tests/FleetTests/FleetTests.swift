import Foundation
import Testing

/// Tests with a real engine, and with four processes unless they say otherwise. Each prints what it has measured.
///
/// `FLEET_ROUNDS` and `FLEET_SECONDS` make the runs longer. With `FLEET_SECONDS`, the pace of the limit is checked, too,
/// which a busy machine cannot keep.
@Suite(.serialized) struct FleetTests {
    private static func setting(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    private func workers(
        _ task: String, _ engine: Engine, _ service: Service, count: Int = 4, _ numbers: [String: Int]
    ) throws -> [Worker] {
        try (0..<count).map { _ in try Worker(task, engine, service, numbers) }
    }

    /// Returns the sums of the numbers that the workers print.
    private func sum(_ workers: [Worker]) -> [String: Int] {
        workers.map { $0.numbers() }.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
    }

    /// Ten thousand calls begin with the same expired token.
    @Test func callsOfAllProcessesRefreshATokenOnce() throws {
        let (engine, service, start) = (try Engine(), try Service(), Date())
        let sum = sum(try workers("calls", engine, service, ["account": 1, "count": 2500]))
        print("tokens: \(sum), \(service.grants[1]?.refreshes ?? 0) refresh, \(seconds(since: start)) s")
        #expect(sum["calls"] == 10_000 && sum["failed"] == nil)
        #expect(service.grants[1]?.refreshes == 1 && service.count("token") == 1)
    }

    /// A process is killed before its refresh reaches the service, after the service has replaced the refresh token, or
    /// after the response. Another process takes its place. No account is lost.
    @Test func processesThatAreKilledDuringARefreshLoseNoAccount() throws {
        let (engine, service, start) = (try Engine(), try Service(longevity: 100), Date())
        let (accounts, rounds) = (8, Self.setting("FLEET_ROUNDS", 200))
        let numbers = ["accounts": accounts, "lease": 500]
        var storm = try workers("storm", engine, service, numbers)
        var moments: [Service.Moment: Int] = [:]
        for round in 0..<rounds {
            let moment = Service.Moment.allCases.randomElement() ?? .before
            moments[moment, default: 0] += 1
            service.kill(at: moment)
            let limit = Date(timeIntervalSinceNow: 600)
            while service.ended.count <= round, Date() < limit { Thread.sleep(forTimeInterval: 0.002) }
            try #require(service.ended.count == round + 1, "no process refreshes any more")
            for (place, worker) in storm.enumerated() where service.ended.last == worker.id {
                for line in worker.lines() { Issue.record("\(line)") }
                storm[place] = try Worker("storm", engine, service, numbers)
            }
        }
        for worker in storm {
            worker.kill()
            for line in worker.lines() { Issue.record("\(line)") }
        }
        service.expireAll()
        let grants = service.grants
        for account in 1...accounts {
            let sum = try Worker("calls", engine, service, ["account": account, "count": 1]).numbers()
            #expect(sum["calls"] == 1, "account \(account) is lost: \(sum), \(String(describing: grants[account]))")
        }
        let refreshes = grants.values.reduce(0) { $0 + $1.refreshes }
        let repeated = grants.values.reduce(0) { $0 + $1.repeated }
        print(
            "kills: \(rounds) (\(moments.map { "\($0.value) \($0.key)" }.joined(separator: ", "))), \(refreshes) refreshes, \(repeated) repeated after a lost response,",
            "\(grants.values.filter(\.isRevoked).count) accounts lost, \(seconds(since: start)) s")
        #expect(!grants.values.contains { $0.isRevoked })
    }

    /// Four processes with more calls than the limit allows do not exceed it.
    @Test func aLimitHoldsForAllProcesses() throws {
        let (engine, service, limit) = (try Engine(), try Service(), 50)
        let (length, begin) = (Self.setting("FLEET_SECONDS", 30), Date().timeIntervalSince1970)
        let workers = try workers("limit", engine, service, ["limit": limit, "seconds": length + 1])
        let counts = workers.map { $0.numbers() }
        let arrivals = service.arrivals.sorted()
        let start = try #require(arrivals.first) + 1
        let window = arrivals.filter { $0 >= start && $0 < start + Double(length) }
        let rate = Double(window.count) / Double(length)
        let busiest =
            window.indices.map { first in window[first...].prefix { $0 < window[first] + 1 }.count }.max() ?? 0
        let calls = counts.map { $0["calls"] ?? 0 }
        let questions = try engine.count("evalsha")
        print(
            "limits: \(rate) calls/s over \(length) s, at most \(busiest) in any second, \(calls) calls of each process,",
            "\(questions) commands for \(calls.reduce(0, +)) calls")
        #expect(!counts.contains { $0["failed"] != nil || $0["local"] != nil } && !calls.contains(0))
        // A busy machine sends calls late, and then several at once, but none before its place in the schedule.
        #expect(arrivals.indices.allSatisfy { Double($0) <= (arrivals[$0] - begin) * Double(limit) + 1 })
        guard Self.setting("FLEET_SECONDS", 0) > 0 else { return }
        #expect(abs(rate / Double(limit) - 1) <= 0.02)
        #expect(busiest <= limit * 11 / 10)
        #expect((calls.min() ?? 0) * 10 >= (calls.max() ?? 0) * 8)
    }

    @Test func noProcessSeesAResponseFromBeforeAWrite() throws {
        let (engine, service, start) = (try Engine(), try Service(), Date())
        let sum = sum(try workers("cache", engine, service, ["count": 800]))
        let requests = service.count("items") - (sum["writes"] ?? 0)
        print("cache: \(sum), \(requests) requests for \(sum["reads"] ?? 0) reads, \(seconds(since: start)) s")
        #expect(sum["failed"] == nil && sum["stale"] == nil)
        #expect(requests < (sum["reads"] ?? 0))
    }

    /// The engine is killed and comes back without its data. Meanwhile the token expires.
    @Test func callsGoOnWhenTheEngineIsKilled() throws {
        let (engine, service, start) = (try Engine(), try Service(), Date())
        let workers = try workers("load", engine, service, ["seconds": 9])
        while service.count("token") == 0, workers.contains(where: \.isRunning) { Thread.sleep(forTimeInterval: 0.01) }
        Thread.sleep(forTimeInterval: 1.5)
        engine.kill()
        Thread.sleep(forTimeInterval: 0.5)
        service.expireAll()
        Thread.sleep(forTimeInterval: 1.5)
        try engine.start()
        Thread.sleep(forTimeInterval: 3)
        engine.kill()
        try engine.start()
        let sum = sum(workers)
        let grant = service.grants[1]
        print("loss of the engine: \(sum), \(grant?.refreshes ?? 0) refreshes, \(seconds(since: start)) s")
        #expect(sum["failed"] == nil && sum["local"] ?? 0 > 0)
        #expect(grant?.refreshes == 2 && service.count("token") == 2 && grant?.isRevoked == false)
    }

    @Test func equalReadsOfAllProcessesShareOneRequest() throws {
        let (engine, service) = (try Engine(), try Service())
        let rounds = 16
        let sum = sum(try workers("reads", engine, service, ["count": rounds]))
        let counts = (0..<rounds).map { service.count("slow \($0)") }
        print("reads: \(sum), requests in each of \(rounds) rounds: \(counts)")
        #expect(sum["failed"] == nil && sum["reads"] == rounds * 20)
        #expect(counts == Array(repeating: 1, count: rounds))
    }

    @Test func theDemoShowsAllOfThis() throws {
        let lines = try Worker(program: "FleetDemo", [], Engine()).lines()
        #expect(
            lines.dropLast() == [
                "tokens: 1 refresh, both processes have the same token: true",
                "first process reads:  0, from network",
                "second process reads: 0, from memory",
                "after a write of the second process, the first reads: 1, from network",
                "20 equal reads at once: 1 request",
            ])
        #expect(lines.last?.hasPrefix("20 calls with a limit of 20 calls a second: ") == true)
    }

    private func seconds(since start: Date) -> Double { (Date().timeIntervalSince(start) * 10).rounded() / 10 }
}
