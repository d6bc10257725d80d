/// The sharing of equal inline types that were made for parameters or properties of the same name.
///
/// The shared type has that name. It is declared in the namespace that contains all of its uses, or in the API if there
/// are several namespaces. More uses within the same namespace do not change its name.
///
/// An enumeration whose values a definition or a record already has is that one.
struct TypeSharing {
    private(set) var declarations: [TypeID: TypeDeclaration]
    /// The shared types, by the inline types that they replace.
    private var sharedIDs: [TypeID: TypeID] = [:]
    /// The types that have moved because the types around them are shared.
    private(set) var movedIDs: Set<TypeID> = []
    /// The types that are declared inside each type.
    private var children: [TypeID: [TypeID]] = [:]

    /// Names that are meaningless without the type or method that they belong to.
    static let vague: Set<String> = [
        "type", "kind", "status", "state", "value", "data", "item", "object", "result", "content", "option",
        "attributes", "properties", "meta",
    ]

    /// Shares equal types.
    ///
    /// - Parameters:
    ///   - inline: The types of the schema.
    ///   - recorded: The types that stay where they were before the schema changed.
    init(_ inline: InlineTypes, recorded: RecordedTypes, catalogue: Catalogue) {
        declarations = inline.declarations
        var contents = TypeContents(declarations: declarations)
        let clear = inline.shareable.filter { !Self.vague.contains($0.value) }
        let groups = equalTypes(among: clear, contents: &contents)
        let owners = EnumerationOwners(inline, catalogue: catalogue, contents: &contents)
        if groups.allSatisfy({ $0.ids.count < 2 }), owners.isEmpty, recorded.isEmpty {
            return
        }
        for (id, declaration) in declarations {
            if let owner = declaration.outerType {
                children[owner, default: []].append(id)
            }
        }
        var names = TakenNames(declarations.values, catalogue: catalogue)
        var settled = keep(recorded, groups: groups, names: &names)
        let settledTypes = Set(settled.map(current))
        for group in groups {
            shareEnumerations(group.ids, named: group.name, owners: owners, settled: &settled)
        }
        let vague = inline.shareable.filter { Self.vague.contains($0.value) }
        for (place, name) in vague.sorted(by: { $0.key < $1.key }) {
            shareEnumerations([place], named: name, owners: owners, settled: &settled)
        }
        for group in groups {
            // If outer types have been shared, the equal types inside them are already one type.
            let free = group.ids.filter { !settled.contains($0) }
            let types = Set(free.map(current))
            let ids = types.subtracting(settledTypes).sorted()
            if ids.count < 2 {
                continue
            }
            let scope = commonNamespace(of: ids)
            guard let name = names.take(group.name, in: scope) else {
                continue
            }
            share(ids, as: SharedType(name: name, scope: scope))
        }
        self.declarations = self.declarations.mapValues { declaration in
            var declaration = declaration
            if let owner = declaration.outerType {
                declaration.owner = .type(current(owner))
            }
            declaration.shape.mapUses { $0.mapDeclared(current) }
            return declaration
        }
    }

    /// Returns the identity of a type after sharing.
    func current(_ id: TypeID) -> TypeID {
        sharedIDs[id].map(current) ?? id
    }

    /// Returns the methods with the shared types.
    func applied(to methods: [Method]) -> [Method] {
        methods.map { method in
            var method = method
            for index in method.parameters.indices {
                method.parameters[index].type = method.parameters[index].type.mapDeclared(current)
            }
            for index in method.variants.indices {
                method.variants[index].result = method.variants[index].result.mapDeclared(current)
                for field in method.variants[index].headers.indices {
                    let type = method.variants[index].headers[field].type.mapDeclared(current)
                    method.variants[index].headers[field].type = type
                }
            }
            if let sent = method.stream?.sends {
                method.stream?.sends = sent.mapDeclared(current)
            }
            for index in method.failures.indices {
                method.failures[index].type = method.failures[index].type.mapDeclared(current)
            }
            return method
        }
    }

    // MARK: Groups

    /// Returns the groups of equal types with one name. The outermost types come first, and then the first in the order
    /// of their places. The size of a group does not count, because another use must not rename a type.
    private func equalTypes(
        among names: [TypeID: String],
        contents: inout TypeContents
    ) -> [(name: String, ids: [TypeID])] {
        var groups: [Group: [TypeID]] = [:]
        for (id, name) in names {
            guard let shape = declarations[id]?.shape else {
                continue
            }
            // An enumeration with a single value is a constant.
            if case .enumeration(let values) = shape, values.members.count < 2 {
                continue
            }
            let group = Group(name: name, contents: contents.contents(of: id))
            groups[group, default: []].append(id)
        }
        let found = groups.map { group, ids in
            (name: group.name, ids: ids.sorted())
        }
        let depths = found.map { group in
            group.ids.map { outermost(around: $0).depth }.min() ?? 0
        }
        let order = found.indices.sorted { one, other in
            if depths[one] != depths[other] {
                return depths[one] < depths[other]
            }
            return found[one].ids[0] < found[other].ids[0]
        }
        return order.map { found[$0] }
    }

    private struct Group: Hashable {
        var name: String
        var contents: TypeContents.Number
    }

    /// Returns the outermost type that contains a type, and the number of types between.
    private func outermost(around id: TypeID) -> (id: TypeID, depth: Int) {
        var (id, depth) = (id, 0)
        while let owner = declarations[id]?.outerType, depth < SchemaContext.depthLimit {
            (id, depth) = (owner, depth + 1)
        }
        return (id, depth)
    }

