/// A cache in memory, which lasts until the process ends.
public final class MemoryStore: CacheStore {
    /// The largest size of all entries, in bytes. The least recently used entries are removed first.
    public let limit: Int
    private let contents = Locked(Contents())

    /// Creates an empty cache of at most `limit` bytes, 16 MiB by default.
    public init(limit: Int = 16_777_216) { self.limit = limit }

    public func entry(_ key: CacheKey) -> CacheEntry? {
        contents.withLock { $0.entry(for: key) }
    }

    public func store(_ entry: CacheEntry, _ key: CacheKey) {
        let changes = contents.withLock { contents in
            contents.store(entry, for: key, limit: limit)
            return contents.changes
        }
        changes?.send(.stored(key))
    }

    public func remove(_ key: CacheKey) {
        let changes = contents.withLock { contents in
            if let number = contents.numbers[key] {
                contents.discard(number)
            }
            return contents.changes
        }
        changes?.send(.removed(key))
    }

    public func removeAll(_ scope: CacheKey.Scope) {
        let changes = contents.withLock { contents in
            let numbers =
                if scope == .all {
                    Set(contents.numbers.values)
                } else {
                    contents.groups[scope]?.numbers ?? []
                }
            for number in numbers {
                contents.discard(number)
            }
            return contents.changes
        }
        changes?.send(.removedAll(scope))
    }

    public func size(_ scope: CacheKey.Scope) -> Int {
        contents.withLock { contents in
            if scope == .all {
                return contents.bytes
            }
            return contents.groups[scope]?.bytes ?? 0
        }
    }

    public func generation(_ key: CacheKey) -> UInt64 {
        contents.withLock { contents in
            if contents.generations.isEmpty {
                return 0
            }
            return key.namespaces.reduce(0) {
                $0 &+ contents.generations[$1 & 0xFFFF, default: 0]
            }
        }
    }

    public func invalidate(_ namespace: CacheKey.Namespace) {
        let changes = contents.withLock { contents in
            contents.generations[namespace.digest & 0xFFFF, default: 0] += 1
            return contents.changes
        }
        changes?.send(.invalidated(namespace))
    }

    /// The changes of this store. The object is made at the first access, so a store that nobody observes has none.
    public var changes: CacheChanges? {
        contents.withLock { contents in
            let changes = contents.changes ?? CacheChanges()
            contents.changes = changes
            return changes
        }
    }
}

extension MemoryStore {
    /// The entries in the order of their last use.
    private struct Contents {
        /// The slots of the entries. They form a ring through slot 0, which has no entry: its `older` leads to the most
        /// recently used entry, and its `newer` to the least recently used one.
        private var slots = [Slot()]
        private var vacant: [Int] = []
        private(set) var numbers: [CacheKey: Int] = [:]
        private(set) var groups: [CacheKey.Scope: Group] = [:]
        private(set) var bytes = 0
        /// The generations of the namespaces, by digests that are cut to 16 bits to keep the table small. Namespaces
        /// with the same digest become stale together. That costs a request, but never returns a stale response.
        var generations: [UInt64: UInt64] = [:]
        /// The changes of the store, or `nil` before somebody observes it.
        var changes: CacheChanges?

        private struct Slot {
            var held: (key: CacheKey, entry: CacheEntry, size: Int)?
            var newer = 0
            var older = 0
        }

        /// The entries of an account or a method. With it, a scope can be removed or measured without visiting other
        /// entries.
        struct Group {
            var bytes = 0
            var numbers: Set<Int> = []
        }

        mutating func entry(for key: CacheKey) -> CacheEntry? {
            guard let number = numbers[key] else { return nil }
            if slots[0].older != number {
                unchain(number)
                chain(number)
            }
            return slots[number].held?.entry
        }

        mutating func store(_ entry: CacheEntry, for key: CacheKey, limit: Int) {
            if let number = numbers[key] {
                discard(number)
            }
            // An estimate of the memory for dictionaries, slots and the storage of strings.
            var size = entry.body.count + 2 * key.bytes.count + 512
            for field in entry.headers.fields {
                size += field.name.utf8.count + field.value.utf8.count + 64
            }
            guard size <= limit else { return }
            while bytes + size > limit {
                discard(slots[0].newer)
            }
            let number = vacant.popLast() ?? slots.endIndex
            if number == slots.endIndex {
                slots.append(Slot())
            }
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

        mutating func discard(_ number: Int) {
            guard let (key, _, size) = slots[number].held else { return }
            unchain(number)
            slots[number].held = nil
            vacant.append(number)
            numbers[key] = nil
            bytes -= size
            for scope in key.scopes {
                groups[scope]?.bytes -= size
                groups[scope]?.numbers.remove(number)
                if groups[scope]?.numbers.isEmpty == true {
                    groups[scope] = nil
                }
            }
        }

        /// Puts a slot into the ring as the one that was used last.
        private mutating func chain(_ number: Int) {
            let newest = slots[0].older
            slots[number].newer = 0
            slots[number].older = newest
            slots[newest].newer = number
            slots[0].older = number
        }

        /// Takes a slot out of the ring.
        private mutating func unchain(_ number: Int) {
            let newer = slots[number].newer
            let older = slots[number].older
            slots[newer].older = older
            slots[older].newer = newer
        }
    }
}
