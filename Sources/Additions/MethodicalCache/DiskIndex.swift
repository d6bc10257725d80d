import Foundation
import Methodical

/// An index of a folder's entries, with their sizes and the order of their use. It is a file that processes change
/// under a lock.
///
/// The store finds an entry by its file name, not by the index. The index is a hash table whose slots form a chain from
/// the most recent use to the oldest, so each operation touches a few slots, however many there are.
///
/// A change is written to a journal first. If a process is killed, the next one completes the change. After greater
/// damage, such as a power failure or a damaged disk, checksums or links do not match. Then the table is made anew from
/// the names, sizes and dates of the files, so that no entry is lost. No number from the file is used before it is
/// known to be in its range.
///
/// The file is not mapped into memory, because a write to mapped memory ends the process if the disk is full.
struct DiskIndex {
    private let descriptor: Int32
    var header: Header
    var changes: [Change] = []

    struct Header {
        /// The first bytes of the file. They end in the format's version.
        var mark = DiskIndex.mark
        /// The number of the last complete change.
        var sequence: UInt64 = 0
        /// The number of slots, a power of 2.
        var capacity: UInt64 = 0
        /// The number of slots that are not vacant. A search ends only at vacant slots.
        var used: UInt64 = 0
        /// The size of all entries.
        var bytes: UInt64 = 0
        /// The number of the slot that was used most recently.
        var newest: UInt64 = 0
        /// The number of the slot that was used least recently.
        var oldest: UInt64 = 0
        /// A checksum of the fields above.
        var check: UInt64 = 0

        var isSound: Bool {
            capacity > 0 && capacity & (capacity - 1) == 0 && capacity <= DiskIndex.largest
                && max(newest, oldest, used) <= capacity
                && check == sum
        }

        var sum: UInt64 {
            withUnsafeBytes(of: self) { digest(of: .init(rebasing: $0[..<56]), seed: 7) }
        }
    }

    private static let mark: UInt64 = 0x4D54_4844_4C49_0002
    /// The journal's place in the file, after the header.
    static let journal = 64
    /// The size of header and journal together. There is room for 12 changed slots, more than any operation needs.
    private static let page = 1024
    /// The largest number of slots. Their table has 1 GiB, so that offsets fit 32 bits.
    private static let largest: UInt64 = 1 << 24

    /// Returns the offset of a slot in the file.
    static func offset(of number: UInt64) -> Int {
        page + Int(number) * MemoryLayout<Slot>.stride
    }
}

// MARK: Opening

extension DiskIndex {
    /// Opens the index. Returns `nil` if the file is new, damaged or of another format.
    init?(_ descriptor: Int32) throws(APIError) {
        self.descriptor = descriptor
        var page = [UInt64](repeating: 0, count: Self.page / 8)
        let count = page.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else {
            throw .storage(errno, message: "the cache's index cannot be read")
        }
        header = page.withUnsafeBytes { $0.loadUnaligned(as: Header.self) }
        guard count == Self.page,
            header.mark == Self.mark,
            header.isSound,
            lseek(descriptor, 0, SEEK_END) >= off_t(Self.offset(of: header.capacity + 1)),
            try complete(page)
        else { return nil }
    }

    /// Makes the index anew from entries, which come in the order of their use with the oldest first.
    init(_ descriptor: Int32, entries: [(name: EntryName, size: UInt64)]) throws(APIError) {
        self.descriptor = descriptor
        header = Header()
        try rewrite(with: entries)
    }

