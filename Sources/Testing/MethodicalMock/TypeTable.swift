import MethodicalGenerator

import enum Methodical.JSON

/// The types of an API, by their ids.
struct TypeTable: Sendable {
    let types: [TypeID: TypeDeclaration]

    init(_ api: API) {
        let pairs = api.types.map { ($0.id, $0) }
        types = Dictionary(pairs) { first, _ in first }
    }

    /// Returns the type without aliases and without `null`.
    func plain(_ use: TypeUse) -> TypeUse {
        var use = use
        for _ in 0..<64 {
            if case .optional(let inner) = use {
                use = inner
            } else if case .named(let id) = use, case .alias(let other)? = types[id]?.shape {
                use = other
            } else {
                break
            }
        }
        return use
    }

    /// Returns the declaration's shape for a type with a name, or `nil` for other types.
    func shape(of use: TypeUse) -> TypeDeclaration.Shape? {
        guard case .named(let id) = plain(use) else { return nil }
        return types[id]?.shape
    }

    /// Returns the record that a type is, or `nil` for other types.
    func record(_ use: TypeUse) -> Record? {
        guard case .record(let record)? = shape(of: use) else {
            return nil
        }
        return record
    }

    /// Returns the union whose case a key selects, or `nil` for other types.
    func keyedUnion(_ use: TypeUse) -> Union? {
        guard case .union(let union)? = shape(of: use),
            union.isKeyed
        else {
            return nil
        }
        return union
    }

    /// Returns the records that a value of a type may be: one record, or those of a union's cases.
    func records(_ use: TypeUse, depth: Int = 0) -> [Record] {
        if let only = record(use) {
            return [only]
        }
        guard depth < 8,
            case .union(let union)? = shape(of: use)
        else {
            return []
        }
        return union.cases.flatMap { records($0.type, depth: depth + 1) }
    }

    /// Returns a text as a value of a type, for an argument that becomes part of a response. Returns `nil` if the text
    /// has no such value, or the type is not a scalar.
    func value(_ text: String, as use: TypeUse) -> JSON? {
        switch plain(use) {
        case .formatted(.uint64, as: .integer):
            if let number = Int(text) {
                return .integer(number)
            }
            return UInt64(text).map { .decimal(String($0)) }
        case .integer, .formatted(_, as: .integer):
            return Int(text).map { .integer($0) }
        case .number, .formatted(_, as: .number):
            return Double(text).map { .number($0) }
        case .boolean:
            switch text {
            case "true": return true
            case "false": return false
            default: return nil
            }
        case .string, .formatted(_, as: .string): return .string(text)
        case .scalars(let kinds):
            return kinds.lazy.compactMap { value(text, as: $0) }.first
        case .named(let id):
            guard case .enumeration(let enumeration)? = types[id]?.shape,
                let member = enumeration.members.first(where: { $0.value == text })
            else {
                return nil
            }
            switch enumeration.raw {
            case .string: return .string(text)
            case .mixed where member.isText: return .string(text)
            case .mixed, .integer: return Int(text).map { .integer($0) }
            }
        case .any, .null, .array, .dictionary, .optional: return nil
        }
    }
}
