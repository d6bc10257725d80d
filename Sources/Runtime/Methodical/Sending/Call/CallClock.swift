/// The clock that measures a call's timeout. It stands still while the call is suspended, and while a person solves a
/// challenge or signs in.
struct CallClock: Sendable {
    /// The instant at which the call times out if the clock never stands still, or `nil` if it has no timeout.
    private var end: ContinuousClock.Instant?
    /// The time in which a person has solved challenges or signed in.
    private var solvingTime = Duration.zero
    /// The observer that decides whether requests are held back: that of the caller, or the shared one of a leader.
    private var observer: TransferObserver?
    /// The time that earlier observers counted, minus that of the current one from before it was followed.
    private var offset = Duration.zero

    /// The instant at which the call times out, as far as it is known now, or `nil` if it has no timeout.
    var deadline: ContinuousClock.Instant? {
        end.map { $0 + standstill }
    }

    /// The observer if it holds requests back now. No request of the call may leave before it is resumed.
    var holdingObserver: TransferObserver? {
        guard let observer, observer.isSuspended else { return nil }
        return observer
    }

    /// The time for which the clock has stood still until now.
    private var standstill: Duration { suspendedTime + solvingTime }

    /// The time for which the requests have been held back until now.
    private var suspendedTime: Duration {
        observer.map { $0.suspendedTime + offset } ?? offset
    }

    /// Counts the suspensions of another observer from now on, or those after it had counted `start`.
    mutating func follow(_ observer: TransferObserver?, since start: Duration? = nil) {
        offset = suspendedTime - (start ?? observer?.suspendedTime ?? .zero)
        self.observer = observer
    }

    /// Sets the timeout of a call that began at `start`.
    mutating func setTimeout(_ timeout: Duration?, from start: ContinuousClock.Instant) {
        end = timeout.map { start.after($0) }
    }

    /// Gives a call its whole timeout again.
    mutating func restart(_ timeout: Duration?, at now: ContinuousClock.Instant) {
        setTimeout(timeout, from: now - standstill)
    }

    /// Returns after the deadline, which suspensions move, or at once if the call has no timeout.
    func waitForDeadline(by time: TimeSource) async throws {
        guard let end else { return }
        var counted = suspendedTime
        try await time.sleep(end + solvingTime + counted - time.instant())
        while true {
            try await holdingObserver?.untilResumed()
            let more = suspendedTime - counted
            if more <= .zero {
                return
            }
            counted += more
            try await time.sleep(more)
        }
    }

    /// The beginning of a wait for a person.
    struct Wait: Sendable {
        fileprivate let begun: ContinuousClock.Instant
        fileprivate let suspendedBefore: Duration
    }

    /// Begins a wait for a person.
    func beginWait(at now: ContinuousClock.Instant) -> Wait {
        Wait(begun: now, suspendedBefore: suspendedTime)
    }

    /// Excludes a wait that has ended, without the suspensions in it, and returns the time that is excluded.
    mutating func end(_ wait: Wait, at now: ContinuousClock.Instant) -> Duration {
        let suspendedMeanwhile = suspendedTime - wait.suspendedBefore
        let solving = now - wait.begun - suspendedMeanwhile
        solvingTime += solving
        return solving
    }
}

extension Client {
    /// Excludes a wait for a person that has ended from the timeouts of the call, and of the upload that it belongs to.
    func exclude(_ wait: CallClock.Wait, for run: Run, state: inout CallState) {
        let solvingTime = state.clock.end(wait, at: configuration.time.instant())
        run.transfer?.control?.addSolvingTime(solvingTime)
    }
}
