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

/// Compiles the files of a schema folder into an API.
///
/// The result does not depend on the order of the files. The compiler reports all problems in one run. A later stage
/// runs only if the earlier ones left it something to work on.
///
/// - Parameters:
///   - files: The files of the schema folder. A lock file among them keeps inline types where they were accepted.
///   - isPartial: Indicates whether some files could not be read. If so, names that seem to be missing are not
///     reported.
///   - inspect: A function that receives the types of all schemas with the nodes that they come from. It is not called
///     if no schema was lowered.
package func compile(
    _ files: [SourceFile],
    isPartial: Bool = false,
    inspect: (LoweredSchemas) -> Void = { _ in }
) -> Compilation {
    let problems = Problems()
    problems.isPartial = isPartial
    var keywords = KeywordCheck()

    // Load.
    let loaded = load(files, keywords: keywords, problems: problems)
    let stated = loaded.settings.flatMap {
        Settings(reading: $0, keywords: keywords, problems: problems)
    }

    // Resolve references, and apply the overlays.
    let resolver = ReferenceResolver(loaded.files, settings: loaded.settings)
    let overlays = Overlays(resolver: resolver, keywords: keywords)
    for overlay in loaded.overlays {
        overlays.apply(overlay, problems: problems)
    }

    // Normalize vendors' files to the dialect. Without settings there can be no API. The schemas are lowered
    // nevertheless, so that their own problems are reported.
    let unread = loaded.files.first.map { Settings(node: $0.root, isUnread: true) }
    guard var settings = stated ?? unread else {
        return Compilation(api: nil, diagnostics: problems.sorted, sources: loaded.sources)
    }
    VKFiles(files: loaded.files, resolver: resolver).normalize(
        &settings,
        keywords: &keywords,
        problems: problems)
    if settings.isImported {
        keywords.isLenient = true
        problems.isImported = true
        let imported = loaded.files.filter { ImportMark.isOn(in: $0.root) }
        problems.importedFiles = Set(imported.map(\.root.place.file))
    } else if let lock = loaded.lock {
        settings.recordedTypes = RecordedTypes(lock: lock.bytes)
    }
    settings.checkTrustedNames(in: loaded.files, problems: problems)
    problems.add(settings.unnamedChallenges)

    // Read the schemas into typed syntax.
    let catalogue = Catalogue(
        settings: settings,
        files: loaded.files,
        resolver: resolver,
        keywords: keywords,
        problems: problems)
    let syntax = APISyntax(reading: catalogue)

    // Lower the schemas, and check the result.
    let lowered = LoweredSchemas(syntax, catalogue: catalogue)
    inspect(lowered)
    let api = problems.hasErrors ? nil : lowered.api
    return Compilation(api: api, diagnostics: problems.sorted, sources: loaded.sources)
}
