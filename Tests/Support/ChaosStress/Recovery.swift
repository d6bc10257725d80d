import Methodical

/// The check that nothing is stuck after the chaos: each kind of call, and each account, works again.
struct Recovery {
    let world: World
    let driver: Driver
    let seed: Int
    let firstNumber: Int

    /// The largest number of calls until one of a kind succeeds. The first ones may meet connections that are broken
    /// already.
    private static let attempts = 6

    func violations() async -> [Oracle.Violation] {
        world.proxy.becomeHonest()
        var number = firstNumber
        var violations: [Oracle.Violation] = []
        for kind in CallPlan.Kind.allCases {
            var results: [CallResult] = []
            while results.count < Self.attempts, results.last?.isSuccess != true {
                let plan = CallPlan(number: number, seed: seed, cancelledShare: 0, kind: kind)
                number += 1
                results += await driver.perform([plan])
            }
            guard let last = results.last, !last.isSuccess else { continue }
            violations.append(.init(call: last.plan.number, text: "\(kind) fails after the chaos: \(last.outcome)"))
        }
        return violations + (await violationsOfAccounts(from: number))
    }

    private func violationsOfAccounts(from firstNumber: Int) async -> [Oracle.Violation] {
        var violations: [Oracle.Violation] = []
        for (index, api) in world.calls.accounts.enumerated() {
            var failure: APIError?
            for attempt in 0..<Self.attempts {
                do throws(APIError) {
                    _ = try await api.signedInUser(id: firstNumber + index * Self.attempts + attempt).send()
                    failure = nil
                    break
                } catch {
                    failure = error
                }
            }
            if let failure { violations.append(.init(text: "the account \(index) fails after the chaos: \(failure)")) }
        }
        return violations
    }
}
