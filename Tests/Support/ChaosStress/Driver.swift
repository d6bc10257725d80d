import Foundation
import Methodical

/// Performs the calls of a run, a number of them at a time, and cancels those that are to be cancelled.
struct Driver {
    let calls: Calls
    let running = RunningCalls()

    static let countAtATime = 24

    /// Performs the calls and returns their results in the order of their numbers.
    func perform(_ plans: [CallPlan]) async -> [CallResult] {
        let results = Locked([CallResult]())
        let next = Locked(plans[...])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.countAtATime {
                group.addTask {
                    while let plan = next.withLock({ $0.popFirst() }) {
                        running.begin(plan)
                        let result = await perform(plan)
                        running.end(plan)
                        results.withLock { $0.append(result) }
                    }
                }
            }
        }
        return results.withLock { $0 }.sorted { $0.plan.number < $1.plan.number }
    }

    private func perform(_ plan: CallPlan) async -> CallResult {
        let clock = ContinuousClock()
        let cancelled = Locked(ContinuousClock.Instant?.none)
        let task = Task { () -> CallResult in
            let start = clock.now
            var result = CallResult(plan: plan, outcome: await outcome(of: plan))
            let end = clock.now
            var deadline = plan.kind.hasSeveralTimeouts ? end : start + plan.timeout
            if let cancellation = cancelled.withLock({ $0 }) { deadline = min(deadline, cancellation) }
            result.duration = end - start
            result.lateness = max(.zero, end - deadline)
            return result
        }
        let canceller = Task {
            var moment = plan.cancellation ?? .seconds(3600)
            if plan.kind.hasSeveralTimeouts { moment = min(moment, plan.timeout) }
            try await Task.sleep(for: moment)
            cancelled.withLock { $0 = clock.now }
            task.cancel()
        }
        let result = await task.value
        canceller.cancel()
        return result
    }

    private func outcome(of plan: CallPlan) async -> CallResult.Outcome {
        do throws(APIError) {
            let problem = try await calls.perform(plan)
            return problem.map { .wrong($0) } ?? .success
        } catch {
            return .failed(error)
        }
    }
}

/// A call that has ended.
struct CallResult {
    let plan: CallPlan
    let outcome: Outcome
    var duration = Duration.zero
    /// The time between the call's timeout or cancellation, whichever came first, and its end.
    var lateness = Duration.zero

    enum Outcome {
        case success
        /// The call returned a value that is not its own, for the given reason.
        case wrong(String)
        case failed(APIError)
    }

    var isSuccess: Bool { if case .success = outcome { true } else { false } }
}

/// The calls that have begun and not ended. A call that never ends would otherwise end the run without a word.
final class RunningCalls: Sendable {
    private let starts = Locked([Int: (plan: CallPlan, start: ContinuousClock.Instant)]())

    func begin(_ plan: CallPlan) { starts.withLock { $0[plan.number] = (plan, .now) } }
    func end(_ plan: CallPlan) { starts.withLock { $0[plan.number] = nil } }

    /// Returns the calls that have run for longer than the given time.
    func olderThan(_ age: Duration) -> [CallPlan] {
        starts.withLock { starts in
            starts.values.filter { .now - $0.start > age }.map(\.plan).sorted { $0.number < $1.number }
        }
    }
}
