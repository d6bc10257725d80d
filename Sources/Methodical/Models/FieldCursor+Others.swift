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
                guard let left = $0.pointee, let right = $1.pointee else { return $0.pointee == nil && $1.pointee == nil }
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

    private func writeKey(_ writer: UnsafeMutablePointer<JSONWriter>) {
        let candidate = table.storage.pointee.entries + entry
        writer.pointee.key(table.storage.pointee.text + Int(candidate.pointee.text), Int(candidate.pointee.length))
    }

    /// Nothing is left out, except where the key must be there.
    private func writeAbsent(_ writer: UnsafeMutablePointer<JSONWriter>) {
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
