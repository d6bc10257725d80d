import Foundation
import Methodical

/// In which order a folder's entries were used, and how large they are: a table in a file that processes change under a
/// lock.
///
/// Entries are found by their file's name, not here. The table is hashed, its slots are chained from the newest use to
/// the oldest, so that every operation touches a few slots however many there are. A change is written to a journal
/// first: who comes after a process that was killed completes it. After more than that (a power failure, a damaged
/// disk) checks or links do not match; then the table is made anew from the files' names, sizes and dates, so that no
/// entry is lost. No number from the file is used before it is known to be in its range.
///
/// Nothing is mapped: on a full disk a write to mapped memory would end the process.
struct DiskIndex {
    private let descriptor: Int32
    private(set) var header: Header
    private var changes: [Change] = []

    struct Header {
        /// Ends in the format's version.
        var mark = DiskIndex.mark
        /// Of the last change that is complete.
        var sequence: UInt64 = 0
        var capacity: UInt64 = 0
        /// Slots that are not vacant: a search ends only at those.
        var used: UInt64 = 0
        var bytes: UInt64 = 0
        var newest: UInt64 = 0
        var oldest: UInt64 = 0
        /// Of all of the above.
        var check: UInt64 = 0

        var isSound: Bool {
            capacity > 0 && capacity & (capacity - 1) == 0 && capacity <= DiskIndex.largest
                && max(newest, oldest, used) <= capacity
                && check == sum
        }

        var sum: UInt64 { withUnsafeBytes(of: self) { digest(.init(rebasing: $0[..<56]), 7) } }
    }

    struct Slot {
        var kind = Kind.vacant
        /// Of all the rest; 0 if the slot is vacant, as in a file that has grown.
        var check: UInt32 = 0
        var name = EntryName(account: 0)
        /// In bytes; of an account, those of all its entries.
        var size: UInt64 = 0
        /// Slots' numbers, counted from 1. Of an account, `newer` counts its entries.
        var newer: UInt64 = 0
        var older: UInt64 = 0

        var isSound: Bool { kind <= Kind.deleted && check == sum }

        var sum: UInt32 {
            if kind == Kind.vacant { return 0 }
            let sum = withUnsafeBytes(of: self) { digest(.init(rebasing: $0[8...]), UInt64(kind)) }
            return UInt32(truncatingIfNeeded: sum)
        }
    }

    enum Kind { static let (vacant, entry, account, deleted) = (UInt32(0), UInt32(1), UInt32(2), UInt32(3)) }

    private struct Change {
        var number: UInt64
        var slot: Slot
    }

    private static let mark: UInt64 = 0x4D54_4844_4C49_0002
    private static let journal = 64
    /// Header and journal: room for 12 changed slots, more than any operation has.
    private static let page = 1024
    /// Of slots: a table of 1 GiB, whose places are numbers of 32 bits.
    private static let largest: UInt64 = 1 << 24

    private static func place(_ number: UInt64) -> Int { page + Int(number) * MemoryLayout<Slot>.stride }
}

// MARK: Opening

