/// Everything but reading. The shapes are spelled out (a value, an optional, an array ...), so that no metadata and no conformance has to be
/// made for `T?` or `[T]` at run time.
extension FieldCursor {
    mutating func other<T: APIValue>(_ value: inout T) {
        switch visit {
        case .reading: break
        case .writing(let writer):
            writeKey(writer)
            value._write(&writer.pointee)
        case .decoding(let decoding): decoding.pointee.value(&value, table.key(entry))
        case .encoding(let encoding): encoding.pointee.value(value, table.key(entry))
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison): match(&value, comparison)
        case .hashing(let hasher): value.hash(into: &hasher.pointee)
        }
    }

    mutating func otherIfPresent<T: APIValue>(_ value: inout T?) {
        switch visit {
        case .reading: break
        case .writing(let writer):
            if let value {
                writeKey(writer)
                value._write(&writer.pointee)
            } else {
                writeAbsent(writer)
            }
        case .decoding(let decoding): decoding.pointee.valueIfPresent(&value, table.key(entry), isRequired: isRequired)
        case .encoding(let encoding): encoding.pointee.valueIfPresent(value, table.key(entry), isRequired: isRequired)
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison): comparison.pointee.match { $0.assumingMemoryBound(to: T?.self).pointee == value }
        case .hashing(let hasher):
            if let value {
                hasher.pointee.combine(1 as UInt8)
                value.hash(into: &hasher.pointee)
            } else {
                hasher.pointee.combine(0 as UInt8)
            }
        }
    }

    mutating func otherArray<T: APIValue>(_ value: inout [T]) {
        switch visit {
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison): comparison.pointee.match { Self.areEqual($0.assumingMemoryBound(to: [T].self).pointee, value) }
        case .hashing(let hasher): Self.hash(value, &hasher.pointee)
        default: other(&value)
        }
    }

    mutating func otherArrayIfPresent<T: APIValue>(_ value: inout [T]?) {
        switch visit {
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison):
            comparison.pointee.match {
                guard let left = $0.assumingMemoryBound(to: [T]?.self).pointee, let value else {
                    return $0.assumingMemoryBound(to: [T]?.self).pointee == nil && value == nil
                }
                return Self.areEqual(left, value)
            }
        case .hashing(let hasher):
            if let value {
                hasher.pointee.combine(1 as UInt8)
                Self.hash(value, &hasher.pointee)
            } else {
                hasher.pointee.combine(0 as UInt8)
            }
        default: otherIfPresent(&value)
        }
    }

    mutating func otherBoxed<T: APIValue>(_ value: inout Boxed<T>) {
        switch visit {
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison):
            comparison.pointee.match { Boxed.areEqual($0.assumingMemoryBound(to: Boxed<T>.self).pointee.storage, value.storage) }
        case .decoding(let decoding):
            var inner: T?
            decoding.pointee.valueIfPresent(&inner, table.key(entry), isRequired: isRequired)
            value.wrappedValue = inner
        case .hashing(let hasher): value.hash(into: &hasher.pointee)
        case .writing(let writer):
            guard let storage = value.storage else { return writeAbsent(writer) }
            writeKey(writer)
            storage.value._write(&writer.pointee)
        default:
            var inner = value.wrappedValue
            otherIfPresent(&inner)
        }
    }

    private func match<T: APIValue>(_ value: UnsafePointer<T>, _ comparison: UnsafeMutablePointer<Comparison>) {
        comparison.pointee.match { T._areEqual($0.assumingMemoryBound(to: T.self), value) }
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

    private var isRequired: Bool { table.storage.pointee.entries[entry].required >= 0 }

    private func writeKey(_ writer: UnsafeMutablePointer<JSONWriter>) {
        let candidate = table.storage.pointee.entries + entry
        writer.pointee.separate()
        writer.pointee.bytes(table.storage.pointee.text + Int(candidate.pointee.text), Int(candidate.pointee.length))
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