    /// Returns the longest namespace that contains all of the types.
    private func commonNamespace(of ids: [TypeID]) -> [String] {
        let namespaces = ids.map { id -> [String] in
            guard case .namespace(let parts)? = declarations[outermost(around: id).id]?.owner else {
                return []
            }
            return parts
        }
        return namespaces.dropFirst().reduce(namespaces[0]) { common, parts in
            zip(common, parts).prefix { $0 == $1 }.map { $0.0 }
        }
    }

    // MARK: Enumerations

    /// Replaces equal enumerations of one name by that of a definition or a record, unless they are settled.
    private mutating func shareEnumerations(
        _ places: [TypeID],
        named name: String,
        owners: EnumerationOwners,
        settled: inout Set<TypeID>
    ) {
        guard let owner = owners.owner(of: places, named: name) else {
            return
        }
        // A place inside a type that has been shared stays there.
        let free = places.filter {
            !settled.contains($0) && current($0) == $0 && $0 != owner
        }
        if free.isEmpty {
            return
        }
        settled.formUnion(free)
        share([current(owner)] + free, as: nil)
    }

    // MARK: Recorded types

    /// Shares the recorded types, and returns the places that have one of them.
    private mutating func keep(
        _ recorded: RecordedTypes,
        groups: [(name: String, ids: [TypeID])],
        names: inout TakenNames
    ) -> Set<TypeID> {
        if recorded.isEmpty {
            return []
        }
        var groupIndices: [TypeID: Int] = [:]
        for (index, group) in groups.enumerated() {
            for place in group.ids {
                groupIndices[place] = index
            }
        }
        // A place that is recorded for another type does not join this one, even if the two have become equal.
        var settled = Set(recorded.places.values.joined())
        for (type, places) in recorded.types {
            let shared = SharedType(type)
            let isDeclared = shared == nil && declarations[type] != nil
            let kept = isDeclared ? type : places.first { declarations[current($0)] != nil }
            guard let first = kept else { continue }
            // The type of a place lies elsewhere if the type around it has been shared.
            if shared == nil, !isDeclared {
                continue
            }
            settled.insert(type)
            var members = [first]
            for place in places where place != first {
                if merge(place, into: first) {
                    members.append(place)
                } else {
                    settled.remove(place)
                }
            }
            // An enumeration of a definition, or of a property inside a shared type, only has the recorded places.
            guard shared != nil || places.contains(type) else {
                share(members.map(current), as: nil)
                continue
            }
            for index in Set(members.compactMap { groupIndices[$0] }).sorted() {
                // A place inside a type that has been shared stays there.
                for place in groups[index].ids where current(place) == place {
                    if settled.insert(place).inserted {
                        members.append(place)
                    }
                }
            }
            if let shared {
                names.reserve(shared.name, in: shared.scope)
            }
            declarations[current(first)]?.keepsName = true
            declarations[current(first)]?.knownPath = recorded.paths[type]
            share(members.map(current), as: shared)
        }
        return settled
    }

    /// Adds what the type of a place has to the type of another place. Returns a Boolean value that indicates whether
    /// one type can stand for both.
    private mutating func merge(_ place: TypeID, into first: TypeID) -> Bool {
        let (type, other) = (current(first), current(place))
        if type == other {
            return true
        }
        guard let shapes = TypeMerge.shapes(of: type, with: other, in: declarations, current: current) else {
            return false
        }
        for (id, shape) in shapes {
            declarations[id]?.shape = shape
        }
        return true
    }

    // MARK: Replacing

    /// Replaces several types, with the types inside them, by the first of them.
    ///
    /// - Parameters:
    ///   - ids: The types. Several of them may be the same.
    ///   - place: The place to which the first type moves, or `nil` if it stays where it is.
    private mutating func share(_ ids: [TypeID], as place: SharedType?) {
        guard var declaration = declarations[ids[0]] else { return }
        let target = place?.id ?? ids[0]
        if let place {
            declaration.id = target
            declaration.wire = place.name
            declaration.owner = TypeDeclaration.Owner(namespace: place.scope)
            // A text about one of several places would be wrong for the others.
            let texts = Set(ids.compactMap { declarations[$0]?.documentation })
            declaration.documentation = texts.count == 1 ? texts.first : nil
            if ids.contains(where: { declarations[$0]?.unit != declaration.unit }) {
                declaration.unit = ""
            }
        }
        for id in ids where id != target && sharedIDs[id] == nil {
            for inner in inside(id) where inner.text.hasPrefix(id.text + "/") {
                guard let old = declarations[inner] else {
                    continue
                }
                let new = TypeID(target.text + inner.text.dropFirst(id.text.count))
                // Another type than the first may have an inner type of its own, with which they were merged.
                if id == ids[0] || declarations[new] == nil {
                    declarations[new] = old
                    declarations[new]?.id = new
                    movedIDs.insert(new)
                }
                declarations[inner] = nil
                sharedIDs[inner] = new
            }
            declarations[id] = nil
            sharedIDs[id] = target
        }
        declarations[target] = declaration
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

/// The place of a type that equal inline types share: a name in a namespace.
private struct SharedType {
    var name: String
    /// The parts of the namespace. The list is empty for the API itself.
    var scope: [String]

    init(name: String, scope: [String]) {
        self.name = name
        self.scope = scope
    }

    /// Creates the place from the identity of a type. Returns `nil` if the type is not a shared one.
    init?(_ id: TypeID) {
        let parts = id.text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        var scope = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard scope.popLast() == "*" else { return nil }
        self.init(name: String(parts[1]), scope: scope.map(String.init))
    }

    /// The identity of the type. No definition or method has a `*` in its name.
    var id: TypeID {
        TypeID((scope + ["*"]).joined(separator: ".") + "/" + name)
    }
}
