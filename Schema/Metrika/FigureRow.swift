import Foundation
import Methodical

extension Metrika {
    /// A row of any kind of report.
    public protocol FigureRow: Sendable {
        /// The figures of a row: one for each metric, one for each metric and interval, or those of two segments.
        associatedtype Figures
        /// The figures, in the order of the metrics.
        var metrics: Figures { get }
        /// The values of the dimensions of this row.
        var dimensionValues: [DimensionValue] { get }
    }
}

extension Metrika.FigureRow {
    /// The values of the dimensions as people read them. A missing value is a dash.
    public var labels: [String] { dimensionValues.map { $0.name ?? "–" } }
}

extension Metrika.FigureRow where Figures == [Double?] {
    /// Returns the row as people read it: the values of its dimensions, then its figures in the order of the columns.
    public func texts(_ columns: [Metrika.Column], locale: Locale = .autoupdatingCurrent) -> [String] {
        labels + columns.texts(metrics, locale: locale)
    }
}

extension Metrika.FigureRow where Figures == [[Double?]] {
    /// Returns the figures as people read them: for each column, one text per interval.
    public func texts(_ columns: [Metrika.Column], locale: Locale = .autoupdatingCurrent) -> [[String]] {
        columns.enumerated().map { index, column in
            (index < metrics.count ? metrics[index] : []).map { column.text($0, locale: locale) }
        }
    }
}

extension Metrika.FigureRow where Figures == Metrika.Comparison {
    /// Returns the figures of both segments as people read them, each in the order of the columns.
    public func texts(
        _ columns: [Metrika.Column], locale: Locale = .autoupdatingCurrent
    ) -> (a: [String], b: [String]) {
        metrics.texts(columns, locale: locale)
    }
}

extension Metrika.Comparison {
    /// Returns the figures of both segments as people read them, each in the order of the columns.
    public func texts(
        _ columns: [Metrika.Column], locale: Locale = .autoupdatingCurrent
    ) -> (a: [String], b: [String]) {
        (columns.texts(a, locale: locale), columns.texts(b, locale: locale))
    }
}

extension Metrika.ReportRow: Metrika.FigureRow {
    /// The values of the dimensions of this row.
    public var dimensionValues: [Metrika.DimensionValue] { dimensions }
}

extension Metrika.DrillDownRow: Metrika.FigureRow {
    /// The value of this level's dimension, as a list.
    public var dimensionValues: [Metrika.DimensionValue] { [dimension] }
}

extension Metrika.TimeRow: Metrika.FigureRow {
    /// The values of the dimensions of this row.
    public var dimensionValues: [Metrika.DimensionValue] { dimensions }
}

extension Metrika.ComparisonRow: Metrika.FigureRow {
    /// The values of the dimensions of this row.
    public var dimensionValues: [Metrika.DimensionValue] { dimensions }
}

extension Metrika.ComparisonDrillDownRow: Metrika.FigureRow {
    /// The value of this level's dimension, as a list.
    public var dimensionValues: [Metrika.DimensionValue] { dimension }
}
