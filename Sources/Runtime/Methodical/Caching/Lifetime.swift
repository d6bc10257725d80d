/// The time that a cached response stays fresh.
public struct Lifetime: Hashable, Sendable {
    /// The length of the lifetime, which is never negative.
    public let duration: Duration

    /// Creates a lifetime. A negative duration becomes ``never``.
    public init(_ duration: Duration) {
        self.duration = max(duration, .zero)
    }

    private init(minutes: Int) {
        duration = .seconds(minutes * 60)
    }

    /// A lifetime of zero: the response is not cached.
    public static var never: Lifetime { Lifetime(minutes: 0) }
    /// 60 seconds.
    public static var oneMinute: Lifetime { Lifetime(minutes: 1) }
    /// Three minutes.
    public static var threeMinutes: Lifetime { Lifetime(minutes: 3) }
    /// Five minutes.
    public static var fiveMinutes: Lifetime { Lifetime(minutes: 5) }
    /// 60 minutes.
    public static var oneHour: Lifetime { Lifetime(minutes: 60) }
    /// Five hours.
    public static var fiveHours: Lifetime { Lifetime(minutes: 300) }
    /// 24 hours.
    public static var oneDay: Lifetime { Lifetime(minutes: 1440) }
    /// Seven days.
    public static var oneWeek: Lifetime { Lifetime(minutes: 7 * 1440) }
    /// 30 days.
    public static var oneMonth: Lifetime { Lifetime(minutes: 30 * 1440) }
    /// 365 days.
    public static var oneYear: Lifetime { Lifetime(minutes: 365 * 1440) }
}

extension Lifetime {
    var seconds: Double { duration / .seconds(1) }
}
