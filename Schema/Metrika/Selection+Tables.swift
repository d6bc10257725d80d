import Methodical

// These functions are the shortest way to write a selection: `table(.visits(metrics: [.users]), counterIDs: [1])`.

extension Metrika.Selection where Table == Metrika.Visits {
    /// Returns a selection of figures of visits: `ym:s:`.
    public static func visits(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}

extension Metrika.Selection where Table == Metrika.Hits {
    /// Returns a selection of figures of page views: `ym:pv:`.
    public static func hits(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}

extension Metrika.Selection where Table == Metrika.AdClicks {
    /// Returns a selection of figures of clicks on ads in Yandex Direct: `ym:ad:`.
    public static func adClicks(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}

extension Metrika.Selection where Table == Metrika.AdExpenses {
    /// Returns a selection of figures of visits with expenses for ads: `ym:ev:`.
    public static func adExpenses(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}

extension Metrika.Selection where Table == Metrika.EventParameters {
    /// Returns a selection of figures of parameters of events: `ym:ep:`.
    public static func eventParameters(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}

extension Metrika.Selection where Table == Metrika.Downloads {
    /// Returns a selection of figures of downloads: `ym:dl:`.
    public static func downloads(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}

extension Metrika.Selection where Table == Metrika.UserParameters {
    /// Returns a selection of figures of parameters of visitors: `ym:up:`.
    public static func userParameters(
        metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []
    ) -> Self {
        Self(metrics: metrics, dimensions: dimensions, sort: sort)
    }
}
