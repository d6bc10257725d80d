extension Emission {
    /// Prints a type with its documentation and the types nested in it.
    func type(_ i: Int, _ out: inout Printer) {
        let type = api.types[i]
        if let documentation = type.documentation { out.doc(documentation) }
        if let deprecation = type.deprecation {
            // The attribute would cause a warning wherever generated code mentions the type.
            if type.documentation != nil { out.line("///") }
            out.doc(CommentText.deprecation(deprecation.message))
        }
        switch type.shape {
        case .record(let record): self.record(i, record, &out)
        case .enumeration(let enumeration): self.enumeration(i, enumeration, &out)
        case .union(let union): self.union(i, union, &out)
        case .alias(let target):
            out.line(access, "typealias ", types.names[i], " = ", resolver.isEndless(i) ? "JSON" : text(target))
        }
    }

    /// Prints the types that are nested in a type.
    func nested(in i: Int, _ out: inout Printer) {
        for inner in types.members[.type(i)] ?? [] {
            out.blank()
            type(inner, &out)
        }
    }

    /// Prints the type of an enumeration.
    func enumeration(_ i: Int, _ enumeration: Enumeration, _ out: inout Printer) {
        let distinct = distinct(enumeration)
        let names = speller.members(distinct)
        let raw = enumeration.raw == .integer ? "Int" : enumeration.raw == .string ? "String" : "JSON"
        out.block("nonisolated ", access, "struct ", types.names[i], ": OpenEnum") { out in
            for (place, member) in distinct.members.enumerated() {
                if let documentation = documentation(member, names[place]) { out.doc(documentation) }
                let isText = enumeration.raw == .string || enumeration.raw == .mixed && member.isText
                let value = isText ? literal(member.value) : member.value
                out.line(
                    access, "static var ", Reserved.escaped(names[place]), ": Self { Self(rawValue: ", value, ") }")
            }
            if !distinct.members.isEmpty { out.blank() }
            out.line(access, "let rawValue: ", raw)
            out.line(access, "init(rawValue: ", raw, ") { self.rawValue = rawValue }")
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            let known = distinct.members.map { tableKey(wire($0, enumeration.raw)) }.joined(separator: ",")
            out.line(access, "static var _known: StaticString { ", literal(known), " }")
        }
    }

    /// Returns the enumeration without repeated values and values that Swift cannot write.
    package func distinct(_ enumeration: Enumeration) -> Enumeration {
        var seen: Set<String> = []
        var distinct = enumeration
        distinct.members = enumeration.members.filter { member in
            guard seen.insert(wire(member, enumeration.raw)).inserted else { return false }
            return enumeration.raw == .string || member.isText && enumeration.raw == .mixed
                || isWritable(member.value, enumeration.raw)
        }
        return distinct
    }

    /// Returns the text that identifies a member. If an enumeration mixes strings and numbers, strings have their
    /// quotes so that they differ from numbers.
    private func wire(_ member: Enumeration.Member, _ raw: Enumeration.Raw) -> String {
        raw == .mixed && member.isText ? jsonString(member.value) : member.value
    }

    /// Indicates whether a number or flag is also a literal in Swift.
    package func isWritable(_ value: String, _ raw: Enumeration.Raw) -> Bool {
        if Int(value) != nil { return true }
        return raw == .mixed
            && (value == "true" || value == "false" || value.utf8.contains(UInt8(ascii: ".")) && Double(value) != nil)
    }

    /// Returns a member's documentation. The label is only used if the member's name could not be made from it.
    private func documentation(_ member: Enumeration.Member, _ name: String) -> String? {
        if let documentation = member.documentation { return documentation }
        guard let label = member.label, !label.isEmpty, speller.property(label) != name else { return nil }
        return label
    }
}

extension Emission {
    /// Returns a type as generated code spells it. Types of the schema have their full path so that no nearer
    /// declaration hides them.
    package func text(_ use: TypeUse, asParameter: Bool = false) -> String {
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

    /// The result of a method whose response has no value.
    package static let nothing = "NoContent"

    /// The types of values that the runtime or Swift declares.
    package static let scalars: Set<String> = {
        var all: Set = [
            nothing, "Int", "Double", "Bool", "String", "JSON", "Date", "Swift.Duration", "Foundation.Data",
        ]
        for kinds: [TypeUse] in [
            [.integer, .string], [.integer, .boolean], [.boolean, .string], [.number, .string],
        ] {
            if let name = Resolver.scalarName(kinds) { all.insert(name) }
        }
        for format in Format.allCases {
            for wire in [Wire.integer, .number, .string] { all.insert(text(format, wire)) }
        }
        return all
    }()

    /// Returns the runtime's type for a format.
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

    /// Returns the type that a parameter takes instead of its own, and the type that it is sent as, or `nil` if callers
    /// pass the parameter's own type. A list has the types of its elements.
    package func spelling(_ use: TypeUse) -> (natural: String, type: String)? {
        guard case .formatted(let format, let wire) = formatted(use) else { return nil }
        switch format {
        case .uri, .day: return nil
        case .dateTime: return ("Date", "DateTime")
        // Servers expect whole units in a time that is sent as text.
        case .unixSeconds, .unixMilliseconds:
            return ("Date", wire == .string ? "Quoted<" + Self.text(format, .integer) + ">" : Self.text(format, wire))
        // The module is named because schemas have types of these names.
        case .duration, .durationSeconds, .durationMilliseconds: return ("Swift.Duration", Self.text(format, wire))
        case .base64: return ("Foundation.Data", "Base64String")
        case .share, .percent: return (wire == .integer ? "Int" : "Double", Self.text(format, wire))
        case .int64: return ("Int", "Quoted<Int>")
        }
    }

    /// Returns the type that a parameter takes instead of its own, or `nil` if there is none.
    private func natural(_ use: TypeUse) -> String? {
        guard let natural = spelling(use)?.natural else { return nil }
        if case .array = resolver.resolved(use) { return "[" + natural + "]" }
        return natural
    }

    /// Returns the type without aliases, or the type of its elements if it is a list.
    private func formatted(_ use: TypeUse) -> TypeUse {
        if case .array(let element) = resolver.resolved(use) { return resolver.resolved(element) }
        return resolver.resolved(use)
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
            guard case .enumeration(let enumeration) = resolver.shape(id) else { return "value" }
            switch enumeration.raw {
            case .integer: return "rawInt"
            case .string: return "rawString"
            default: return "value"
            }
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
        case .formatted, .scalars: return text(use) + "(blank)"
        case .named(let id):
            switch resolver.shape(id) {
            case .enumeration(let enumeration):
                return text(use) + "(rawValue: "
                    + (enumeration.raw == .integer ? "0)" : enumeration.raw == .string ? "\"\")" : ".null)")
            case .union: return ".unknown(.null)"
            default: return text(use) + "(blank)"
            }
        }
    }
}
