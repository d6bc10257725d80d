import MethodicalGenerator

/// Compares responses with the schema that an API was compiled from.
///
/// - Parameters:
///   - responses: The responses.
///   - api: The compiled API.
///   - lowered: The types of the schema with the nodes that they come from.
///   - schema: The files of the schema.
/// - Returns: The mismatches, without corrections.
package func judge(
    _ responses: [RecordedResponse],
    by api: API,
    lowered: LoweredSchemas,
    from schema: [SourceFile]
) -> Lesson {
    var comparer = Comparer(api: api, nodes: SchemaNodes(lowered, sources: schema))
    for response in responses {
        comparer.compare(response)
    }
    return Lesson(
        api: api.name,
        findings: comparer.evidence.findings(in: comparer.sites),
        evidence: comparer.evidence)
}
