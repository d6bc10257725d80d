import struct Foundation.Date

/// A clock: the system's, or one that a test controls.
public struct TimeSource: Sendable {
    /// Returns the current date.
    public var now: @Sendable () -> Date
    /// Waits for a duration, or throws if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock from two functions.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The clock of the system.
    public static var system: TimeSource {
        // `Task.sleep` traps if the end of the pause is beyond the clock's range, hence the limit of 63 years.
        TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: min($0, .seconds(2_000_000_000))) })
    }
}
