/// The names of a type in Swift.
struct SwiftTypeName {
    /// The name without a path, such as `UserFull`.
    fileprivate(set) var last = ""
    /// The full name, such as `VK.Users.UserFull`.
    fileprivate(set) var path = ""
}

/// The Swift names of all types, and of the namespaces that yield to them.
struct SwiftTypeNames {
    /// The names, in the order of the types.
    private(set) var all: [SwiftTypeName]
    /// The namespaces with their final names.
    private(set) var namespaces: Namespaces

    private let types: [ScopedType]
    private let members: [Scope: [Int]]
    private let speller: Speller
    /// Indicates whether the API declares the type `ErrorCode`.
    private let hasErrors: Bool
    /// The types that keep the names of namespaces and hold the types of these, by the index of the namespace.
    private var hosts: [Int: Int] = [:]
    /// The namespaces that have yielded their names, by the index of the host.
    private var guests: [Int: Int] = [:]

    /// The word that is appended to the name of a type if the API itself has that name.
    private static let conflictSuffix = "Model"

    init(_ scopes: TypeScopes, hasErrors: Bool, namespaces: Namespaces, speller: Speller) {
        types = scopes.types
        members = scopes.members
        all = scopes.types.map { _ in SwiftTypeName() }
        self.hasErrors = hasErrors
        self.namespaces = namespaces
        self.speller = speller
        // A namespace comes after the one around it, and its name is settled with the types beside it.
        for index in namespaces.all.indices {
            var neighbours: [Int] = []
            if hosts[index] == nil {
                neighbours = nameMembers(of: .namespace(index))
            }
            settleNamespaces(inside: index, besides: neighbours)
        }
        nameNested()
        nameReplaced()
    }

    /// Names the types inside of others. A type's path is known when its members need it, because they follow it.
    private mutating func nameNested() {
        let namespacesWithTypes = namespaces.all.indices.filter { hosts[$0] == nil }
        var queue = namespacesWithTypes.flatMap { members[.namespace($0)] ?? [] }
        var next = 0
        while next < queue.count {
            let owner = queue[next]
            next += 1
            queue += nameMembers(of: .type(owner))
        }
    }

    /// Gives the types that others stand for the full names of these.
    private mutating func nameReplaced() {
        var elsewhere: [String: [Int]] = [:]
        for (index, type) in types.enumerated() {
            switch type.declaration.replacement {
            case .named(let name):
                all[index].path = name
            case .sameName(let client):
                let path = [client] + type.declaration.namespaceTypes(spelledBy: speller)
                elsewhere[path.joined(separator: "."), default: []].append(index)
            case nil:
                break
            }
        }
        for (outer, indices) in elsewhere {
            let candidates = indices.map { index in
                let declaration = types[index].declaration
                return candidate(for: declaration, wire: declaration.wire)
            }
            let names = distinct(candidates, taken: namesTakenByClient, suffix: Self.conflictSuffix)
            for (index, name) in zip(indices, names) {
                all[index].path = "\(outer).\(Reserved.escaped(name))"
            }
        }
    }

    /// Lets the namespaces inside of another yield to the types beside them.
    private mutating func settleNamespaces(inside outer: Int, besides neighbours: [Int]) {
        var hostsByName: [String: Int] = [:]
        var paths: [String: String?] = [:]
        for index in neighbours {
            let name = all[index]
            if types[index].declaration.holdsTypes {
                paths[name.last] = .some(name.path)
                hostsByName[name.last] = index
            } else {
                paths[name.last] = .some(nil)
                hostsByName[name.last] = nil
            }
        }
        for child in namespaces.all[outer].children {
            if let host = hostsByName[namespaces.all[child].type] {
                hosts[child] = host
                guests[host] = child
            }
        }
        namespaces.settle(inside: outer, besides: paths)
    }

    /// Names the types of a scope. Returns their indices.
    private mutating func nameMembers(of scope: Scope) -> [Int] {
        var members = members[scope] ?? []
        var taken: Set = [namespaces.all[0].type]
        let outer: String
        switch scope {
        case .namespace(let index):
            outer = namespaces.all[index].path
            if index == 0 {
                taken = namesTakenByClient
            }
        case .type(let index):
            outer = all[index].path
            // The types of a namespace that has yielded its name are beside those of the host.
            if let guest = guests[index] {
                members += self.members[.namespace(guest)] ?? []
            }
        }
        let candidates = members.map { index in
            candidate(for: types[index].declaration, wire: types[index].wire)
        }
        let distinctNames = distinct(candidates, taken: taken, suffix: Self.conflictSuffix)
        for (index, name) in zip(members, distinctNames) {
            // A name that a schema asks for may be a keyword.
            let name = Reserved.escaped(name)
            all[index] = SwiftTypeName(last: name, path: "\(outer).\(name)")
        }
        return members
    }

    /// The names that no type inside the client can have.
    private var namesTakenByClient: Set<String> {
        var names: Set = [namespaces.all[0].type]
        if hasErrors {
            names.insert("ErrorCode")
        }
        return names
    }

    /// Returns the name that a type asks for.
    private func candidate(for type: TypeDeclaration, wire: String) -> Candidate {
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
