/// The methods that generated `_field(_:_:)` functions call. "IfPresent" marks the methods for optional properties.
extension APIEngine.FieldCursor {
    /// Visits a property of any type without a method of its own, such as a model, an enumeration or a union.
    public mutating func value<T: APIValue>(_ value: inout T) {
        guard let reader else {
            return visitWithoutReader(&value)
        }
        if isRepeated {
            value = T(Blank())
        }
        value._read(&reader.pointee)
    }

    /// Visits an optional property of any type without a method of its own.
    ///
    /// Reading fills the optional in place. An assignment would look up the metadata of `T?`, which costs as much as
    /// reading a string. A blank value is therefore written over the memory of an optional that is `nil`. `assign` is
    /// used if the field is repeated or `null`.
    public mutating func valueIfPresent<T: APIValue>(_ value: inout T?) {
        guard let reader else {
            return visitOptionalWithoutReader(&value)
        }
        let isNull = consumesNull(in: reader)
        let isThere = value?._isHere() != nil
        if !isThere, !isNull {
            Self.fill(T.self, at: &value)
        }
        if isThere || isNull || value?._isHere() == nil {
            Self.assign(&value, isNull: isNull)
        }
        value?._read(&reader.pointee)
    }

    /// Assigns a blank value or `nil`. A function of its own, because it looks up the optional's metadata.
    @inline(never)
    private static func assign<T: APIValue>(_ value: inout T?, isNull: Bool) {
        value =
            if isNull {
                nil
            } else {
                T(Blank())
            }
    }

    /// Writes a blank value over the memory of an optional that is `nil`. A value begins at the address of its
    /// optional.
    private static func fill<T: APIValue>(_: T.Type, at place: UnsafeMutablePointer<T?>) {
        let memory = UnsafeMutableRawPointer(place)
        memory.initializeMemory(as: T.self, to: T(Blank()))
        // An optional whose value has no spare bit pattern for `nil` has an extra byte after the value, which is 0 if
        // there is a value. Only such an optional can still be `nil` here.
        if place.pointee?._isHere() == nil {
            memory.storeBytes(of: 0, toByteOffset: MemoryLayout<T>.size, as: UInt8.self)
        }
    }

    /// Visits an array. The specializations save the lookup of the array's metadata.
    @_specialize(where T == Int)
    @_specialize(where T == String)
    public mutating func array<T: APIValue>(_ value: inout [T]) {
        guard let reader else {
            return visitArrayWithoutReader(&value)
        }
        value = reader.pointee.elements(of: T.self)
    }

    /// Visits an optional array.
    @_specialize(where T == Int)
    @_specialize(where T == String)
    public mutating func arrayIfPresent<T: APIValue>(_ value: inout [T]?) {
        guard let reader else {
            return visitOptionalArrayWithoutReader(&value)
        }
        value =
            if consumesNull(in: reader) {
                nil
            } else {
                reader.pointee.elements(of: T.self)
            }
    }

    /// Visits a dictionary.
    public mutating func dictionary<T: APIValue>(_ value: inout [String: T]) {
        guard let reader else {
            return visitWithoutReader(&value)
        }
        value._read(&reader.pointee)
    }

    /// Visits an optional dictionary.
    public mutating func dictionaryIfPresent<T: APIValue>(_ value: inout [String: T]?) {
        guard let reader else {
            return visitOptionalWithoutReader(&value)
        }
        if consumesNull(in: reader) {
            value = nil
        } else {
            var made: [String: T] = [:]
            made._read(&reader.pointee)
            value = made
        }
    }

    /// Visits an optional that is stored in a box.
    public mutating func boxedIfPresent<T: APIValue>(_ value: inout APIEngine.Boxed<T>) {
        guard let reader else {
            return visitBoxedWithoutReader(&value)
        }
        if consumesNull(in: reader) {
            value.storage = nil
        } else {
            let storage = BoxStorage<T>(Blank())
            storage.value._read(&reader.pointee)
            value.storage = storage
        }
    }

    /// Visits an optional property that distinguishes `null` from an absent value.
    ///
    /// The `null` that salvaging reads in place of a value that cannot be read counts as absent, because the server did
    /// not send it.
    public mutating func nullableIfPresent<T: APIValue>(_ value: inout Nullable<T>?) {
        guard let reader else {
            guard case .decoding(let decoding) = visit else {
                return visitOptionalWithoutReader(&value)
            }
            return decoding.pointee.nullableIfPresent(&value, for: table.key(of: entry))
        }
        let isSalvaged = reader.pointee.position > reader.pointee.end
        if consumesNull(in: reader) {
            value = isSalvaged ? nil : .null
        } else {
            value = .value(reader.pointee.read())
        }
    }

