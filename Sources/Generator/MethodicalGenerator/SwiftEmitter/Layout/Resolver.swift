/// A lookup of types by their identifiers that follows aliases.
package final class Resolver {
    let types: [TypeDeclaration]
    package let index: [TypeID: Int]
    /// The aliases that lead only back to themselves, possibly through arrays. Swift has no such type, so they stand
    /// for any JSON.
    private let endless: Set<Int>

    init(_ types: [TypeDeclaration]) {
        self.types = types
        var index: [TypeID: Int] = [:]
        for (i, type) in types.enumerated() {
            index[type.id] = i
        }
        self.index = index
        let edges = types.map { type -> [Int] in
            guard case .alias(let target) = type.shape else { return [] }
            guard let name = Self.name(in: target), let i = index[name] else {
                return []
            }
            return [i]
        }
        let cycles = components(of: edges).filter { component in
            let first = component[0]
            return component.count > 1 || edges[first].contains(first)
        }
        endless = Set(cycles.joined())
    }

    /// Returns the named type of a value or its elements, or `nil` if there is none.
    private static func name(in use: TypeUse) -> TypeID? {
        switch use {
        case .named(let id): id
        case .array(let inner), .dictionary(let inner), .optional(let inner): name(in: inner)
        default: nil
        }
    }

    /// Returns the type that remains after all aliases are followed. A type that another stands for is not followed,
    /// because its contents are not known.
    package func resolved(_ use: TypeUse) -> TypeUse {
        followed(use, throughReplaced: false)
    }

    /// Returns the type that a value has in JSON, after all aliases are followed.
    func wireType(of use: TypeUse) -> TypeUse {
        followed(use, throughReplaced: true)
    }

    private func followed(_ use: TypeUse, throughReplaced: Bool) -> TypeUse {
        var use = use
        while case .named(let id) = use {
            guard let i = index[id], !isEndless(i) else {
                return .any
            }
            if types[i].replacement != nil, !throughReplaced {
                return use
            }
            guard case .alias(let target) = types[i].shape else {
                return use
            }
            use = target
        }
        guard case .scalars(let kinds) = use, Self.scalarNames[kinds] == nil else {
            return use
        }
        if kinds == [.integer, .number] {
            return .number
        }
        // The runtime has no type for other combinations.
        return .any
    }

    /// Returns the type without the optionals around it.
    func peeled(_ use: TypeUse) -> TypeUse {
        var use = use
        while case .optional(let inner) = resolved(use) {
            use = inner
        }
        return use
    }

    /// Indicates whether a type is an alias that leads only back to itself.
    func isEndless(_ i: Int) -> Bool {
        endless.contains(i)
    }

    /// The names of the runtime's types for unions of scalars.
    package static let scalarNames: [[TypeUse]: String] = [
        [.integer, .string]: "IntegerOrString",
        [.integer, .boolean]: "IntegerOrBoolean",
        [.boolean, .string]: "StringOrBoolean",
        [.number, .string]: "NumberOrString",
    ]

    /// Returns the index of the record that a value of the type is, directly or as an optional.
    func record(behind use: TypeUse) -> Int? {
        guard case .named(let id) = resolved(peeled(use)), case .record? = shape(of: id) else {
            return nil
        }
        return index[id]
    }

    /// Returns the declaration's shape, or `nil` if the schema does not define the type or another stands for it.
    func shape(of id: TypeID) -> TypeDeclaration.Shape? {
        guard let i = index[id], types[i].replacement == nil else {
            return nil
        }
        return types[i].shape
    }

    /// Returns the shape that values of a declared type have in JSON, or `nil` if the schema does not define the type.
    func wireShape(of id: TypeID) -> TypeDeclaration.Shape? {
        index[id].map { types[$0].shape }
    }
}
