/// An object of an API: a struct whose `_fields` and `_field(_:_:)` are all it takes to be read, written, compared, hashed and `Codable`.
public protocol APIModel: APIValue, CustomDebugStringConvertible {
    static var _fields: FieldTable { get }
    /// Hands the stored property of an index to the cursor.
    mutating func _field(_ index: Int, _ cursor: inout FieldCursor)
}

extension APIModel {
    /// Fills a blank model. A key that the model does not know is skipped; of a key that occurs twice, the last one wins.
    public mutating func _read(_ reader: inout JSONReader) {
        withUnsafeMutablePointer(to: &reader) { reader in
            var cursor = FieldCursor(.reading(reader), Self._fields)
            if cursor.begin(reader) {
                if reader.pointee.policy == .salvage {
                    _salvage(&cursor, reader)
                } else {
                    while true {
                        let index = cursor.nextMember(reader)
                        if index < 0 { break }
                        _field(index, &cursor)
                    }
                }
            }
            cursor.end(reader)
        }
    }

    /// Reads the members as `_read` does, and reads null in place of those that cannot be read and that may be absent.
    @inline(never)
    private mutating func _salvage(_ cursor: inout FieldCursor, _ reader: UnsafeMutablePointer<JSONReader>) {
        while true {
            let index = cursor.nextMember(reader)
            if index < 0 { return }
            let start = reader.pointee.position
            let level = reader.pointee.depth
            _field(index, &cursor)
            guard reader.pointee.position == reader.pointee.end, cursor.mayBeNil(index),
                reader.pointee.loses(.property, from: start, level)
            else {
                continue
            }
            let next = reader.pointee.position
            let departures = reader.pointee.drift.count
            reader.pointee.position = reader.pointee.end &+ JSONDocument.padding
            _field(index, &cursor)
            _ = reader.pointee.drift.cut(to: departures)
            if reader.pointee.failure == nil { reader.pointee.position = next }
        }
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        switch task.kind {
        case .write(let writer):
            writer.pointee.byte(UInt8(ascii: "{"))
            var cursor = FieldCursor(.writing(writer), Self._fields)
            _visit(value, &cursor)
            writer.pointee.byte(UInt8(ascii: "}"))
        case .argument(let made): made.pointee = value.pointee.jsonArgument
        case .compare(let other): return _compare(value, other)
        case .hash(let hasher):
            var cursor = FieldCursor(.hashing(hasher), Self._fields)
            _visit(value, &cursor)
        }
        return true
    }

    public init(from decoder: any Decoder) throws {
        self.init(Blank())
        var decoding = Decoding(try decoder.container(keyedBy: FieldKey.self))
        withUnsafeMutablePointer(to: &decoding) { decoding in
            var cursor = FieldCursor(.decoding(decoding), Self._fields)
            while true {
                let index = cursor.nextStep()
                if index < 0 || decoding.pointee.error != nil { break }
                _field(index, &cursor)
            }
        }
        if let error = decoding.error { throw error }
    }

    public func encode(to encoder: any Encoder) throws {
        var encoding = Encoding(encoder.container(keyedBy: FieldKey.self))
        withUnsafeMutablePointer(to: &encoding) { encoding in
            var cursor = FieldCursor(.encoding(encoding), Self._fields)
            withUnsafePointer(to: self) { Self._visit($0, &cursor) }
        }
        if let error = encoding.error { throw error }
    }

    // Without the effect's name a caller would have to copy both models first, in case this changed them where they lie.
    @_effects(readonly)
    public static func == (left: Self, right: Self) -> Bool {
        withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { _areEqual(left, $0) } }
    }

    private static func _compare(_ left: UnsafePointer<Self>, _ right: UnsafeRawPointer) -> Bool {
        let other = right.assumingMemoryBound(to: Self.self)
        var comparison = Comparison(left: left, right: right, size: MemoryLayout<Self>.size)
        if MemoryLayout<Self>.size == MemoryLayout<AnyObject>.size {
            let mine = _stored(left)
            if let start = mine.start, let others = _stored(other).start {
                if start == others { return true }
                comparison = Comparison(left: start, right: others, size: mine.size)
            }
        }
        return withUnsafeMutablePointer(to: &comparison) { comparison in
            let left = UnsafeMutablePointer(mutating: left)
            var cursor = FieldCursor(.comparing(comparison), Self._fields)
            while comparison.pointee.isEqual {
                let index = cursor.nextStep()
                if index < 0 { break }
                left.pointee._field(index, &cursor)
            }
            return comparison.pointee.isEqual
        }
    }

    /// Where the properties lie of a model that is one reference to them.
    fileprivate static func _stored(_ model: UnsafePointer<Self>, reflects: Bool = false) -> StoredFields {
        var found = StoredFields(reflects: reflects)
        withUnsafeMutablePointer(to: &found) { found in
            var cursor = FieldCursor(.locating(found), Self._fields)
            UnsafeMutablePointer(mutating: model).pointee._field(-1, &cursor)
        }
        return found
    }

    public func hash(into hasher: inout Hasher) {
        withUnsafePointer(to: self) { Self._hash($0, &hasher) }
    }

    /// The properties that have a value, which of a hundred are often a few. A mirror has them all.
    public var debugDescription: String {
        let properties = Mirror(reflecting: self).children.compactMap { child -> String? in
            let value = Mirror(reflecting: child.value)
            guard let present = value.displayStyle == .optional ? value.children.first?.value : child.value else {
                return nil
            }
            // A boxed property's storage has an underscore before its name; a name that begins with a digit has one of its own.
            let name = child.label?.drop { $0 == "_" } ?? ""
            return (name.first?.isNumber == true ? "_" : "") + name + ": " + String(reflecting: present)
        }
        return "\(Self.self)(" + properties.joined(separator: ", ") + ")"
    }

    // The compiler would make one of its own in every model.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }

    /// Every field in turn, where it lies: `_field` is mutating for reading's sake, but this visit changes nothing, so that no copy of the
    /// model (thousands of bytes, dozens of references) has to be made for it.
    private static func _visit(_ model: UnsafePointer<Self>, _ cursor: inout FieldCursor) {
        let model = UnsafeMutablePointer(mutating: model)
        while true {
            let index = cursor.nextStep()
            if index < 0 { break }
            model.pointee._field(index, &cursor)
        }
    }
}

