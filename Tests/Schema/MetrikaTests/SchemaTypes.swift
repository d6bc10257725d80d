import MethodicalGenerator

/// The types of the schema, as they compare with documented types.
struct SchemaTypes {
    private let types: [TypeID: TypeDeclaration]

    init(_ api: API) { types = Dictionary(api.types.map { ($0.id, $0) }) { first, _ in first } }

    /// Returns the properties of the type with a name, by their paths, or `nil` if there is no such record.
    func properties(of name: String) -> [String: Property]? {
        let shapes = types.values.filter { $0.owner == .root && $0.wire == name }.map(\.shape)
        guard shapes.count == 1, case .record(let record)? = shapes.first else { return nil }
        return Dictionary(uniqueKeysWithValues: record.properties.map { ($0.path.joined(separator: "."), $0) })
    }

    /// Returns the name of the declared type that a use is.
    func name(_ use: TypeUse) -> String? {
        switch use {
        case .optional(let inner): name(inner)
        case .named(let id): types[id]?.wire
        default: nil
        }
    }

    /// Returns the types that a method's arguments and results contain.
    func reached(by method: MethodicalGenerator.Method) -> Set<String> {
        var seen: Set<TypeID> = []
        func add(_ use: TypeUse) {
            switch use {
            case .array(let inner), .dictionary(let inner), .optional(let inner): add(inner)
            case .named(let id) where seen.insert(id).inserted:
                switch types[id]?.shape {
                case .record(let record): record.properties.forEach { add($0.type) }
                case .union(let union): union.cases.forEach { add($0.type) }
                case .alias(let use): add(use)
                case .enumeration, nil: break
                }
            default: break
            }
        }
        method.parameters.forEach { add($0.type) }
        method.variants.forEach { add($0.result) }
        return Set(seen.compactMap { types[$0]?.wire })
    }

    /// Returns the values of the enumeration that a type is, or that its elements are.
    func values(_ use: TypeUse) -> [String]? {
        switch use {
        case .array(let inner), .optional(let inner): values(inner)
        case .boolean: ["true", "false"]
        case .named: enumeration(use)?.members.map(\.value)
        default: nil
        }
    }

    /// Indicates whether a type of the schema has the values of a documented type.
    ///
    /// - Parameter isParameter: Indicates whether it is the type of a parameter, which may be a list that the
    ///   documentation describes as a text.
    func fits(_ use: TypeUse, _ documented: String, isParameter: Bool = false) -> Bool {
        fits(use, DocumentedType(documented), isParameter)
    }

    private func fits(_ use: TypeUse, _ documented: DocumentedType, _ isParameter: Bool) -> Bool {
        if case .optional(let inner) = use { return fits(inner, documented, isParameter) }
        if documented.depth > 0 {
            guard case .array(let inner) = use else { return false }
            return fits(inner, documented.element, isParameter)
        }
        if isParameter, case .array(let inner) = use, documented.word == "string" {
            return fits(inner, documented, false)
        }
        switch documented.word {
        case "integer": return isInteger(use)
        case "number": return isNumber(use)
        case "boolean": return use == .boolean
        case "string": return isString(use, documented.format)
        default:
            // A type that the documentation names and does not describe can be anything.
            guard let names = DocumentedType.names[documented.word] else { return use == .any }
            return name(use).map { names.contains($0) } ?? false
        }
    }

    private func isInteger(_ use: TypeUse) -> Bool {
        switch use {
        case .integer, .formatted(_, as: .integer): true
        default: enumeration(use)?.raw == .integer
        }
    }

    private func isNumber(_ use: TypeUse) -> Bool {
        switch use {
        case .number, .formatted(_, as: .number): true
        default: false
        }
    }

    private func isString(_ use: TypeUse, _ format: String?) -> Bool {
        switch (format, use) {
        case ("date-time", _): use == .formatted(.dateTime, as: .string)
        case ("date", _): use == .formatted(.day, as: .string)
        case (_, .string), (_, .formatted(_, as: .string)): true
        // The documentation of dimensions gives examples of objects in place of the text.
        default: enumeration(use)?.raw == .string || name(use) == "DimensionValue"
        }
    }

    private func enumeration(_ use: TypeUse) -> Enumeration? {
        guard case .named(let id) = use, case .enumeration(let enumeration)? = types[id]?.shape else { return nil }
        return enumeration
    }
}
