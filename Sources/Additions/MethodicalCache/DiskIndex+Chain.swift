import Methodical

/// The chain of slots, from the most recent use to the oldest.
extension DiskIndex {
    /// Returns the number of the slot after another one in the chain. The newest slot comes after 0.
    private func older(than number: UInt64) throws(APIError) -> UInt64 {
        if number > 0 {
            return try slot(at: number).older
        }
        return header.newest
    }

    /// Returns the number of the slot before another one in the chain. The oldest slot comes before 0.
    private func newer(than number: UInt64) throws(APIError) -> UInt64 {
        if number > 0 {
            return try slot(at: number).newer
        }
        return header.oldest
    }

    /// Takes a slot out of the chain.
    mutating func unchain(_ number: UInt64, slot: Slot) throws(APIError) {
        guard try older(than: slot.newer) == number,
            try newer(than: slot.older) == number
        else {
            throw condemned()
        }
        if slot.newer > 0 {
            try change(slot.newer) { $0.older = slot.older }
        } else {
            header.newest = slot.older
        }
        if slot.older > 0 {
            try change(slot.older) { $0.newer = slot.newer }
        } else {
            header.oldest = slot.newer
        }
    }
}
