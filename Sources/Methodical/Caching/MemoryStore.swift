import class Foundation.NSLock

/// A cache in memory, which lasts until the process ends.
public final class MemoryStore: CacheStore, @unchecked Sendable {
    /// The largest size of all entries, in bytes. The entries that were not used for the longest time are removed
    /// first.
    public let limit: Int
    private let lock = NSLock()
    /// The slots of the entries. They form a ring through slot 0, which has no entry: its `older` leads to the entry
    /// that was used last, its `newer` to the one that was not used for the longest time.
    private var slots = [Slot()]
    private var vacant: [Int] = []
    private var numbers: [CacheKey: Int] = [:]
    private var groups: [CacheScope: Group] = [:]
    private var bytes = 0
    /// The numbers of the namespaces, by digests that are cut to 16 bits. The table thus stays small. Namespaces that
    /// share a number become stale together, which costs a request and is never wrong.
    private var generations: [UInt64: UInt64] = [:]

    /// Creates an empty cache of at most `limit` bytes, 16 MiB by default.
    public init(limit: Int = 16_777_216) { self.limit = limit }

    private struct Slot {
        var held: (key: CacheKey, entry: CacheEntry, size: Int)?
        var newer = 0
        var older = 0
    }

    /// The entries of an account or a method, by which a scope is removed or measured without a look at other entries.
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
        // An estimate of the memory for dictionaries, slots and the storage of strings.
        let size = entry.headers.fields.reduce(entry.body.count + 2 * key.bytes.count + 512) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 64
        }
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

    public func generation(_ key: CacheKey) -> UInt64 {
        lock.lock()
        defer { lock.unlock() }
        if generations.isEmpty { return 0 }
        return key.namespaces.reduce(0) { $0 &+ generations[$1 & 0xFFFF, default: 0] }
    }

    public func invalidate(_ namespace: CacheNamespace) {
        lock.lock()
        defer { lock.unlock() }
        generations[namespace.digest & 0xFFFF, default: 0] += 1
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
