/// Keys by number: a hash table over bytes, since `Dictionary` of `String` costs ten times as much without optimisation.
struct Symbols {
    private(set) var names: [String] = []
    /// Somewhere to point to for a text of no bytes.
    let empty = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    private var slots: UnsafeMutablePointer<Int32>
    private var mask = 4095
    private var entries: UnsafeMutablePointer<Entry>
    private var room = 1024
    private var count = 0

    private struct Entry {
        var hash: Int
        var bytes: UnsafeMutablePointer<UInt8>
        var length: Int
        /// The object that was last seen with it, and the member.
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
            if entries[Int(found)].hash == hash, entries[Int(found)].length == length {
                let other = entries[Int(found)].bytes
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

    /// Notes that an object has a member with this key, and returns the member that had it before, or -1.
    func mark(_ symbol: Int32, by object: Int32, with member: Int32) -> Int32 {
        let entry = entries + Int(symbol)
        if entry.pointee.object == object { return entry.pointee.member }
        entry.pointee.object = object
        entry.pointee.member = member
        return -1
    }

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
