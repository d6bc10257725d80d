import Methodical
import MetrikaAPI

/// Returns a table of the counters that the account may see, from all pages.
func counters(of metrika: Metrika) async throws -> Table {
    var table = Table(heading: ["Site", "Name", "Counter"], words: 2, rows: [])
    for try await counter in metrika.counters.list().items {
        table.rows.append([counter.site?.site ?? "-", counter.name ?? "-", String(counter.id)])
    }
    return table
}