extension DiskIndex {
    /// Nil if the file holds no table of this format: a new file, or a damaged one.
    init?(_ descriptor: Int32) throws(APIError) {
        self.descriptor = descriptor
        var page = [UInt64](repeating: 0, count: Self.page / 8)
        let count = page.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw .storage(errno, "the cache's index cannot be read") }
        header = page.withUnsafeBytes { $0.loadUnaligned(as: Header.self) }
        guard count == Self.page, header.mark == Self.mark, header.isSound,
            lseek(descriptor, 0, SEEK_END) >= off_t(Self.place(header.capacity + 1)), try complete(page)
        else { return nil }
    }

    /// Writes what a process that was killed had in its journal; returns `false` if that is damaged.
    private mutating func complete(_ page: [UInt64]) throws(APIError) -> Bool {
        let start = Self.journal / 8
        let (sequence, check, count) = (page[start], page[start + 1], page[start + 2])
        guard sequence == header.sequence &+ 1, count <= 12 else { return true }
        let content = page[
            (start + 2)..<(start + 3 + (MemoryLayout<Header>.size + Int(count) * MemoryLayout<Change>.size) / 8)]
        guard content.withUnsafeBytes({ digest($0, sequence) }) == check else { return true }
        var at = Self.journal + 24
        let completed = page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Header.self) }
        guard completed.isSound, completed.capacity == header.capacity else { return false }
        at += MemoryLayout<Header>.stride
        for _ in 0..<count {
            let change = page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Change.self) }
            guard change.slot.isSound, change.number > 0, change.number <= header.capacity else { return false }
            try put(change.slot, Self.place(change.number))
            at += MemoryLayout<Change>.stride
        }
        header = completed
        try put(header, 0)
        return true
    }

    /// Makes the table anew, from the oldest use to the newest.
    init(_ descriptor: Int32, _ entries: [(name: EntryName, size: UInt64)]) throws(APIError) {
        self.descriptor = descriptor
        header = Header()
        try rewrite(entries)
    }

    /// Takes the room it needs first: if there is none, what was before still holds.
    mutating func rewrite(_ entries: [(name: EntryName, size: UInt64)]) throws(APIError) {
        var fresh = Header()
        fresh.capacity = 256
        let accounts = Set(entries.map(\.name.owner)).count
        while fresh.capacity < (entries.count + accounts) * 4 {
            guard fresh.capacity < Self.largest else {
                throw APIError(.storage, "the cache holds more entries than its index has room for")
            }
            fresh.capacity *= 2
        }
        let table = Self.table(entries, &fresh)
        let (size, old) = (Self.page + table.count * MemoryLayout<Slot>.stride, Int(lseek(descriptor, 0, SEEK_END)))
        if size > old, !write([UInt8](repeating: 0, count: size - old), old) {
            let failure = errno
            ftruncate(descriptor, off_t(old))
            throw .storage(failure, "the cache's index cannot grow")
        }
        guard write([UInt64](repeating: 0, count: Self.page / 8), 0), write(table, Self.page) else {
            throw .storage(errno, "the cache's index cannot be written")
        }
        fresh.check = fresh.sum
        header = fresh
        changes = []
        try put(header, 0)
    }

    private static func table(_ entries: [(name: EntryName, size: UInt64)], _ header: inout Header) -> [Slot] {
        var table = [Slot](repeating: Slot(), count: Int(header.capacity) + 1)
        var accounts: [UInt64: (count: UInt64, bytes: UInt64)] = [:]
        func vacancy(_ hash: UInt64) -> Int {
            var number = Int(hash & (header.capacity - 1)) + 1
            while table[number].kind != Kind.vacant { number = number & Int(header.capacity - 1) + 1 }
            header.used += 1
            return number
        }
        for entry in entries {
            let number = vacancy(entry.name.key)
            table[number] = Slot(kind: Kind.entry, name: entry.name, size: entry.size, newer: 0, older: header.newest)
            if header.newest > 0 {
                table[Int(header.newest)].newer = UInt64(number)
            } else {
                header.oldest = UInt64(number)
            }
            header.newest = UInt64(number)
            header.bytes &+= entry.size
            accounts[entry.name.owner, default: (0, 0)].count += 1
            accounts[entry.name.owner, default: (0, 0)].bytes &+= entry.size
        }
        for (owner, sum) in accounts {
            let name = EntryName(account: owner)
            table[vacancy(owner)] = Slot(kind: Kind.account, name: name, size: sum.bytes, newer: sum.count, older: 0)
        }
        for number in table.indices { table[number].check = table[number].sum }
        return table
    }
}

// MARK: Operations

extension DiskIndex {
    /// Puts an entry in front, and in the table if it is not there.
    mutating func use(_ name: EntryName, _ size: UInt64) throws(APIError) {
        if (header.used &+ 2) &* 2 > header.capacity { try rewrite(try oldestFirst()) }
        var (number, slot, vacancy) = try find(Kind.entry, name)
        let before = slot?.size ?? 0
        if let slot {
            if header.newest == number, before == size { return }
            try unchain(number, slot)
        } else {
            number = vacancy
            try fill(number)
        }
        if header.newest > 0 { try change(header.newest) { $0.newer = number } } else { header.oldest = number }
        set(number, Slot(kind: Kind.entry, name: name, size: size, newer: 0, older: header.newest))
        header.newest = number
        try account(name.owner, entries: slot == nil ? 1 : 0, bytes: size &- before)
        try commit()
    }

    mutating func remove(_ name: EntryName) throws(APIError) {
        let (number, slot, _) = try find(Kind.entry, name)
        guard let slot else { return }
        try unchain(number, slot)
        set(number, Slot(kind: Kind.deleted))
        try account(name.owner, entries: -1, bytes: 0 &- slot.size)
        try commit()
    }

    /// In bytes; nil if it is not in the table.
    func size(_ name: EntryName) throws(APIError) -> UInt64? { try find(Kind.entry, name).slot?.size }

    func size(owner: UInt64) throws(APIError) -> UInt64 {
        try find(Kind.account, EntryName(account: owner)).slot?.size ?? 0
    }

    func oldest() throws(APIError) -> EntryName? {
        guard header.oldest > 0 else { return nil }
        let name = try slot(header.oldest).name
        // What cannot be found by its name cannot be removed, and would be the oldest for ever.
        guard try find(Kind.entry, name).number == header.oldest else { throw condemned() }
        return name
    }

    private mutating func account(_ owner: UInt64, entries: Int, bytes: UInt64) throws(APIError) {
        header.bytes &+= bytes
        if entries == 0, bytes == 0 { return }
        let name = EntryName(account: owner)
        var (number, slot, vacancy) = try find(Kind.account, name)
        if slot == nil {
            number = vacancy
            try fill(number)
        }
        var sum = slot ?? Slot(kind: Kind.account, name: name)
        sum.newer &+= UInt64(bitPattern: Int64(entries))
        sum.size &+= bytes
        set(number, sum.newer > 0 ? sum : Slot(kind: Kind.deleted))
    }

