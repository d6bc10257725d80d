extension FieldCursor {
    public mutating func value<T: APIValue>(_ value: inout T) {
        guard case .reading(let reader) = visit else { return other(&value) }
        if isRepeated { value = T(Blank()) }
        value._read(&reader.pointee)
    }

    public mutating func valueIfPresent<T: APIValue>(_ value: inout T?) {
        guard case .reading(let reader) = visit else { return otherIfPresent(&value) }
        let isNull = null(reader)
        let isThere = value?._isHere() != nil
        if !isThere, !isNull { Self.fill(T.self, at: &value) }
        if isThere || isNull || value?._isHere() == nil { Self.assign(&value, isNull: isNull) }
        value?._read(&reader.pointee)
    }

    /// Apart from the others, since it costs a look-up of the optional's metadata, as much as reading a string.
    @inline(never)
    private static func assign<T: APIValue>(_ value: inout T?, isNull: Bool) { value = isNull ? nil : T(Blank()) }

    /// A value lies in memory where its optional does, which it makes one that is there, unless that takes a byte more.
    private static func fill<T: APIValue>(_: T.Type, at place: UnsafeMutablePointer<T?>) {
        UnsafeMutableRawPointer(place).initializeMemory(as: T.self, to: T(Blank()))
    }

    public mutating func array<T: APIValue>(_ value: inout [T]) {
        guard case .reading(let reader) = visit else { return otherArray(&value) }
        value = reader.pointee.elements(T.self)
    }

    public mutating func arrayIfPresent<T: APIValue>(_ value: inout [T]?) {
        guard case .reading(let reader) = visit else { return otherArrayIfPresent(&value) }
        if null(reader) {
            value = nil
        } else {
            value = reader.pointee.elements(T.self)
        }
    }

    public mutating func dictionary<T: APIValue>(_ value: inout [String: T]) {
        guard case .reading(let reader) = visit else { return other(&value) }
        value._read(&reader.pointee)
    }

    public mutating func dictionaryIfPresent<T: APIValue>(_ value: inout [String: T]?) {
        guard case .reading(let reader) = visit else { return otherIfPresent(&value) }
        if null(reader) {
            value = nil
        } else {
            var made: [String: T] = [:]
            made._read(&reader.pointee)
            value = made
        }
    }

    public mutating func boxedIfPresent<T: APIValue>(_ value: inout Boxed<T>) {
        guard case .reading(let reader) = visit else { return otherBoxed(&value) }
        if null(reader) {
            value.storage = nil
        } else {
            let storage = BoxStorage<T>(Blank())
            storage.value._read(&reader.pointee)
            value.storage = storage
        }
    }

    /// All properties at once, of a model that keeps them in shared storage; asked for by an index that no field has.
    public mutating func all<Fields>(_ fields: inout Fields) {
        if case .locating(let found) = visit { withUnsafePointer(to: &fields) { found.pointee.take($0) } }
    }

    /// The members that no other field names.
    public mutating func additional<T: APIValue>(_ value: inout [String: T]) {
        switch visit {
        case .reading(let reader):
            guard let key = key?.string() else { return }
            reader.pointee.colon()
            value[key] = reader.pointee.read() as T
        case .writing(let writer):
            for key in value.keys.sorted() where !table.names(key) {
                guard let element = value[key] else { continue }
                writer.pointee.key(key)
                element._write(&writer.pointee)
            }
        case .decoding(let decoding): decoding.pointee.additional(&value, table)
        case .encoding(let encoding): encoding.pointee.additional(value, table)
        case .comparing, .hashing, .locating: other(&value)
        }
    }
}

extension FieldCursor {
    /// Takes null, which is a departure unless the schema allows it.
    @inline(__always)
    private mutating func null(_ reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        reader.pointee.base[reader.pointee.position] == UInt8(ascii: "n") && takesNull(reader)
    }

    @inline(never)
    private mutating func takesNull(_ reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        let start = reader.pointee.position
        guard reader.pointee.literal("null") else { return false }
        if !table.storage.pointee.entries[entry].isNullable { reader.pointee.depart(.text("a value"), at: start) }
        return true
    }

