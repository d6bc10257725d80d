/// What a model's `_field(_:_:)` hands its stored properties to: reading, writing, Codable, `==` and `hash` each drive the same body.
///
/// The methods differ by name, not by overload, and do not throw: the first error sticks and ends the visit. They must be given stored
/// properties, never computed ones: comparing, hashing and writing visit values that they may read only.
///
/// Methods that are called and not inlined are mutating, even if they change nothing: others would be given a copy of the cursor, 128 bytes a field.
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

/// Everything but reading. The shapes are spelled out (a value, an optional, an array ...), so that no metadata and no conformance has to be
/// made for `T?` or `[T]` at run time.
extension FieldCursor {
    mutating func other<T: APIValue>(_ value: inout T) {
        switch visit {
        case .reading, .locating: break
        case .writing(let writer):
            writeKey(writer)
            value._write(&writer.pointee)
        case .decoding(let decoding): decoding.pointee.value(&value, table.key(entry))
        case .encoding(let encoding): encoding.pointee.value(value, table.key(entry))
        case .comparing(let comparison): comparison.pointee.compare(&value) { T._areEqual($0, $1) }
        case .hashing(let hasher): value.hash(into: &hasher.pointee)
        }
    }

    mutating func otherIfPresent<T: APIValue>(_ value: inout T?) {
        switch visit {
        case .reading, .locating: break
        case .writing(let writer):
            guard let value else { return writeAbsent(writer) }
            writeKey(writer)
            value._write(&writer.pointee)
        case .decoding(let decoding): decoding.pointee.valueIfPresent(&value, table.key(entry), isRequired: isRequired)
        case .encoding(let encoding): encoding.pointee.valueIfPresent(value, table.key(entry), isRequired: isRequired)
        case .comparing(let comparison): comparison.pointee.compare(&value) { $0.pointee == $1.pointee }
        case .hashing(let hasher):
            guard let value else { return hasher.pointee.combine(0 as UInt8) }
            hasher.pointee.combine(1 as UInt8)
            value.hash(into: &hasher.pointee)
        }
    }

    /// Scalars have methods of their own in Codable's containers, several times as fast as the generic ones.
    @inline(never)
    mutating func otherScalar<T: Scalar>(_ value: inout T) {
        switch visit {
        case .decoding(let decoding): decoding.pointee.scalar(&value, table.key(entry))
        case .encoding(let encoding): encoding.pointee.scalar(value, table.key(entry))
        default: other(&value)
        }
    }

    @inline(never)
    mutating func otherScalarIfPresent<T: Scalar>(_ value: inout T?) {
        switch visit {
        case .decoding(let decoding): decoding.pointee.scalarIfPresent(&value, table.key(entry), isRequired: isRequired)
        case .encoding(let encoding):
            if let value {
                encoding.pointee.scalar(value, table.key(entry))
            } else if isRequired {
                encoding.pointee.valueIfPresent(value, table.key(entry), isRequired: true)
            }
        default: otherIfPresent(&value)
        }
    }

    mutating func otherArray<T: APIValue>(_ value: inout [T]) {
        switch visit {
        case .comparing(let comparison): comparison.pointee.compare(&value) { Self.areEqual($0.pointee, $1.pointee) }
        case .hashing(let hasher): Self.hash(value, &hasher.pointee)
        default: other(&value)
        }
    }

    mutating func otherArrayIfPresent<T: APIValue>(_ value: inout [T]?) {
        switch visit {
        case .comparing(let comparison):
            comparison.pointee.compare(&value) {
                guard let left = $0.pointee, let right = $1.pointee else {
                    return $0.pointee == nil && $1.pointee == nil
                }
                return Self.areEqual(left, right)
            }
        case .hashing(let hasher):
            guard let value else { return hasher.pointee.combine(0 as UInt8) }
            hasher.pointee.combine(1 as UInt8)
            Self.hash(value, &hasher.pointee)
        default: otherIfPresent(&value)
        }
    }

    mutating func otherBoxed<T: APIValue>(_ value: inout Boxed<T>) {
        switch visit {
        case .comparing(let comparison):
            comparison.pointee.compare(&value) { Boxed.areEqual($0.pointee.storage, $1.pointee.storage) }
        case .hashing(let hasher): value.hash(into: &hasher.pointee)
        case .writing(let writer):
            guard let storage = value.storage else { return writeAbsent(writer) }
            writeKey(writer)
            storage.value._write(&writer.pointee)
        default: codeBoxed(&value)
        }
    }

    /// Apart from the others: an optional on the stack costs its metadata, at the function's very start.
    @inline(never)
    private mutating func codeBoxed<T: APIValue>(_ value: inout Boxed<T>) {
        var inner = value.wrappedValue
        otherIfPresent(&inner)
        if case .decoding = visit { value.wrappedValue = inner }
    }

    private static func areEqual<T: APIValue>(_ left: [T], _ right: [T]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let first = right.baseAddress, left != first else { return true }
                for index in 0..<right.count where !T._areEqual(left + index, first + index) { return false }
                return true
            }
        }
    }

    private static func hash<T: APIValue>(_ value: [T], _ hasher: inout Hasher) {
        hasher.combine(value.count)
        value.withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            for index in 0..<elements.count { T._hash(first + index, &hasher) }
        }
    }

    // MARK: Writing

    private var isRequired: Bool { table.storage.pointee.entries[entry].isTrusted }

    private mutating func writeKey(_ writer: UnsafeMutablePointer<JSONWriter>) {
        let candidate = table.storage.pointee.entries + entry
        writer.pointee.key(table.storage.pointee.text + Int(candidate.pointee.text), Int(candidate.pointee.length))
    }

    /// Nothing is left out, except where the key must be there.
    private mutating func writeAbsent(_ writer: UnsafeMutablePointer<JSONWriter>) {
        guard isRequired else { return }
        writeKey(writer)
        writer.pointee.null()
    }

    // MARK: Objects that keys lead through

    mutating func open() {
        switch visit {
        case .writing(let writer):
            writer.pointee.marks.append(writer.pointee.count)
            writeKey(writer)
            writer.pointee.byte(UInt8(ascii: "{"))
        case .decoding(let decoding): decoding.pointee.open(table.key(entry))
        case .encoding(let encoding): encoding.pointee.open(table.key(entry))
        default: break
        }
    }

    mutating func close() {
        switch visit {
        case .writing(let writer): writer.pointee.closeUnlessEmpty()
        case .decoding(let decoding): decoding.pointee.close()
        case .encoding(let encoding): encoding.pointee.close()
        default: break
        }
    }
}
