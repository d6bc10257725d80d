extension APIEngine {
    /// The visitor to which a model's `_field(_:_:)` passes its stored properties. Reading, writing, Codable, `==` and
    /// hashing each drive that same function with a cursor.
    ///
    /// - The methods differ by name, not by overload.
    /// - The methods do not throw. The first error is stored and ends the visit.
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
        /// For reading: a bit for each of the first ``FieldTable/trackedBits`` required fields that has been found.
        var seen: UInt64 = 0
        /// For reading: the bits of the other required fields, if there are any.
        var seenMore: UnsafeMutablePointer<UInt64>?
        /// For reading: the position of the model's object.
        var start = 0
        /// For reading: the character that precedes the next member, an opening brace or a comma.
        var separator = UInt8.openBrace
        /// For reading: indicates whether the field has been read before, so that its value must be replaced. Only
        /// required fields are tracked; the value of an optional is replaced in any case.
        var isRepeated = false
        /// For reading: the key of an additional member.
        var key: Characters?
        /// For all other visits: the next step of the table.
        var step = 0

        init(_ visit: Visit, table: FieldTable) {
            self.visit = visit
            self.table = table
        }
    }
}

extension APIEngine.FieldCursor {
    /// The reader, if the visit reads.
    var reader: UnsafeMutablePointer<JSONReader>? {
        @_transparent get {
            if case .reading(let reader) = visit {
                reader
            } else {
                nil
            }
        }
    }

    /// Indicates whether the visit writes a part of a request, which contains no members that only the server sets.
    var leavesOutReadOnly: Bool {
        if case .writing(let writer) = visit {
            writer.pointee.isRequest
        } else {
            false
        }
    }

    /// Returns the index of the next field, or -1 at the end of the visit. For all visits except reading.
    @inline(__always)
    mutating func nextStep() -> Int {
        let storage = table.storage
        guard storage.pointee.isFlat else {
            return nextNestedStep()
        }
        if step >= storage.pointee.fieldCount {
            return -1
        }
        entry = step
        step &+= 1
        return entry
    }

    /// Returns the index of the next field of a table whose fields are spread over several objects. Opens and closes
    /// these objects on the way.
    @inline(never)
    private mutating func nextNestedStep() -> Int {
        let storage = table.storage
        while step < storage.pointee.stepCount {
            let code = storage.pointee.steps[step]
            step &+= 1
            if code >= 0 {
                entry = Int(code)
                return Int(storage.pointee.entries[entry].field)
            }
            if code == FieldTable.Step.close {
                close()
                continue
            }
            entry = Int(storage.pointee.steps[step])
            step &+= 1
            if code == FieldTable.Step.additional {
                return entry
            }
            open()
        }
        return -1
    }

    // MARK: Nested objects

    /// Enters the object of the current entry. The writer marks the place, so that an object without members can be
    /// taken back.
    private mutating func open() {
        switch visit {
        case .writing(let writer):
            writer.pointee.marks.append(writer.pointee.count)
            writeKey(to: writer)
            writer.pointee.byte(.openBrace)
        case .decoding(let decoding):
            decoding.pointee.open(table.key(of: entry))
        case .encoding(let encoding):
            encoding.pointee.open(table.key(of: entry))
        default:
            break
        }
    }

    /// Leaves the object.
    private mutating func close() {
        switch visit {
        case .writing(let writer): writer.pointee.closeUnlessEmpty()
        case .decoding(let decoding): decoding.pointee.close()
        case .encoding(let encoding): encoding.pointee.close()
        default: break
        }
    }

    // MARK: Writing

    private mutating func writeKey(to writer: UnsafeMutablePointer<JSONWriter>) {
        let entry = table.storage.pointee.entries + entry
        writer.pointee.key(
            table.storage.pointee.text + Int(entry.pointee.text),
            size: Int(entry.pointee.length))
    }

    /// Writes nothing for an absent value, or `null` if the key is required.
    private mutating func writeAbsent(to writer: UnsafeMutablePointer<JSONWriter>) {
        guard isRequired else { return }
        writeKey(to: writer)
        writer.pointee.null()
    }

    private var isRequired: Bool {
        table.storage.pointee.entries[entry].isTrusted
    }
}

/// Every visit except reading.
///
/// Each shape (a value, an optional, an array and so on) is spelled out, so that no metadata and no conformance is
/// instantiated for `T?` or `[T]` at run time.
extension APIEngine.FieldCursor {
    /// Visits a value.
    @inline(never)
    mutating func visitWithoutReader<T: APIValue>(_ value: inout T) {
        switch visit {
        case .reading, .locating:
            break
        case .writing(let writer):
            writeKey(to: writer)
            value._write(to: &writer.pointee)
        case .decoding(let decoding):
            decoding.pointee.value(&value, for: table.key(of: entry))
        case .encoding(let encoding):
            encoding.pointee.value(value, for: table.key(of: entry))
        case .comparing(let comparison):
            compare(with: comparison, field: &value) { T._areEqual($0, $1) }
        case .hashing(let hasher):
            value.hash(into: &hasher.pointee)
        }
    }

