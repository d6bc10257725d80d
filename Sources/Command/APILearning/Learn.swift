import MethodicalGenerator

/// The result of a comparison of recorded responses with a schema.
package struct Lesson: Sendable {
    /// The name of the API.
    package var api: String
    /// The mismatches with the schema before corrections, with refused ones first.
    package var findings: [Finding]
    /// The facts about the responses that the comparison used.
    package var evidence: Evidence
    /// The text of the overlay, or `nil` if there is nothing to correct.
    package var overlay: String?
    /// The number of corrections in the overlay that are new.
    package var correctionCount = 0
    /// The findings to correct, or those that remain after the corrections.
    package var left: [Finding] = []
}

/// The findings that a lesson corrects.
package struct LessonOptions {
    /// Indicates whether findings that tolerant reading accepts stay as they are. If `nil`, the API's own reading
    /// policy decides.
    package var isTolerant: Bool?
    /// Indicates whether the overlay describes members that the schema does not have.
    package var describesUnknown = false

    /// Indicates whether values count that break a limit, and new values of open enumerations. Readers accept both.
    package var isStrict = false

    /// Creates options.
    package init(isTolerant: Bool? = nil, describesUnknown: Bool = false, isStrict: Bool = false) {
        self.isTolerant = isTolerant
        self.describesUnknown = describesUnknown
        self.isStrict = isStrict
    }

    /// Indicates whether a finding is to be corrected.
    func wants(_ finding: Finding) -> Bool {
        switch finding.effect {
        case .refused: true
        case .tolerated, .unchecked: isTolerant == false
        case .unknown: describesUnknown
        }
    }
}

/// The error for a schema that does not compile, so that nothing can be compared with it.
package struct UnusableSchema: Error {
    /// The errors in the schema.
    package var diagnostics: [Diagnostic]
}

/// Compares responses with a schema, and corrects the schema.
///
/// A correction makes more of a response readable, and so may reveal another mismatch. Therefore corrections are
/// repeated, up to four times, until no mismatch is left or they no longer help.
///
/// - Parameters:
///   - schema: The files of the schema.
///   - path: The file for the corrections below the schema's root, which may contain corrections already. `nil` makes
///     no corrections.
///   - options: The findings to correct.
///   - responses: Returns the responses for the compiled API.
/// - Throws: ``UnusableSchema`` if the schema does not compile.
package func learn<Source: ResponseSource>(
    from schema: [SourceFile],
    overlay path: String?,
    options: LessonOptions = LessonOptions(),
    responses: (API) throws -> Source
) throws -> Lesson {
    var options = options
    var (lesson, corrections) = try round(
        schema,
        options: &options,
        responses: responses)
    lesson.left = lesson.findings.filter { options.wants($0) }
    guard let path else {
        return lesson
    }
    var overlay = Overlay(schema.first { $0.path == path })
    for _ in 0..<4 where !corrections.isEmpty {
        overlay.append(corrections)
        let corrected = SourceFile(path: path, bytes: Array(overlay.text.utf8))
        let next = try round(
            schema.filter { $0.path != path } + [corrected],
            options: &options,
            responses: responses)
        lesson.correctionCount += corrections.count
        lesson.overlay = overlay.text
        let left = next.lesson.findings.filter { options.wants($0) }
        // If the number of findings does not decrease, the same corrections again cannot help.
        corrections = left.count < lesson.left.count ? next.corrections : []
        lesson.left = left
    }
    return lesson
}

/// Compiles the schema and compares the responses with it.
private func round<Source: ResponseSource>(
    _ schema: [SourceFile],
    options: inout LessonOptions,
    responses: (API) throws -> Source
) throws -> (lesson: Lesson, corrections: [Correction]) {
    var lowered: LoweredSchemas?
    let compilation = compile(schema) { lowered = $0 }
    guard let api = compilation.api, let lowered else {
        throw UnusableSchema(diagnostics: compilation.diagnostics)
    }
    let isTolerant = options.isTolerant ?? (api.decoding.reading != .strict)
    options.isTolerant = isTolerant
    var comparer = Comparer(api: api, nodes: SchemaNodes(lowered, sources: schema))
    comparer.sites.isStrict = options.isStrict
    try responses(api).read {
        comparer.compare($0)
    } drift: {
        comparer.add($0)
    } skip: {
        comparer.evidence.skip($0, reason: $1)
    }
    let findings = comparer.evidence.findings(in: comparer.sites)
    var corrector = Corrector(sites: comparer.sites, evidence: comparer.evidence)
    let corrections = corrector.corrections(for: findings.filter { [options] in options.wants($0) })
    return (
        Lesson(
            api: api.name,
            findings: findings,
            evidence: comparer.evidence), corrections
    )
}
