/// The policy by which a call decides between its cache and the network.
public enum CachePolicy: String, Hashable, Sendable {
    /// Uses a fresh cached response. Otherwise asks the server.
    ///
    /// A stale response is used too if the server's `Cache-Control` allows that during revalidation or after an error.
    case cacheFirst = "cache first"
    /// Asks the server. Uses the cached response, fresh or stale, if the server cannot be reached.
    case networkFirst = "network first"
    /// Asks the server without using the cache. The response is still cached.
    case networkOnly = "network only"
    /// Uses the cached response, fresh or stale, and opens no connection. Without one the call fails with `.offline`.
    case cacheOnly = "offline"
    /// Uses the cached response, fresh or stale, and revalidates it for the next call. Asks the server if nothing is
    /// cached or a write has overtaken it.
    case cacheThenNetwork = "cache, then network"
}

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
    public static var oneWeek: Lifetime {
        Lifetime(minutes: 7 * 1440)
    }

    /// 30 days.
    public static var oneMonth: Lifetime {
        Lifetime(minutes: 30 * 1440)
    }

    /// 365 days.
    public static var oneYear: Lifetime {
        Lifetime(minutes: 365 * 1440)
    }
}

extension Lifetime {
    var seconds: Double { duration / .seconds(1) }
}
