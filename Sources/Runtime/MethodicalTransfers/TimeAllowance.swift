import Methodical

/// The time that an upload has for all its steps and for the writing of its form.
///
/// Suspensions do not count, and neither does the time in which a person solves a challenge.
final class TimeAllowance: Sendable {
    private let time: TimeSource
    private let transfer: TransferObserver
    /// The instant at which the time is over if nothing more is excluded, or `nil` if the time has no limit.
    private let end: ContinuousClock.Instant?
    /// The time in which a person solved challenges in steps that have an observer of their own.
    private let solving = Locked(Duration.zero)

    init(_ limit: Duration?, time: TimeSource, transfer: TransferObserver) {
        self.time = time
        self.transfer = transfer
        end = limit.map { time.instant().after($0) }
    }

    /// The time that is left, or `nil` if it has no limit.
    private var left: Duration? {
        guard let end else { return nil }
        let excluded = transfer.suspendedTime + transfer.solvingTime + solving.withLock { $0 }
        return end + excluded - time.instant()
    }

    /// Excludes the time in which a person solved challenges during a step.
    func exclude(_ duration: Duration) {
        solving.withLock { $0 += duration }
    }

    /// Returns the timeout of the next step, at most its own, or `nil` if it has none. Throws `.timedOut` if no time is
    /// left.
    func timeout(atMost own: Duration?) throws(APIError) -> Duration? {
        guard let left else {
            return own
        }
        guard left > .zero else {
            throw .outOfTime
        }
        return min(left, own ?? left)
    }

    /// Performs work, and returns as soon as it has ended, the task is cancelled or the time is over.
    ///
    /// The work gets a task of its own, so that a source that ignores its cancellation does not hold the caller.
    func perform(_ work: @escaping @Sendable () async throws -> Void) async throws(APIError) {
        if Task.isCancelled {
            throw APIError(.cancelled)
        }
        let outcome = WaitList<Void>()
        let caller = outcome.enter()
        let task = Task {
            do {
                try await work()
                outcome.resume(caller, with: .success(()))
            } catch {
                outcome.resume(caller, with: .failure(APIError(transport: error, hiding: [])))
            }
        }
        let timer = Task {
            guard try await untilEnd() else { return }
            outcome.resume(caller, with: .failure(.outOfTime))
        }
        defer {
            task.cancel()
            timer.cancel()
        }
        return try await outcome.value(of: caller)
    }

    /// Waits until the time is over. Returns `false` at once if it has no limit.
    private func untilEnd() async throws -> Bool {
        while let left {
            if left <= .zero {
                return true
            }
            // During a suspension the same time is always left.
            try await time.sleep(max(left, .milliseconds(10)))
        }
        return false
    }
}

extension APIError {
    fileprivate static var outOfTime: APIError { APIError(.timedOut, "the upload took longer than its timeout") }
}
