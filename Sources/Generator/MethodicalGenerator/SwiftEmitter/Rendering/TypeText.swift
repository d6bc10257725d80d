extension Emission {
    /// Returns a type as generated code spells it. Types of the schema have their full path so that no nearer
    /// declaration hides them.
    ///
    /// - Parameters:
    ///   - asParameter: Indicates whether the type is that of a parameter, which may be a more natural one.
    ///   - names: The way to write names that the schema does not declare.
    package func text(of use: TypeUse, asParameter: Bool = false, names: NameStyle = .qualified) -> String {
        if asParameter, let natural = spelling(of: use, names: names)?.natural {
            if case .array = resolver.resolved(use) {
                return "[\(natural)]"
            }
            return natural
        }
        switch use {
        case .integer: return names.swift("Int")
        case .number: return names.swift("Double")
        case .boolean: return names.swift("Bool")
        case .string: return names.swift("String")
        case .any: return names.runtime("JSON")
        case .null: return names.runtime(Self.null)
        case .formatted(let format, let wire): return format.type(for: wire, names: names)
        case .named(let id):
            guard let type = type(named: id) else {
                return names.runtime("JSON")
            }
            return type.path
        case .array(let element): return "[\(text(of: element, names: names))]"
        case .dictionary(let value):
            let key = names.swift("String")
            return "[\(key): \(text(of: value, names: names))]"
        case .scalars(let kinds):
            if let name = Resolver.scalarNames[kinds] {
                return names.runtime(name)
            }
            if resolver.resolved(use) == .number {
                return names.swift("Double")
            }
            return names.runtime("JSON")
        case .optional(let inner):
            return text(of: peeled(inner), asParameter: asParameter, names: names) + "?"
        }
    }

    /// Returns the type of a body with the given content, as generated code spells it.
    package func text(of use: TypeUse, content: BodyContent, names: NameStyle = .qualified) -> String {
        switch content {
        case .json, .text: text(of: use, names: names)
        case .bytes: Self.bytes
        case .nothing: names.runtime(Self.nothing)
        }
    }

    /// Returns the type of a variant's result. An alias is replaced by its target, because `[VK.User]` tells a caller
    /// more than `VK.Users.GetResponse`.
    package func result(of variant: Variant, names: NameStyle = .qualified) -> String {
        text(of: resolver.resolved(variant.result), content: variant.content, names: names)
    }

    /// Returns the type of the messages that the client sends over a socket: `Never` if it only receives.
    package func sent(by method: Method, names: NameStyle = .qualified) -> String {
        guard let type = method.stream?.sends else {
            return names.swift("Never")
        }
        return text(of: resolver.resolved(type), names: names)
    }

    /// The type of a body of bytes.
    package static let bytes = "Foundation.Data"

    /// The short name of the result of a method whose response has no value.
    package static let nothing = "NoContent"

    /// The short name of the type of a value that can only be `null`.
    package static let null = "APIEngine.Null"

    /// The types of values that the runtime, Swift or Foundation declares. The keys are their short names, and the
    /// values the names that generated code uses.
    package static let scalars: [String: String] = {
        var names: [String: String] = [:]
        for format in Format.allCases {
            for wire in [Wire.integer, .number, .string] {
                names[format.type(for: wire, names: .short)] = format.type(for: wire, names: .qualified)
            }
        }
        for name in ["Int", "Double", "Bool", "String"] {
            names[name] = NameStyle.qualified.swift(name)
        }
        for name in [nothing, null, "JSON"] + Resolver.scalarNames.values {
            names[name] = NameStyle.qualified.runtime(name)
        }
        names["Date"] = NameStyle.qualified.foundation("Date")
        for name in ["Foundation.Data", "Swift.Duration"] {
            names[name] = name
        }
        return names
    }()

    /// Returns the type that a parameter takes instead of its own, and the type that it is sent as, or `nil` if callers
    /// pass the parameter's own type. A list has the types of its elements.
    package func spelling(of use: TypeUse, names: NameStyle = .qualified) -> ParameterSpelling? {
        var element = resolver.resolved(use)
        if case .array(let inner) = element {
            element = resolver.resolved(inner)
        }
        guard case .formatted(let format, let wire) = element else {
            return nil
        }
        var sent = format.type(for: wire, names: names)
        let natural: String
        switch format {
        case .uri, .day, .uint64:
            return nil
        case .dateTime:
            natural = names.foundation("Date")
        case .unixSeconds, .unixMilliseconds:
            natural = names.foundation("Date")
            if wire == .string {
                // Servers expect whole units in a time that is sent as text.
                sent = names.quoted(format.type(for: .integer, names: names))
            }
        // Both styles name the module, because schemas have types of these names.
        case .duration, .durationSeconds, .durationMilliseconds:
            natural = "Swift.Duration"
        case .base64:
            natural = Self.bytes
        case .share, .percent:
            natural = names.number(wire)
        case .int64:
            natural = names.swift("Int")
            sent = names.quoted(natural)
        }
        return ParameterSpelling(natural: natural, sent: sent)
    }

    /// Returns the value of a required property until the reader fills it. No caller sees this value. The name `blank`
    /// in it is the initializer's parameter.
    func zero(of use: TypeUse) -> String {
        switch resolver.resolved(use) {
        case .integer, .number: return "0"
        case .boolean: return "false"
        case .string: return "\"\""
        case .array: return "[]"
        case .dictionary: return "[:]"
        case .any: return ".null"
        case .optional: return "nil"
        case .formatted, .scalars, .null: return text(of: use) + "(blank)"
        case .named(let id):
            switch resolver.shape(of: id) {
            case .enumeration(let enumeration):
                return "\(text(of: use))(rawValue: \(enumeration.raw.blank))"
            case .union(let union) where !union.isKeyed: return ".unknown(.null)"
            default: return text(of: use) + "(blank)"
            }
        }
    }
}

