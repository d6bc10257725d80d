import APISurface

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) {
        self = .string(text)
    }
    package init(booleanLiteral flag: Bool) {
        self = .bool(flag)
    }

    /// The types of a parameter that takes any JSON. Without types, the generator would warn of a slip.
    static let anyTypes = strings(["object", "array", "string", "number", "boolean", "null"])
}
