import MethodicalGenerator

import enum Methodical.APIEngine

/// The tables by which the runtime chooses the cases of an API's unions.
final class UnionTables {
    private let api: API
    /// Only unions need Swift names and layouts, so these are made for the first union.
    private lazy var emission = Emission(api)
    private var known: [TypeID: APIEngine.UnionTable] = [:]

    init(_ api: API) { self.api = api }

    /// Returns the table of a union. It is the one that generated code contains.
    func table(of union: Union, id: TypeID) -> APIEngine.UnionTable {
        if let table = known[id] {
            return table
        }
        let texts = emission.tableTexts(of: union, id: id)
        let table = APIEngine.UnionTable(
            discriminator: texts.discriminator,
            tags: texts.entries,
            shapes: texts.shapes)
        known[id] = table
        return table
    }
}
