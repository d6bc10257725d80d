import Methodical

// A figure is found by the place of its metric in the selection: `sources.figure(.bounceRate, in: row)`.

extension Metrika.Selection {
    /// Returns the figure of a metric in a row, or `nil` if it is missing or if the metric is not selected.
    public func figure<Row: Metrika.FigureRow>(_ metric: Table.Metric, in row: Row) -> Double?
    where Row.Figures == [Double?] { figure(metric, in: row.metrics) }

    /// Returns the figure of a metric in a list, such as the totals of a report, or `nil` if it is missing or if the
    /// metric is not selected.
    public func figure(_ metric: Table.Metric, in figures: [Double?]) -> Double? {
        index(of: metric).flatMap { $0 < figures.count ? figures[$0] : nil }
    }

    /// Returns the figures of a metric in a row, one for each interval, or an empty list if the metric is not selected.
    public func figures<Row: Metrika.FigureRow>(_ metric: Table.Metric, in row: Row) -> [Double?]
    where Row.Figures == [[Double?]] { figures(metric, in: row.metrics) }

    /// Returns the figures of a metric in the totals of a report over time, one for each interval, or an empty list if
    /// the metric is not selected.
    public func figures(_ metric: Table.Metric, in figures: [[Double?]]) -> [Double?] {
        index(of: metric).flatMap { $0 < figures.count ? figures[$0] : nil } ?? []
    }

    /// Returns the figures of a metric in both segments of a row. Each is `nil` if it is missing or if the metric is
    /// not selected.
    public func figures<Row: Metrika.FigureRow>(_ metric: Table.Metric, in row: Row) -> (a: Double?, b: Double?)
    where Row.Figures == Metrika.Comparison { figures(metric, in: row.metrics) }

    /// Returns the figures of a metric in both segments of a comparison, such as the totals. Each is `nil` if it is
    /// missing or if the metric is not selected.
    public func figures(_ metric: Table.Metric, in figures: Metrika.Comparison) -> (a: Double?, b: Double?) {
        (figure(metric, in: figures.a), figure(metric, in: figures.b))
    }

    private func index(of metric: Table.Metric) -> Int? { metrics.firstIndex(of: metric) }
}
