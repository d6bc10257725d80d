/// What became of the schema files: the API, unless there was an error, and everything there is to say about them.
package struct Compilation: Sendable {
    package var api: API?
    /// Sorted by place.
    package var diagnostics: [Diagnostic]
    /// The paths of the files that the API was made from: settings, schemas, overlays; not of those that were left alone. Sorted.
    package var sources: [String]
}

/// Turns the files of a schema folder into an API: load, overlay, resolve, lower.
///
/// The same files give the same result in whatever order they come. All problems are reported at once; later stages run only where the earlier
/// ones left something to go on with.
///
/// - Parameter look: Is shown the last stage, where it came to one: what its schemas are, and which nodes they stand for.
package func compile(_ files: [SourceFile], _ look: (Lowering) -> Void = { _ in }) -> Compilation {
    let problems = Problems()
    let tree = JSONTree(symbols: Word.allCases.map(\.text))
    // Nodes point into the tree without holding it.
    defer { withExtendedLifetime(tree) {} }
    let keywords = KeywordCheck(tree: tree, problems: problems)
    var loader = Loader(tree: tree, problems: problems, keywords: keywords)
    let loaded = loader.load(files)
    let resolver = ReferenceResolver(loaded.files, problems: problems)
    var overlays = Overlays(resolver: resolver, problems: problems, keywords: keywords)
    for overlay in loaded.overlays { overlays.apply(overlay) }
    // Without settings there will be no API, but the schemas' own problems can be told all the same.
    guard let settings = loaded.settings ?? loaded.files.first.map({ Settings(node: $0.root) }) else {
        return Compilation(api: nil, diagnostics: problems.sorted, sources: loaded.sources)
    }
    let lowering = Lowering(settings: settings, files: loaded.files, resolver: resolver, problems: problems, keywords: keywords)
    let api = lowering.lower()
    look(lowering)
    return Compilation(api: problems.hasErrors ? nil : api, diagnostics: problems.sorted, sources: loaded.sources)
}
