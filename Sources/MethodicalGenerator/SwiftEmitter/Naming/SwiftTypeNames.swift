/// The place of a type's declaration. An inline type that cannot be nested is declared beside its owner.
enum Scope: Hashable {
    case namespace(Int)
    case type(Int)
}

/// The Swift names of all types, by their index in `API.types`.
package struct SwiftTypeNames {
    /// The names without a path, such as `UserFull`.
    private(set) var names: [String]
    /// The full names, such as `VK.Users.UserFull`.
    package private(set) var paths: [String]
    /// The types that are declared in each scope, in the order of the model.
    private(set) var members: [Scope: [Int]] = [:]

    /// The deepest level at which types are nested. Deeper nesting is hard to read and slow to compile.
    private static let deepest = 6

    /// The word that is appended to the name of a type if a namespace has that name.
    private static let conflictSuffix = "Model"

    init(_ types: [TypeDeclaration], index: [TypeID: Int], namespaces: inout Namespaces, speller: Speller) {
        names = types.map { _ in "" }
        paths = names
        var wires = types.map(\.wire)
        var scopes = types.map { _ in Scope.namespace(0) }
        var depths = types.map { _ in 0 }
        var children: [Int: [Int]] = [:]
        var queue: [Int] = []
        for (i, type) in types.enumerated() {
            if case .type(let id) = type.owner, let owner = index[id], owner != i {
                children[owner, default: []].append(i)
                continue
            }
            if case .namespace(let wire) = type.owner { scopes[i] = .namespace(namespaces.index(of: wire)) }
            queue.append(i)
        }
        // The queue holds owners before the types that they own, and grows by these.
        var next = 0
        while next < queue.count {
            let owner = queue[next]
            next += 1
            members[scopes[owner], default: []].append(owner)
            for child in children[owner] ?? [] {
                let isNested = types[owner].holdsTypes && depths[owner] < Self.deepest
                scopes[child] = isNested ? .type(owner) : scopes[owner]
                depths[child] = depths[owner] + (isNested ? 1 : 0)
                if !isNested, depths[owner] < Self.deepest { wires[child] = wires[owner] + "_" + wires[child] }
                queue.append(child)
            }
        }
        for scope in members.keys { members[scope]?.sort() }
        // A scope's path is known when its members need it, because owners come first.
        for i in queue where names[i].isEmpty { name(scopes[i], types, wires, namespaces, speller) }
    }

    /// Names the types of a scope.
    private mutating func name(
        _ scope: Scope, _ types: [TypeDeclaration], _ wires: [String], _ namespaces: Namespaces, _ speller: Speller
    ) {
        guard let members = members[scope] else { return }
        var taken: Set = [namespaces.all[0].type]
        let outer: String
        switch scope {
        case .namespace(let i):
            outer = namespaces.all[i].path
            for child in namespaces.all[i].children { taken.insert(namespaces.all[child].type) }
            if i == 0 { taken.insert("ErrorCode") }
        case .type(let i): outer = paths[i]
        }
        let candidates = members.map { i in
            if let swift = types[i].swift, Speller.isIdentifier(swift) {
                return Candidate(name: Reserved.type(swift), isAsked: true, wire: wires[i])
            }
            let name = Reserved.type(speller.type(types[i].swift ?? wires[i]))
            guard types[i].keepsName else { return Candidate(name: name, wire: wires[i]) }
            guard let known = types[i].knownName else { return Candidate(name: name, isKept: true, wire: wires[i]) }
            // Another setting, such as `acronyms`, can ask for another name.
            guard Self.isName(known, madeFrom: name) else { return Candidate(name: name, wire: wires[i]) }
            return Candidate(name: known, isKept: true, wire: wires[i])
        }
        for (i, name) in zip(members, distinct(candidates, taken: taken, suffix: Self.conflictSuffix)) {
            // A name that a schema asks for may be a keyword.
            names[i] = Reserved.escaped(name)
            paths[i] = outer + "." + names[i]
        }
    }

    /// Indicates whether a name is another one, or that with what conflicts append to it, as in `MarkupModel` and
    /// `Markup2`.
    private static func isName(_ name: String, madeFrom other: String) -> Bool {
        guard name.hasPrefix(other) else { return false }
        var rest = name.dropFirst(other.count)
        while rest.hasPrefix(conflictSuffix) { rest = rest.dropFirst(conflictSuffix.count) }
        return rest.allSatisfy { $0 == "_" || $0.isNumber }
    }
}

extension TypeDeclaration {
    /// The name by which callers know the type, without the types and namespaces around it.
    fileprivate var knownName: String? {
        knownPath?.split(separator: ".").last.map { Reserved.bare(String($0)) }
    }

    /// Indicates whether types can be nested in the declaration. They cannot be nested in an alias, which may stand for
    /// an array.
    fileprivate var holdsTypes: Bool {
        if case .alias = shape { return false }
        return true
    }
}