/// The two types of a parameter that callers do not pass as the type of the schema.
package struct ParameterSpelling {
    /// The type that callers pass.
    package let natural: String
    /// The type that the value is sent as.
    package let sent: String
}

extension NameStyle {
    /// Returns the name of the runtime's type for a value that is sent as text.
    fileprivate func quoted(_ type: String) -> String {
        runtime("Quoted<\(type)>")
    }

    /// Returns the name of the type of numbers, which are whole if the server sends integers.
    fileprivate func number(_ wire: Wire) -> String {
        if wire == .integer {
            return swift("Int")
        }
        return swift("Double")
    }
}

extension Enumeration.Raw {
    /// The literal of a value that a reader replaces.
    fileprivate var blank: String {
        switch self {
        case .integer: "0"
        case .string: "\"\""
        case .mixed: ".null"
        }
    }

    /// The type of the values as generated code spells it.
    var type: String {
        switch self {
        case .integer: NameStyle.qualified.swift("Int")
        case .string: NameStyle.qualified.swift("String")
        case .mixed: NameStyle.qualified.runtime("JSON")
        }
    }
}

extension Format {
    /// Returns the runtime's type for the format.
    func type(for wire: Wire, names: NameStyle) -> String {
        let number = "<\(names.number(wire))>"
        var fraction = ""
        if wire != .integer {
            fraction = ".Fractional"
        }
        let type =
            switch self {
            case .uri: names.runtime("URLString")
            case .dateTime: names.runtime("DateTime")
            case .day: names.runtime("CalendarDay")
            case .duration: names.runtime("DurationString")
            case .base64: names.runtime("Base64String")
            case .unixSeconds: names.runtime("UnixSeconds") + fraction
            case .unixMilliseconds: names.runtime("UnixMilliseconds") + fraction
            case .durationSeconds: names.runtime("DurationSeconds") + number
            case .durationMilliseconds: names.runtime("DurationMilliseconds") + number
            case .share: names.runtime("Share") + number
            case .percent: names.runtime("Percent") + number
            case .int64: names.swift("Int")
            case .uint64: names.swift("UInt64")
            }
        if wire == .string, !isText {
            return names.quoted(type)
        }
        return type
    }
}
