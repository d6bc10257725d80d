/// What a model's `_field(_:_:)` hands its stored properties to: reading, writing, Codable, `==` and `hash` each drive the same body.
///
/// The methods differ by name, not by overload, and do not throw: the first error sticks and ends the visit. They must be given stored
/// properties, never computed ones: comparing, hashing and writing visit values that they may read only.
public struct FieldCursor: ~Copyable {
    enum Visit {
        case reading(UnsafeMutablePointer<JSONReader>)
        case writing(UnsafeMutablePointer<JSONWriter>)
        case decoding(UnsafeMutablePointer<Decoding>)
        case encoding(UnsafeMutablePointer<Encoding>)
        case comparing(UnsafeMutablePointer<Comparison>)
        case hashing(UnsafeMutablePointer<Hasher>)
        case locating(UnsafeMutablePointer<StoredFields>)
    }

    let visit: Visit
    let table: FieldTable
    /// The entry that is being visited.
    var entry = 0
    /// The object of the table that the visit is in.
    var node = 0
    /// Reading: the end of that object's entries.
    var nodeEnd = 0
    /// Reading: the entry whose key is expected next.
    var predicted = 0
    /// Reading: the required fields that have been met.
    var seen: UInt64 = 0
    /// Those beyond the first 64.
    var seenMore: UnsafeMutablePointer<UInt64>?
    /// Reading: where the object begins.
    var start = 0
    /// Reading: what stands in front of the next member.
    var separator = UInt8(ascii: "{")
    /// Reading: the field has been read before; what it holds must go.
    var isRepeated = false
    /// Reading: the key of an additional member.
    var key: Characters?
    /// Otherwise: the next step of the table.
    var step = 0
    var index = 0

    init(_ visit: Visit, _ table: FieldTable) {
        self.visit = visit
        self.table = table
    }

    /// Everything but reading: the index of the next field, or -1 when the visit is over.
    @inline(__always)
    mutating func nextStep() -> Int {
        let storage = table.storage
        guard storage.pointee.isFlat else { return nextNestedStep() }
        if step == storage.pointee.fieldCount { return -1 }
        index = step
        entry = step
        step &+= 1
        return index
    }

    /// In tables whose fields lie in several objects.
    @inline(never)
    private mutating func nextNestedStep() -> Int {
        let storage = table.storage
        while step < storage.pointee.stepCount {
            let code = storage.pointee.steps[step]
            step &+= 1
            if code >= 0 {
                entry = Int(code)
                index = Int(storage.pointee.entries[entry].field)
                return index
            }
            if code == FieldTable.Step.close {
                close()
                node = Int(storage.pointee.nodes[node].parent)
                continue
            }
            entry = Int(storage.pointee.steps[step])
            step &+= 1
            if code == FieldTable.Step.additional {
                index = entry
                return index
            }
            node = Int(storage.pointee.entries[entry].node)
            open()
        }
        return -1
    }
}
