import MethodicalGenerator

/// A compiled schema with the nodes that its types come from.
package struct CompiledSchema {
    package let api: API
    package let lowered: LoweredSchemas
    /// The files of the schema.
    package let sources: [SourceFile]

    package init(api: API, lowered: LoweredSchemas, sources: [SourceFile]) {
        self.api = api
        self.lowered = lowered
        self.sources = sources
    }
}

/// Compares responses with a schema.
///
/// - Parameter strictly: Indicates whether values count as mismatches that break a limit, such as `minimum`, and
///   whether new values of open enumerations are noted. Readers accept both. All mismatches of a response of another
///   shape count, too.
/// - Returns: The mismatches, without corrections.
package func judge(
    _ responses: [RecordedResponse],
    by schema: CompiledSchema,
    strictly: Bool = false
) -> Lesson {
    var comparer = Comparer(api: schema.api, nodes: SchemaNodes(schema.lowered, sources: schema.sources))
    comparer.sites.isStrict = strictly
    comparer.judgesStrangers = strictly
    for response in responses {
        comparer.compare(response)
    }
    return Lesson(
        api: schema.api.name,
        findings: comparer.evidence.findings(in: comparer.sites),
        evidence: comparer.evidence)
}