    /// Writes a new table. The file grows first, so that the old table stays valid if there is no room.
    mutating func rewrite(with entries: [(name: EntryName, size: UInt64)]) throws(APIError) {
        var fresh = Header()
        fresh.capacity = 256
        let accounts = Set(entries.map(\.name.owner)).count
        while fresh.capacity < (entries.count + accounts) * 4 {
            guard fresh.capacity < Self.largest else {
                throw APIError(.storage, "the cache holds more entries than its index has room for")
            }
            fresh.capacity *= 2
        }
        let table = Self.table(of: entries, header: &fresh)
        let size = Self.page + table.count * MemoryLayout<Slot>.stride
        let old = Int(lseek(descriptor, 0, SEEK_END))
        if size > old, !write([UInt8](repeating: 0, count: size - old), at: old) {
            let failure = errno
            ftruncate(descriptor, off_t(old))
            throw .storage(failure, message: "the cache's index cannot grow")
        }
        guard write([UInt64](repeating: 0, count: Self.page / 8), at: 0),
            write(table, at: Self.page)
        else {
            throw .storage(errno, message: "the cache's index cannot be written")
        }
        fresh.check = fresh.sum
        header = fresh
        changes = []
        try put(header, at: 0)
    }
}

// MARK: Operations

extension DiskIndex {
    /// Makes an entry the most recent one, and adds it if it is missing.
    mutating func use(_ name: EntryName, size: UInt64) throws(APIError) {
        if (header.used &+ 2) &* 2 > header.capacity {
            try rewrite(with: try oldestFirst())
        }
        var (number, slot, vacancy) = try find(Kind.entry, named: name)
        let before = slot?.size ?? 0
        if let slot {
            if header.newest == number, before == size {
                return
            }
            try unchain(number, slot: slot)
        } else {
            number = vacancy
            try fill(number)
        }
        if header.newest > 0 {
            try change(header.newest) { $0.newer = number }
        } else {
            header.oldest = number
        }
        let newest = Slot(
            kind: Kind.entry,
            name: name,
            size: size,
            newer: 0,
            older: header.newest)
        set(number, to: newest)
        header.newest = number
        if slot == nil {
            try account(for: name.owner, entries: 1, bytes: size)
        } else {
            try account(for: name.owner, entries: 0, bytes: size &- before)
        }
        try commit()
    }

    /// Removes an entry. Does nothing if it is missing.
    mutating func remove(_ name: EntryName) throws(APIError) {
        let (number, slot, _) = try find(Kind.entry, named: name)
        guard let slot else { return }
        try unchain(number, slot: slot)
        set(number, to: Slot(kind: Kind.deleted))
        try account(for: name.owner, entries: -1, bytes: 0 &- slot.size)
        try commit()
    }

    /// Returns the size of an entry in bytes, or `nil` if it is missing.
    func size(of name: EntryName) throws(APIError) -> UInt64? {
        try find(Kind.entry, named: name).slot?.size
    }

    /// Returns the size of all entries of an account in bytes.
    func size(owner: UInt64) throws(APIError) -> UInt64 {
        try find(Kind.account, named: EntryName(account: owner)).slot?.size ?? 0
    }

    /// Returns the entry that was used least recently, or `nil` if the index is empty.
    func oldest() throws(APIError) -> EntryName? {
        guard header.oldest > 0 else { return nil }
        let name = try slot(at: header.oldest).name
        // An entry that cannot be found by its name could not be removed, and would stay the oldest for ever.
        guard try find(Kind.entry, named: name).number == header.oldest else {
            throw condemned()
        }
        return name
    }

    /// Adds to the number and the size of an account's entries. `bytes` wraps around to subtract.
    private mutating func account(
        for owner: UInt64,
        entries: Int,
        bytes: UInt64
    ) throws(APIError) {
        header.bytes &+= bytes
        if entries == 0, bytes == 0 {
            return
        }
        let name = EntryName(account: owner)
        var (number, slot, vacancy) = try find(Kind.account, named: name)
        if slot == nil {
            number = vacancy
            try fill(number)
        }
        var sum = slot ?? Slot(kind: Kind.account, name: name)
        sum.newer &+= UInt64(bitPattern: Int64(entries))
        sum.size &+= bytes
        if sum.newer > 0 {
            set(number, to: sum)
        } else {
            set(number, to: Slot(kind: Kind.deleted))
        }
    }

