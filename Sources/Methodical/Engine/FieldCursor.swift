extension APIEngine {
    /// The visitor to which a model's `_field(_:_:)` passes its stored properties. Reading, writing, Codable, `==` and
    /// hashing each drive that same function with a cursor.
    ///
    /// - The methods differ by name, not by overload.
    /// - The methods do not throw. The first error sticks and ends the visit.
    /// - The arguments must be stored properties, never computed ones: comparing, hashing and writing visit values that
    ///   they must not change.
    /// - Methods that are called without being inlined are mutating, even if they change nothing. A call to any other
    ///   method copies the cursor, 128 bytes for each field.
    public struct FieldCursor: ~Copyable {
        /// The operation that drives the visit, with its state.
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
        /// The entry of the table that is being visited.
        var entry = 0
        /// The object of the table that contains the entry.
        var node = 0
        /// For reading: the end of that object's entries.
        var nodeEnd = 0
        /// For reading: the entry whose key is expected next.
        var predicted = 0
        /// For reading: a bit for each of the first 64 required fields that has been found.
        var seen: UInt64 = 0
        /// For reading: the bits of the required fields after the first 64, if there are any.
        var seenMore: UnsafeMutablePointer<UInt64>?
        /// For reading: the position of the model's object.
        var start = 0
        /// For reading: the character that precedes the next member, an opening brace or a comma.
        var separator = UInt8(ascii: "{")
        /// For reading: indicates whether the field has been read before, so that its value must be replaced. Only
        /// required fields are tracked; the value of an optional is replaced in any case.
        var isRepeated = false
        /// For reading: the key of an additional member.
        var key: Characters?
        /// For all other visits: the next step of the table.
        var step = 0
        /// For all other visits: the index of the current field.
        var index = 0

        init(_ visit: Visit, _ table: FieldTable) {
            self.visit = visit
            self.table = table
        }

        /// Returns the index of the next field, or -1 at the end of the visit. For all visits except reading.
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

        /// Returns the index of the next field of a table whose fields are spread over several objects. Opens and
        /// closes these objects on the way.
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
}

/// Every visit except reading.
///
/// Each shape (a value, an optional, an array and so on) is spelled out, so that no metadata and no conformance is
/// instantiated for `T?` or `[T]` at run time.
extension FieldCursor {
    /// Visits a value.
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

    /// Visits an optional value.
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

    /// Visits a scalar. Codable's containers have methods for scalars that are several times as fast as the generic
    /// ones.
    @inline(never)
    mutating func otherScalar<T: Scalar>(_ value: inout T) {
        switch visit {
        case .decoding(let decoding): decoding.pointee.scalar(&value, table.key(entry))
        case .encoding(let encoding): encoding.pointee.scalar(value, table.key(entry))
        default: other(&value)
        }
    }

    /// Visits an optional scalar.
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

    /// Visits an array.
    mutating func otherArray<T: APIValue>(_ value: inout [T]) {
        switch visit {
        case .comparing(let comparison): comparison.pointee.compare(&value) { Self.areEqual($0.pointee, $1.pointee) }
        case .hashing(let hasher): Self.hash(value, &hasher.pointee)
        default: other(&value)
        }
    }

    /// Visits an optional array.
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

    /// Visits a boxed value.
    mutating func otherBoxed<T: APIValue>(_ value: inout APIEngine.Boxed<T>) {
        switch visit {
        case .comparing(let comparison):
            comparison.pointee.compare(&value) { APIEngine.Boxed.areEqual($0.pointee.storage, $1.pointee.storage) }
        case .hashing(let hasher): value.hash(into: &hasher.pointee)
        case .writing(let writer):
            guard let storage = value.storage else { return writeAbsent(writer) }
            writeKey(writer)
            storage.value._write(&writer.pointee)
        default: codeBoxed(&value)
        }
    }

    /// Encodes or decodes a boxed value.
    ///
    /// A function of its own: an optional on the stack needs its metadata, which is looked up at the very start of the
    /// function.
    @inline(never)
    private mutating func codeBoxed<T: APIValue>(_ value: inout APIEngine.Boxed<T>) {
        var inner = value.wrappedValue
        otherIfPresent(&inner)
        if case .decoding = visit { value.wrappedValue = inner }
    }

    /// Compares two arrays element by element, in place.
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

    /// Hashes an array's elements in place.
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

    /// Writes nothing for an absent value, or `null` if the key is required.
    private mutating func writeAbsent(_ writer: UnsafeMutablePointer<JSONWriter>) {
        guard isRequired else { return }
        writeKey(writer)
        writer.pointee.null()
    }

    // MARK: Nested objects

    /// Enters the object of the current entry. The writer marks the place, so that an object without members can be
    /// taken back.
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

    /// Leaves the object.
    mutating func close() {
        switch visit {
        case .writing(let writer): writer.pointee.closeUnlessEmpty()
        case .decoding(let decoding): decoding.pointee.close()
        case .encoding(let encoding): encoding.pointee.close()
        default: break
        }
    }
}
