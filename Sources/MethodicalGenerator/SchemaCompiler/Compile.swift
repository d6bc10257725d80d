/// The result of compiling a schema folder: the API and the diagnostics.
package struct Compilation: Sendable {
    /// The API, or `nil` if there was an error.
    package var api: API?
    /// The diagnostics, sorted by place.
    package var diagnostics: [Diagnostic]
    /// The paths of the files that the API was made from: settings, schemas and overlays. The paths are sorted. Files
    /// that the compiler ignored are not among them.
    package var sources: [String]
}

/// Compiles the files of a schema folder into an API: loads them, applies overlays, resolves references and lowers
/// schemas to types.
///
/// The result does not depend on the order of the files. The compiler reports all problems in one run. A later stage
/// runs only if the earlier ones left it something to work on.
///
/// - Parameters:
///   - files: The files of the schema folder.
///   - isPartial: Indicates whether some files could not be read. If so, names that seem to be missing are not
///     reported.
///   - look: A function that receives the last stage after it has run, with the types of all schemas and the nodes that
///     they come from. It is not called if the last stage was not reached.
package func compile(_ files: [SourceFile], isPartial: Bool = false, _ look: (Lowering) -> Void = { _ in })
    -> Compilation
{
    var problems = Problems()
    problems.isPartial = isPartial
    var keywords = KeywordCheck()
    let loaded = load(files, keywords, &problems)
    let resolver = ReferenceResolver(loaded.files)
    let overlays = Overlays(resolver: resolver, keywords: keywords)
    for overlay in loaded.overlays { overlays.apply(overlay, &problems) }
    // Without settings there can be no API. The schemas are lowered nevertheless, so that their own problems are
    // reported.
    let stated = loaded.settings.flatMap { Settings(reading: $0, keywords, &problems) }
    guard var settings = stated ?? loaded.files.first.map({ Settings(node: $0.root, isUnread: true) }) else {
        return Compilation(api: nil, diagnostics: problems.sorted, sources: loaded.sources)
    }
    VKFiles(files: loaded.files, resolver: resolver).normalize(&settings, &keywords, &problems)
    settings.checkTrustedNames(in: loaded.files, &problems)
    problems.add(settings.unnamedChallenges)
    let lowering = Lowering(
        settings: settings, files: loaded.files, resolver: resolver, problems: problems, keywords: keywords)
    let api = lowering.lower()
    look(lowering)
    return Compilation(api: problems.hasErrors ? nil : api, diagnostics: problems.sorted, sources: loaded.sources)
}

// Steps that need all types to be known.
extension Lowering {
    /// Breaks cycles of aliases. An alias that leads back to itself becomes any JSON, because no JSON value could match
    /// it.
    func breakAliasCycles() {
        var done: Set<TypeID> = []
        var aliases: [String] = []
        for (id, declaration) in declarations {
            if case .alias(let use) = declaration.shape, !names(in: use).isEmpty { aliases.append(id.text) }
        }
        for id in aliases.sorted() {
            var path: [TypeID] = []
            visit(TypeID(id), &path, &done)
        }
    }

    /// Follows the aliases from a type, and cuts the last step of each cycle. `path` contains the types on the way.
    private func visit(_ id: TypeID, _ path: inout [TypeID], _ done: inout Set<TypeID>) {
        guard !done.contains(id), case .alias(let use)? = declarations[id]?.shape else { return }
        path.append(id)
        for target in names(in: use) {
            if path.contains(target) || path.count > 256 {
                cut(id, target, isDirect: use == .named(target))
            } else {
                visit(target, &path, &done)
            }
        }
        path.removeLast()
        done.insert(id)
    }

    /// Replaces the type `target` by any JSON in the alias `id`. Reports the cycle, unless that has been done before.
    private func cut(_ id: TypeID, _ target: TypeID, isDirect: Bool) {
        let isReported = circular.contains(id)
        let place = definitionByID[id]?.keyNode.keyPlace ?? settings.node.place
        if isDirect, !isReported {
            problems.error(place, "\"\(id.text)\" refers only to itself; expected a type")
        } else if !isReported {
            problems.warning(
                place, "\"\(id.text)\" contains itself with no object between; there it is read as any JSON")
        }
        guard case .alias(let use)? = declarations[id]?.shape else { return }
        declarations[id]?.shape = .alias(replacing(target, in: use))
    }

    /// Returns a use with any JSON in place of a type.
    private func replacing(_ id: TypeID, in use: TypeUse) -> TypeUse {
        switch use {
        case .named(let other): other == id ? .any : use
        case .array(let element): .array(replacing(id, in: element))
        case .dictionary(let value): .dictionary(replacing(id, in: value))
        case .optional(let inner): .optional(replacing(id, in: inner))
        default: use
        }
    }

    /// Returns the declared types in a use.
    private func names(in use: TypeUse) -> [TypeID] {
        switch use {
        case .named(let id): [id]
        case .array(let element): names(in: element)
        case .dictionary(let value): names(in: value)
        case .optional(let inner): names(in: inner)
        default: []
        }
    }

    /// Marks the records that a parameter can contain.
    func markInputs(of methods: [Method]) {
        var seen: Set<TypeID> = []
        var waiting: [TypeID] = []
        func add(_ use: TypeUse) {
            for id in names(in: use) where seen.insert(id).inserted { waiting.append(id) }
        }
        for method in methods {
            for parameter in method.parameters { add(parameter.type) }
        }
        while let id = waiting.popLast() {
            guard let shape = declarations[id]?.shape else { continue }
            switch shape {
            case .record(var record):
                record.isInput = true
                declarations[id]?.shape = .record(record)
                for property in record.properties { add(property.type) }
                if let additional = record.additional { add(additional) }
            case .union(let union): for item in union.cases { add(item.type) }
            case .alias(let use): add(use)
            case .enumeration: break
            }
        }
    }

    /// Applies the renames of `api.json` to types, or to methods if no type has the name.
    func applyRenames(to methods: inout [Method]) {
        guard !settings.renames.isEmpty else { return }
        for rename in settings.renames {
            let wire = rename.key
            let name = rename.string
            let exact = definitions.filter { $0.path == wire }
            let matching = exact.isEmpty ? definitions.filter { $0.key == wire } : exact
            if matching.count > 1 {
                problems.error(
                    rename.keyPlace, "several definitions are called \"\(wire)\"; write \(list(matching.map(\.path)))")
                continue
            }
            let id = matching.first?.id ?? current(TypeID(wire))
            if declarations[id] != nil {
                declarations[id]?.swift = name
                declarations[id]?.owner = .root
            } else if let index = methods.firstIndex(where: { $0.name == wire }) {
                methods[index].swift = name
            } else if matching.isEmpty, !methodNodes.contains(where: { $0.name == wire }) {
                let suggestion = problems.suggestion(for: wire, among: definitions.map(\.key))
                problems.missing(.warning, rename.keyPlace, "there is no type \"\(wire)\" to rename\(suggestion)")
            }
        }
    }
}