    /// Returns the slot with the given kind and name, or the number of the vacant or deleted slot to use for it.
    private func find(_ kind: UInt32, named name: EntryName) throws(APIError) -> (
        number: UInt64,
        slot: Slot?,
        vacancy: UInt64
    ) {
        let mask = header.capacity - 1
        let digest = kind == Kind.account ? name.owner : name.key
        var number = digest & mask + 1
        var vacancy: UInt64 = 0
        for _ in 0...mask {
            let found = try slot(at: number)
            if found.kind == kind, found.name == name {
                return (number, found, 0)
            }
            if vacancy == 0, found.kind == Kind.deleted || found.kind == Kind.vacant {
                vacancy = number
            }
            if found.kind == Kind.vacant {
                return (0, nil, vacancy)
            }
            number = number & mask + 1
        }
        throw condemned()
    }

    /// Counts a slot that is about to be used.
    private mutating func fill(_ number: UInt64) throws(APIError) {
        if try slot(at: number).kind == Kind.vacant {
            header.used &+= 1
        }
    }

    /// Returns all entries in the order of their use.
    private func oldestFirst() throws(APIError) -> [(name: EntryName, size: UInt64)] {
        var table = [Slot](repeating: Slot(), count: Int(header.capacity) + 1)
        let count = table.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(Self.page)) }
        guard count == table.count * MemoryLayout<Slot>.stride else {
            throw condemned()
        }
        var entries: [(name: EntryName, size: UInt64)] = []
        var number = header.oldest
        while number > 0 {
            guard number <= header.capacity, entries.count < header.capacity else {
                throw condemned()
            }
            let slot = table[Int(number)]
            guard slot.isSound, slot.kind == Kind.entry else {
                throw condemned()
            }
            entries.append((slot.name, slot.size))
            number = slot.newer
        }
        return entries
    }
}

// MARK: Reading and writing

extension DiskIndex {
    /// Returns a slot, with the changes that are not committed yet.
    func slot(at number: UInt64) throws(APIError) -> Slot {
        for change in changes where change.number == number {
            return change.slot
        }
        var slot = Slot()
        guard number > 0, number <= header.capacity else {
            throw condemned()
        }
        let count = withUnsafeMutableBytes(of: &slot) { bytes in
            pread(descriptor, bytes.baseAddress, bytes.count, off_t(Self.offset(of: number)))
        }
        guard count == MemoryLayout<Slot>.size, slot.isSound else {
            throw condemned()
        }
        return slot
    }

    /// Adds a slot to the next commit.
    private mutating func set(_ number: UInt64, to slot: Slot) {
        var slot = slot
        slot.check = slot.sum
        if let index = changes.firstIndex(where: { $0.number == number }) {
            changes[index].slot = slot
        } else {
            changes.append(Change(number: number, slot: slot))
        }
    }

    mutating func change(_ number: UInt64, _ body: (inout Slot) -> Void) throws(APIError) {
        var changed = try slot(at: number)
        guard changed.kind == Kind.entry else {
            throw condemned()
        }
        body(&changed)
        set(number, to: changed)
    }

    /// Makes the index invalid and returns the error for it. The next process that opens the index makes it anew.
    func condemned() -> APIError {
        guard write([UInt64(0)], at: 0) else {
            return .storage(errno, message: "the cache's index cannot be written")
        }
        return APIError(.storage, "the cache's index is damaged")
    }

    func put<Value>(_ value: Value, at offset: Int) throws(APIError) {
        guard write([value], at: offset) else {
            throw .storage(errno, message: "the cache's index cannot be written")
        }
    }

    /// Writes all of the values. Returns `false` and sets `errno` if that fails.
    func write<Value>(_ values: [Value], at offset: Int) -> Bool {
        values.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    descriptor,
                    bytes.baseAddress?.advanced(by: done),
                    bytes.count - done,
                    off_t(offset + done))
                guard count > 0 || errno == EINTR else { return false }
                done += max(count, 0)
            }
            return true
        }
    }
}
