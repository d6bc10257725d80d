/// A search for aliases that lead back to themselves. Such an alias becomes any JSON, because no JSON value could match
/// it.
struct AliasCycles {
    private(set) var declarations: [TypeID: TypeDeclaration]
    private let inherited: Set<TypeID>
    private let catalogue: Catalogue
    private var done: Set<TypeID> = []
    /// The aliases on the way to the current one.
    private var path: [TypeID] = []

    /// Cuts the last step of each cycle.
    ///
    /// - Parameter inherited: The definitions whose cycles have been reported.
    init(
        in declarations: [TypeID: TypeDeclaration],
        reported inherited: Set<TypeID>,
        catalogue: Catalogue
    ) {
        self.declarations = declarations
        self.inherited = inherited
        self.catalogue = catalogue
        let aliases = declarations.values.filter { $0.alias?.declared != nil }
        for id in aliases.map(\.id).sorted() {
            visit(id)
        }
    }

    private mutating func visit(_ id: TypeID) {
        guard !done.contains(id),
            let target = declarations[id]?.alias?.declared
        else {
            return
        }
        path.append(id)
        if path.contains(target) || path.count > 256 {
            cut(id, target: target)
        } else {
            visit(target)
        }
        path.removeLast()
        done.insert(id)
    }

    /// Replaces the type `target` by any JSON in the alias `id`. Reports the cycle, unless that has been done before.
    private mutating func cut(_ id: TypeID, target: TypeID) {
        guard let use = declarations[id]?.alias else { return }
        declarations[id]?.shape = .alias(use.mapInnermost { _ in .any })
        if inherited.contains(id) {
            return
        }
        let definition = catalogue.definitions.byID[id]
        let position = definition?.keySchema.keyPosition ?? catalogue.settings.node.place
        if use == .named(target) {
            catalogue.problems.error(at: position, "\"\(id.text)\" refers only to itself; expected a type")
        } else {
            catalogue.problems.weakness(
                at: position,
                "\"\(id.text)\" contains itself without an object between; it is read as any JSON there")
        }
    }
}

extension TypeDeclaration {
    /// The type that an alias stands for, or `nil` for other declarations.
    fileprivate var alias: TypeUse? {
        if case .alias(let use) = shape {
            use
        } else {
            nil
        }
    }
}
