import Foundation
import Methodical
import MethodicalFleet

/// One process of a fleet, with one of the tasks that the tests measure. It prints lines of a name and a number.
///
///     FleetWorker TASK VALKEY-PORT SERVER-URL NAME=NUMBER...
///
/// Tasks:
///
///     calls    makes `count` calls of account `account`, `tasks` at a time
///     storm    calls for the accounts 1 to `accounts` until the process is ended
///     limit    calls for `seconds`, with a limit of `limit` calls a second
///     cache    reads and writes `count` times, and counts responses from before a write
///     load     does all of these for `seconds`
///     reads    makes equal reads at the same time as other processes, `count` times
@main
struct FleetWorker {
    let node: Node
    let numbers: [String: Int]
    let results = Results()

    static func main() async {
        let words = CommandLine.arguments
        guard words.count >= 4, let port = Int(words[2]) else {
            print("usage: FleetWorker calls|storm|limit|cache|load|reads VALKEY-PORT SERVER-URL NAME=NUMBER...")
            exit(2)
        }
        let pairs = words.dropFirst(4).map { $0.split(separator: "=") }.filter { $0.count == 2 }
        let numbers = Dictionary(pairs.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
        do {
            let lease = Duration.milliseconds(numbers["lease"] ?? 10_000)
            let node = try Node(valkey: port, server: words[3], lease: lease)
            let worker = FleetWorker(node: node, numbers: numbers)
            switch words[1] {
            case "calls": await worker.calls()
            case "storm": await worker.storm()
            case "limit": await worker.limit()
            case "cache": await worker.cache()
            case "load": await worker.load()
            case "reads": await worker.reads()
            default: print("no such task: \(words[1])")
            }
            worker.results.print()
        } catch {
            print("error \(error)")
            exit(1)
        }
    }

    func number(_ name: String, _ standard: Int = 1) -> Int { numbers[name] ?? standard }

    /// Runs a function and counts its success, or the kind of its failure.
    func count(_ name: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            results.add(name, 1)
        } catch {
            results.add("failed", 1)
            results.note("\(name): \(error)")
        }
    }

    /// Runs a function in several tasks at once. It gets the number of its task.
    func inTasks(_ count: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { await body(number) } }
        }
    }

    func calls() async {
        let shop = await node.shop(number("account"))
        let tasks = number("tasks", 50)
        await inTasks(tasks) { task in
            for call in stride(from: task, to: number("count"), by: tasks) {
                await count("calls") { _ = try await shop.number("profile.get", ["call": call]) }
            }
        }
    }

    func storm() async {
        var shops: [Shop] = []
        for account in 1...number("accounts") { shops.append(await node.shop(account)) }
        await inTasks(4) { [shops] task in
            var call = 0
            while true {
                let account = Int.random(in: 1...shops.count)
                do {
                    call += 1
                    _ = try await shops[account - 1].number("profile.get", ["call": call, "task": task])
                } catch {
                    print("failed account \(account): \(error)")
                    fflush(nil)
                }
            }
        }
    }

    func limit() async {
        let limits = FleetLimits(node.fleet, share: 0.25)
        let limit = APIDescription.Limit(number("limit"))
        let shop = await node.shop(1) { configuration in
            configuration.limits = [[]: limit]
            configuration.middlewares = [limits]
        }
        let end = Date(timeIntervalSinceNow: Double(number("seconds")))
        await inTasks(40) { task in
            var call = 0
            while Date() < end {
                call += 1
                await count("calls") { _ = try await shop.number("paced.get", ["call": call, "task": task]) }
            }
        }
    }
}

/// The numbers that a worker prints at its end.
final class Results: ClientObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [String: Int] = [:]
    private var notes: Set<String> = []

    func add(_ name: String, _ number: Int) { lock.withLock { numbers[name, default: 0] += number } }
    func note(_ text: String) { lock.withLock { if notes.count < 5 { notes.insert(text) } } }

    /// Counts calls that went on with the state of this process.
    func observe(_ event: ClientEvent) { if case .sharedStateFailed = event.kind { add("local", 1) } }

    func print() {
        lock.withLock {
            for (name, number) in numbers.sorted(by: { $0.key < $1.key }) { Swift.print("\(name) \(number)") }
            for note in notes { Swift.print("note \(note)") }
        }
    }
}
