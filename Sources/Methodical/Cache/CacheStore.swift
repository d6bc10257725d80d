import struct Foundation.Data
import struct Foundation.Date
import class Foundation.NSLock

/// Where answers are kept: in memory, on disk, or where a program of your own puts them.
///
/// Stores are synchronous and may be called from any thread. What they throw reaches the client's observers and fails no call.
public protocol CacheStore: Sendable {
    /// Fresh or not. Counts as a use: what was not used for longest goes first when room is needed.
    func entry(_ key: CacheKey) throws -> CacheEntry?
    /// Replaces what there was. An entry larger than the whole store is not kept.
    func store(_ entry: CacheEntry, _ key: CacheKey) throws
    func remove(_ key: CacheKey) throws
    func removeAll(_ scope: CacheScope) throws
    /// In bytes, with what the store itself needs for an entry.
    func size(_ scope: CacheScope) throws -> Int
}

/// Which entries of a store.
public enum CacheScope: Hashable, Sendable {
    case all
    case account(AccountID, api: String)
    case method(String, AccountID, api: String)
}

/// What an answer is kept under: equal keys, same answer.
public struct CacheKey: Hashable, Sendable {
    public let api: String
    public let account: AccountID
    public let method: String
    /// API version and arguments in canonical order. No token, signature or captcha answer: the same call after a new sign-in finds its answer.
    public var identity: String { String(decoding: bytes.suffix(identityCount), as: UTF8.self) }
    private let identityCount: Int
    /// All of the above. Compared in place of the strings: two texts that Swift calls equal, for their accents, are two questions to a server.
    package let bytes: [UInt8]

    public init(api: String, account: AccountID, method: String, identity: String) {
        var identity = identity
        self = identity.withUTF8 { CacheKey(api: api, account: account, method: method, identity: $0) }
    }

    init(api: String, account: AccountID, method: String, identity: UnsafeBufferPointer<UInt8>) {
        (self.api, self.account, self.method, identityCount) = (api, account, method, identity.count)
        bytes = Self.bytes([api, account.rawValue, method], identity)
    }

    /// The texts with their lengths in front, so that no two lists give the same bytes.
    package static func bytes(_ texts: [String], _ last: UnsafeBufferPointer<UInt8>? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(8 + (last?.count ?? 0)) { $0 + $1.utf8.count + 8 })
        func append(_ utf8: UnsafeBufferPointer<UInt8>) {
            withUnsafeBytes(of: UInt64(truncatingIfNeeded: utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: utf8)
        }
        for var text in texts { text.withUTF8(append) }
        if let last { append(last) }
        return bytes
    }

    public static func == (left: CacheKey, right: CacheKey) -> Bool { left.bytes == right.bytes }
    public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

    var scopes: [CacheScope] { [.account(account, api: api), .method(method, account, api: api)] }
}

/// An answer with what is needed to judge and to renew it.
public struct CacheEntry: Hashable, Sendable {
    public var body: Data
    /// The HTTP status.
    public var status: Int
    public var stored: Date
    public var lifetime: Lifetime
    /// As the server sent it, for conditional requests.
    public var etag: String?
    public var lastModified: String?
    public var contentType: String?
    /// The links of a method that goes on from page to page by them.
    public var link: String?
    /// Set by stores that outlive the process. No part of what the entry is.
    public var isFromDisk = false

    public init(
        body: Data, status: Int = 200, stored: Date, lifetime: Lifetime, etag: String? = nil, lastModified: String? = nil, contentType: String? = nil,
        link: String? = nil
    ) {
        (self.body, self.status, self.stored, self.lifetime) = (body, status, stored, lifetime)
        (self.etag, self.lastModified, self.contentType) = (etag, lastModified, contentType)
        self.link = link
    }

