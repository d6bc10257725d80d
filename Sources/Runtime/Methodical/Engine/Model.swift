extension APIEngine {
    /// An object of an API.
    ///
    /// Generated structs conform to it. `_fields` and `_field(_:_:)` are all that a struct has to provide: reading,
    /// writing, `==`, hashing and `Codable` are implemented here on top of them.
    public protocol Model: APIValue, CustomDebugStringConvertible {
        /// The keys of the stored properties, in the order of their indices.
        static var _fields: APIEngine.FieldTable { get }
        /// Passes the stored property with the given index to the cursor.
        mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor)
    }
}

extension APIEngine.Model {
    /// Fills a blank model from the object at the reader's position.
    ///
    /// A key that the model does not know is skipped. If a key occurs twice, the last occurrence wins.
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        withUnsafeMutablePointer(to: &reader) { reader in
            var cursor = FieldCursor(.reading(reader), table: Self._fields)
            if cursor.begin(in: reader) {
                if reader.pointee.policy == .salvage {
                    _salvage(with: &cursor, from: reader)
                } else {
                    while true {
                        let index = cursor.nextMember(in: reader)
                        if index < 0 {
                            break
                        }
                        _field(index, &cursor)
                    }
                }
            }
            cursor.end(in: reader)
        }
    }

    /// Reads the members like `_read(_:)`, but reads `null` in place of a member that cannot be read, if its property
    /// may be `nil`.
    ///
    /// The `null` is real text: ``JSONDocument`` keeps one after its padding.
    @inline(never)
    private mutating func _salvage(
        with cursor: inout FieldCursor,
        from reader: UnsafeMutablePointer<JSONReader>
    ) {
        while true {
            let index = cursor.nextMember(in: reader)
            if index < 0 {
                return
            }
            let start = reader.pointee.position
            let level = reader.pointee.depth
            _field(index, &cursor)
            // A failure moves the reader to the end of the text, so this comparison is all that a readable member
            // costs.
            guard reader.pointee.position == reader.pointee.end, cursor.mayBeNil(at: index),
                reader.pointee.loses(.property, from: start, level: level)
            else {
                continue
            }
            let next = reader.pointee.position
            let mismatches = reader.pointee.log.count
            reader.pointee.position = reader.pointee.end &+ JSONDocument.padding
            _field(index, &cursor)
            _ = reader.pointee.log.cut(to: mismatches)
            if reader.pointee.failure == nil {
                reader.pointee.position = next
            }
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        switch task.kind {
        case .write(let writer):
            writer.pointee.byte(.openBrace)
            _visit(value, for: .writing(writer))
            writer.pointee.byte(.closeBrace)
        case .argument(let made):
            made.pointee = value.pointee.jsonArgument
        case .compare(let other):
            return _compare(value, with: other)
        case .hash(let hasher):
            _visit(value, for: .hashing(hasher))
        }
        return true
    }

    public init(from decoder: any Decoder) throws {
        self.init(Blank())
        var decoding = Decoding(try decoder.container(keyedBy: FieldKey.self))
        withUnsafeMutablePointer(to: &decoding) { Self._visit(&self, for: .decoding($0)) }
        if let error = decoding.error {
            throw error
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var encoding = Encoding(encoder.container(keyedBy: FieldKey.self))
        withUnsafeMutablePointer(to: &encoding) { encoding in
            withUnsafePointer(to: self) { Self._visit($0, for: .encoding(encoding)) }
        }
        if let error = encoding.error {
            throw error
        }
    }

    // Without this attribute, a caller copies both models before the call, in case the call modifies the originals.
    @_effects(readonly)
    public static func == (left: Self, right: Self) -> Bool {
        withUnsafePointer(to: left) { left in
            withUnsafePointer(to: right) { _areEqual(left, $0) }
        }
    }

    /// Compares two models without copying either.
    ///
    /// If a model is a single reference (see ``SharedModel``), its shared properties are compared: equal at once if
    /// both models share them.
    private static func _compare(_ left: UnsafePointer<Self>, with right: UnsafeRawPointer) -> Bool {
        let other = right.assumingMemoryBound(to: Self.self)
        var comparison = Comparison(
            left: left,
            right: right,
            size: MemoryLayout<Self>.size)
        if MemoryLayout<Self>.size == MemoryLayout<AnyObject>.size {
            let mine = _stored(of: left)
            if let start = mine.start, let others = _stored(of: other).start {
                if start == others {
                    return true
                }
                comparison = Comparison(left: start, right: others, size: mine.size)
            }
        }
        return withUnsafeMutablePointer(to: &comparison) {
            _visit(left, for: .comparing($0))
            return $0.pointee.isEqual
        }
    }

    public func hash(into hasher: inout Hasher) {
        withUnsafePointer(to: self) { Self._hash($0, into: &hasher) }
    }

    /// The type's name and the properties that have a value. A mirror lists all properties, and often only a few of a
    /// hundred have a value.
    public var debugDescription: String {
        let properties = Mirror(reflecting: self).children.compactMap { child -> String? in
            let value = Mirror(reflecting: child.value)
            var content: Any? = child.value
            if value.displayStyle == .optional {
                content = value.children.first?.value
            }
            guard let present = content else { return nil }
            // The storage of a boxed property has an underscore before its name. A name that begins with a digit has an
            // underscore of its own.
            var name = child.label?.drop { $0 == "_" } ?? ""
            if name.first?.isNumber == true {
                name = "_" + name
            }
            return name + ": " + String(reflecting: present)
        }
        return "\(Self.self)(" + properties.joined(separator: ", ") + ")"
    }

    // Declared here because the compiler would otherwise synthesize it in every model.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }

    /// Visits every field in place.
    ///
    /// `_field` is mutating because reading and decoding change fields. All other visits change nothing, so it is safe
    /// to call `_field` through a mutable pointer to a constant model. A copy would cost thousands of bytes and dozens
    /// of retains.
    private static func _visit(_ model: UnsafePointer<Self>, for visit: FieldCursor.Visit) {
        let model = UnsafeMutablePointer(mutating: model)
        var cursor = FieldCursor(visit, table: Self._fields)
        let readOnlyFields =
            cursor.leavesOutReadOnly
            ? Self._fields.storage.pointee.readOnlyFields
            : nil
        while true {
            let index = cursor.nextStep()
            if index < 0 {
                return
            }
            if let readOnlyFields, readOnlyFields.contains(index) {
                continue
            }
            model.pointee._field(index, &cursor)
        }
    }
}

// Types of responses have no memberwise initializer. Without these declarations, the compiler suggests `init(_: Blank)`
// for `.init(results: [...])`. With them, it suggests a label that says what to do. There is one for each number of
// members because the compiler suggests the candidate that needs the fewest corrections.
extension APIEngine.Model {
    /// A hint for a call with one member; see the comment above this extension.
    @available(*, unavailable)
    public init<A>(setInitializersToAllInAPIJSONOrWriteJSON a: A) {
        self.init(Blank())
    }

    /// A hint for a call with two members; see the comment above this extension.
    @available(*, unavailable)
    public init<A, B>(setInitializersToAllInAPIJSONOrWriteJSON a: A, member b: B) {
        self.init(Blank())
    }

    /// A hint for a call with three members; see the comment above this extension.
    @available(*, unavailable)
    public init<A, B, C>(
        setInitializersToAllInAPIJSONOrWriteJSON a: A,
        member b: B,
        member c: C
    ) {
        self.init(Blank())
    }

    /// A hint for a call with four members; see the comment above this extension.
    @available(*, unavailable)
    public init<A, B, C, D>(
        setInitializersToAllInAPIJSONOrWriteJSON a: A,
        member b: B,
        member c: C,
        member d: D
    ) {
        self.init(Blank())
    }

    /// A hint for a call with five members; see the comment above this extension.
    @available(*, unavailable)
    public init<A, B, C, D, E>(
        setInitializersToAllInAPIJSONOrWriteJSON a: A,
        member b: B,
        member c: C,
        member d: D,
        member e: E
    ) { self.init(Blank()) }

    /// A hint for a call with six members; see the comment above this extension.
    @available(*, unavailable)
    public init<A, B, C, D, E, F>(
        setInitializersToAllInAPIJSONOrWriteJSON a: A,
        member b: B,
        member c: C,
        member d: D,
        member e: E,
        member f: F
    ) { self.init(Blank()) }
}

/// A visit that compares two models and copies neither.
///
/// Only the left model is visited. Both models have the same type, so the field of the right model is at the same
/// distance from its start.
struct Comparison {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer
    let size: Int
    var isEqual = true

    /// Compares a field of the left model with the same field of the right one.
    ///
    /// A field outside of the model's memory is not a stored property, which `_field` must never pass. Such a field is
    /// never equal.
    ///
    /// Inlined so that no metadata is instantiated for `Field`.
    @inline(__always)
    mutating func compare<Field>(
        _ field: UnsafePointer<Field>,
        by areSame: (UnsafePointer<Field>, UnsafePointer<Field>) -> Bool
    ) {
        let offset = UnsafeRawPointer(field) - left
        isEqual = offset >= 0 && offset < size && areSame(field, (right + offset).assumingMemoryBound(to: Field.self))
    }
}
