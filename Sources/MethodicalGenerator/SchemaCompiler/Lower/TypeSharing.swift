/// The sharing of equal inline types that were made for parameters or properties of the same name.
///
/// The shared type has that name. It is declared in the namespace that contains all of its uses, or in the API if there
/// are several namespaces. More uses within the same namespace do not change its name.
struct TypeSharing {
    private(set) var declarations: [TypeID: TypeDeclaration]
    /// The shared types, by the inline types that they replace.
    private var sharedIDs: [TypeID: TypeID] = [:]
    /// The types that are declared inside each type.
    private var children: [TypeID: [TypeID]] = [:]

    /// Names that are meaningless without the type or method that they belong to.
    private static let vague: Set<String> = [
        "type", "kind", "status", "state", "value", "data", "item", "object", "result", "content", "option",
        "attributes", "properties", "meta",
    ]

    /// Shares equal types.
    ///
    /// - Parameters:
    ///   - declarations: All types.
    ///   - shareable: The inline types that can be shared, with the names of their parameters and properties.
    init(_ declarations: [TypeID: TypeDeclaration], _ shareable: [TypeID: String], _ catalogue: Catalogue) {
        self.declarations = declarations
        let groups = equalTypes(among: shareable.filter { !Self.vague.contains($0.value) })
        if groups.isEmpty { return }
        for (id, declaration) in declarations {
            if let owner = declaration.outerType { children[owner, default: []].append(id) }
        }
        var names = TakenNames(declarations.values, catalogue)
        for group in groups {
            // If outer types have been shared, the equal types inside them are already one type.
            let ids = Set(group.ids.map(current)).sorted()
            if ids.count < 2 { continue }
            let scope = commonNamespace(ids)
            if let name = names.take(group.name, in: scope) { share(ids, as: name, in: scope) }
        }
        self.declarations = self.declarations.mapValues { declaration in
            var declaration = declaration
            if let owner = declaration.outerType { declaration.owner = .type(current(owner)) }
            declaration.shape.mapUses { $0.mapDeclared(current) }
            return declaration
        }
    }

    /// Returns the identity of a type after sharing.
    func current(_ id: TypeID) -> TypeID { sharedIDs[id].map(current) ?? id }

    /// Returns the methods with the shared types.
    func applied(to methods: [Method]) -> [Method] {
        methods.map { method in
            var method = method
            for place in method.parameters.indices {
                method.parameters[place].type = method.parameters[place].type.mapDeclared(current)
            }
            for place in method.variants.indices {
                method.variants[place].result = method.variants[place].result.mapDeclared(current)
                for field in method.variants[place].headers.indices {
                    let type = method.variants[place].headers[field].type.mapDeclared(current)
                    method.variants[place].headers[field].type = type
                }
            }
            for place in method.failures.indices {
                method.failures[place].type = method.failures[place].type.mapDeclared(current)
            }
            return method
        }
    }

    // MARK: Groups

    /// Returns the groups of equal types with one name. The outermost types come first, and then the largest groups.
    private func equalTypes(among names: [TypeID: String]) -> [(name: String, ids: [TypeID])] {
        var contents = TypeContents(declarations: declarations)
        var groups: [Group: [TypeID]] = [:]
        for (id, name) in names {
            guard let shape = declarations[id]?.shape else { continue }
            // An enumeration with a single value is a constant.
            if case .enumeration(let values) = shape, values.members.count < 2 { continue }
            groups[Group(name: name, contents: contents.contents(of: id)), default: []].append(id)
        }
        let found = groups.filter { $0.value.count > 1 }.map { (name: $0.key.name, ids: $0.value.sorted()) }
        let depths = found.map { $0.ids.map { outermost($0).depth }.min() ?? 0 }
        return found.indices.sorted {
            let (a, b) = (found[$0], found[$1])
            return (depths[$0], b.ids.count, a.ids[0]) < (depths[$1], a.ids.count, b.ids[0])
        }.map { found[$0] }
    }

    private struct Group: Hashable {
        var name: String
        var contents: TypeContents.Number
    }

    /// Returns the outermost type that contains a type, and the number of types between.
    private func outermost(_ id: TypeID) -> (id: TypeID, depth: Int) {
        var (id, depth) = (id, 0)
        while let owner = declarations[id]?.outerType, depth < Spot.depthLimit { (id, depth) = (owner, depth + 1) }
        return (id, depth)
    }

    /// Returns the longest namespace that contains all of the types.
    private func commonNamespace(_ ids: [TypeID]) -> [String] {
        let namespaces = ids.map { id -> [String] in
            guard case .namespace(let parts)? = declarations[outermost(id).id]?.owner else { return [] }
            return parts
        }
        return namespaces.dropFirst().reduce(namespaces[0]) { common, parts in
            zip(common, parts).prefix { $0 == $1 }.map { $0.0 }
        }
    }

    // MARK: Replacing

