import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// Makes uploads and streams against a server that resets, closes, refuses early, redirects, answers slowly or stalls,
// and cancels most of them within 20 ms.
//
//     TransportStress TRANSPORT SEED UPLOADS STREAMS ROUNDS
//
// TRANSPORT is URLSessionTransport or AsyncHTTPClientTransport. The numbers of uploads and streams are those of a
// round. A short round comes first, to warm up.
//
// Each round prints its totals. The exit code is 1 if a call hangs or ends without a reason, if the server takes a wrong
// body or one twice, or if descriptors or memory grow from round to round. A crash ends the process with a signal.
@main
struct TransportStress {
    /// The number of calls at a time.
    private static let width = 24
    /// The growth that is no leak: pools of threads and connections, and pages that the allocator keeps.
    private static let spareDescriptors = 16
    private static let spareMemory = 100 << 20

    let transport: TestedTransport
    let seed: UInt64
    let uploads: Int
    let streams: Int
    let rounds: Int

    init?(_ arguments: [String]) {
        guard arguments.count == 5, let transport = TestedTransport(rawValue: arguments[0]),
            let seed = UInt64(arguments[1]), let uploads = Int(arguments[2]), let streams = Int(arguments[3]),
            let rounds = Int(arguments[4])
        else { return nil }
        self.transport = transport
        self.seed = seed
        self.uploads = uploads
        self.streams = streams
        self.rounds = rounds
    }

    static func main() async throws {
        guard let stress = TransportStress(Array(CommandLine.arguments.dropFirst())) else {
            print("usage: TransportStress TRANSPORT SEED UPLOADS STREAMS ROUNDS")
            exit(2)
        }
        let isFaultless = try await stress.run()
        exit(isFaultless ? 0 : 1)
    }

    /// Makes all rounds. Returns `false` if one of them found a fault.
    private func run() async throws -> Bool {
        let server = try FaultyServer()
        let watch = Watch(seed: seed)
        let folder = FileManager.default.temporaryDirectory.appending(path: "transport-stress-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var dice = Dice(seed: seed)
        var nextID = 1
        var first: Resources?
        var isFaultless = true
        for round in 0...rounds {
            // The round that warms up has a quarter of the calls.
            let share = round == 0 ? 4 : 1
            let plans = makePlans(uploads: uploads / share, streams: streams / share, firstID: nextID, &dice)
            nextID += plans.count
            let start = ContinuousClock.now
            let outcomes = await perform(plans, server: server, watch: watch, folder: folder)
            let time = ContinuousClock.now - start
            let resources = await settledResources(after: first)
            report(round, outcomes.map { $0.outcome }, time, resources)
            let problems = faults(in: outcomes, server) + growth(from: first, to: resources)
            for problem in problems { print("fault in round \(round), seed \(seed): \(problem)") }
            isFaultless = isFaultless && problems.isEmpty
            fflush(nil)
            if first == nil { first = resources }
        }
        return isFaultless
    }

    private func makePlans(uploads: Int, streams: Int, firstID: Int, _ dice: inout Dice) -> [Plan] {
        var plans: [Plan] = []
        for id in firstID..<(firstID + uploads) { plans.append(Plan(upload: id, &dice)) }
        let firstStream = firstID + uploads
        for id in firstStream..<(firstStream + streams) { plans.append(Plan(stream: id, &dice)) }
        return plans.shuffled(using: &dice)
    }

    /// Makes calls over a new transport.
    private func perform(
        _ plans: [Plan], server: FaultyServer, watch: Watch, folder: URL
    ) async -> [(plan: Plan, outcome: Outcome)] {
        let service = Service(server, over: transport)
        return await withTaskGroup(of: (plan: Plan, outcome: Outcome).self) { group in
            var outcomes: [(plan: Plan, outcome: Outcome)] = []
            for (index, plan) in plans.enumerated() {
                if index >= Self.width, let outcome = await group.next() { outcomes.append(outcome) }
                group.addTask {
                    watch.add(plan)
                    defer { watch.remove(plan) }
                    return (plan, await service.perform(plan, in: folder))
                }
            }
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    // MARK: Faults

    private func faults(in outcomes: [(plan: Plan, outcome: Outcome)], _ server: FaultyServer) -> [String] {
        var problems = server.problems
        for (plan, outcome) in outcomes {
            if case .wrong(let text) = outcome { problems.append("\(plan): \(text)") }
            if case .success = outcome, isLost(plan, server) { problems.append("\(plan): the server has no body") }
        }
        return problems
    }

    /// Returns `true` if an upload succeeded without its body.
    private func isLost(_ plan: Plan, _ server: FaultyServer) -> Bool {
        guard plan.kind != .stream else { return false }
        // A POST becomes a GET after this redirect (RFC 9110, section 15.4.3).
        let becomesGet = plan.behaviour == .redirects302 && plan.verb == .post
        return !becomesGet && server.timesTaken(plan.id) != 1
    }

    /// Returns the resources after a round, as soon as connections and threads that end have ended.
    private func settledResources(after first: Resources?) async -> Resources {
        var resources = Resources()
        for _ in 0..<60 {
            try? await Task.sleep(for: .milliseconds(500))
            let next = Resources()
            let isSettled = next.descriptors == resources.descriptors
            resources = next
            if isSettled, growth(from: first, to: next).isEmpty { break }
        }
        return resources
    }

    private func growth(from first: Resources?, to last: Resources) -> [String] {
        guard let first else { return [] }
        var problems: [String] = []
        if last.descriptors > first.descriptors + Self.spareDescriptors {
            problems.append("\(last.descriptors) descriptors are open, and \(first.descriptors) after the warm-up")
        }
        if last.memory > first.memory + Self.spareMemory {
            let megabytes = (last.memory >> 20, first.memory >> 20)
            problems.append("\(megabytes.0) MiB are resident, and \(megabytes.1) after the warm-up")
        }
        return problems
    }

    private func report(_ round: Int, _ outcomes: [Outcome], _ time: Duration, _ resources: Resources) {
        let counts = Dictionary(outcomes.map { ($0.name, 1) }, uniquingKeysWith: +)
        let ends = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let name = round == 0 ? "warm-up" : "round \(round)"
        print(
            "\(transport.rawValue), \(name): \(outcomes.count) calls in \(time.components.seconds) s: \(ends);",
            "\(resources.descriptors) descriptors, \(resources.memory >> 20) MiB")
    }
}
