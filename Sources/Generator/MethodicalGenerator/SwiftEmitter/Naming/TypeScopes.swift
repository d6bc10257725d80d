/// The scope of a type's declaration. An inline type that cannot be nested is declared beside its owner.
enum Scope: Hashable {
    /// A namespace, by its index in `Namespaces.all`.
    case namespace(Int)
    /// Another type, by its index in `API.types`.
    case type(Int)
}

/// A type with the scope of its declaration.
struct ScopedType {
    let declaration: TypeDeclaration
    /// The scope, or `nil` if generated code does not declare the type: another type stands for it, or for one around
    /// it.
    fileprivate(set) var scope: Scope?
    /// The number of types around the declaration.
    fileprivate var depth = 0
    /// The name in the schema. The name of a type beside its owner begins with that of the owner.
    fileprivate(set) var wire: String

    fileprivate init(_ declaration: TypeDeclaration) {
        self.declaration = declaration
        wire = declaration.wire
    }
}

/// The scopes of all types.
struct TypeScopes {
    /// The types in the order of the model.
    private(set) var types: [ScopedType]

    /// The deepest level at which types are nested. Deeper nesting is hard to read and slow to compile.
    private static let deepest = 6

    /// Finds the scope of each type. Adds the namespaces that only have types.
    init(_ declarations: [TypeDeclaration], resolver: Resolver, namespaces: inout Namespaces) {
        types = declarations.map { ScopedType($0) }
        var owned: [Int: [Int]] = [:]
        var independent: [Int] = []
        for (index, declaration) in declarations.enumerated() {
            var namespace = 0
            switch declaration.owner {
            case .type(let id):
                if let owner = resolver.index(of: id), owner != index {
                    owned[owner, default: []].append(index)
                    continue
                }
            case .namespace(let wire):
                if declaration.replacement == nil {
                    namespace = namespaces.index(of: wire)
                }
            case .root:
                break
            }
            if declaration.replacement == nil {
                types[index].scope = .namespace(namespace)
                independent.append(index)
            }
        }
        setScopes(of: owned, ownedBy: independent)
    }

    /// The types that are declared in each scope, as indices in the order of the model.
    var members: [Scope: [Int]] {
        var members: [Scope: [Int]] = [:]
        for (index, type) in types.enumerated() {
            if let scope = type.scope {
                members[scope, default: []].append(index)
            }
        }
        return members
    }

    /// Finds the scopes of the types that others own, beginning with the types of independent owners.
    private mutating func setScopes(of owned: [Int: [Int]], ownedBy independent: [Int]) {
        // The queue holds owners before the types that they own, and grows by these.
        var queue = independent
        var next = 0
        while next < queue.count {
            let owner = queue[next]
            next += 1
            for child in owned[owner] ?? [] {
                setScope(of: child, ownedBy: owner)
                queue.append(child)
            }
        }
    }

    /// Declares a type in its owner, or beside it.
    private mutating func setScope(of child: Int, ownedBy owner: Int) {
        let isDeepest = types[owner].depth >= Self.deepest
        if types[owner].declaration.holdsTypes, !isDeepest {
            types[child].scope = .type(owner)
            types[child].depth = types[owner].depth + 1
            return
        }
        types[child].scope = types[owner].scope
        types[child].depth = types[owner].depth
        if !isDeepest {
            types[child].wire = "\(types[owner].wire)_\(types[child].wire)"
        }
    }
}

extension TypeDeclaration {
    /// Indicates whether types can be nested in the declaration. They cannot be nested in an alias, which may stand for
    /// an array.
    var holdsTypes: Bool {
        if case .alias = shape {
            return false
        }
        return true
    }
}
