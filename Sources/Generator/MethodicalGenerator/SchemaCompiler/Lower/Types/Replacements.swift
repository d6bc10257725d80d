// Definitions in whose place generated code uses types of the app or of another module.
extension DefinitionTable {
    /// Returns the definitions with a name: a key, or a path with its file if several files have the key.
    func named(_ wire: String) -> [Definition] {
        let exact = all.filter { $0.path == wire }
        if exact.isEmpty {
            return all.filter { $0.key == wire }
        }
        return exact
    }

    /// Returns the types that stand for definitions. Reports names that no definition has.
    ///
    /// - Parameter members: The members of `types` in `api.json`. A name goes before `*`.
    func replacements(from members: [JSONNode], problems: Problems) -> [TypeID: TypeDeclaration.Replacement] {
        var replacements: [TypeID: TypeDeclaration.Replacement] = [:]
        for member in members {
            guard let type = member.string else { continue }
            if member.key == "*" {
                for definition in all where replacements[definition.id] == nil {
                    replacements[definition.id] = .sameName(in: type)
                }
                continue
            }
            let matching = named(member.key)
            if matching.count > 1 {
                problems.error(
                    at: member.keyPlace,
                    "several definitions are named \"\(member.key)\"; write \(list(of: matching.map(\.path)))")
            } else if let definition = matching.first {
                replacements[definition.id] = .named(type)
            } else {
                let suggestion = problems.suggestion(for: member.key, among: all.map(\.key))
                problems.missing(
                    .error,
                    at: member.keyPlace,
                    "there is no definition \"\(member.key)\" to replace\(suggestion)")
            }
        }
        return replacements
    }
}

extension Catalogue {
    /// Indicates whether another type stands for the definition.
    func isReplaced(_ id: TypeID?) -> Bool {
        id.flatMap { replacements[$0] } != nil
    }

    /// Returns the replaced definition that contains a type, or `nil` if there is none. A definition contains itself.
    func replacedType(around place: TypeID, in declarations: [TypeID: TypeDeclaration]) -> TypeID? {
        if replacements.isEmpty {
            return nil
        }
        var id = place
        for _ in 0..<SchemaContext.depthLimit {
            if isReplaced(id) {
                return id
            }
            guard let owner = declarations[id]?.outerType else {
                return nil
            }
            id = owner
        }
        return nil
    }
}

extension [TypeID: TypeDeclaration] {
    /// Marks the types that others stand for. Reports uses of the types inside them, which nobody declares.
    mutating func replaceTypes(in methods: [Method], catalogue: Catalogue) {
        if catalogue.replacements.isEmpty {
            return
        }
        for (id, replacement) in catalogue.replacements {
            self[id]?.replacement = replacement
        }
        var uses: [(user: String, use: TypeUse)] = []
        for method in methods {
            uses += method.uses.map { (method.name, $0) }
        }
        for (id, declaration) in self where catalogue.replacedType(around: id, in: self) == nil {
            uses += declaration.shape.uses.map { (id.text, $0) }
        }
        for (user, use) in uses.sorted(by: { $0.user < $1.user }) {
            guard let type = use.declared,
                let replaced = catalogue.replacedType(around: type, in: self),
                replaced != type,
                let definition = catalogue.definitions.byID[replaced]
            else {
                continue
            }
            catalogue.problems.error(
                at: definition.keySchema.keyPosition,
                "\"\(user)\" uses a type inside of \"\(definition.key)\", which \"types\" in api.json replaces; "
                    + "make it a definition of its own")
        }
    }
}
