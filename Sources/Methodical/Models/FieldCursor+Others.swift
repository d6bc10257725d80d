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
        case .matching(let comparison): comparison.pointee.match { $0.assumingMemoryBound(to: T.self).pointee == value }
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
        case .matching(let comparison): comparison.pointee.match { $0.assumingMemoryBound(to: [T].self).pointee == value }
        case .hashing(let hasher): value.hash(into: &hasher.pointee)
        default: other(&value)
        }
    }

    mutating func otherArrayIfPresent<T: APIValue>(_ value: inout [T]?) {
        switch visit {
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison): comparison.pointee.match { $0.assumingMemoryBound(to: [T]?.self).pointee == value }
        case .hashing(let hasher):
            if let value {
                hasher.pointee.combine(1 as UInt8)
                value.hash(into: &hasher.pointee)
            } else {
                hasher.pointee.combine(0 as UInt8)
            }
        default: otherIfPresent(&value)
        }
    }

    mutating func otherBoxed<T: APIValue>(_ value: inout Boxed<T>) {
        switch visit {
        case .comparing(let comparison): compare(&value, comparison)
        case .matching(let comparison): comparison.pointee.match { $0.assumingMemoryBound(to: Boxed<T>.self).pointee == value }
        case .decoding(let decoding):
            var inner: T?
            decoding.pointee.valueIfPresent(&inner, table.key(entry), isRequired: isRequired)
            value.wrappedValue = inner
        default:
            var inner = value.wrappedValue
            otherIfPresent(&inner)
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
