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
    private(set) var scopes: [Scope]
    /// The types that are declared in each scope, in the order of the model.
    private(set) var members: [Scope: [Int]] = [:]

    /// The deepest level at which types are nested. Deeper nesting is hard to read and slow to compile.
    private static let deepest = 6

    init(_ types: [TypeDeclaration], index: [TypeID: Int], namespaces: inout Namespaces, speller: Speller) {
        names = types.map { _ in "" }
        paths = names
        scopes = []
        scopes.reserveCapacity(types.count)
        var wires: [String] = []
        var children: [[Int]] = types.map { _ in [] }
        var queue: [Int] = []
        for (i, type) in types.enumerated() {
            wires.append(type.wire)
            switch type.owner {
            case .root: scopes.append(.namespace(0))
            case .namespace(let wire): scopes.append(.namespace(namespaces.index(of: wire)))
            case .type(let owner):
                scopes.append(.namespace(0))
                if let owner = index[owner], owner != i {
                    children[owner].append(i)
                    continue
                }
            }
            queue.append(i)
        }
        var depths = types.map { _ in 0 }
        var next = 0
        while next < queue.count {
            let owner = queue[next]
            next += 1
            members[scopes[owner], default: []].append(owner)
            for child in children[owner] {
                if types[owner].holdsTypes, depths[owner] < Self.deepest {
                    scopes[child] = .type(owner)
                    depths[child] = depths[owner] + 1
                } else {
                    scopes[child] = scopes[owner]
                    depths[child] = depths[owner]
                    if depths[owner] < Self.deepest { wires[child] = wires[owner] + "_" + wires[child] }
                }
            }
            queue.append(contentsOf: children[owner])
        }
        for scope in members.keys { members[scope]?.sort() }
        // The queue holds owners before the types that they own, so a scope's path is known when its members need it.
        for i in queue where names[i].isEmpty { settle(scopes[i], types, wires, namespaces, speller) }
    }

    /// Names the types of a scope.
    private mutating func settle(
        _ scope: Scope, _ types: [TypeDeclaration], _ wires: [String], _ namespaces: Namespaces, _ speller: Speller
    ) {
        guard let inside = members[scope] else { return }
        var taken: Set<String> = [namespaces.all[0].type]
        var outer = ""
        switch scope {
        case .namespace(let i):
            outer = namespaces.all[i].path + "."
            for child in namespaces.all[i].children { taken.insert(namespaces.all[child].type) }
            if i == 0 { taken.insert("ErrorCode") }
        case .type(let i): outer = paths[i] + "."
        }
        var candidates: [Candidate] = []
        candidates.reserveCapacity(inside.count)
        for i in inside {
            if let swift = types[i].swift, Speller.isIdentifier(swift) {
                candidates.append(Candidate(name: Reserved.type(swift), isAsked: true, wire: wires[i]))
            } else {
                candidates.append(
                    Candidate(name: Reserved.type(speller.type(types[i].swift ?? wires[i])), wire: wires[i]))
            }
        }
        for (place, name) in distinct(candidates, taken: taken, suffix: "Model").enumerated() {
            // A name that a schema asks for may be a keyword.
            names[inside[place]] = Reserved.escaped(name)
            paths[inside[place]] = outer + names[inside[place]]
        }
    }
}

extension TypeDeclaration {
    /// Indicates whether types can be nested in the declaration. They cannot be nested in an alias, which may stand for
    /// an array.
    fileprivate var holdsTypes: Bool {
        if case .alias = shape { return false }
        return true
    }
}

/// The Swift form of a namespace, such as `users` in `users.get`: a type with the methods, and a property of the type
/// around it.
package struct Namespace {
    /// The name of the type.
    package private(set) var type: String
    /// The name of the property that returns a value of the type.
    var property: String
    /// The type's full name, such as `VK.Users`.
    package private(set) var path: String
    /// The beginning of a call to a method of the namespace, such as `users.`.
    package private(set) var call = ""
    /// The indices of the namespaces directly inside it.
    var children: [Int] = []
    /// Indicates whether there is a method in the namespace or below it. A namespace without methods only holds types.
    package fileprivate(set) var isCallable = false
}

/// The namespaces of an API. The first one is the API itself.
package struct Namespaces {
    package private(set) var all: [Namespace]
    private let speller: Speller
    private var byWire: [String: Int] = [:]
    private var byPath: [String: Int] = [:]

    init(api: String, speller: Speller) {
        self.speller = speller
        all = [Namespace(type: api, property: "", path: api, isCallable: true)]
    }

    /// Returns the index of a namespace, and adds it if it is new. Namespaces with the same Swift name are one.
    mutating func index(of wire: [String]) -> Int {
        var current = 0
        var key = ""
        for part in wire {
            key += "\u{0}"
            key += part
            if let known = byWire[key] {
                current = known
                continue
            }
            var type = Reserved.namespace(speller.type(part))
            if type == all[0].type { type += "Methods" }
            var property = speller.property(part, lead: "methods")
            if property == "client" || property == "init" { property += "Methods" }
            let path = all[current].path + "." + type
            let index = byPath[path] ?? all.count
            if index == all.count {
                all.append(
                    Namespace(type: type, property: property, path: path, call: all[current].call + property + "."))
                all[current].children.append(index)
                byPath[path] = index
            }
            byWire[key] = index
            current = index
        }
        return current
    }

    /// Records that a namespace, and all around it, have a method.
    mutating func markCallable(_ wire: [String]) {
        var count = wire.count
        while count > 0 {
            let i = index(of: Array(wire[..<count]))
            if all[i].isCallable { return }
            all[i].isCallable = true
            count -= 1
        }
    }

    /// Sorts the children of each namespace by name, so that a new namespace moves no other in the generated code.
    mutating func sort() {
        let paths = all.map(\.path)
        for i in all.indices where all[i].children.count > 1 { all[i].children.sort { paths[$0] < paths[$1] } }
    }
}
