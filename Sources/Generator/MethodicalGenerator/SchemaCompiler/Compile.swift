/// The result of compiling a schema folder: the API and the diagnostics.
package struct Compilation: Sendable {
    /// The API, or `nil` if there was an error.
    package var api: API?
    /// The diagnostics, sorted by place.
    package var diagnostics: [Diagnostic]
    /// The paths of the files that the API was made from: settings, schemas and overlays. The paths are sorted. Files
    /// that the compiler ignored are not among them.
    package var sources: [String]
    /// The changes of the files' text that replace former keywords by current ones.
    package var edits: [TextEdit] = []
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
    var formerKeywords = FormerKeywords(updating: loaded.settings)
    let stated = loaded.settings.flatMap {
        Settings(reading: $0, keywords: keywords, problems: problems)
    }

    // Resolve references, and apply the overlays.
    let resolver = ReferenceResolver(loaded.files, settings: loaded.settings)
    Overlays(resolver: resolver, keywords: keywords).apply(loaded.overlays, problems: problems)

    // Normalize former keywords and vendors' files to the dialect. Without settings there can be no API. The schemas
    // are lowered nevertheless, so that their own problems are reported.
    formerKeywords.update(loaded, resolver: resolver)
    let unread = loaded.files.first.map { Settings(node: $0.root, isUnread: true) }
    guard var settings = stated ?? unread else {
        return Compilation(api: nil, diagnostics: problems.sorted, sources: loaded.sources)
    }
    let isVK = VKFiles(files: loaded.files, resolver: resolver).normalize(
        &settings,
        keywords: &keywords,
        problems: problems)
    formerKeywords.report(isVK: isVK, to: problems)
    if settings.isImported {
        keywords.isLenient = true
        problems.noteImport(of: loaded.files)
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
    return Compilation(
        api: api,
        diagnostics: problems.sorted,
        sources: loaded.sources,
        edits: formerKeywords.textEdits(isVK: isVK))
}
