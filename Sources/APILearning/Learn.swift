import MethodicalGenerator

/// What recorded answers teach about a schema.
package struct Lesson: Sendable {
    package var api: String
    /// What departs from the schema as it is: what is refused first.
    package var findings: [Finding]
    package var evidence: Evidence
    /// The overlay's text; nil where there is nothing to correct.
    package var overlay: String?
    package var correctionCount = 0
    /// The findings that are to be corrected; after the corrections, those that remain.
    package var left: [Finding] = []
}

package struct LessonOptions {
    /// Indicates whether findings that tolerant reading accepts stay as they are. As the API's own reading policy says
    /// if nil.
    package var isTolerant: Bool?
    /// Whether the overlay describes members that the schema does not know.
    package var describesUnknown = false

    package init(isTolerant: Bool? = nil, describesUnknown: Bool = false) {
        self.isTolerant = isTolerant
        self.describesUnknown = describesUnknown
    }

    func wants(_ finding: Finding) -> Bool {
        switch finding.effect {
        case .refused: true
        case .tolerated: isTolerant == false
        case .unknown: describesUnknown
        }
    }
}

/// A schema that has errors: it can be compared with nothing.
package struct UnusableSchema: Error {
    package var diagnostics: [Diagnostic]
}

/// Compares answers with a schema, and corrects that until nothing departs or nothing can be corrected any more: behind what one correction makes
/// readable, another departure may show.
///
/// - Parameter overlay: Where the corrections are to stand below the schema's root, behind those that stand there already; nil for none.
package func learn(
    from schema: [SourceFile], overlay path: String?, _ options: LessonOptions = LessonOptions(),
    _ answers: (API) throws -> AnswerFiles
) throws -> Lesson {
    var options = options
    var (lesson, corrections) = try round(schema, &options, answers)
    lesson.left = lesson.findings.filter { options.wants($0) }
    guard let path else { return lesson }
    var overlay = Overlay(schema.first { $0.path == path })
    for _ in 0..<4 where !corrections.isEmpty {
        overlay.append(corrections)
        let corrected = SourceFile(path: path, bytes: Array(overlay.text.utf8))
        let next = try round(schema.filter { $0.path != path } + [corrected], &options, answers)
        lesson.correctionCount += corrections.count
        lesson.overlay = overlay.text
        let left = next.lesson.findings.filter { options.wants($0) }
        // What one correction could not mend, the same again cannot.
        corrections = left.count < lesson.left.count ? next.corrections : []
        lesson.left = left
    }
    return lesson
}

private func round(
    _ schema: [SourceFile], _ options: inout LessonOptions, _ answers: (API) throws -> AnswerFiles
) throws -> (lesson: Lesson, corrections: [Correction]) {
    var stage: Lowering?
    let compilation = compile(schema) { stage = $0 }
    guard let api = compilation.api, let stage else { throw UnusableSchema(diagnostics: compilation.diagnostics) }
    let isTolerant = options.isTolerant ?? (api.answers.reading != .strict)
    options.isTolerant = isTolerant
    var comparer = Comparer(api, SchemaNodes(stage))
    try answers(api).read {
        comparer.compare($0)
    } skip: {
        comparer.evidence.skip($0, $1)
    }
    let findings = comparer.evidence.findings(comparer.sites)
    var corrector = Corrector(comparer.sites, comparer.evidence)
    let corrections = corrector.corrections(for: findings.filter { [options] in options.wants($0) })
    return (Lesson(api: api.name, findings: findings, evidence: comparer.evidence), corrections)
}
