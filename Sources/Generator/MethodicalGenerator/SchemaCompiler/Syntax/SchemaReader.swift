/// A reader that makes one schema of each node, so that all references to it lead to the same schema.
final class SchemaReader {
    let typeNames = TypeNames()
    /// The schemas that have been read, by the numbers of their nodes.
    private var schemas: [Int: SchemaSyntax] = [:]
    private var count = 0

    /// Returns the schema that a node describes.
    func schema(at node: JSONNode) -> SchemaSyntax {
        if let known = schemas[node.number] {
            return known
        }
        let schema = SchemaSyntax(node, reader: self)
        schemas[node.number] = schema
        return schema
    }

    /// Returns a number that no schema and no list of schemas has.
    func nextNumber() -> Int {
        count += 1
        return count
    }

    /// Creates a schema that no file contains, at the position of another one.
    func schema(
        of parts: [SchemaSyntax.Part],
        key: String = "",
        at position: some PositionedSyntax
    ) -> SchemaSyntax {
        SchemaSyntax(parts, key: key, at: position, reader: self)
    }
}
