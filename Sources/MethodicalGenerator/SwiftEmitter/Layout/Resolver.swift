/// Finds types by their ids and looks through aliases.
package final class Resolver {
    let types: [TypeDeclaration]
    let index: [TypeID: Int]
    /// Aliases that only lead back to themselves, through arrays perhaps: Swift has no such type, so they are any JSON.
    private var endless: Set<Int> = []

    init(_ types: [TypeDeclaration]) {
        self.types = types
        var index: [TypeID: Int] = [:]
        index.reserveCapacity(types.count)
        for (i, type) in types.enumerated() { index[type.id] = i }
        self.index = index
        let edges = types.map { type -> [Int] in
            guard case .alias(let target) = type.shape else { return [] }
            return Self.ids(target).compactMap { index[$0] }
        }
        for component in components(edges) {
            if component.count > 1 || edges[component[0]].contains(component[0]) { endless.formUnion(component) }
        }
    }

    private static func ids(_ use: TypeUse) -> [TypeID] {
        switch use {
        case .named(let id): [id]
        case .array(let inner), .dictionary(let inner), .optional(let inner): ids(inner)
        default: []
        }
    }

    /// The type behind all aliases.
    package func resolved(_ use: TypeUse) -> TypeUse {
        var use = use
        while true {
            switch use {
            case .named(let id):
                guard let i = index[id], !isEndless(i) else { return .any }
                guard case .alias(let target) = types[i].shape else { return use }
                use = target
            case .scalars(let kinds): return scalars(kinds)
            default: return use
            }
        }
    }

    func isEndless(_ i: Int) -> Bool { !endless.isEmpty && endless.contains(i) }

    /// Only some unions of scalars have a type of their own.
    private func scalars(_ kinds: [TypeUse]) -> TypeUse {
        if kinds == [.integer, .number] { return .number }
        return Self.scalarName(kinds) == nil ? .any : .scalars(kinds)
    }

    static func scalarName(_ kinds: [TypeUse]) -> String? {
        switch kinds {
        case [.integer, .string]: "IntegerOrString"
        case [.integer, .boolean]: "IntegerOrBoolean"
        case [.boolean, .string]: "StringOrBoolean"
        case [.number, .string]: "NumberOrString"
        default: nil
        }
    }

    /// The place of the record that a value of this type is, directly or as an optional.
    func record(_ use: TypeUse) -> Int? {
        switch resolved(use) {
        case .named(let id):
            guard let i = index[id], case .record = types[i].shape else { return nil }
            return i
        case .optional(let inner): return record(inner)
        default: return nil
        }
    }

    func shape(_ id: TypeID) -> TypeDeclaration.Shape? { index[id].map { types[$0].shape } }
}