    /// Visits an optional property that distinguishes `null` from an absent value, and is stored in a box.
    public mutating func boxedNullableIfPresent<T: APIValue>(_ value: inout APIEngine.Boxed<Nullable<T>>) {
        switch visit {
        case .reading, .decoding:
            var inner = value.wrappedValue
            nullableIfPresent(&inner)
            value.wrappedValue = inner
        default: visitBoxedWithoutReader(&value)
        }
    }

    /// Visits all properties at once, for a model that keeps them in shared storage. Such a model calls this method if
    /// the index belongs to no field.
    public mutating func all<Fields>(_ fields: inout Fields) {
        if case .locating(let found) = visit {
            withUnsafePointer(to: &fields) { found.pointee.take($0) }
        }
    }

    /// Visits the property that takes the members that no other field names.
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
                element._write(to: &writer.pointee)
            }
        case .decoding(let decoding):
            decoding.pointee.additional(&value, table: table)
        case .encoding(let encoding):
            encoding.pointee.additional(value, table: table)
        case .comparing, .hashing, .locating:
            visitWithoutReader(&value)
        }
    }

    /// Consumes `null` if it is next, and returns whether it was. Reports a mismatch unless the schema allows `null`.
    @_transparent
    mutating func consumesNull(in reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        isNull(in: reader) && takesNull(in: reader)
    }

    /// Indicates whether the value begins like `null`. No other value of JSON begins with this letter.
    @_transparent
    private func isNull(in reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        reader.pointee.base[reader.pointee.position] == UInt8(ascii: "n")
    }

    @inline(never)
    private mutating func takesNull(in reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        let start = reader.pointee.position
        guard reader.pointee.literal("null") else { return false }
        if !table.storage.pointee.entries[entry].isNullable {
            reader.pointee.report(.text("a value"), at: start)
        }
        return true
    }
}

/// Types that consist of a string or an integer only, such as enumerations.
///
/// Such a type has the same memory layout as its raw value, so all visits except reading treat it as the raw value. A
/// generic optional would look up its metadata on each visit, which costs as much as reading a string. These methods
/// therefore access the optional's memory as an optional of the raw type.
extension APIEngine.FieldCursor {
    /// Visits a value that consists of a string.
    public mutating func rawString<T: APIValue & RawRepresentable>(_ value: inout T) where T.RawValue == String {
        if let reader {
            value._read(&reader.pointee)
        } else {
            string(at: &value)
        }
    }

    /// Visits a value that consists of an integer.
    public mutating func rawInt<T: APIValue & RawRepresentable>(_ value: inout T) where T.RawValue == Int {
        if let reader {
            value._read(&reader.pointee)
        } else {
            int(at: &value)
        }
    }

    /// Visits an optional value that consists of a string.
    public mutating func rawStringIfPresent<T: APIValue & RawRepresentable>(_ value: inout T?)
    where T.RawValue == String {
        stringIfPresent(T.self, at: &value)
    }

    /// Visits an optional value that consists of an integer.
    public mutating func rawIntIfPresent<T: APIValue & RawRepresentable>(_ value: inout T?) where T.RawValue == Int {
        intIfPresent(T.self, at: &value)
    }

    private mutating func string<T>(at place: UnsafeMutablePointer<T>) {
        string(&Self.raw(place, as: String.self).pointee)
    }

    private mutating func int<T>(at place: UnsafeMutablePointer<T>) {
        int(&Self.raw(place, as: Int.self).pointee)
    }

    // The functions below take a pointer in place of an optional, because an optional of a generic type would look up
    // its metadata.
    private mutating func stringIfPresent<T: APIValue>(_: T.Type, at place: UnsafeMutablePointer<T?>) {
        let raw = Self.raw(place, as: String?.self)
        guard let reader,
            !isNull(in: reader)
        else {
            return stringIfPresent(&raw.pointee)
        }
        raw.pointee = ""
        Self.raw(place, as: T.self).pointee._read(&reader.pointee)
    }

    private mutating func intIfPresent<T: APIValue>(_: T.Type, at place: UnsafeMutablePointer<T?>) {
        let raw = Self.raw(place, as: Int?.self)
        guard let reader,
            !isNull(in: reader)
        else {
            return intIfPresent(&raw.pointee)
        }
        raw.pointee = 0
        Self.raw(place, as: T.self).pointee._read(&reader.pointee)
    }

    /// Returns the same address as a pointer to the raw type.
    @_transparent
    private static func raw<Value, Raw>(
        _ place: UnsafeMutablePointer<Value>,
        as _: Raw.Type
    ) -> UnsafeMutablePointer<Raw> {
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: Raw.self)
    }
}
