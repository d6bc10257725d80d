import Methodical

extension DiskIndex {
    /// A slot of the table: an entry of the cache, or the sum of an account's entries.
    struct Slot {
        var kind = Kind.vacant
        /// A checksum of the fields below. It is 0 if the slot is vacant, as in the part by which a file has grown.
        var check: UInt32 = 0
        var name = EntryName(account: 0)
        /// The size of the entry in bytes, or of all entries of an account.
        var size: UInt64 = 0
        /// The number of the slot that was used next, counted from 1. In an account's slot, the number of its entries.
        var newer: UInt64 = 0
        /// The number of the slot that was used before, counted from 1.
        var older: UInt64 = 0

        var isSound: Bool {
            kind <= Kind.deleted && check == sum
        }

        var sum: UInt32 {
            if kind == Kind.vacant {
                return 0
            }
            let sum = withUnsafeBytes(of: self) {
                digest(of: .init(rebasing: $0[8...]), seed: UInt64(kind))
            }
            return UInt32(truncatingIfNeeded: sum)
        }
    }

    /// A slot to write, with its number.
    struct Change {
        var number: UInt64
        var slot: Slot
    }

    /// The kinds of slots.
    enum Kind {
        static let vacant: UInt32 = 0
        static let entry: UInt32 = 1
        static let account: UInt32 = 2
        static let deleted: UInt32 = 3
    }

    /// Returns the slots of a new table, and completes the header.
    static func table(of entries: [(name: EntryName, size: UInt64)], header: inout Header) -> [Slot] {
        var table = [Slot](repeating: Slot(), count: Int(header.capacity) + 1)
        var accounts: [UInt64: (count: UInt64, bytes: UInt64)] = [:]
        func vacancy(for hash: UInt64) -> Int {
            var number = Int(hash & (header.capacity - 1)) + 1
            while table[number].kind != Kind.vacant {
                number = number & Int(header.capacity - 1) + 1
            }
            header.used += 1
            return number
        }
        for entry in entries {
            let number = vacancy(for: entry.name.key)
            table[number] = Slot(
                kind: Kind.entry,
                name: entry.name,
                size: entry.size,
                newer: 0,
                older: header.newest)
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
            table[vacancy(for: owner)] = Slot(
                kind: Kind.account,
                name: name,
                size: sum.bytes,
                newer: sum.count,
                older: 0)
        }
        for number in table.indices {
            table[number].check = table[number].sum
        }
        return table
    }
}
