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