    public mutating func int(_ value: inout Int) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.integer()
    }

    public mutating func intIfPresent(_ value: inout Int?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = null(reader) ? nil : reader.pointee.integer()
    }

    public mutating func double(_ value: inout Double) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.number()
    }

    public mutating func doubleIfPresent(_ value: inout Double?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = null(reader) ? nil : reader.pointee.number()
    }

    public mutating func bool(_ value: inout Bool) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.boolean()
    }

    public mutating func boolIfPresent(_ value: inout Bool?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = null(reader) ? nil : reader.pointee.boolean()
    }

    public mutating func string(_ value: inout String) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.string()
    }

    public mutating func stringIfPresent(_ value: inout String?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = null(reader) ? nil : reader.pointee.string()
    }

    public mutating func ints(_ value: inout [Int]) {
        guard case .reading(let reader) = visit else { return otherArray(&value) }
        value = reader.pointee.integers()
    }

    public mutating func intsIfPresent(_ value: inout [Int]?) {
        guard case .reading(let reader) = visit else { return otherArrayIfPresent(&value) }
        value = null(reader) ? nil : reader.pointee.integers()
    }

    public mutating func strings(_ value: inout [String]) {
        guard case .reading(let reader) = visit else { return otherArray(&value) }
        value = reader.pointee.strings()
    }

    public mutating func stringsIfPresent(_ value: inout [String]?) {
        guard case .reading(let reader) = visit else { return otherArrayIfPresent(&value) }
        value = null(reader) ? nil : reader.pointee.strings()
    }
}

/// Strings and integers with a type of their own, which they are all of: such a type lies in memory as its raw value does, and all but reading is
/// done with that. A generic optional would cost a look-up of its metadata each time, as much as reading a string: hence the raw places.
extension FieldCursor {
    public mutating func rawString<T: APIValue & RawRepresentable>(_ value: inout T) where T.RawValue == String {
        if case .reading(let reader) = visit { value._read(&reader.pointee) } else { string(at: &value) }
    }

    public mutating func rawInt<T: APIValue & RawRepresentable>(_ value: inout T) where T.RawValue == Int {
        if case .reading(let reader) = visit { value._read(&reader.pointee) } else { int(at: &value) }
    }

    public mutating func rawStringIfPresent<T: APIValue & RawRepresentable>(_ value: inout T?)
    where T.RawValue == String {
        stringIfPresent(T.self, at: &value)
    }

    public mutating func rawIntIfPresent<T: APIValue & RawRepresentable>(_ value: inout T?) where T.RawValue == Int {
        intIfPresent(T.self, at: &value)
    }

    private mutating func string<T>(at place: UnsafeMutablePointer<T>) {
        string(&Self.raw(place, as: String.self).pointee)
    }

    private mutating func int<T>(at place: UnsafeMutablePointer<T>) { int(&Self.raw(place, as: Int.self).pointee) }

    private mutating func stringIfPresent<T: APIValue>(_: T.Type, at place: UnsafeMutablePointer<T?>) {
        let raw = Self.raw(place, as: String?.self)
        guard case .reading(let reader) = visit, reader.pointee.base[reader.pointee.position] != UInt8(ascii: "n")
        else {
            return stringIfPresent(&raw.pointee)
        }
        raw.pointee = ""
        Self.raw(place, as: T.self).pointee._read(&reader.pointee)
    }

    private mutating func intIfPresent<T: APIValue>(_: T.Type, at place: UnsafeMutablePointer<T?>) {
        let raw = Self.raw(place, as: Int?.self)
        guard case .reading(let reader) = visit, reader.pointee.base[reader.pointee.position] != UInt8(ascii: "n")
        else {
            return intIfPresent(&raw.pointee)
        }
        raw.pointee = 0
        Self.raw(place, as: T.self).pointee._read(&reader.pointee)
    }

    @_transparent
    private static func raw<Value, Raw>(_ place: UnsafeMutablePointer<Value>, as _: Raw.Type) -> UnsafeMutablePointer<
        Raw
    > {
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: Raw.self)
    }
}
