// Sharing: equal inline types that were made for parameters or properties of the same name become one type.
//
// The shared type has that name. It is declared in the namespace that contains all of its uses, or in the API if there
// are several namespaces. More uses within the same namespace do not change its name.
extension Lowering {
    /// Names that are meaningless without the type or method that they belong to.
    private static let vague: Set<String> = [
        "type", "kind", "status", "state", "value", "data", "item", "object", "result", "content", "option",
        "attributes", "properties", "meta",
    ]

    /// Replaces groups of equal types by shared types, in all declarations and methods.
    func shareEqualTypes(_ methods: inout [Method]) {
        let groups = equalTypes()
        if groups.isEmpty { return }
        var children: [TypeID: [TypeID]] = [:]
        for (id, declaration) in declarations {
            if case .type(let owner) = declaration.owner { children[owner, default: []].append(id) }
        }
        var taken = takenNames()
        for group in groups {
            // If outer types have been shared, the equal types inside them are already one type.
            let ids = Set(group.ids.map(current)).sorted()
            if ids.count < 2 { continue }
            let scope = commonNamespace(ids)
            let names = [group.name, group.name + "_value"]
            guard let name = names.first(where: { !taken.contains(Self.place($0, in: scope)) }) else { continue }
            taken.insert(Self.place(group.name, in: scope))
            taken.insert(Self.place(name, in: scope))
            share(ids, as: name, in: scope, children)
        }
        if sharedIDs.isEmpty { return }
        for id in Array(declarations.keys) {
            declarations[id]?.shape.replaceTypes(current)
            if case .type(let owner)? = declarations[id]?.owner { declarations[id]?.owner = .type(current(owner)) }
        }
        for index in methods.indices {
            for place in methods[index].parameters.indices {
                methods[index].parameters[place].type.replaceTypes(current)
            }
            for place in methods[index].variants.indices { methods[index].variants[place].result.replaceTypes(current) }
        }
    }

    /// Returns the identity of a type after sharing.
    package func current(_ id: TypeID) -> TypeID {
        var id = id
        while let next = sharedIDs[id] { id = next }
        return id
    }

    /// Returns the groups of equal types with one name. The outermost types come first, and then the largest groups.
    private func equalTypes() -> [(name: String, ids: [TypeID])] {
        var texts = ShapeTexts(declarations: declarations)
        var groups: [String: (name: String, ids: [TypeID])] = [:]
        for (id, name) in shareable where !Self.vague.contains(name) {
            guard let shape = declarations[id]?.shape else { continue }
            // An enumeration with a single value is a constant.
            if case .enumeration(let values) = shape, values.members.count < 2 { continue }
            groups[name + " " + texts.text(of: id), default: (name, [])].ids.append(id)
        }
        let found = groups.values.filter { $0.ids.count > 1 }.map { (name: $0.name, ids: $0.ids.sorted()) }
        let depths = found.map { $0.ids.map(depth).min() ?? 0 }
        return found.indices.sorted {
            let (a, b) = (found[$0], found[$1])
            return (depths[$0], b.ids.count, a.ids[0]) < (depths[$1], a.ids.count, b.ids[0])
        }.map { found[$0] }
    }

    /// Returns the number of types that contain a type.
    private func depth(_ id: TypeID) -> Int {
        var (id, depth) = (id, 0)
        while case .type(let owner)? = declarations[id]?.owner, depth < Spot.depthLimit {
            (id, depth) = (owner, depth + 1)
        }
        return depth
    }

    /// Returns the longest namespace that contains all of the types.
    private func commonNamespace(_ ids: [TypeID]) -> [String] {
        var common: [String]?
        for id in ids {
            var outer = id
            var steps = 0
            while case .type(let owner)? = declarations[outer]?.owner, steps < Spot.depthLimit {
                (outer, steps) = (owner, steps + 1)
            }
            guard case .namespace(let parts)? = declarations[outer]?.owner else { return [] }
            common = zip(common ?? parts, parts).prefix { $0 == $1 }.map { $0.0 }
        }
        return common ?? []
    }

    /// Returns the names of declared types and namespaces, and the names that `api.json` assigns.
    private func takenNames() -> Set<String> {
        var taken: Set<String> = []
        func add(_ namespace: [String]) {
            for count in namespace.indices {
                taken.insert(Self.place(namespace[count], in: Array(namespace[..<count])))
            }
        }
        for method in methodNodes { add(method.name.split(separator: ".").dropLast().map(String.init)) }
        for declaration in declarations.values {
            var scope: [String] = []
            if case .type = declaration.owner { continue }
            if case .namespace(let parts) = declaration.owner { scope = parts }
            add(scope)
            taken.insert(Self.place(declaration.wire, in: scope))
            if let swift = declaration.swift { taken.insert(Self.place(swift, in: scope)) }
        }
        for rename in settings.renames { taken.insert(Self.place(rename.string ?? "", in: [])) }
        return taken
    }

    /// Returns a text that is equal for names with the same spelling in Swift.
    private static func place(_ name: String, in namespace: [String]) -> String {
        (namespace + [name]).map { splitWords($0).joined() }.joined(separator: ".")
    }

