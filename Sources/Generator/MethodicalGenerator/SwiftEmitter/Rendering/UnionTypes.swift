/// The facts about the types in a union that the runtime uses to tell its cases apart.
struct UnionTypes {
    private let emission: Emission
    /// The unions and records that were met already. Each is visited once, because types may refer to each other.
    private var seen: Set<TypeID> = []
    /// The kinds of JSON values that a flag can be read from.
    private let flags: Set<JSONKind>

    /// Prepares a visit of types.
    ///
    /// - Parameters:
    ///   - union: The union that is left out.
    ///   - takesNumbers: Indicates whether numbers can be flags if the schema states so.
    init(_ emission: Emission, except union: TypeID? = nil, numbersAsFlags takesNumbers: Bool = true) {
        self.emission = emission
        var flags: Set = [JSONKind.boolean]
        if takesNumbers, emission.hasNumericFlags {
            flags.insert(.integer)
        }
        self.flags = flags
        if let union {
            seen = [union]
        }
    }

    /// Returns the kinds of JSON values that a type can be read from.
    mutating func kinds(of use: TypeUse) -> Set<JSONKind> {
        switch emission.resolver.wireType(of: use) {
        case .integer, .formatted(_, as: .integer): return [.integer]
        case .number, .formatted(_, as: .number): return [.integer, .number]
        case .boolean: return flags
        case .string, .formatted: return [.string]
        case .any: return Set(JSONKind.allCases)
        case .null: return []
        case .array: return [.array]
        case .dictionary: return [.object]
        case .scalars(let uses): return kinds(of: uses)
        case .optional(let inner): return kinds(of: inner)
        case .named(let id):
            switch emission.resolver.wireShape(of: id) {
            case .enumeration(let enumeration):
                switch enumeration.raw {
                case .integer: return [.integer]
                case .string: return [.string]
                case .mixed: return [.string, .integer, .number, .boolean]
                }
            case .union(let union) where !union.isKeyed:
                guard seen.insert(id).inserted else { return [] }
                return kinds(of: union.cases.map(\.type))
            default: return [.object]
            }
        }
    }

    private mutating func kinds(of uses: [TypeUse]) -> Set<JSONKind> {
        var kinds: Set<JSONKind> = []
        for use in uses {
            kinds.formUnion(self.kinds(of: use))
        }
        return kinds
    }

    /// Returns a shape for each record among the types of a case, without the case's index. The runtime uses the
    /// members of objects to tell cases apart.
    mutating func shapes(of use: TypeUse) -> [String] {
        switch emission.resolver.wireType(of: use) {
        case .any: return [",*="]
        case .dictionary(let value): return [",*=" + letters(of: value)]
        case .optional(let inner): return shapes(of: inner)
        case .named(let id):
            guard let type = emission.type(named: id), seen.insert(id).inserted else {
                return []
            }
            switch type.declaration.shape {
            case .record(let record): return [shape(of: record, fields: type.fields)]
            case .union(let union):
                return union.cases.flatMap { shapes(of: $0.type) }
            default: return []
            }
        default: return []
        }
    }

    /// Returns the shape of a record: its keys with their marks, kinds and listed values.
    private func shape(of record: Record, fields: [RecordField]) -> String {
        var text = ""
        if record.isClosed {
            text = "!"
        }
        var heads: Set<String> = []
        for field in fields {
            let path = field.property.path
            if path.count == 1 {
                text += "," + shape(of: field)
            } else if heads.insert(path[0]).inserted {
                // Several properties may lie in the same object.
                text += ",\(tableKey(path[0]))=\(JSONKind.object.letter)"
            }
        }
        if let additional = record.additional {
            text += ",*=" + letters(of: additional)
        }
        return text
    }

    /// Returns the shape of a property that is a member of the record itself.
    private func shape(of field: RecordField) -> String {
        let property = field.property
        var text = field.marks + tableKey(property.path[0])
        text += "=" + letters(of: property.type)
        for value in values(of: property) {
            text += "|" + tableKey(value)
        }
        return text
    }

    /// Returns the letters of the kinds that a value of the type can have, or an empty string if it can have any.
    private func letters(of use: TypeUse) -> String {
        var types = UnionTypes(emission)
        var kinds = types.kinds(of: use)
        if kinds.count == JSONKind.allCases.count {
            return ""
        }
        // Each integer is a number.
        if kinds.contains(.number) {
            kinds.remove(.integer)
        }
        let sorted = JSONKind.allCases.filter(kinds.contains)
        return sorted.map(\.letter).joined()
    }

    /// Returns the values of a property's constant or enumeration. The result is empty for more than 64 values, because
    /// such a property is hardly meant to tell types apart.
    private func values(of property: Property) -> [String] {
        if let constant = property.constant {
            return [constant.text]
        }
        guard case .named(let id) = emission.resolver.wireType(of: property.type) else {
            return []
        }
        guard let enumeration = emission.resolver.wireShape(of: id)?.enumeration else {
            return []
        }
        let isLimited = !enumeration.isOpen && enumeration.members.count <= 64
        guard isLimited, enumeration.raw != .mixed else {
            return []
        }
        return enumeration.members.map(\.value)
    }
}

extension Emission {
    /// Indicates whether responses have the numbers 0 and 1 for flags.
    var hasNumericFlags: Bool { api.decoding.flags == .digits }

    /// Indicates whether a value of the type can be or contain a flag, apart from the properties of records.
    func canHoldFlag(_ use: TypeUse) -> Bool {
        switch resolver.wireType(of: use) {
        case .boolean: return true
        case .array(let inner), .dictionary(let inner), .optional(let inner):
            return canHoldFlag(inner)
        case .scalars(let uses): return uses.contains(where: canHoldFlag)
        case .named(let id):
            return resolver.wireShape(of: id)?.union != nil
        default: return false
        }
    }
}