    /// Replaces equal types, with the types inside them, by one type in a namespace.
    private mutating func share(_ ids: [TypeID], as name: String, in scope: [String]) {
        guard var declaration = declarations[ids[0]] else { return }
        let shared = TypeID((scope + ["*"]).joined(separator: ".") + "/" + name)
        declaration.id = shared
        declaration.wire = name
        declaration.owner = scope.isEmpty ? .root : .namespace(scope)
        declaration.documentation = ids.compactMap { declarations[$0]?.documentation }.first
        if ids.contains(where: { declarations[$0]?.unit != declaration.unit }) { declaration.unit = "" }
        for id in ids {
            for inner in inside(id) where inner.text.hasPrefix(id.text + "/") {
                guard let old = declarations[inner] else { continue }
                let new = TypeID(shared.text + inner.text.dropFirst(id.text.count))
                if id == ids[0] {
                    declarations[new] = old
                    declarations[new]?.id = new
                }
                if declarations[new] == nil { continue }
                declarations[inner] = nil
                sharedIDs[inner] = new
            }
            declarations[id] = nil
            sharedIDs[id] = shared
        }
        declarations[shared] = declaration
    }

    /// Returns the types declared inside a type, at any depth.
    private func inside(_ id: TypeID) -> [TypeID] {
        var found = children[id] ?? []
        var next = 0
        while next < found.count {
            found += children[found[next]] ?? []
            next += 1
        }
        return found
    }
}

extension TypeDeclaration {
    /// The type that contains the declaration, or `nil` if it is in a namespace or in the API itself.
    fileprivate var outerType: TypeID? { if case .type(let owner) = owner { owner } else { nil } }
}

/// The names of declared types and namespaces, and the names that `api.json` assigns.
private struct TakenNames {
    private var places: Set<String> = []

    init(_ declarations: some Sequence<TypeDeclaration>, _ catalogue: Catalogue) {
        for method in catalogue.methods { add(method.name.split(separator: ".").dropLast().map(String.init)) }
        for declaration in declarations where declaration.outerType == nil {
            var scope: [String] = []
            if case .namespace(let parts) = declaration.owner { scope = parts }
            add(scope)
            for name in [declaration.wire, declaration.swift].compactMap(\.self) {
                add(scope + [name], from: scope.count)
            }
        }
        for rename in catalogue.settings.renames { add([rename.string ?? ""]) }
    }

    /// Adds the namespaces of a dotted name, beginning with the part at `first`.
    private mutating func add(_ parts: [String], from first: Int = 0) {
        for end in parts.indices where end >= first { places.insert(Self.place(parts[end], in: Array(parts[..<end]))) }
    }

    /// Takes a name for a shared type, with a suffix if it is not free. Returns `nil` if that is not free either.
    mutating func take(_ wanted: String, in scope: [String]) -> String? {
        let name = [wanted, wanted + "_value"].first { !places.contains(Self.place($0, in: scope)) }
        if let name { places.formUnion([Self.place(wanted, in: scope), Self.place(name, in: scope)]) }
        return name
    }

    /// Returns a text that is equal for names with the same spelling in Swift.
    private static func place(_ name: String, in namespace: [String]) -> String {
        (namespace + [name]).map { splitWords($0).joined() }.joined(separator: ".")
    }
}

/// The contents of types as numbers. Two numbers are equal if the types are equal apart from their descriptions and the
/// order of properties and values.
private struct TypeContents {
    enum Number: Hashable {
        case contents(Int)
        /// An enclosing type, with the number of levels between.
        case enclosing(Int)

        /// The number in the form of a type's identity, which no schema uses.
        var id: TypeID {
            switch self {
            case .contents(let number): TypeID("#\(number)")
            case .enclosing(let levels): TypeID("^\(levels)")
            }
        }
    }

    let declarations: [TypeID: TypeDeclaration]
    private var numbers: [TypeDeclaration.Shape: Int] = [:]
    private var known: [TypeID: Number] = [:]
    /// The types whose contents are being read, from the outside to the inside.
    private var unfinished: [TypeID] = []

    init(declarations: [TypeID: TypeDeclaration]) { self.declarations = declarations }

    /// Returns the number of a type's contents.
    mutating func contents(of id: TypeID) -> Number {
        if let number = known[id] { return number }
        if let place = unfinished.lastIndex(of: id) { return .enclosing(unfinished.count - place) }
        unfinished.append(id)
        var shape = declarations[id]?.shape.withoutDescriptions ?? .alias(.any)
        shape.mapUses { use in
            use.mapDeclared { declarations[$0]?.outerType == nil ? $0 : contents(of: $0).id }
        }
        unfinished.removeLast()
        let number = Number.contents(numbers[shape] ?? numbers.count)
        if case .contents(let new) = number { numbers[shape] = new }
        if unfinished.isEmpty { known[id] = number }
        return number
    }
}

extension TypeDeclaration.Shape {
    /// The shape without descriptions, and with properties and values in a fixed order.
    fileprivate var withoutDescriptions: Self {
        switch self {
        case .record(var record):
            for place in record.properties.indices {
                record.properties[place].name = ""
                record.properties[place].documentation = nil
                record.properties[place].deprecation = record.properties[place].deprecation.map { _ in Deprecation() }
            }
            record.properties.sort { $0.path.lexicographicallyPrecedes($1.path) }
            return .record(record)
        case .enumeration(var enumeration):
            for place in enumeration.members.indices { enumeration.members[place].documentation = nil }
            enumeration.members.sort { ($0.value, $0.isText ? 1 : 0) < ($1.value, $1.isText ? 1 : 0) }
            return .enumeration(enumeration)
        case .union, .alias: return self
        }
    }
}
