import Methodical

extension Metrika {
    /// A report of any kind, whose response repeats its query.
    public protocol FigureReport: Sendable {
        /// The names of the metrics, in the order of the figures. The list is empty if the response has no query.
        var metricNames: [String] { get }
    }
}

extension Metrika.FigureReport {
    /// The columns of the report, if the response repeats the metrics that were asked for.
    public var columns: [Metrika.Column] { metricNames.map { Metrika.Column($0) } }
}

extension Metrika.Report: Metrika.FigureReport {
    /// The names of the metrics, in the order of the figures.
    public var metricNames: [String] { query?.metrics ?? [] }
}

extension Metrika.DrillDownReport: Metrika.FigureReport {
    /// The names of the metrics, in the order of the figures.
    public var metricNames: [String] { query?.metrics ?? [] }
}

extension Metrika.TimeReport: Metrika.FigureReport {
    /// The names of the metrics, in the order of the figures.
    public var metricNames: [String] { query?.metrics ?? [] }
}

extension Metrika.ComparisonReport: Metrika.FigureReport {
    /// The names of the metrics, in the order of the figures.
    public var metricNames: [String] { query?.metrics ?? [] }
}

extension Metrika.ComparisonDrillDownReport: Metrika.FigureReport {
    /// The names of the metrics, in the order of the figures.
    public var metricNames: [String] { query?.metrics ?? [] }
}
