import struct Foundation.Date

/// A clock: the system's, or one that a test controls.
///
/// It tells two things. The date is for what has a date by nature: the expiry of tokens, the age of cached responses,
/// signatures. The user, the system and time servers set it forward and back. The instant is for spans of time within
/// the process: timeouts, pauses, rate limits, durations. It only goes forward.
public struct TimeSource: Sendable {
    /// Returns the current date.
    public var now: @Sendable () -> Date
    /// Returns the current instant, which never goes back.
    ///
    /// It also goes on while the machine is suspended. A call whose timeout passes meanwhile fails after the machine
    /// has continued, and a rate limit is free again.
    public var instant: @Sendable () -> ContinuousClock.Instant
    /// Waits for a duration, or throws if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock from its functions.
    ///
    /// - Parameters:
    ///   - now: A function that returns the current date.
    ///   - instant: A function that returns the current instant. The default is Swift's `ContinuousClock`. A clock
    ///     whose `sleep` does not take real time needs one of its own.
    ///   - sleep: A function that waits for a duration, or throws if the task is cancelled.
    public init(
        now: @escaping @Sendable () -> Date,
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.instant = instant
        self.sleep = sleep
    }

    /// The clock of the system.
    public static var system: TimeSource {
        // `Task.sleep` traps if the end of the pause is beyond the clock's range, hence the limit of 63 years.
        TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: min($0, .seconds(2_000_000_000))) })
    }
}

extension ContinuousClock.Instant {
    /// About 34,000 years, which is as good as for ever and far from the limits of `Duration`.
    private static let longest = Duration.seconds(1 << 40)
    private static let reference = ContinuousClock.now

    /// An instant before all that a clock returns.
    package static let distantPast = reference - longest
    /// An instant after all that a clock returns.
    package static let distantFuture = reference + longest

    /// Returns the instant after a duration of any length. The operator `+` traps for the longest ones.
    package func after(_ duration: Duration) -> ContinuousClock.Instant {
        self + min(duration, Self.longest)
    }
}
