/// A table of interned texts: a hash table over bytes. In unoptimized builds, a `Dictionary` with `String` keys
/// is ten times slower.
struct Symbols {
    private(set) var names: [String] = []
    /// A valid pointer for a text of no bytes.
    let empty = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    /// The symbols by hash, or -1 in free slots. Collisions use the next free slot.
    private var slots: UnsafeMutablePointer<Int32>
    /// The number of slots minus one. The number of slots is a power of two.
    private var mask = 4095
    private var entries: UnsafeMutablePointer<Entry>
    private var room = 1024
    private var count = 0

    private struct Entry {
        var hash: Int
        var bytes: UnsafeMutablePointer<UInt8>
        var length: Int
        /// The object in which the key was seen last, and its member with that key. See `mark(_:by:with:)`.
        var object: Int32 = -1
        var member: Int32 = -1
    }

    init() {
        slots = .allocate(capacity: 4096)
        slots.initialize(repeating: -1, count: 4096)
        entries = .allocate(capacity: 1024)
        empty.pointee = 0
    }

    func deallocate() {
        var index = 0
        while index < count {
            entries[index].bytes.deallocate()
            index += 1
        }
        entries.deallocate()
        slots.deallocate()
        empty.deallocate()
    }

    /// Returns the symbol of a text given as UTF-8, and adds the text if it is new.
    mutating func intern(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int32 {
        var hash = length
        var index = 0
        while index < length {
            hash = (hash &* 31) &+ Int(truncatingIfNeeded: bytes[index])
            index &+= 1
        }
        hash ^= hash &>> 15
        var slot = hash & mask
        while true {
            let found = slots[slot]
            if found < 0 { break }
            let entry = entries + Int(found)
            if entry.pointee.hash == hash, entry.pointee.length == length {
                let other = entry.pointee.bytes
                var same = 0
                while same < length, other[same] == bytes[same] { same &+= 1 }
                if same == length { return found }
            }
            slot = (slot &+ 1) & mask
        }
        return add(bytes, length, hash, slot)
    }

    private mutating func add(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ hash: Int, _ slot: Int) -> Int32 {
        if count == room {
            let larger = UnsafeMutablePointer<Entry>.allocate(capacity: room * 2)
            larger.moveInitialize(from: entries, count: count)
            entries.deallocate()
            entries = larger
            room *= 2
        }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(length, 1))
        copy.initialize(from: bytes, count: length)
        (entries + count).initialize(to: Entry(hash: hash, bytes: copy, length: length))
        names.append(String(decoding: UnsafeBufferPointer(start: copy, count: length), as: UTF8.self))
        let symbol = Int32(truncatingIfNeeded: count)
        slots[slot] = symbol
        count += 1
        if count * 2 > mask { grow() }
        return symbol
    }

    /// Notes that an object has a member with the given key. Returns the earlier member of that object with the
    /// same key, or -1.
    func mark(_ symbol: Int32, by object: Int32, with member: Int32) -> Int32 {
        let entry = entries + Int(symbol)
        if entry.pointee.object == object { return entry.pointee.member }
        entry.pointee.object = object
        entry.pointee.member = member
        return -1
    }

    func isKey(_ symbol: Int) -> Bool { entries[symbol].member >= 0 }

    private mutating func grow() {
        let size = (mask + 1) * 2
        slots.deallocate()
        slots = .allocate(capacity: size)
        slots.initialize(repeating: -1, count: size)
        mask = size - 1
        var index = 0
        while index < count {
            var slot = entries[index].hash & mask
            while slots[slot] >= 0 { slot = (slot &+ 1) & mask }
            slots[slot] = Int32(truncatingIfNeeded: index)
            index += 1
        }
    }
}

// MARK: Widening