    /// Replaces equal types, with the types inside them, by one type in a namespace.
    private func share(_ ids: [TypeID], as name: String, in scope: [String], _ children: [TypeID: [TypeID]]) {
        guard var declaration = declarations[ids[0]] else { return }
        let shared = TypeID((scope + ["*"]).joined(separator: ".") + "/" + name)
        (declaration.id, declaration.wire, declaration.owner) = (
            shared, name, scope.isEmpty ? .root : .namespace(scope)
        )
        declaration.documentation = ids.lazy.compactMap { self.declarations[$0]?.documentation }.first
        if ids.contains(where: { declarations[$0]?.unit != declaration.unit }) { declaration.unit = "" }
        for (place, id) in ids.enumerated() {
            for inner in inside(id, children) {
                guard inner.text.hasPrefix(id.text + "/"), let old = declarations[inner] else { continue }
                let new = TypeID(shared.text + inner.text.dropFirst(id.text.count))
                if place == 0 {
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
    private func inside(_ id: TypeID, _ children: [TypeID: [TypeID]]) -> [TypeID] {
        var found = children[id] ?? []
        var next = 0
        while next < found.count {
            found += children[found[next]] ?? []
            next += 1
        }
        return found
    }
}

/// A cache of texts that describe the contents of types. Two texts are equal if the types are equal apart from their
/// descriptions and the order of properties and values.
private struct ShapeTexts {
    let declarations: [TypeID: TypeDeclaration]
    private var known: [TypeID: String] = [:]
    /// The types whose texts are being made, from the outside to the inside.
    private var unfinished: [TypeID] = []

    init(declarations: [TypeID: TypeDeclaration]) { self.declarations = declarations }

    /// Returns the text of a type's contents.
    mutating func text(of id: TypeID) -> String {
        if let text = known[id] { return text }
        // A reference to an enclosing type is written as the number of levels between them.
        if let place = unfinished.lastIndex(of: id) { return "^\(unfinished.count - place)" }
        guard let declaration = declarations[id] else { return "<\(id.text)>" }
        unfinished.append(id)
        defer { unfinished.removeLast() }
        let text: String
        switch declaration.shape {
        case .record(let record):
            var parts: [String] = []
            for property in record.properties { parts.append(self.text(of: property)) }
            text =
                "{" + parts.sorted().joined(separator: ",") + "|" + (record.additional.map { self.text(of: $0) } ?? "")
                + (record.isClosed ? "!}" : "}")
        case .enumeration(let values):
            text =
                "(\(values.raw):"
                + values.members.map { "\($0.isText)\($0.value)=\($0.label ?? "")" }.sorted().joined(separator: ",")
                + ")"
        case .union(let union):
            var parts: [String] = []
            for item in union.cases { parts.append(self.text(of: item.type) + item.tags.joined(separator: "+")) }
            text = "[\(union.discriminator ?? "")?" + parts.joined(separator: ",") + "]"
        case .alias(let use): text = self.text(of: use)
        }
        if unfinished.count == 1 { known[id] = text }
        return text
    }

    private mutating func text(of property: Property) -> String {
        var text = property.path.joined(separator: "/") + ":" + self.text(of: property.type)
        if property.isRequired { text += "!" }
        if property.isNullable { text += "?" }
        if let trust = property.isTrusted { text += "\(trust)" }
        if let swift = property.swift { text += "=" + swift }
        if let constant = property.constantText { text += "=" + constant }
        if property.deprecation != nil { text += "~" }
        return text
    }

    private mutating func text(of use: TypeUse) -> String {
        switch use {
        case .named(let id):
            if case .type? = declarations[id]?.owner { return text(of: id) }
            return "<\(id.text)>"
        case .array(let element): return "[" + text(of: element) + "]"
        case .dictionary(let value): return "[:" + text(of: value) + "]"
        case .optional(let inner): return text(of: inner) + "?"
        default: return "\(use)"
        }
    }
}

extension TypeUse {
    /// Replaces every declared type in the use.
    mutating func replaceTypes(_ replacement: (TypeID) -> TypeID) {
        switch self {
        case .named(let id): self = .named(replacement(id))
        case .array(var element):
            element.replaceTypes(replacement)
            self = .array(element)
        case .dictionary(var value):
            value.replaceTypes(replacement)
            self = .dictionary(value)
        case .optional(var inner):
            inner.replaceTypes(replacement)
            self = .optional(inner)
        default: break
        }
    }
}

extension TypeDeclaration.Shape {
    /// Replaces every declared type in the shape.
    fileprivate mutating func replaceTypes(_ replacement: (TypeID) -> TypeID) {
        switch self {
        case .record(var record):
            for place in record.properties.indices { record.properties[place].type.replaceTypes(replacement) }
            record.additional?.replaceTypes(replacement)
            self = .record(record)
        case .union(var union):
            for place in union.cases.indices { union.cases[place].type.replaceTypes(replacement) }
            self = .union(union)
        case .alias(var use):
            use.replaceTypes(replacement)
            self = .alias(use)
        case .enumeration: break
        }
    }
}
