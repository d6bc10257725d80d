import Foundation
import Methodical

// Sends calls of all kinds through a proxy that breaks a share of the exchanges, and checks the promises of the runtime.
//
//     ChaosStress SEED CALLS SHARE TRANSPORT [MARGIN]
//
// SHARE is the share of broken exchanges in percent, and MARGIN the time in seconds by which a call may end after its
// timeout or its cancellation, by default 1. TRANSPORT is URLSessionTransport or AsyncHTTPClientTransport. The program
// prints the outcomes and the violations, and exits with 1 if there is any violation.
@main
struct ChaosStress {
    let seed: Int
    let count: Int
    let share: Int
    let transport: TransportKind
    let margin: Duration

    static func main() async throws {
        guard let stress = ChaosStress(CommandLine.arguments.dropFirst()) else {
            print("usage: ChaosStress SEED CALLS SHARE TRANSPORT [MARGIN]")
            exit(2)
        }
        let violations = try await stress.run()
        for violation in violations { print("VIOLATION, seed \(stress.seed): \(violation)") }
        print(violations.isEmpty ? "no violations" : "\(violations.count) violations")
        exit(violations.isEmpty ? 0 : 1)
    }

    init?(_ arguments: ArraySlice<String>) {
        let arguments = Array(arguments)
        guard arguments.count == 4 || arguments.count == 5, let seed = Int(arguments[0]),
            let count = Int(arguments[1]), let share = Int(arguments[2]),
            let transport = TransportKind(rawValue: arguments[3])
        else { return nil }
        let seconds = arguments.count == 5 ? Double(arguments[4]) : 1
        guard let seconds else { return nil }
        self.seed = seed
        self.count = count
        self.share = share
        self.transport = transport
        margin = .seconds(seconds)
    }

    /// Performs the calls and returns the violations.
    func run() async throws -> [Oracle.Violation] {
        // The first calls start threads and open descriptors that stay, such as those of event loops.
        _ = try await performCalls(count: 100, share: 0)
        let before = Footprint.now()
        print("before: \(before)")
        fflush(nil)
        var violations = try await performCalls(count: count, share: share)
        let after = Footprint.now()
        print("after: \(after)")
        violations += leaks(before: before, after: after)
        return violations
    }

    private func performCalls(count: Int, share: Int) async throws -> [Oracle.Violation] {
        let (violations, remains) = try await performCallsInWorld(count: count, share: share)
        return violations + (await remains.violations())
    }

    /// Returns the violations, and what is left after the last reference to the clients.
    private func performCallsInWorld(count: Int, share: Int) async throws -> ([Oracle.Violation], Remains) {
        let world = try await World(seed: seed, share: share, transport: transport)
        let driver = Driver(calls: world.calls)
        let watch = Watch(driver.running)
        let cancelledShare = share == 0 ? 0 : 25
        let plans = (1...count).map { CallPlan(number: $0, seed: seed, cancelledShare: cancelledShare) }
        let results = await driver.perform(plans)
        if share > 0 { print(Report(results: results, exchanges: world.proxy.log.all).text) }
        let oracle = Oracle(world: world, results: results, margin: margin)
        var violations = oracle.violations()
        violations += await Recovery(world: world, driver: driver, seed: seed, firstNumber: count + 1).violations()
        watch.stop()
        world.stop()
        return (violations, Remains(of: world))
    }

    /// Returns the violations of the limits for resources. The numbers vary a little with the threads of the system.
    private func leaks(before: Footprint, after: Footprint) -> [Oracle.Violation] {
        var violations: [Oracle.Violation] = []
        if after.descriptors > before.descriptors + 10 {
            violations.append(.init(text: "\(after.descriptors - before.descriptors) descriptors are left"))
        }
        // Bodies of up to a megabyte are sent and received all the time, so a leak of a part of them shows.
        if after.memory > before.memory + 128 << 20 {
            violations.append(.init(text: "\((after.memory - before.memory) >> 20) MiB of memory are left"))
        }
        return violations
    }
}

/// A thread that ends the program if a call does not end.
private final class Watch: Sendable {
    private let isStopped = Locked(false)

    init(_ running: RunningCalls) {
        let isStopped = isStopped
        Thread.detachNewThread {
            while !isStopped.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 1)
                let hanging = running.olderThan(.seconds(60))
                if hanging.isEmpty { continue }
                for plan in hanging { print("VIOLATION: call \(plan.number), \(plan.kind), has not ended") }
                fflush(nil)
                exit(1)
            }
        }
    }

    func stop() { isStopped.withLock { $0 = true } }
}
