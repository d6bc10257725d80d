import APISurface

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension [JSONValue.Member] {
    /// Returns the first value of a key, or `nil` if there is none.
    subscript(key: String) -> JSONValue? { first { $0.key == key }?.value }
}
