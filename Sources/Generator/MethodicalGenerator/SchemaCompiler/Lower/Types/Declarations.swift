extension Method {
    /// The types of the parameters, results, header fields and failures.
    var uses: [TypeUse] {
        let sent = parameters.map(\.type) + [record?.type, stream?.sends].compactMap(\.self)
        let received = variants.flatMap { variant in
            [variant.result] + variant.headers.map(\.type)
        }
        return sent + received + failures.map(\.type)
    }
}

extension [TypeID: TypeDeclaration] {
    /// Marks the records that a parameter, or a message to the server, can contain.
    mutating func markInputs(of methods: [Method]) {
        var seen: Set<TypeID> = []
        var waiting = methods.flatMap { method in
            let sent = method.parameters + [method.record].compactMap(\.self)
            let types = sent.map(\.type) + [method.stream?.sends].compactMap(\.self)
            return types.compactMap(\.declared)
        }
        while let id = waiting.popLast() {
            guard seen.insert(id).inserted,
                let shape = self[id]?.shape
            else {
                continue
            }
            if case .record(var record) = shape {
                record.isInput = true
                self[id]?.shape = .record(record)
            }
            waiting += shape.uses.compactMap(\.declared)
        }
    }

    /// Removes those types among `candidates` that neither a method nor another type uses.
    ///
    /// Equal types that become one may have inner types of different names. Only one of these remains in use.
    mutating func removeUnused(among candidates: Set<TypeID>, in methods: [Method]) {
        var used: Set<TypeID> = []
        var waiting = methods.flatMap(\.uses).compactMap(\.declared)
        for (id, declaration) in self where !candidates.contains(id) {
            waiting += declaration.shape.uses.compactMap(\.declared)
        }
        while let id = waiting.popLast() {
            guard candidates.contains(id),
                used.insert(id).inserted,
                let declaration = self[id]
            else {
                continue
            }
            waiting += declaration.shape.uses.compactMap(\.declared)
        }
        for id in candidates.subtracting(used) {
            self[id] = nil
        }
    }

    /// Applies the renames of `api.json` to types, or to methods if no type has the name.
    ///
    /// - Parameter current: A function that returns the identity of a type after sharing.
    mutating func applyRenames(
        to methods: inout [Method],
        catalogue: Catalogue,
        current: (TypeID) -> TypeID
    ) {
        let problems = catalogue.problems
        for rename in catalogue.settings.renames {
            let (wire, name) = (rename.key, rename.string)
            let matching = catalogue.definitions.named(wire)
            let id = matching.first?.id ?? current(TypeID(wire))
            if matching.count > 1 {
                problems.error(
                    at: rename.keyPlace,
                    "several definitions are named \"\(wire)\"; write \(list(of: matching.map(\.path)))")
            } else if self[id] != nil {
                self[id]?.swift = name
                self[id]?.owner = .root
            } else if let index = methods.firstIndex(where: { $0.name == wire }) {
                methods[index].swift = name
            } else if matching.isEmpty,
                !catalogue.methods.contains(where: { $0.name == wire })
            {
                let names = catalogue.definitions.all.map(\.key) + catalogue.methods.map(\.name)
                let suggestion = problems.suggestion(for: wire, among: names)
                problems.missing(
                    .warning,
                    at: rename.keyPlace,
                    "there is no type and no method \"\(wire)\" to rename\(suggestion)")
            }
        }
    }
}

/// The names of declared types and namespaces, and the names that `api.json` assigns.
struct TakenNames {
    /// The names with their namespaces, in a spelling that is equal for names that Swift spells in the same way.
    private var spellings: Set<String> = []

    init(_ declarations: some Sequence<TypeDeclaration>, catalogue: Catalogue) {
        for method in catalogue.methods {
            add(method.name.split(separator: ".").dropLast().map(String.init))
        }
        for declaration in declarations where declaration.outerType == nil {
            var scope: [String] = []
            if case .namespace(let parts) = declaration.owner {
                scope = parts
            }
            add(scope)
            for name in [declaration.wire, declaration.swift].compactMap(\.self) {
                add(scope + [name], from: scope.count)
            }
        }
        for rename in catalogue.settings.renames {
            add([rename.string ?? ""])
        }
    }

    /// Adds the namespaces of a dotted name, beginning with the part at `first`.
    private mutating func add(_ parts: [String], from first: Int = 0) {
        for end in parts.indices where end >= first {
            let outer = Array(parts[..<end])
            spellings.insert(Self.spelling(parts[end], in: outer))
        }
    }

    /// Takes a name for a shared type, with a suffix if it is not free. Returns `nil` if that is not free either.
    mutating func take(_ wanted: String, in scope: [String]) -> String? {
        let name = [wanted, wanted + "_value"].first {
            !spellings.contains(Self.spelling($0, in: scope))
        }
        if let name {
            spellings.insert(Self.spelling(wanted, in: scope))
            spellings.insert(Self.spelling(name, in: scope))
        }
        return name
    }

    /// Takes a name for a shared type that has had it before.
    mutating func reserve(_ name: String, in scope: [String]) {
        spellings.insert(Self.spelling(name, in: scope))
    }

    /// Returns a text that is equal for names with the same spelling in Swift.
    private static func spelling(_ name: String, in namespace: [String]) -> String {
        let parts = (namespace + [name]).map { splitWords(of: $0).joined() }
        return parts.joined(separator: ".")
    }
}

extension TypeDeclaration {
    /// The type that contains the declaration, or `nil` if it is in a namespace or in the API itself.
    var outerType: TypeID? {
        if case .type(let owner) = owner { owner } else { nil }
    }
}
