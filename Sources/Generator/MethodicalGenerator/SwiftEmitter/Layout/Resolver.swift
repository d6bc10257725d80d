/// A lookup of types by their identifiers that follows aliases.
package final class Resolver {
    let types: [TypeDeclaration]
    private let indices: [TypeID: Int]
    /// The aliases that lead only back to themselves, possibly through arrays. Swift has no such type, so they stand
    /// for any JSON.
    private let endless: Set<Int>

    init(_ types: [TypeDeclaration]) {
        self.types = types
        var indices: [TypeID: Int] = [:]
        for (index, type) in types.enumerated() {
            indices[type.id] = index
        }
        self.indices = indices
        let edges = types.map { type -> [Int] in
            guard let id = type.shape.target?.declared, let index = indices[id] else {
                return []
            }
            return [index]
        }
        let cycles = components(of: edges).filter { component in
            let first = component[0]
            return component.count > 1 || edges[first].contains(first)
        }
        endless = Set(cycles.joined())
    }

    /// Returns the index of a type in the model, or `nil` if the schema does not define it.
    func index(of id: TypeID) -> Int? {
        indices[id]
    }

    /// Returns a declared type, or `nil` if the schema does not define it.
    func declaration(of id: TypeID) -> TypeDeclaration? {
        indices[id].map { types[$0] }
    }

    /// Returns the type that remains after all aliases are followed. A type that another stands for is not followed,
    /// because its contents are not known.
    package func resolved(_ use: TypeUse) -> TypeUse {
        followed(use, throughReplaced: false)
    }

    /// Returns the type that a value has in JSON, after all aliases are followed.
    package func wireType(of use: TypeUse) -> TypeUse {
        followed(use, throughReplaced: true)
    }

    private func followed(_ use: TypeUse, throughReplaced: Bool) -> TypeUse {
        var use = use
        while case .named(let id) = use {
            guard let index = indices[id], !isEndless(index) else {
                return .any
            }
            if types[index].replacement != nil, !throughReplaced {
                return use
            }
            guard let target = types[index].shape.target else {
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
    func isEndless(_ index: Int) -> Bool {
        endless.contains(index)
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
        guard case .named(let id) = resolved(peeled(use)) else {
            return nil
        }
        guard case .record? = shape(of: id) else {
            return nil
        }
        return indices[id]
    }

    /// Returns the declaration's shape, or `nil` if the schema does not define the type or another stands for it.
    func shape(of id: TypeID) -> TypeDeclaration.Shape? {
        guard let index = indices[id], types[index].replacement == nil else {
            return nil
        }
        return types[index].shape
    }

    /// Returns the shape that values of a declared type have in JSON, or `nil` if the schema does not define the type.
    package func wireShape(of id: TypeID) -> TypeDeclaration.Shape? {
        indices[id].map { types[$0].shape }
    }
}
