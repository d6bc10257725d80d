import Methodical
import MetrikaAPI

/// The sources of a site's visitors, with figures for each.
struct SourcesReport: Equatable {
    var rows: [Row]
    /// The totals of all rows. Metrica counts a visitor with two visits once.
    var total: [Double]?
    /// The share of the visits that Metrica has counted, or `nil` if it has counted all.
    var sample: Share<Double>?

    struct Row: Equatable {
        var source: String
        var values: [Double]
    }

    init(of counter: Int, days: Int, in metrika: Metrika) async throws {
        let report = try await metrika.reports.table(
            counterIDs: [counter],
            metrics: Figure.allCases.map(\.rawValue),
            dimensions: ["ym:s:lastTrafficSource"],
            from: "\(days)daysAgo", to: "yesterday",
            language: "en"
        ).send()
        rows = report.rows.map { Row(source: $0.dimensions.first?.name ?? "not known", values: $0.metrics) }
        total = report.totals
        sample = report.isSampled == true ? report.sampleShare : nil
    }

    var lines: [String] {
        let table = Table(
            heading: ["Source"] + Figure.allCases.map(\.title),
            rows: rows.map { [$0.source] + texts($0.values) },
            footer: total.map { ["In all"] + texts($0) })
        return table.lines + (sample.map { ["counted from \($0) of the visits"] } ?? [])
    }

    private func texts(_ values: [Double]) -> [String] { zip(Figure.allCases, values).map { $0.text($1) } }
}