    /// Visits an optional value.
    @inline(never)
    mutating func visitOptionalWithoutReader<T: APIValue>(_ value: inout T?) {
        switch visit {
        case .reading, .locating:
            break
        case .writing(let writer):
            guard let value else {
                return writeAbsent(to: writer)
            }
            writeKey(to: writer)
            value._write(to: &writer.pointee)
        case .decoding(let decoding):
            decoding.pointee.valueIfPresent(
                &value,
                for: table.key(of: entry),
                isRequired: isRequired)
        case .encoding(let encoding):
            encoding.pointee.valueIfPresent(
                value,
                for: table.key(of: entry),
                isRequired: isRequired)
        case .comparing(let comparison):
            compare(with: comparison, field: &value) { $0.pointee == $1.pointee }
        case .hashing(let hasher):
            guard let value else {
                return hasher.pointee.combine(Self.absent)
            }
            hasher.pointee.combine(Self.present)
            value.hash(into: &hasher.pointee)
        }
    }

    /// Visits an array.
    mutating func visitArrayWithoutReader<T: APIValue>(_ value: inout [T]) {
        switch visit {
        case .comparing(let comparison):
            compare(with: comparison, field: &value) { Self.areEqual($0.pointee, $1.pointee) }
        case .hashing(let hasher):
            Self.hash(value, into: &hasher.pointee)
        default:
            visitWithoutReader(&value)
        }
    }

    /// Visits an optional array.
    mutating func visitOptionalArrayWithoutReader<T: APIValue>(_ value: inout [T]?) {
        switch visit {
        case .comparing(let comparison):
            compare(with: comparison, field: &value) {
                guard let left = $0.pointee,
                    let right = $1.pointee
                else {
                    return $0.pointee == nil && $1.pointee == nil
                }
                return Self.areEqual(left, right)
            }
        case .hashing(let hasher):
            guard let value else {
                return hasher.pointee.combine(Self.absent)
            }
            hasher.pointee.combine(Self.present)
            Self.hash(value, into: &hasher.pointee)
        default: visitOptionalWithoutReader(&value)
        }
    }

    /// Visits a boxed value.
    mutating func visitBoxedWithoutReader<T: APIValue>(_ value: inout APIEngine.Boxed<T>) {
        switch visit {
        case .comparing(let comparison):
            compare(with: comparison, field: &value) {
                APIEngine.Boxed.areEqual($0.pointee.storage, $1.pointee.storage)
            }
        case .hashing(let hasher):
            value.hash(into: &hasher.pointee)
        case .writing(let writer):
            guard let storage = value.storage else {
                return writeAbsent(to: writer)
            }
            writeKey(to: writer)
            storage.value._write(to: &writer.pointee)
        default:
            codeBoxed(&value)
        }
    }

    /// Encodes or decodes a boxed value.
    ///
    /// A function of its own: an optional on the stack needs its metadata, which is looked up at the very start of the
    /// function.
    @inline(never)
    private mutating func codeBoxed<T: APIValue>(_ value: inout APIEngine.Boxed<T>) {
        var inner = value.wrappedValue
        visitOptionalWithoutReader(&inner)
        if case .decoding = visit {
            value.wrappedValue = inner
        }
    }

    /// Compares a field, and ends the visit if it differs.
    @inline(__always)
    private mutating func compare<Field>(
        with comparison: UnsafeMutablePointer<Comparison>,
        field: UnsafePointer<Field>,
        _ areSame: (UnsafePointer<Field>, UnsafePointer<Field>) -> Bool
    ) {
        comparison.pointee.compare(field, by: areSame)
        if !comparison.pointee.isEqual {
            step = .max
        }
    }

    /// The bytes that `Optional` hashes before its value, or in place of one.
    static var absent: UInt8 { 0 }
    static var present: UInt8 { 1 }

    /// Compares two arrays element by element, in place. `Array.==` would copy each element.
    private static func areEqual<T: APIValue>(_ left: [T], _ right: [T]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress,
                    let first = right.baseAddress,
                    left != first
                else { return true }
                return right.indices.allSatisfy { T._areEqual(left + $0, first + $0) }
            }
        }
    }

    /// Hashes an array's elements in place.
    private static func hash<T: APIValue>(_ value: [T], into hasher: inout Hasher) {
        hasher.combine(value.count)
        value.withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            for index in elements.indices {
                T._hash(first + index, into: &hasher)
            }
        }
    }
}
