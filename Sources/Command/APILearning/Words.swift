import MethodicalGenerator

// Descriptions of a type in the words of schemas and of people. `depth` ends the recursion of unions that contain
// themselves.
extension Sites {
    /// Returns the names of the scalars that a type accepts, as in a schema's `type`. Returns none for a type that
    /// accepts only objects or lists.
    func scalars(of use: TypeUse, depth: Int = 0) -> [String] {
        guard depth < 8 else { return [] }
        switch resolved(use) {
        case .optional(let inner):
            return scalars(of: inner, depth: depth + 1)
        case .scalars(let types): return types.compactMap(\.schemaWord)
        case .any, .null, .array, .dictionary: return []
        case .named(let id):
            switch shape(of: id) {
            case .enumeration(let values): return scalars(of: values)
            case .union(let union) where union.discriminator == nil:
                return union.cases.flatMap {
                    scalars(of: $0.type, depth: depth + 1)
                }
            default: return []
            }
        case let scalar: return scalar.schemaWord.map { [$0] } ?? []
        }
    }

    private func scalars(of values: Enumeration) -> [String] {
        switch values.raw {
        case .string: return ["string"]
        case .integer: return ["integer"]
        case .mixed: return kinds(of: values.members)
        }
    }

    /// Returns the names of the scalars that the values of a mixed enumeration are.
    private func kinds(of members: [Enumeration.Member]) -> [String] {
        let others = members.filter { !$0.isText }
        let flags = others.filter { ["true", "false"].contains($0.value) }
        var kinds: [String] = []
        if others.count > flags.count {
            kinds.append("number")
        }
        if !flags.isEmpty {
            kinds.append("boolean")
        }
        if others.count < members.count {
            kinds.append("string")
        }
        return kinds
    }

    /// Indicates whether a type accepts only objects.
    func isObject(_ use: TypeUse) -> Bool {
        switch resolved(use) {
        case .dictionary: return true
        case .optional(let inner): return isObject(inner)
        case .named(let id):
            if case .record? = shape(of: id) {
                return true
            }
            return false
        default: return false
        }
    }

    /// Indicates whether a type can have values of this kind.
    func canBe(
        _ value: JSONNode,
        of use: TypeUse,
        depth: Int = 0
    ) -> Bool {
        guard depth < 8 else { return false }
        switch resolved(use) {
        case .any: return true
        case .array: return value.isArray
        case .dictionary: return value.isObject
        case .optional(let inner):
            return value.kind == .null
                || canBe(
                    value,
                    of: inner,
                    depth: depth + 1)
        case .named(let id):
            switch shape(of: id) {
            case .enumeration(let values): return values.takes(value)
            case .union(let union):
                return union.cases.contains {
                    canBe(value, of: $0.type, depth: depth + 1)
                }
            default: return value.isObject
            }
        case let scalar: return value.fits(scalar, flags: api.decoding.flags)
        }
    }

    /// Indicates whether tolerant reading accepts a scalar for another one: a number or a flag in a string, a number
    /// for a string, 0 and 1 for a flag, a flag for a number, and anything for a union.
    func tolerates(_ value: JSONNode, as use: TypeUse) -> Bool {
        switch resolved(use) {
        case .formatted(.uint64, as: .integer):
            return value.kind == .bool
                || value.string.flatMap { UInt64($0) } != nil
        case .integer, .formatted(_, as: .integer):
            return value.kind == .bool
                || value.isBeyondInt
                || value.string.flatMap(wholeNumber) != nil
        case .number, .formatted(_, as: .number):
            return value.kind == .bool
                || value.string.flatMap { Double($0) }?.isFinite ?? false
        case .boolean:
            let isDigit = value.integer == 0 || value.integer == 1
            return isDigit
                || ["0", "1", "true", "false"].contains(value.string)
        case .string, .formatted(_, as: .string):
            return value.kind == .number
        case .null: return true
        // 0 and 1 could be flags or texts, so neither is chosen.
        case .scalars([.boolean, .string]) where value.integer == 0 || value.integer == 1:
            return false
        case .scalars(let types):
            return types.contains { tolerates(value, as: $0) }
        case .optional(let inner): return tolerates(value, as: inner)
        case .named(let id):
            if case .union? = shape(of: id) {
                return true
            }
            guard case .enumeration(let values)? = shape(of: id) else {
                return false
            }
            switch values.raw {
            case .integer: return tolerates(value, as: .integer)
            case .string: return tolerates(value, as: .string)
            case .mixed: return false
            }
        default: return false
        }
    }

    /// Returns a description for people, such as `an integer`.
    func inWords(_ use: TypeUse, depth: Int = 0) -> String {
        switch resolved(use) {
        case .integer, .formatted(_, as: .integer): return "an integer"
        case .number, .formatted(_, as: .number): return "a number"
        case .boolean: return "true or false"
        case .string, .formatted(_, as: .string): return "a string"
        case .array: return "a list"
        case .dictionary: return "an object"
        case .any: return "any value"
        case .null: return "null"
        case .optional(let inner):
            return inWords(inner, depth: depth + 1) + " or null"
        case .scalars(let types):
            return types.map { inWords($0) }.joined(separator: " or ")
        case .named(let id):
            switch shape(of: id) {
            case .enumeration(let values):
                var shown = values.members.prefix(Tally.shownLimit).map {
                    $0.value.isEmpty ? "\"\"" : $0.value
                }
                if values.members.count > Tally.shownLimit {
                    shown.append("…")
                }
                return "one of " + shown.joined(separator: ", ")
            case .union(let union) where union.discriminator == nil && depth < 3:
                let words = Set(union.cases.map { inWords($0.type, depth: depth + 1) })
                return words.sorted().joined(separator: " or ")
            default: return "an object"
            }
        }
    }
}
