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

    /// The identifier of the value, which `parent` of a drill-down and filters take, or `nil` if the dimension has no
    /// value. It is the text itself if the value is a text.
    public var id: String? {
        switch self {
        case .string(let text): text
        case .namedValue(let value): value.id
        case .unknown: nil
        }
    }
}
