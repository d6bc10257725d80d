import APIModel

extension Emission {
    /// A type as generated code spells it: schema types from the root, so that nothing nearer shadows them.
    func text(_ use: TypeUse, asParameter: Bool = false) -> String {
        switch use {
        case .integer: return "Int"
        case .number: return "Double"
        case .boolean: return "Bool"
        case .string: return "String"
        case .link: return "URLString"
        case .any: return "JSON"
        case .date(let style):
            if asParameter { return "Date" }
            switch style {
            case .seconds: return "UnixSeconds"
            case .milliseconds: return "UnixMilliseconds"
            case .rfc3339: return "DateTime"
            }
        case .named(let id):
            guard let i = resolver.index[id] else { return "JSON" }
            if asParameter, holdsDate(use) { return text(resolver.resolved(use), asParameter: true) }
            return types.paths[i]
        case .array(let element): return "[" + text(element, asParameter: asParameter) + "]"
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

    /// Whether a parameter of this type is a date, or a list of dates.
    func holdsDate(_ use: TypeUse) -> Bool { date(use) != nil }

    func date(_ use: TypeUse) -> CallStyle.DateStyle? {
        switch resolver.resolved(use) {
        case .date(let style): style
        case .array(let element):
            if case .date(let style) = resolver.resolved(element) { style } else { nil }
        default: nil
        }
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
        case .link, .date, .scalars: return text(use) + "(blank)"
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
