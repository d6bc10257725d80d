import struct Foundation.Date

/// The knowledge of whether the engine can be asked.
///
/// The state is pure, so that tests can try every order of events.
struct EngineHealth: Sendable {
    /// The reason for which the engine is not asked at present, or `nil` if it is.
    private(set) var failure: String?
    /// The time of the last recovery.
    private(set) var recovered = Date.distantPast
    /// The time of the last loss.
    private(set) var lost = Date.distantPast
    /// A number that changes with each loss and each recovery. Commands remember it, so that one that fails late does
    /// not count against an engine that has recovered since.
    private(set) var era = 0

    /// Records the failure of a command that began in the given era. Returns `true` if the engine counts as lost from
    /// now on, and `false` if that was known.
    mutating func fail(_ reason: String, in era: Int, at now: Date) -> Bool {
        guard failure == nil, era == self.era else { return false }
        failure = reason
        lost = now
        self.era = era + 1
        return true
    }

    /// Records that the engine works again.
    mutating func recover(at now: Date) {
        failure = nil
        recovered = now
        era += 1
    }
}

/// The error of a command for an engine that cannot be asked.
struct EngineLost: Error, CustomStringConvertible {
    let description: String
}