/// A large model: one reference to its properties, which copies share until one of them is changed.
public protocol SharedModel: APIModel, CustomReflectable {}

extension SharedModel {
    public var customMirror: Mirror {
        let children = withUnsafePointer(to: self) { Self._stored($0, reflects: true).children }
        return Mirror(self, children: children ?? Mirror.Children([]), displayStyle: .struct)
    }
}

/// The properties of a large model, which its copies share.
///
/// One class for all models: the compiler keeps every class in a program, used or not, and with it the types of all its properties. Its layout is
/// fixed for frameworks with library evolution, which could not make one without a call.
@_fixed_layout public final class SharedFields<Fields: Sendable>: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var stored: Fields

    @inlinable
    public init(_ fields: Fields) { stored = fields }

    /// By accessors, since another module's access to the property itself would be checked, which takes longer than reading a field.
    @inlinable public var fields: Fields {
        _read { yield stored }
        _modify { yield &stored }
    }
}

/// The properties of a model, where they are not in itself.
struct StoredFields {
    private(set) var start: UnsafeRawPointer?
    private(set) var size = 0
    /// Under their names in Swift.
    private(set) var children: Mirror.Children?
    let reflects: Bool

    mutating func take<Fields>(_ fields: UnsafePointer<Fields>) {
        start = UnsafeRawPointer(fields)
        size = MemoryLayout<Fields>.size
        if reflects { children = Mirror(reflecting: fields.pointee).children }
    }
}

/// A visit of two models at once that copies neither: the left one is visited, and the field at the same distance from the start of the right
/// one is the same field, since both are of one type.
struct Comparison {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer
    let size: Int
    var isEqual = true

    /// What lies outside of the model is no stored property of it, which `_field` must not hand out: it is never equal.
    ///
    /// Inlined, so that no metadata is made for `Field`.
    @inline(__always)
    mutating func compare<Field>(
        _ field: UnsafePointer<Field>, _ areSame: (UnsafePointer<Field>, UnsafePointer<Field>) -> Bool
    ) {
        let offset = UnsafeRawPointer(field) - left
        isEqual = offset >= 0 && offset < size && areSame(field, (right + offset).assumingMemoryBound(to: Field.self))
    }
}

// Types of responses have no initializer for their members. Without these, the compiler offers `init(_: Blank)` for
// `.init(results: [...])`; with them, it says in a label what to do. One for each number of members, because it looks
// for the candidate with the least to correct.
extension APIModel {
    @available(*, unavailable)
    public init<A>(setInitializersToAllInAPIJSONOrWriteJSON a: A) { self.init(Blank()) }

    @available(*, unavailable)
    public init<A, B>(setInitializersToAllInAPIJSONOrWriteJSON a: A, member b: B) { self.init(Blank()) }

    @available(*, unavailable)
    public init<A, B, C>(setInitializersToAllInAPIJSONOrWriteJSON a: A, member b: B, member c: C) { self.init(Blank()) }

    @available(*, unavailable)
    public init<A, B, C, D>(setInitializersToAllInAPIJSONOrWriteJSON a: A, member b: B, member c: C, member d: D) {
        self.init(Blank())
    }

    @available(*, unavailable)
    public init<A, B, C, D, E>(
        setInitializersToAllInAPIJSONOrWriteJSON a: A, member b: B, member c: C, member d: D, member e: E
    ) { self.init(Blank()) }

    @available(*, unavailable)
    public init<A, B, C, D, E, F>(
        setInitializersToAllInAPIJSONOrWriteJSON a: A, member b: B, member c: C, member d: D, member e: E, member f: F
    ) { self.init(Blank()) }
}
