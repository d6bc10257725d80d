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