    public static func == (left: CacheEntry, right: CacheEntry) -> Bool {
        left.body == right.body && left.status == right.status && left.stored == right.stored && left.lifetime == right.lifetime
            && left.etag == right.etag && left.lastModified == right.lastModified && left.contentType == right.contentType && left.link == right.link
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(body)
        hasher.combine(stored)
    }

    /// False as well for what was stored in the future: then a clock was wrong, and who knows for how long.
    public func isFresh(at moment: Date) -> Bool {
        let (seconds, attoseconds) = lifetime.duration.components
        let age = moment.timeIntervalSince(stored)
        let limit = Double(seconds) + Double(attoseconds) / 1e18
        return age >= 0 && age < limit
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

/// Answers in memory, until the process ends.
public final class MemoryStore: CacheStore, @unchecked Sendable {
    /// In bytes.
    public let limit: Int
    private let lock = NSLock()
    /// Slots form a ring through slot 0, which holds no entry: behind it the newest use, before it the oldest.
    private var slots = [Slot()]
    private var vacant: [Int] = []
    private var numbers: [CacheKey: Int] = [:]
    private var groups: [CacheScope: Group] = [:]
    private var bytes = 0

    public init(limit: Int = 16_777_216) { self.limit = limit }

    private struct Slot {
        var held: (key: CacheKey, entry: CacheEntry, size: Int)?
        var newer = 0
        var older = 0
    }

    /// What an account or a method has, so that nobody else's entries need be looked through.
    private struct Group {
        var bytes = 0
        var numbers: Set<Int> = []
    }

    public func entry(_ key: CacheKey) -> CacheEntry? {
        lock.lock()
        defer { lock.unlock() }
        guard let number = numbers[key] else { return nil }
        if slots[0].older != number {
            unchain(number)
            chain(number)
        }
        return slots[number].held?.entry
    }

    public func store(_ entry: CacheEntry, _ key: CacheKey) {
        lock.lock()
        defer { lock.unlock() }
        if let number = numbers[key] { discard(number) }
        // Dictionaries, slots and the strings' own storage come to about this much.
        let size = entry.body.count + 2 * key.bytes.count + 512
        guard size <= limit else { return }
        while bytes + size > limit { discard(slots[0].newer) }
        let number = vacant.popLast() ?? slots.endIndex
        if number == slots.endIndex { slots.append(Slot()) }
        slots[number].held = (key, entry, size)
        slots[number].held?.entry.isFromDisk = false
        numbers[key] = number
        chain(number)
        bytes += size
        for scope in key.scopes {
            groups[scope, default: Group()].bytes += size
            groups[scope, default: Group()].numbers.insert(number)
        }
    }

    public func remove(_ key: CacheKey) {
        lock.lock()
        defer { lock.unlock() }
        if let number = numbers[key] { discard(number) }
    }

    public func removeAll(_ scope: CacheScope) {
        lock.lock()
        defer { lock.unlock() }
        for number in scope == .all ? Set(numbers.values) : groups[scope]?.numbers ?? [] { discard(number) }
    }

    public func size(_ scope: CacheScope) -> Int {
        lock.lock()
        defer { lock.unlock() }
        return scope == .all ? bytes : groups[scope]?.bytes ?? 0
    }

    private func discard(_ number: Int) {
        guard let (key, _, size) = slots[number].held else { return }
        unchain(number)
        slots[number].held = nil
        vacant.append(number)
        numbers[key] = nil
        bytes -= size
        for scope in key.scopes {
            guard groups[scope]?.numbers.count ?? 0 > 1 else {
                groups[scope] = nil
                continue
            }
            groups[scope]?.bytes -= size
            groups[scope]?.numbers.remove(number)
        }
    }

    private func chain(_ number: Int) {
        let newest = slots[0].older
        (slots[number].newer, slots[number].older) = (0, newest)
        slots[newest].newer = number
        slots[0].older = number
    }

    private func unchain(_ number: Int) {
        let (newer, older) = (slots[number].newer, slots[number].older)
        slots[newer].older = older
        slots[older].newer = newer
    }
}
