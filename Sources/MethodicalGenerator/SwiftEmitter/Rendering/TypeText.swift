extension Emission {
    /// A type as generated code spells it: schema types from the root, so that nothing nearer shadows them.
    func text(_ use: TypeUse, asParameter: Bool = false) -> String {
        if asParameter, let natural = natural(use) { return natural }
        switch use {
        case .integer: return "Int"
        case .number: return "Double"
        case .boolean: return "Bool"
        case .string: return "String"
        case .any: return "JSON"
        case .formatted(let format, let wire): return Self.text(format, wire)
        case .named(let id): return resolver.index[id].map { types.paths[$0] } ?? "JSON"
        case .array(let element): return "[" + text(element) + "]"
        case .dictionary(let value): return "[String: " + text(value) + "]"
        case .scalars:
            switch resolver.resolved(use) {
            case .scalars(let kinds): return Resolver.scalarName(kinds) ?? "JSON"
            case .number: return "Double"
            default: return "JSON"
            }
        case .optional(let inner): return text(peeled(inner), asParameter: asParameter) + "?"
        }
    }

    private static func text(_ format: Format, _ wire: Wire) -> String {
        let number = wire == .integer ? "Int" : "Double"
        let text =
            switch format {
            case .uri: "URLString"
            case .dateTime: "DateTime"
            case .day: "CalendarDay"
            case .duration: "DurationString"
            case .base64: "Base64String"
            case .unixSeconds: wire == .integer ? "UnixSeconds" : "UnixSeconds.Fractional"
            case .unixMilliseconds: wire == .integer ? "UnixMilliseconds" : "UnixMilliseconds.Fractional"
            case .durationSeconds: "DurationSeconds<" + number + ">"
            case .durationMilliseconds: "DurationMilliseconds<" + number + ">"
            case .share: "Share<" + number + ">"
            case .percent: "Percent<" + number + ">"
            case .int64: "Int"
            }
        return wire == .string && !format.isText ? "Quoted<" + text + ">" : text
    }

    /// What a parameter of this type, or a list of it, takes instead, and the type that it travels as.
    func spelling(_ use: TypeUse) -> (natural: String, type: String)? {
        guard case .formatted(let format, let wire) = formatted(use) else { return nil }
        switch format {
        case .uri, .day: return nil
        case .dateTime: return ("Date", "DateTime")
        // Of a moment sent as text whole units are what servers understand.
        case .unixSeconds, .unixMilliseconds:
            return ("Date", wire == .string ? "Quoted<" + Self.text(format, .integer) + ">" : Self.text(format, wire))
        // Qualified, since schemas have types of these names.
        case .duration, .durationSeconds, .durationMilliseconds: return ("Swift.Duration", Self.text(format, wire))
        case .base64: return ("Foundation.Data", "Base64String")
        case .share, .percent: return (wire == .integer ? "Int" : "Double", Self.text(format, wire))
        case .int64: return ("Int", "Quoted<Int>")
        }
    }

    private func natural(_ use: TypeUse) -> String? {
        guard let natural = spelling(use)?.natural else { return nil }
        if case .array = resolver.resolved(use) { return "[" + natural + "]" }
        return natural
    }

    private func formatted(_ use: TypeUse) -> TypeUse {
        if case .array(let element) = resolver.resolved(use) { return resolver.resolved(element) }
        return resolver.resolved(use)
    }

    /// The runtime's call that reads or writes a property of this type.
    func accessor(_ use: TypeUse) -> String {
        switch resolver.resolved(use) {
        case .integer: return "int"
        case .number: return "double"
        case .boolean: return "bool"
        case .string: return "string"
        case .array(let element):
            switch resolver.resolved(element) {
            case .integer: return "ints"
            case .string: return "strings"
            default: return "array"
            }
        case .dictionary: return "dictionary"
        default: return "value"
        }
    }

    /// What a required property holds until the reader has filled it; nobody ever sees it. `blank` is the initializer's argument.
    func zero(_ use: TypeUse) -> String {
        switch resolver.resolved(use) {
        case .integer, .number: return "0"
        case .boolean: return "false"
        case .string: return "\"\""
        case .array: return "[]"
        case .dictionary: return "[:]"
        case .any: return ".null"
        case .optional: return "nil"
        case .formatted, .scalars: return text(use) + "(blank)"
        case .named(let id):
            switch resolver.shape(id) {
            case .enumeration(let enumeration):
                return text(use) + "(rawValue: " + (enumeration.raw == .integer ? "0)" : enumeration.raw == .string ? "\"\")" : ".null)")
            case .union: return ".unknown(.null)"
            default: return text(use) + "(blank)"
            }
        }
    }
}
