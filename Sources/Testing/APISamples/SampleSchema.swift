import MethodicalGenerator

/// The types of an API, with the facts that samples need.
struct SampleSchema: Sendable {
    private let types: [TypeID: TypeDeclaration]
    /// The depth of the shallowest value of each type. Types without a value are missing.
    private var heights: [TypeID: Int] = [:]

    init(_ api: API) {
        let pairs = api.types.map { ($0.id, $0) }
        types = Dictionary(pairs) { first, _ in first }
        // Each round finds the height of at least one more type, or there is none left to find.
        while true {
            var found: [TypeID: Int] = [:]
            for type in api.types where heights[type.id] == nil {
                let depth = height(of: type.shape)
                if depth < .endless {
                    found[type.id] = depth
                }
            }
            if found.isEmpty {
                break
            }
            heights.merge(found) { old, _ in old }
        }
    }

    func shape(of id: TypeID) -> TypeDeclaration.Shape? {
        types[id]?.shape
    }

    /// Returns the depth of the shallowest value of a type, or `.endless` if it has none besides null.
    func height(of use: TypeUse) -> Int {
        switch use {
        case .named(let id): heights[id] ?? .endless
        case .null: .endless
        default: 0
        }
    }

    /// Indicates whether the Swift type of a property distinguishes null from an absent value. Any JSON does not.
    func keepsNull(_ property: Property, in record: Record) -> Bool {
        var use = property.type
        for _ in 0..<64 {
            switch use {
            case .any: return false
            case .scalars(let kinds):
                let isNumber = kinds == [.integer, .number]
                let hasType = isNumber || Resolver.scalarNames[kinds] != nil
                return record.isInput && hasType
            case .optional(let inner): use = inner
            case .named(let id):
                guard case .alias(let target)? = shape(of: id) else {
                    return record.isInput
                }
                use = target
            default: return record.isInput
            }
        }
        return false
    }

    private func height(of shape: TypeDeclaration.Shape) -> Int {
        switch shape {
        case .enumeration: return 0
        case .alias(let use): return height(of: use)
        case .union(let union):
            let possible = union.cases.indices.filter { isPossible($0, in: union) }
            let heights = possible.map { height(of: union.cases[$0].type) }
            return heights.min() ?? .endless
        case .record(let record):
            let required = record.properties.filter {
                $0.isRequired && !$0.isNullable
            }
            let heights = required.map { height(of: $0.type) }
            let deepest = heights.max() ?? 0
            if deepest == .endless {
                return .endless
            }
            return deepest + 1
        }
    }

    // MARK: Discriminators

    /// Indicates whether the case has a value. Some schemas give a case a discriminator value that its own type does
    /// not allow.
    func isPossible(_ place: Int, in union: Union) -> Bool {
        union.discriminator == nil || !discriminatorValues(of: place, in: union).isEmpty
    }

    /// Returns the discriminator values of a case that its type allows.
    func discriminatorValues(of place: Int, in union: Union) -> [String] {
        guard let key = union.discriminator else { return [] }
        let item = union.cases[place]
        return item.discriminatorValues.filter { allows(item.type, key: key, tag: $0) }
    }

    private func allows(_ use: TypeUse, key: String, tag: String) -> Bool {
        guard case .named(let id) = use else { return true }
        switch shape(of: id) {
        case .alias(let target): return allows(target, key: key, tag: tag)
        case .record(let record):
            let property = record.properties.first { $0.path == [key] }
            guard let property else { return true }
            return self.tag(tag, for: property) != nil
        default: return true
        }
    }

    /// Returns the only value that a property can have, or `nil` if there is none or its type does not allow it.
    func constant(of property: Property) -> SampleValue? {
        let value: SampleValue? =
            switch property.constant {
            case .flag(let flag)?: .boolean(flag)
            case .text(let text)?: .string(text)
            case .integer(let number)?: .integer(number)
            case .client?, nil: nil
            }
        guard let value,
            fits(value, type: property.type)
        else { return nil }
        return value
    }

    private func fits(_ value: SampleValue, property: Property) -> Bool {
        if let constant = constant(of: property), !constant.isSame(as: value) {
            return false
        }
        return fits(value, type: property.type)
    }

    /// Returns a tag as a value of the property that holds it, or `nil` if the property cannot hold it.
    func tag(_ tag: String, for property: Property) -> SampleValue? {
        var spellings: [SampleValue] = [.string(tag)]
        if let integer = Int(tag) {
            spellings.append(.integer(integer))
        }
        if let flag = Bool(tag) {
            spellings.append(.boolean(flag))
        }
        return spellings.first { fits($0, property: property) }
    }
}

extension SampleValue {
    /// The value as a union's tag, or `nil` if it cannot be one.
    fileprivate var tag: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): String(flag)
        default: nil
        }
    }
}

