import Methodical

extension Metrika {
    /// A table of the reporting API. All metrics and dimensions of a report belong to one table.
    public protocol ReportTable: Sendable {
        /// The metrics of the table.
        associatedtype Metric: ReportMetric
        /// The dimensions of the table.
        associatedtype Dimension: ReportName
        /// The beginning of all names in the table: `ym:s:`.
        static var prefix: String { get }
    }

    /// The name of a metric or a dimension.
    ///
    /// The set is open: `VisitsMetric(rawValue: "ym:s:newMetric")` is a name that this version does not know. It is
    /// checked before a report is requested.
    public protocol ReportName: APIEngine.OpenEnum where RawValue == String {
        init(rawValue: String)
    }

    /// The name of a metric, which tells the kind of its figures.
    public protocol ReportMetric: ReportName {}

    /// Visits: `ym:s:`.
    public enum Visits: ReportTable {
        public typealias Metric = VisitsMetric
        public typealias Dimension = VisitsDimension
        public static var prefix: String { "ym:s:" }
    }

    /// Page views: `ym:pv:`.
    public enum Hits: ReportTable {
        public typealias Metric = HitsMetric
        public typealias Dimension = HitsDimension
        public static var prefix: String { "ym:pv:" }
    }

    /// Clicks on ads in Yandex Direct: `ym:ad:`.
    public enum AdClicks: ReportTable {
        public typealias Metric = AdClickMetric
        public typealias Dimension = AdClickDimension
        public static var prefix: String { "ym:ad:" }
    }

    /// Visits with expenses for ads: `ym:ev:`.
    public enum AdExpenses: ReportTable {
        public typealias Metric = AdExpenseMetric
        public typealias Dimension = AdExpenseDimension
        public static var prefix: String { "ym:ev:" }
    }

    /// Parameters of events: `ym:ep:`.
    public enum EventParameters: ReportTable {
        public typealias Metric = EventParameterMetric
        public typealias Dimension = EventParameterDimension
        public static var prefix: String { "ym:ep:" }
    }

    /// Downloads: `ym:dl:`.
    public enum Downloads: ReportTable {
        public typealias Metric = DownloadMetric
        public typealias Dimension = DownloadDimension
        public static var prefix: String { "ym:dl:" }
    }

    /// Parameters of visitors: `ym:up:`.
    public enum UserParameters: ReportTable {
        public typealias Metric = UserParameterMetric
        public typealias Dimension = UserParameterDimension
        public static var prefix: String { "ym:up:" }
    }
}

extension Metrika.VisitsMetric: Metrika.ReportMetric {}
extension Metrika.VisitsDimension: Metrika.ReportName {}
extension Metrika.HitsMetric: Metrika.ReportMetric {}
extension Metrika.HitsDimension: Metrika.ReportName {}
extension Metrika.AdClickMetric: Metrika.ReportMetric {}
extension Metrika.AdClickDimension: Metrika.ReportName {}
extension Metrika.AdExpenseMetric: Metrika.ReportMetric {}
extension Metrika.AdExpenseDimension: Metrika.ReportName {}
extension Metrika.EventParameterMetric: Metrika.ReportMetric {}
extension Metrika.EventParameterDimension: Metrika.ReportName {}
extension Metrika.DownloadMetric: Metrika.ReportMetric {}
extension Metrika.DownloadDimension: Metrika.ReportName {}
extension Metrika.UserParameterMetric: Metrika.ReportMetric {}
extension Metrika.UserParameterDimension: Metrika.ReportName {}

extension Metrika.ReportMetric {
    /// The column of a report with this metric, which formats its figures.
    public var column: Metrika.Column { Metrika.Column(rawValue) }

    /// The kind of the metric's figures.
    public var kind: Metrika.Column.Kind { column.kind }
}

extension Metrika.ReportName {
    /// Returns the name with an attribution model in place of the parameter.
    func attributed(by model: Metrika.Attribution) -> Self { with("<attribution>", model.rawValue) }

    /// Returns the name with a period in place of the parameter.
    func grouped(by period: Metrika.Period) -> Self { with("<group>", period.rawValue) }

    /// Returns the name with a currency in place of the parameter, or the name itself without a currency.
    func priced(in currency: Metrika.Currency?) -> Self { currency.map { with("<currency>", $0.rawValue) } ?? self }

    private func with(_ parameter: String, _ value: String) -> Self {
        Self(rawValue: rawValue.replacing(parameter, with: value))
    }
}
