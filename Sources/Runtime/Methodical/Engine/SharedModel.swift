extension APIEngine {
    /// A large model: a single reference to its properties. Copies share the properties until one of the copies is
    /// changed.
    public protocol SharedModel: APIEngine.Model, CustomReflectable {}
}

extension APIEngine.SharedModel {
    public var customMirror: Mirror {
        let children = withUnsafePointer(to: self) {
            Self._stored(of: $0, reflects: true).children
        }
        return Mirror(
            self,
            children: children ?? Mirror.Children([]),
            displayStyle: .struct)
    }
}

extension APIEngine {
    /// The properties of a large model, which its copies share.
    ///
    /// One generic class serves all models. The compiler keeps every class in the program, used or not, and with it the
    /// types of all its properties, so a class for each model would keep every model. The fixed layout lets frameworks
    /// with library evolution access the storage without a call.
    ///
    /// `@unchecked Sendable`: generated code changes the fields only if the reference is unique.
    @_fixed_layout public final class SharedFields<Fields: Sendable>: @unchecked Sendable {
        @exclusivity(unchecked) @usableFromInline var stored: Fields

        /// Creates the storage of one model.
        @inlinable
        public init(_ fields: Fields) { stored = fields }

        /// The properties themselves.
        ///
        /// Access goes through these accessors because direct access from another module is checked for exclusivity,
        /// which costs more than reading a field.
        @inlinable public var fields: Fields {
            _read { yield stored }
            _modify { yield &stored }
        }
    }
}

/// The location of a model's properties that are stored outside of the model itself.
struct StoredFields {
    /// The address of the properties, or `nil` if the model stores them itself.
    private(set) var start: UnsafeRawPointer?
    private(set) var size = 0
    /// The properties with their Swift names, if `reflects` is set.
    private(set) var children: Mirror.Children?
    /// Indicates whether `children` is wanted.
    let reflects: Bool

    mutating func take<Fields>(_ fields: UnsafePointer<Fields>) {
        start = UnsafeRawPointer(fields)
        size = MemoryLayout<Fields>.size
        if reflects {
            children = Mirror(reflecting: fields.pointee).children
        }
    }
}

extension APIEngine.Model {
    /// Returns the location of the properties of a model that keeps them in shared storage.
    ///
    /// Such a model passes all its properties at once if it is asked for index -1; see ``FieldCursor/all(_:)``. The
    /// location is `nil` for any other model.
    static func _stored(of model: UnsafePointer<Self>, reflects: Bool = false) -> StoredFields {
        var found = StoredFields(reflects: reflects)
        withUnsafeMutablePointer(to: &found) {
            var cursor = FieldCursor(.locating($0), table: Self._fields)
            UnsafeMutablePointer(mutating: model).pointee._field(-1, &cursor)
        }
        return found
    }
}

extension APIEngine {
    /// An optional record that is stored on the heap, not inside its owner: for large records, and for types that
    /// contain themselves.
    ///
    /// It has value semantics: copies share the record until one of them is assigned another.
    ///
    /// `@unchecked Sendable`: a record in a box never changes after it has been filled.
    @propertyWrapper
    public struct Boxed<Value: APIValue>: @unchecked Sendable {
        var storage: BoxStorage<Value>?

        /// Creates a box of a record, or an empty one.
        public init(wrappedValue: Value?) {
            storage = wrappedValue.map(BoxStorage.init)
        }

        /// Creates an empty box.
        public init() { storage = nil }

        /// The record, or `nil` if there is none.
        public var wrappedValue: Value? {
            get { storage?.value }
            set { storage = newValue.map(BoxStorage.init) }
        }
    }
}

extension APIEngine.Boxed: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(reflecting: wrappedValue as Any)
    }
}

/// The storage of a box. It changes only while it is filled, by the code that has just created it.
final class BoxStorage<Value: APIValue> {
    @exclusivity(unchecked) var value: Value
    init(_ value: Value) { self.value = value }

    init(_ blank: Blank) {
        value = Value(blank)
    }
}

extension APIEngine.Boxed {
    static func areEqual(_ left: BoxStorage<Value>?, _ right: BoxStorage<Value>?) -> Bool {
        if left === right {
            return true
        }
        guard let left, let right else { return false }
        return withUnsafeMutablePointer(to: &left.value) { left in
            withUnsafeMutablePointer(to: &right.value) { Value._areEqual(left, $0) }
        }
    }

    func hash(into hasher: inout Hasher) {
        guard let storage else {
            return hasher.combine(FieldCursor.absent)
        }
        hasher.combine(FieldCursor.present)
        withUnsafeMutablePointer(to: &storage.value) { Value._hash($0, into: &hasher) }
    }
}
