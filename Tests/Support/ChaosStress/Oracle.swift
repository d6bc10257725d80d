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
            let own = describe(exchanges(of: result.plan))
            return Violation(
                call: result.plan.number, text: "\(result.plan.kind): \(text)\n\(own)\(describeOwner(ofValueIn: text))")
        }
    }

    /// Returns the exchanges of the calls whose value a problem shows.
    private func owners(ofValueIn problem: String) -> [ExchangeLog.Exchange] {
        let ids = problem.matches(of: /that of (\d+)|"id":(\d+)/).compactMap { $0.1 ?? $0.2 }
        return world.proxy.log.all.filter { exchange in
            let path = exchange.target.prefix { $0 != "?" }
            return ids.contains { path.hasSuffix("/\($0)") }
        }
    }

    /// Returns a description of the connections on which the owner of a wrong value was called, or an empty text.
    private func describeOwner(ofValueIn problem: String) -> String {
        let connections = Set(owners(ofValueIn: problem).map(\.connection))
        if connections.isEmpty { return "" }
        let shared = world.proxy.log.all.filter { connections.contains($0.connection) }
        return "\n  the connections of its owner:\n" + describe(shared)
    }

    /// Indicates whether a wrong value can come from bytes that belong to no request and that no client could tell
    /// apart.
    ///
    /// The proxy may never have seen the request, because the connection ended at once. Then the exchanges of the value's
    /// owner tell what came over the connection.
    private func isExcused(_ result: CallResult) -> Bool {
        let own = exchanges(of: result.plan)
        switch result.outcome {
        case .wrong(let problem):
            return isExcused(problem, after: own)
        case .success:
            if isExcused(own) {
                return true
            }
            // Nothing in the result of a write tells whose response it was.
            return own.isEmpty && lastExchanges.contains(where: mayPrecedeAnotherRequest)
        case .failed:
            return false
        }
    }

    /// Indicates whether extra bytes explain a wrong value or file, before its own exchanges or after those of the call
    /// to whose response it belongs.
    private func isExcused(_ problem: String, after own: [ExchangeLog.Exchange]) -> Bool {
        isExcused(own) || owners(ofValueIn: problem).contains(where: mayPrecedeAnotherRequest)
    }

    /// Indicates whether a response that came after an exchange may have been taken for that of the next request.
    private func mayPrecedeAnotherRequest(_ exchange: ExchangeLog.Exchange) -> Bool {
        exchange.fault == .doubled(writes: 2) || isExcused([exchange])
    }

    /// The last exchange of each connection.
    private var lastExchanges: [ExchangeLog.Exchange] {
        let all = world.proxy.log.all.map { ($0.connection, $0) }
        return Array(Dictionary(all, uniquingKeysWith: { $1 }).values)
    }

    private func isExcused(_ exchanges: [ExchangeLog.Exchange]) -> Bool {
        exchanges.contains { exchange in exchange.extraBytes.contains(where: \.mayFollowRequest) }
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
            let extra = exchange.extraBytes.map { ", after extra bytes of \($0.fault)" }.joined()
            return "    exchange \(exchange.number) on connection \(exchange.connection)\(extra): \(exchange.target): "
                + "\(exchange.fault)"
        }.joined(separator: "\n")
    }

    /// Returns the files under the final names of downloads that have another content than the server's.
    private func wrongFiles() -> [Violation] {
        world.calls.files.problems().compactMap { id, problem in
            let exchanges = exchanges(path: "/files/\(id)")
            return isExcused(problem, after: exchanges)
                ? nil : Violation(call: id, text: "\(problem)\n\(describe(exchanges))")
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
