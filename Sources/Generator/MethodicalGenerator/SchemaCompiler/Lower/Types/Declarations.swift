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
