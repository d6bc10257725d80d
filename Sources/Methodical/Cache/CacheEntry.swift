import struct Foundation.Data
import struct Foundation.Date

/// A response with what is needed to judge and to renew it.
public struct CacheEntry: Hashable, Sendable {
    public var body: Data
    /// The HTTP status.
    public var status: Int
    /// The moment that the response's age counts from: before it came, if a cache on its way had kept it.
    public var stored: Date
    public var lifetime: Lifetime
    /// The response's header fields, without those that belong to a connection or that set cookies.
    public var headers: HTTPHeaders
    /// The number that the store gave for the key when the request was sent: see ``CacheStore/generation(_:)``.
    public var generation: UInt64 = 0
    /// A digest of the request header fields that the response's `Vary` names.
    public var variant: UInt64 = 0
    /// Set by stores that outlive the process. No part of what the entry is.
    public var isFromDisk = false

    public init(body: Data, status: Int = 200, stored: Date, lifetime: Lifetime, headers: HTTPHeaders) {
        (self.body, self.status, self.stored, self.lifetime, self.headers) = (body, status, stored, lifetime, headers)
    }

    public init(
        body: Data, status: Int = 200, stored: Date, lifetime: Lifetime, etag: String? = nil,
        lastModified: String? = nil, contentType: String? = nil,
        link: String? = nil
    ) {
        self.init(body: body, status: status, stored: stored, lifetime: lifetime, headers: [:])
        headers["ETag"] = etag
        headers["Last-Modified"] = lastModified
        headers["Content-Type"] = contentType
        headers["Link"] = link
    }

    public var etag: String? { headers["ETag"] }
    public var lastModified: String? { headers["Last-Modified"] }
    public var contentType: String? { headers["Content-Type"] }

    public static func == (left: CacheEntry, right: CacheEntry) -> Bool {
        left.body == right.body && left.status == right.status && left.stored == right.stored
            && left.lifetime == right.lifetime
            && left.headers == right.headers && left.generation == right.generation && left.variant == right.variant
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(body)
        hasher.combine(stored)
    }

    /// Returns `false` also for an entry that was stored in the future: a clock was wrong, for an unknown time.
    public func isFresh(at moment: Date) -> Bool {
        let age = moment.timeIntervalSince(stored)
        return age >= 0 && age < lifetime.seconds
    }
}

/// For how long an answer is fresh.
public struct Lifetime: Hashable, Sendable {
    public let duration: Duration

    /// Nothing below zero: that is `.never`.
    public init(_ duration: Duration) { self.duration = max(duration, .zero) }
    private init(minutes: Int) { duration = .seconds(minutes * 60) }

    /// Not cached.
    public static var never: Lifetime { Lifetime(minutes: 0) }
    public static var oneMinute: Lifetime { Lifetime(minutes: 1) }
    public static var threeMinutes: Lifetime { Lifetime(minutes: 3) }
    public static var fiveMinutes: Lifetime { Lifetime(minutes: 5) }
    public static var oneHour: Lifetime { Lifetime(minutes: 60) }
    public static var fiveHours: Lifetime { Lifetime(minutes: 300) }
    public static var oneDay: Lifetime { Lifetime(minutes: 1440) }
    public static var oneWeek: Lifetime { Lifetime(minutes: 7 * 1440) }
    /// 30 days.
    public static var oneMonth: Lifetime { Lifetime(minutes: 30 * 1440) }
    /// 365 days.
    public static var oneYear: Lifetime { Lifetime(minutes: 365 * 1440) }
}

extension Lifetime {
    var seconds: Double { duration / .seconds(1) }
}
