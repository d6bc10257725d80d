import Methodical
import MetrikaAPI

/// The counters that the account may see, page by page where they are many.
func counters(of metrika: Metrika) async throws -> Table {
    var table = Table(heading: ["Site", "Name", "Counter"], words: 2, rows: [])
    for try await counter in metrika.counters.list().items {
        table.rows.append([counter.site?.site ?? "-", counter.name ?? "-", String(counter.id)])
    }
    return table
}
