import Foundation
import Methodical

/// The judge of a run: compares the results of the calls with the records of the server and the proxy.
struct Oracle {
    let world: World
    let results: [CallResult]
    /// The time by which a call may end after its timeout or its cancellation.
    let margin: Duration

    /// A promise that was broken, with the number of the call if there is one.
    struct Violation: CustomStringConvertible {
        var call: Int?
        let text: String
        var description: String { (call.map { "call \($0): " } ?? "") + text }
    }

    func violations() -> [Violation] {
        results.flatMap(violations(of:)) + repeatedWrites() + repeatedRefreshes()
            + world.server.ledger.complaints.map { Violation(text: $0) }
            + wrongFiles()
    }

    // MARK: Calls

    private func violations(of result: CallResult) -> [Violation] {
        var texts: [String] = []
        if result.lateness > margin { texts.append("ended \(result.lateness) late, after \(result.duration)") }
        switch result.outcome {
        case .wrong(let problem):
            if !isExcused(result) { texts.append(problem) }
        case .success:
            let taken = result.plan.write.flatMap { world.server.ledger.taken[$0] } ?? []
            if result.plan.write != nil, taken.isEmpty, !isExcused(result) {
                texts.append("the write succeeded, and the server has not got it")
            }
        case .failed: break
        }
        return texts.map { text in
            Violation(
                call: result.plan.number, text: "\(result.plan.kind): \(text)\n\(describe(exchanges(of: result.plan)))")
        }
    }

    /// Indicates whether a wrong value can come from bytes that belong to no request and that no client could tell
    /// apart.
    private func isExcused(_ result: CallResult) -> Bool { isExcused(exchanges(of: result.plan)) }

    private func isExcused(_ exchanges: [ExchangeLog.Exchange]) -> Bool {
        exchanges.contains { exchange in exchange.extraBytes?.mayFollowRequest ?? false }
    }

    private func exchanges(of plan: CallPlan) -> [ExchangeLog.Exchange] {
        let id =
            switch plan.kind {
            case .hotItem: plan.choice % Calls.countOfHotItems
            case .download: world.calls.files.id(ofCall: plan.number) ?? plan.number
            default: plan.number
            }
        return exchanges(path: "/\(plan.kind.resource)/\(id)")
    }

    private func exchanges(path: String) -> [ExchangeLog.Exchange] {
        world.proxy.log.all.filter { $0.target.prefix { $0 != "?" } == path }
    }

    private func describe(_ exchanges: [ExchangeLog.Exchange]) -> String {
        exchanges.map { exchange in
            let extra = exchange.extraBytes.map { ", after extra bytes of \($0.fault)" } ?? ""
            return "    exchange \(exchange.number) on connection \(exchange.connection)\(extra): \(exchange.target): "
                + "\(exchange.fault)"
        }.joined(separator: "\n")
    }

    /// Returns the files under the final names of downloads that have another content than the server's.
    private func wrongFiles() -> [Violation] {
        world.calls.files.problems().compactMap { id, problem in
            let exchanges = exchanges(path: "/files/\(id)")
            return isExcused(exchanges) ? nil : Violation(call: id, text: "\(problem)\n\(describe(exchanges))")
        }
    }

    // MARK: Writes and refreshes

    private func repeatedWrites() -> [Violation] {
        let ledger = world.server.ledger
        var violations: [Violation] = []
        for (write, exchanges) in ledger.taken.sorted(by: { $0.key < $1.key }) {
            let details = describe(exchanges.map { world.proxy.log[$0] })
            if let keys = ledger.keys[write] {
                guard keys.count > 1 else { continue }
                violations.append(Violation(text: "\(write) came with \(keys.count) keys\n\(details)"))
            } else if exchanges.count > 1 {
                violations.append(Violation(text: "\(write) was taken \(exchanges.count) times\n\(details)"))
            }
        }
        return violations
    }

    /// A refresh token may be spent again only if the response to the first request was lost.
    private func repeatedRefreshes() -> [Violation] {
        world.server.ledger.refreshes.sorted { $0.key < $1.key }.compactMap { token, numbers in
            let exchanges = numbers.map { world.proxy.log[$0] }
            guard exchanges.dropLast().contains(where: \.reachedClient) else { return nil }
            return Violation(text: "\(token) was spent \(numbers.count) times\n\(describe(exchanges))")
        }
    }
}
