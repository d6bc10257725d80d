/// The Swift names of all types, by their index in `API.types`.
package struct SwiftTypeNames {
    /// The names without a path, such as `UserFull`.
    private(set) var names: [String]
    /// The full names, such as `VK.Users.UserFull`.
    package private(set) var paths: [String]
    /// The types that are declared in each scope, in the order of the model.
    private(set) var members: [Scope: [Int]] = [:]
    /// Indicates for each type whether generated code declares it. Neither a type that another stands for is declared,
    /// nor the types inside it.
    package private(set) var isDeclared: [Bool]

    /// The types that keep the names of namespaces, by the index of the namespace, and the other way round.
    private var models: [Int: Int] = [:]
    private var guests: [Int: Int] = [:]

    /// The word that is appended to the name of a type if the API itself has that name.
    private static let conflictSuffix = "Model"

    /// Indicates whether the API declares the type `ErrorCode`.
    private let hasErrors: Bool

    /// Names types, and the namespaces that yield to them.
    init(
        _ types: [TypeDeclaration], hasErrors: Bool, index: [TypeID: Int], namespaces: inout Namespaces,
        speller: Speller
    ) {
        self.hasErrors = hasErrors
        names = types.map { _ in "" }
        paths = names
        let scopes = TypeScopes(types, index: index, namespaces: &namespaces)
        members = scopes.members
        isDeclared = scopes.isDeclared
        // A namespace comes after the one around it, and its name is settled with the types beside it.
        for i in namespaces.all.indices {
            var besides: [Int] = []
            if models[i] == nil {
                besides = name(Scope.namespace(i), types: types, wires: scopes.wires, in: namespaces, speller: speller)
            }
            settle(inside: i, besides: besides, types: types, namespaces: &namespaces)
        }
        nameNested(types, wires: scopes.wires, namespaces: namespaces, speller: speller)
        nameReplaced(types, in: namespaces, speller: speller)
    }

    /// Names the types inside of others. A type's path is known when its members need it, because they follow it.
    private mutating func nameNested(
        _ types: [TypeDeclaration], wires: [String], namespaces: Namespaces, speller: Speller
    ) {
        let namespacesWithTypes = namespaces.all.indices.filter { models[$0] == nil }
        var queue = namespacesWithTypes.flatMap { members[.namespace($0)] ?? [] }
        var next = 0
        while next < queue.count {
            let owner = queue[next]
            next += 1
            queue += name(Scope.type(owner), types: types, wires: wires, in: namespaces, speller: speller)
        }
    }

    /// Gives the types that others stand for the full names of these.
    private mutating func nameReplaced(_ types: [TypeDeclaration], in namespaces: Namespaces, speller: Speller) {
        var elsewhere: [String: [Int]] = [:]
        for (i, type) in types.enumerated() {
            switch type.replacement {
            case .named(let name):
                paths[i] = name
            case .sameName(let client):
                let path = [client] + type.namespaceTypes(spelledBy: speller)
                elsewhere[path.joined(separator: "."), default: []].append(i)
            case nil:
                break
            }
        }
        for (outer, places) in elsewhere {
            let candidates = places.map { i in
                candidate(for: types[i], wire: types[i].wire, speller: speller)
            }
            let taken = takenNames(in: namespaces)
            let names = distinct(candidates, taken: taken, suffix: Self.conflictSuffix)
            for (i, name) in zip(places, names) {
                paths[i] = outer + "." + Reserved.escaped(name)
            }
        }
    }

    /// Lets the namespaces inside of another yield to the types beside them.
    private mutating func settle(
        inside outer: Int, besides neighbours: [Int], types: [TypeDeclaration], namespaces: inout Namespaces
    ) {
        var holders: [String: Int] = [:]
        var paths: [String: String?] = [:]
        for i in neighbours {
            let name = names[i]
            if types[i].holdsTypes {
                paths[name] = .some(self.paths[i])
                holders[name] = i
            } else {
                paths[name] = .some(nil)
                holders[name] = nil
            }
        }
        for child in namespaces.all[outer].children {
            if let model = holders[namespaces.all[child].type] {
                models[child] = model
                guests[model] = child
            }
        }
        namespaces.settle(inside: outer, besides: paths)
    }

    /// Names the types of a scope. Returns their indices.
    private mutating func name(
        _ scope: Scope, types: [TypeDeclaration], wires: [String], in namespaces: Namespaces, speller: Speller
    ) -> [Int] {
        var members = members[scope] ?? []
        var taken: Set = [namespaces.all[0].type]
        let outer: String
        switch scope {
        case .namespace(let i):
            outer = namespaces.all[i].path
            if i == 0 {
                taken = takenNames(in: namespaces)
            }
        case .type(let i):
            outer = paths[i]
            // The types of a namespace that has yielded its name are beside those of the model.
            if let guest = guests[i] {
                members += self.members[.namespace(guest)] ?? []
            }
        }
        let candidates = members.map { i in
            candidate(for: types[i], wire: wires[i], speller: speller)
        }
        let distinctNames = distinct(candidates, taken: taken, suffix: Self.conflictSuffix)
        for (i, name) in zip(members, distinctNames) {
            // A name that a schema asks for may be a keyword.
            names[i] = Reserved.escaped(name)
            paths[i] = outer + "." + names[i]
        }
        return members
    }

    /// Returns the names that no type inside the client can have.
    private func takenNames(in namespaces: Namespaces) -> Set<String> {
        var names: Set = [namespaces.all[0].type]
        if hasErrors {
            names.insert("ErrorCode")
        }
        return names
    }

    /// Returns the name that a type asks for.
    private func candidate(for type: TypeDeclaration, wire: String, speller: Speller) -> Candidate {
        if let swift = type.swift, Speller.isIdentifier(swift) {
            return Candidate(name: Reserved.type(swift), isAsked: true, wire: wire)
        }
        let name = Reserved.type(speller.type(type.swift ?? wire))
        guard type.keepsName else {
            return Candidate(name: name, wire: wire)
        }
        guard let known = type.knownName else {
            return Candidate(name: name, isKept: true, wire: wire)
        }
        // Another setting, such as `acronyms`, can ask for another name.
        guard Self.isName(known, madeFrom: name) else {
            return Candidate(name: name, wire: wire)
        }
        return Candidate(name: known, isKept: true, wire: wire)
    }

    /// Indicates whether a name is another one, or that with what conflicts append to it, as in `MarkupModel` and
    /// `Markup2`.
    private static func isName(_ name: String, madeFrom other: String) -> Bool {
        guard name.hasPrefix(other) else { return false }
        var rest = name.dropFirst(other.count)
        while rest.hasPrefix(conflictSuffix) {
            rest = rest.dropFirst(conflictSuffix.count)
        }
        return rest.allSatisfy { $0 == "_" || $0.isNumber }
    }
}

extension TypeDeclaration {
    /// The name by which callers know the type, without the types and namespaces around it.
    fileprivate var knownName: String? {
        guard let last = knownPath?.split(separator: ".").last else {
            return nil
        }
        return Reserved.bare(String(last))
    }

    /// Returns the names of the types for the namespaces around the declaration.
    fileprivate func namespaceTypes(spelledBy speller: Speller) -> [String] {
        guard case .namespace(let words) = owner else { return [] }
        return words.map { Reserved.namespace(speller.type($0)) }
    }
}