extension Int {
    /// The height of a type without a value.
    static let endless = Int.max
}

// MARK: Matching values and types

extension SampleSchema {
    /// Indicates whether strict reading accepts the value for the type.
    ///
    /// - Parameter asked: The unions that are already being checked for this value. Unions may be alternatives of each
    ///   other.
    func fits(
        _ value: SampleValue,
        type use: TypeUse,
        asked: Set<TypeID> = []
    ) -> Bool {
        switch (use, value) {
        case (.any, _), (.optional, .null):
            true
        case (.optional(let inner), _):
            fits(value, type: inner, asked: asked)
        case (.integer, .integer), (.formatted(_, as: .integer), .integer):
            true
        case (.number, .integer), (.number, .number), (.formatted(_, as: .number), .integer),
            (.formatted(_, as: .number), .number):
            true
        case (.boolean, .boolean), (.string, .string), (.formatted(_, as: .string), .string):
            true
        case (.array(let inner), .array(let elements)):
            elements.allSatisfy { fits($0, type: inner) }
        case (.dictionary(let inner), .object(let members)):
            members.allSatisfy { fits($0.value, type: inner) }
        case (.scalars(let kinds), _):
            kinds.contains { fits(value, type: $0) }
        case (.named(let id), _):
            fits(value, type: id, asked: asked)
        default:
            false
        }
    }

    private func fits(
        _ value: SampleValue,
        type id: TypeID,
        asked: Set<TypeID>
    ) -> Bool {
        switch (shape(of: id), value) {
        case (.alias(let use), _):
            return fits(value, type: use, asked: asked)
        case (.enumeration(let enumeration), _):
            return fits(value, enumeration)
        case (.union(let union), _):
            if asked.contains(id) {
                return false
            }
            return fits(value, union, asked: asked.union([id]))
        case (.record(let record), .object(let members)):
            return record.properties.allSatisfy { property in
                guard let value = find(property.path[...], in: members) else {
                    return !property.isRequired
                }
                if case .null = value, property.isNullable {
                    return true
                }
                return fits(value, property: property)
            }
        default: return false
        }
    }

    private func fits(_ value: SampleValue, _ enumeration: Enumeration) -> Bool {
        let members = enumeration.members
        let others = members.lazy.filter { !$0.isText }
        switch (value, enumeration.raw) {
        case (.integer, .string), (.string, .integer):
            return false
        case (.integer(let number), .integer):
            return members.contains { $0.value == String(number) }
        case (.integer(let number), .mixed):
            return others.contains { $0.value == String(number) }
        case (.string(let text), _):
            return members.contains { $0.value == text && $0.isText }
        case (.boolean(let flag), _):
            return others.contains { $0.value == String(flag) }
        case (.number(let number), _):
            return others.contains { Double($0.value) == number }
        default:
            return false
        }
    }

    private func fits(
        _ value: SampleValue,
        _ union: Union,
        asked: Set<TypeID>
    ) -> Bool {
        guard let key = union.discriminator else {
            return union.cases.contains { fits(value, type: $0.type, asked: asked) }
        }
        guard case .object(let members) = value else { return false }
        guard let tag = SampleValue.member(key, of: members)?.tag else {
            return false
        }
        for item in union.cases where item.discriminatorValues.contains(tag) {
            if fits(value, type: item.type, asked: asked) {
                return true
            }
        }
        return false
    }

    /// Indicates whether a value fits a type that also has a property for each of its members.
    func covers(
        _ value: SampleValue,
        type use: TypeUse,
        asked: Set<TypeID>
    ) -> Bool {
        guard fits(value, type: use, asked: asked) else { return false }
        switch (use, value) {
        case (.optional(let inner), _):
            return covers(value, type: inner, asked: asked)
        case (.array(let inner), .array(let elements)):
            return elements.allSatisfy { covers($0, type: inner, asked: asked) }
        case (.named(let id), _):
            switch (shape(of: id), value) {
            case (.alias(let target), _):
                return covers(value, type: target, asked: asked)
            case (.union(let union), _):
                let asked = asked.union([id])
                return union.cases.contains {
                    covers(value, type: $0.type, asked: asked)
                }
            case (.record(let record), .object(let members)):
                if record.additional != nil {
                    return true
                }
                let keys = Set(record.properties.compactMap(\.path.first))
                return members.allSatisfy { keys.contains($0.key) }
            default: return true
            }
        default: return true
        }
    }

    /// Returns the value at a path of keys.
    private func find(_ path: ArraySlice<String>, in members: [SampleValue.Member]) -> SampleValue? {
        guard let key = path.first else { return nil }
        guard let value = SampleValue.member(key, of: members) else {
            return nil
        }
        if path.count == 1 {
            return value
        }
        guard case .object(let inner) = value else { return nil }
        return find(path.dropFirst(), in: inner)
    }
}
