extension Metrika.DimensionValue {
    /// The value as people read it; nil where the dimension has no value.
    public var name: String? {
        switch self {
        case .string(let text): text
        case .namedValue(let value): value.name
        case .unknown: nil
        }
    }
}
