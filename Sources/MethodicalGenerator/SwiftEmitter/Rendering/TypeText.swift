extension Emission {
    /// Returns a type as generated code spells it. Types of the schema have their full path so that no nearer
    /// declaration hides them.
    package func text(_ use: TypeUse, asParameter: Bool = false) -> String {
        if asParameter, let natural = spelling(use)?.natural {
            if case .array = resolver.resolved(use) { return "[" + natural + "]" }
            return natural
        }
        switch use {
        case .integer: return "Int"
        case .number: return "Double"
        case .boolean: return "Bool"
        case .string: return "String"
        case .any: return "JSON"
        case .null: return Self.null
        case .formatted(let format, let wire): return format.type(wire)
        case .named(let id): return resolver.index[id].map { types.paths[$0] } ?? "JSON"
        case .array(let element): return "[" + text(element) + "]"
        case .dictionary(let value): return "[String: " + text(value) + "]"
        case .scalars(let kinds):
            if let name = Resolver.scalarNames[kinds] { return name }
            return resolver.resolved(use) == .number ? "Double" : "JSON"
        case .optional(let inner): return text(peeled(inner), asParameter: asParameter) + "?"
        }
    }

    /// Returns the type of a body with the given content, as generated code spells it.
    package func text(_ use: TypeUse, _ content: BodyContent) -> String {
        switch content {
        case .json, .text: text(use)
        case .bytes: Self.bytes
        case .nothing: Self.nothing
        }
    }

    /// Returns the type of a variant's result. An alias is replaced by its target, because `[VK.User]` tells a caller
    /// more than `VK.Users.GetResponse`.
    package func result(_ variant: Variant) -> String { text(resolver.resolved(variant.result), variant.content) }

    /// The type of a body of bytes. The module is named because schemas have types of this name.
    package static let bytes = "Foundation.Data"

    /// The result of a method whose response has no value.
    package static let nothing = "NoContent"

    /// The type of a value that can only be `null`.
    package static let null = "APIEngine.Null"

    /// The types of values that the runtime or Swift declares.
    package static let scalars: Set<String> = {
        let formats = Format.allCases.flatMap { format in [Wire.integer, .number, .string].map(format.type) }
        let others = [
            nothing, null, "Int", "Double", "Bool", "String", "JSON", "Date", "Swift.Duration", "Foundation.Data",
        ]
        return Set(formats + others + Resolver.scalarNames.values)
    }()

    /// Returns the type that a parameter takes instead of its own, and the type that it is sent as, or `nil` if callers
    /// pass the parameter's own type. A list has the types of its elements.
    package func spelling(_ use: TypeUse) -> (natural: String, type: String)? {
        var element = resolver.resolved(use)
        if case .array(let inner) = element { element = resolver.resolved(inner) }
        guard case .formatted(let format, let wire) = element else { return nil }
        let type = format.type(wire)
        switch format {
        case .uri, .day: return nil
        case .dateTime: return ("Date", "DateTime")
        // Servers expect whole units in a time that is sent as text.
        case .unixSeconds, .unixMilliseconds:
            return ("Date", wire == .string ? "Quoted<" + format.type(.integer) + ">" : type)
        // The module is named because schemas have types of these names.
        case .duration, .durationSeconds, .durationMilliseconds: return ("Swift.Duration", type)
        case .base64: return ("Foundation.Data", "Base64String")
        case .share, .percent: return (wire == .integer ? "Int" : "Double", type)
        case .int64: return ("Int", "Quoted<Int>")
        case .uint64: return nil
        }
    }

    /// Returns the name of the runtime's function that reads or writes a property of the type.
    func accessor(_ use: TypeUse) -> String {
        switch resolver.resolved(use) {
        case .integer: return "int"
        case .number: return "double"
        case .boolean: return "bool"
        case .string: return "string"
        case .array: return "array"
        case .dictionary: return "dictionary"
        case .formatted(_, .string): return "rawString"
        case .named(let id):
            guard case .enumeration(let enumeration) = resolver.shape(id), enumeration.raw != .mixed else {
                return "value"
            }
            return enumeration.raw == .integer ? "rawInt" : "rawString"
        default: return "value"
        }
    }

    /// Returns the value of a required property until the reader fills it. No caller sees this value. The name `blank`
    /// in it is the initializer's parameter.
    func zero(_ use: TypeUse) -> String {
        switch resolver.resolved(use) {
        case .integer, .number: return "0"
        case .boolean: return "false"
        case .string: return "\"\""
        case .array: return "[]"
        case .dictionary: return "[:]"
        case .any: return ".null"
        case .optional: return "nil"
        case .formatted, .scalars, .null: return text(use) + "(blank)"
        case .named(let id):
            switch resolver.shape(id) {
            case .enumeration(let enumeration):
                let raw = enumeration.raw == .integer ? "0" : enumeration.raw == .string ? "\"\"" : ".null"
                return text(use) + "(rawValue: " + raw + ")"
            case .union(let union): return union.isKeyed ? text(use) + "(blank)" : ".unknown(.null)"
            default: return text(use) + "(blank)"
            }
        }
    }
}

extension Format {
    /// Returns the runtime's type for the format.
    func type(_ wire: Wire) -> String {
        let number = wire == .integer ? "Int" : "Double"
        let fraction = wire == .integer ? "" : ".Fractional"
        let type =
            switch self {
            case .uri: "URLString"
            case .dateTime: "DateTime"
            case .day: "CalendarDay"
            case .duration: "DurationString"
            case .base64: "Base64String"
            case .unixSeconds: "UnixSeconds" + fraction
            case .unixMilliseconds: "UnixMilliseconds" + fraction
            case .durationSeconds: "DurationSeconds<" + number + ">"
            case .durationMilliseconds: "DurationMilliseconds<" + number + ">"
            case .share: "Share<" + number + ">"
            case .percent: "Percent<" + number + ">"
            case .int64: "Int"
            case .uint64: "UInt64"
            }
        return wire == .string && !isText ? "Quoted<" + type + ">" : type
    }
}
