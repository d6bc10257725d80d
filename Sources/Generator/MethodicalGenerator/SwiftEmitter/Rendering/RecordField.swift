/// A property of a generated record. It is a class because properties are passed around often, which is cheaper by
/// reference.
package final class RecordField {
    package let property: Property
    /// The name as callers write it, in backticks if necessary.
    package let name: String
    /// The type without optionals.
    package let use: TypeUse
    /// The type as Swift code, without the question mark.
    let text: String
    /// Indicates whether the property is an optional in Swift.
    package let isOptional: Bool
    /// Indicates whether the property distinguishes `null` from an absent value.
    package let isNullable: Bool
    /// Indicates whether the schema requires the property although the type would contain itself through it. No
    /// response can satisfy that.
    let isEndless: Bool
    /// Indicates whether the value lives in a box.
    let isBoxed: Bool
    /// Indicates whether the property belongs to a record that shares its storage.
    let isShared: Bool
    /// Indicates whether the property is computed from a stored property of another name.
    ///
    /// A deprecated property is stored under a name that generated code can use without a warning. A boxed property is
    /// stored as its box, because a box that is a property wrapper would not compile in a type that is `nonisolated`.
    let isApart: Bool
    /// The name of the stored property.
    let storage: String
    /// The marks of the key in the runtime's field table: `^` if no request contains it, `!` if it must be present, `+`
    /// if the schema requires it but is not trusted with that, and `?` if the value may be null.
    let marks: String
    /// The runtime's function that visits the property.
    private let accessor: FieldAccessor

    /// Creates a property of a record.
    ///
    /// - Parameters:
    ///   - record: The type of which it is a property.
    ///   - isInput: Indicates whether callers create values of the record.
    init(
        _ property: Property,
        name: String,
        layout: FieldLayout,
        of record: EmittedType,
        isInput: Bool,
        emission: Emission
    ) {
        self.property = property
        self.name = Reserved.escaped(name)
        let isTrusted = property.isTrusted ?? record.isTrusted
        isEndless = layout.isEndless
        isBoxed = layout.isBoxed
        isShared = record.layout.isShared
        use = emission.peeled(property.type)
        let resolved = emission.resolver.resolved(property.type)
        var allowsNull = property.isNullable
        var isOptional = isBoxed || isEndless || property.isOptional(isTrusted: isTrusted)
        if case .optional = emission.resolver.wireType(of: property.type) {
            isOptional = true
        }
        switch resolved {
        case .any, .optional: allowsNull = isOptional
        default: break
        }
        self.isOptional = isOptional
        let isExpected = isTrusted && !isEndless
        let isWritten = property.isRequired && isExpected
        let holdsNull = emission.resolver.resolved(use) == .any
        let canBeAbsent = isInput && !isWritten
        isNullable = canBeAbsent && allowsNull && !holdsNull
        let value = emission.text(of: use)
        text = isNullable ? emission.nullable(value) : value
        var marks = ""
        if isInput, property.isReadOnly {
            marks += "^"
        }
        if property.isRequired {
            marks += isExpected ? "!" : "+"
        }
        if allowsNull {
            marks += "?"
        }
        self.marks = marks
        let needsOtherName = isBoxed || property.deprecation != nil
        isApart = needsOtherName && !isShared
        storage = isApart ? Reserved.storage(name) : self.name
        accessor =
            switch (isNullable, isBoxed) {
            case (true, true): .boxedNullable
            case (true, false): .nullable
            case (false, true): .boxed
            case (false, false): emission.accessor(of: use)
            }
    }

    /// The question mark behind an optional type or value, or an empty string.
    var optionalMark: String { isOptional ? "?" : "" }

    /// The expression of the stored value, as seen from the properties or their storage.
    var value: String {
        if isBoxed {
            return storage + ".wrappedValue"
        }
        return storage
    }

    /// The expression of the stored value, as seen from the record.
    var storedValue: String {
        if isShared {
            return "_storage.fields." + value
        }
        return value
    }

    /// The default value of a required property that has only one value, or an empty string.
    var onlyValue: String {
        guard let constant = property.constant, !isNullable, !isOptional else {
            return ""
        }
        switch (constant, use) {
        case (.flag, .boolean), (.text, .string), (.integer, .integer):
            return " = " + constant.literalText
        default: return ""
        }
    }

    /// The declaration of the stored property, without `var`.
    var declaration: String {
        if isBoxed {
            return "\(storage) = Methodical.APIEngine.Boxed<\(text)>()"
        }
        return "\(storage): \(text)\(optionalMark)"
    }

    /// The label for the stored property in a call. There `inout` is the only keyword that needs backticks; for others
    /// the compiler warns about them.
    var label: String {
        if storage == "`inout`" {
            return storage + ": "
        }
        return Reserved.bare(storage) + ": "
    }

    /// The argument that sets the stored property from an initializer's parameter.
    var argument: String {
        if isBoxed {
            return "\(label)Methodical.APIEngine.Boxed(wrappedValue: \(name))"
        }
        return label + name
    }

    /// The name of the function that visits the property.
    var visitor: String {
        if isOptional {
            return accessor.rawValue + "IfPresent"
        }
        return accessor.rawValue
    }

    /// The name of the stored property in `_field`, whose own parameters are `index` and `cursor`.
    var reference: String {
        switch storage {
        case "index", "cursor": "self." + storage
        default: storage
        }
    }
}

extension Property {
    /// Indicates whether the property is an optional in Swift, if only the schema decides.
    ///
    /// - Parameter isTrusted: Indicates whether the property, if required, is expected to be present.
    func isOptional(isTrusted: Bool) -> Bool {
        if case .optional = type {
            return true
        }
        let isExpected = isRequired && isTrusted
        return isNullable || !isExpected
    }
}

/// A function by which the runtime reads, writes and compares a property. The raw values are the functions' names.
enum FieldAccessor: String {
    case int, double, bool, string, array, dictionary
    /// A type around an integer, such as an enumeration.
    case rawInt
    /// A type around a string, such as a date.
    case rawString
    /// Any other type.
    case value
    /// A value that distinguishes `null` from an absent value.
    case nullable
    case boxed, boxedNullable
}

extension Emission {
    /// Returns the function that visits a property of the type, if that is neither boxed nor nullable.
    func accessor(of use: TypeUse) -> FieldAccessor {
        switch resolver.resolved(use) {
        case .integer: return .int
        case .number: return .double
        case .boolean: return .bool
        case .string: return .string
        case .array: return .array
        case .dictionary: return .dictionary
        case .formatted(_, .string): return .rawString
        case .named(let id):
            let enumeration = resolver.shape(of: id)?.enumeration
            return enumeration?.raw.accessor ?? .value
        default: return .value
        }
    }
}

extension Enumeration.Raw {
    /// The function that visits a property with such values.
    fileprivate var accessor: FieldAccessor {
        switch self {
        case .integer: .rawInt
        case .string: .rawString
        case .mixed: .value
        }
    }
}
