import Foundation
import Methodical

// The journal, which makes a change of several slots complete or leaves it out.
extension DiskIndex {
    /// Writes the change that a killed process has left in the journal. Returns `false` if the change is damaged.
    mutating func complete(_ page: [UInt64]) throws(APIError) -> Bool {
        let start = Self.journal / 8
        let sequence = page[start]
        let check = page[start + 1]
        let count = page[start + 2]
        guard sequence == header.sequence &+ 1,
            count <= 12
        else { return true }
        let size = MemoryLayout<Header>.size + Int(count) * MemoryLayout<Change>.size
        let content = page[(start + 2)..<(start + 3 + size / 8)]
        guard content.withUnsafeBytes({ digest(of: $0, seed: sequence) }) == check else {
            return true
        }
        var at = Self.journal + 24
        let completed = page.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: at, as: Header.self)
        }
        guard completed.isSound,
            completed.capacity == header.capacity
        else { return false }
        at += MemoryLayout<Header>.stride
        for _ in 0..<count {
            let change = page.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: at, as: Change.self)
            }
            guard change.slot.isSound,
                change.number > 0,
                change.number <= header.capacity
            else {
                return false
            }
            try put(change.slot, at: Self.offset(of: change.number))
            at += MemoryLayout<Change>.stride
        }
        header = completed
        try put(header, at: 0)
        return true
    }

    /// Writes the changes to the journal, then to the table, then the header that completes them.
    mutating func commit() throws(APIError) {
        header.sequence &+= 1
        header.check = header.sum
        var words = [header.sequence, 0, UInt64(changes.count)]
        withUnsafeBytes(of: header) {
            words.append(contentsOf: $0.bindMemory(to: UInt64.self))
        }
        changes.withUnsafeBytes {
            words.append(contentsOf: $0.bindMemory(to: UInt64.self))
        }
        words[1] = words[2...].withUnsafeBytes {
            digest(of: $0, seed: header.sequence)
        }
        guard write(words, at: Self.journal) else {
            throw .storage(errno, message: "the cache's index cannot be written")
        }
        for change in changes {
            try put(change.slot, at: Self.offset(of: change.number))
        }
        try put(header, at: 0)
        changes.removeAll(keepingCapacity: true)
    }
}