    /// The slot that holds this, or else the one to fill with it.
    private func find(_ kind: UInt32, _ name: EntryName) throws(APIError) -> (
        number: UInt64, slot: Slot?, vacancy: UInt64
    ) {
        let mask = header.capacity - 1
        var number = (kind == Kind.account ? name.owner : name.key) & mask + 1
        var vacancy: UInt64 = 0
        for _ in 0...mask {
            let slot = try slot(number)
            if slot.kind == kind, slot.name == name { return (number, slot, 0) }
            if vacancy == 0, slot.kind == Kind.deleted || slot.kind == Kind.vacant { vacancy = number }
            if slot.kind == Kind.vacant { return (0, nil, vacancy) }
            number = number & mask + 1
        }
        throw condemned()
    }

    private mutating func fill(_ number: UInt64) throws(APIError) {
        if try slot(number).kind == Kind.vacant { header.used &+= 1 }
    }

    private mutating func unchain(_ number: UInt64, _ slot: Slot) throws(APIError) {
        guard try slot.newer > 0 ? self.slot(slot.newer).older == number : header.newest == number,
            try slot.older > 0 ? self.slot(slot.older).newer == number : header.oldest == number
        else { throw condemned() }
        if slot.newer > 0 { try change(slot.newer) { $0.older = slot.older } } else { header.newest = slot.older }
        if slot.older > 0 { try change(slot.older) { $0.newer = slot.newer } } else { header.oldest = slot.newer }
    }

    private func oldestFirst() throws(APIError) -> [(name: EntryName, size: UInt64)] {
        var table = [Slot](repeating: Slot(), count: Int(header.capacity) + 1)
        let count = table.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(Self.page)) }
        guard count == table.count * MemoryLayout<Slot>.stride else { throw condemned() }
        var entries: [(name: EntryName, size: UInt64)] = []
        var number = header.oldest
        while number > 0 {
            guard number <= header.capacity, entries.count < header.capacity, table[Int(number)].isSound,
                table[Int(number)].kind == Kind.entry
            else {
                throw condemned()
            }
            entries.append((table[Int(number)].name, table[Int(number)].size))
            number = table[Int(number)].newer
        }
        return entries
    }
}

// MARK: Reading and writing

extension DiskIndex {
    private func slot(_ number: UInt64) throws(APIError) -> Slot {
        for change in changes where change.number == number { return change.slot }
        var slot = Slot()
        guard number > 0, number <= header.capacity,
            withUnsafeMutableBytes(
                of: &slot, { pread(descriptor, $0.baseAddress, $0.count, off_t(Self.place(number))) })
                == MemoryLayout<Slot>.size, slot.isSound
        else { throw condemned() }
        return slot
    }

    private mutating func set(_ number: UInt64, _ slot: Slot) {
        var slot = slot
        slot.check = slot.sum
        if let index = changes.firstIndex(where: { $0.number == number }) {
            changes[index].slot = slot
        } else {
            changes.append(Change(number: number, slot: slot))
        }
    }

    private mutating func change(_ number: UInt64, _ body: (inout Slot) -> Void) throws(APIError) {
        var slot = try slot(number)
        guard slot.kind == Kind.entry else { throw condemned() }
        body(&slot)
        set(number, slot)
    }

    private mutating func commit() throws(APIError) {
        header.sequence &+= 1
        header.check = header.sum
        var words = [header.sequence, 0, UInt64(changes.count)]
        withUnsafeBytes(of: header) { words.append(contentsOf: $0.bindMemory(to: UInt64.self)) }
        changes.withUnsafeBytes { words.append(contentsOf: $0.bindMemory(to: UInt64.self)) }
        words[1] = words[2...].withUnsafeBytes { digest($0, header.sequence) }
        guard write(words, Self.journal) else { throw .storage(errno, "the cache's index cannot be written") }
        for change in changes { try put(change.slot, Self.place(change.number)) }
        try put(header, 0)
        changes.removeAll(keepingCapacity: true)
    }

    /// What the table says cannot be. It is void from now on, and made anew by who opens it next.
    private func condemned() -> APIError {
        write([UInt64(0)], 0)
            ? APIError(.storage, "the cache's index is damaged")
            : .storage(errno, "the cache's index cannot be written")
    }

    private func put<Value>(_ value: Value, _ offset: Int) throws(APIError) {
        guard write([value], offset) else { throw .storage(errno, "the cache's index cannot be written") }
    }

    /// All of it, or false with `errno`.
    private func write<Value>(_ values: [Value], _ offset: Int) -> Bool {
        values.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
                guard count > 0 || errno == EINTR else { return false }
                done += max(count, 0)
            }
            return true
        }
    }
}
