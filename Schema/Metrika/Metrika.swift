// The API is generated from the JSON files in this folder. This file contains additions that a schema cannot express.

extension Metrika.DimensionValue {
    /// The display name of the value, or `nil` if the dimension has no value.
    public var name: String? {
        switch self {
        case .string(let text): text
        case .namedValue(let value): value.name
        case .unknown: nil
        }
    }
}
