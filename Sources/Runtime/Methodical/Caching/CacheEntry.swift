import struct Foundation.Data
import struct Foundation.Date

/// A cached response, with the data that its use and revalidation need.
public struct CacheEntry: Hashable, Sendable {
    /// The body of the response.
    public var body: Data
    /// The HTTP status.
    public var status: Int
    /// The date from which the response's age counts. It is before the response's arrival if another cache on the way
    /// had stored the response.
    public var stored: Date
    /// The time that the response stays fresh.
    public var lifetime: Lifetime
    /// The response's header fields, except for those that belong to a connection or set cookies.
    public var headers: HTTPHeaders
    /// The number that the store returned for the key when the request was sent. See ``CacheStore/generation(_:)``.
    public var generation: UInt64 = 0
    /// A digest of the request header fields that the response's `Vary` names, or 0 if it names none.
    public var variant: UInt64 = 0
    /// A Boolean value that indicates whether the entry was read from disk. Only stores that outlive the process set
    /// it. Comparisons of entries ignore it.
    public var isFromDisk = false

    /// Creates an entry with all header fields of a response.
    public init(
        body: Data,
        status: Int = 200,
        stored: Date,
        lifetime: Lifetime,
        headers: HTTPHeaders
    ) {
        self.body = body
        self.status = status
        self.stored = stored
        self.lifetime = lifetime
        self.headers = headers
    }

    /// Creates an entry with the header fields that clients use.
    public init(
        body: Data,
        status: Int = 200,
        stored: Date,
        lifetime: Lifetime,
        etag: String? = nil,
        lastModified: String? = nil,
        contentType: String? = nil,
        link: String? = nil
    ) {
        self.init(
            body: body,
            status: status,
            stored: stored,
            lifetime: lifetime,
            headers: [:])
        headers["ETag"] = etag
        headers["Last-Modified"] = lastModified
        headers["Content-Type"] = contentType
        headers["Link"] = link
    }

    /// The response's `ETag`, by which the server can revalidate it.
    public var etag: String? { headers["ETag"] }
    /// The response's `Last-Modified`, by which the server can revalidate it if there is no `ETag`.
    public var lastModified: String? { headers["Last-Modified"] }
    /// The response's `Content-Type`.
    public var contentType: String? { headers["Content-Type"] }

    /// Compares all properties except for `isFromDisk`.
    public static func == (left: CacheEntry, right: CacheEntry) -> Bool {
        left.body == right.body && left.status == right.status && left.stored == right.stored
            && left.lifetime == right.lifetime && left.headers == right.headers
            && left.generation == right.generation && left.variant == right.variant
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(body)
        hasher.combine(stored)
    }

    /// Returns a Boolean value that indicates whether the entry is fresh at a date.
    ///
    /// An entry from the future is not fresh, because a clock was wrong for an unknown time.
    public func isFresh(at moment: Date) -> Bool {
        let age = moment.timeIntervalSince(stored)
        return age >= 0 && age < lifetime.seconds
    }
}

extension CacheEntry {
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
}

extension CacheEntry.Lifetime {
    var seconds: Double { duration / .seconds(1) }
}
