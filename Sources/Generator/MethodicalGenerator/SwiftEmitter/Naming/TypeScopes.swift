/// The place of a type's declaration. An inline type that cannot be nested is declared beside its owner.
enum Scope: Hashable {
    case namespace(Int)
    case type(Int)
}

/// The scopes of all types, by their index in `API.types`.
struct TypeScopes {
    /// The types that are declared in each scope, in the order of the model.
    private(set) var members: [Scope: [Int]] = [:]
    /// Indicates for each type whether generated code declares it. Neither a type that another stands for is declared,
    /// nor the types inside it.
    private(set) var isDeclared: [Bool]
    /// The names in the schema. The name of a type beside its owner begins with that of the owner.
    private(set) var wires: [String]

    private let types: [TypeDeclaration]
    private var scopes: [Scope]
    private var depths: [Int]

    /// The deepest level at which types are nested. Deeper nesting is hard to read and slow to compile.
    private static let deepest = 6

    init(_ types: [TypeDeclaration], index: [TypeID: Int], namespaces: inout Namespaces) {
        self.types = types
        isDeclared = types.map { _ in false }
        wires = types.map(\.wire)
        scopes = types.map { _ in .namespace(0) }
        depths = types.map { _ in 0 }
        var owned: [Int: [Int]] = [:]
        var independent: [Int] = []
        for (i, type) in types.enumerated() {
            if case .type(let id) = type.owner, let owner = index[id], owner != i {
                owned[owner, default: []].append(i)
                continue
            }
            if type.replacement != nil {
                continue
            }
            if case .namespace(let wire) = type.owner {
                scopes[i] = .namespace(namespaces.index(of: wire))
            }
            independent.append(i)
        }
        declare(independent, owned: owned)
        for scope in members.keys {
            members[scope]?.sort()
        }
    }

    /// Declares types, and those that they own.
    private mutating func declare(_ independent: [Int], owned: [Int: [Int]]) {
        // The queue holds owners before the types that they own, and grows by these.
        var queue = independent
        var next = 0
        while next < queue.count {
            let owner = queue[next]
            next += 1
            isDeclared[owner] = true
            members[scopes[owner], default: []].append(owner)
            for child in owned[owner] ?? [] {
                place(child, of: owner)
                queue.append(child)
            }
        }
    }

    /// Places a type in its owner, or beside it.
    private mutating func place(_ child: Int, of owner: Int) {
        let isDeepest = depths[owner] >= Self.deepest
        if types[owner].holdsTypes, !isDeepest {
            scopes[child] = .type(owner)
            depths[child] = depths[owner] + 1
            return
        }
        scopes[child] = scopes[owner]
        depths[child] = depths[owner]
        if !isDeepest {
            wires[child] = wires[owner] + "_" + wires[child]
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
