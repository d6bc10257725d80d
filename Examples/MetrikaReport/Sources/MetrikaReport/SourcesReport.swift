import Methodical
import MetrikaAPI

/// The sources of a site's visitors, with figures for each.
struct SourcesReport: Equatable {
    var rows: [Row]
    /// The totals of all rows. Metrica counts a visitor with two visits once, so the rows are not summed here.
    var total: [Double?]?
    /// The share of the visits that Metrica has counted, or `nil` if it has counted all.
    var sample: Share<Double>?

    struct Row: Equatable {
        var source: String
        var values: [Double?]
    }

    static let figures: [Figure] = [.visits, .views, .users, .bounceRate, .duration]

    init(of counter: Int, days: Int, in metrika: Metrika) async throws {
        let report = try await metrika.reports.table(
            .visits(metrics: Self.figures.map(\.metric), dimensions: [.trafficSource(attribution: .last)]),
            counterIDs: [counter], from: .daysAgo(days), to: .yesterday, language: "en"
        ).send()
        rows = report.rows.map { Row(source: $0.dimensions.first?.name ?? "not known", values: $0.metrics) }
        total = report.totals
        sample = report.isSampled == true ? report.sampleShare : nil
    }

    var lines: [String] {
        let table = Table(
            heading: ["Source"] + Self.figures.map(\.title),
            rows: rows.map { [$0.source] + texts($0.values) },
            footer: total.map { ["In all"] + texts($0) })
        return table.lines + (sample.map { ["counted from \($0) of the visits"] } ?? [])
    }

    private func texts(_ values: [Double?]) -> [String] { zip(Self.figures, values).map { $0.text($1) } }
}
