import Methodical

// Each name without an argument stands for weeks.

/// Times of visits in periods.
extension Metrika.VisitsDimension {
    /// Returns the dimension for the date in the visitor's time zone, by a period.
    public static func browserDatePeriod(period: Metrika.Period) -> Self { browserDatePeriod.grouped(by: period) }
    /// Returns the dimension for the date, by a period.
    public static func datePeriod(period: Metrika.Period) -> Self { datePeriod.grouped(by: period) }
    /// Returns the dimension for the date of the visitor's first visit, by a period.
    public static func firstVisitDatePeriod(period: Metrika.Period) -> Self {
        firstVisitDatePeriod.grouped(by: period)
    }
    /// Returns the dimension for the date of the visitor's previous visit, by a period.
    public static func previousVisitDatePeriod(period: Metrika.Period) -> Self {
        previousVisitDatePeriod.grouped(by: period)
    }
}

/// Times of page views in periods.
extension Metrika.HitsDimension {
    /// Returns the dimension for the date in the visitor's time zone, by a period.
    public static func browserDatePeriod(period: Metrika.Period) -> Self { browserDatePeriod.grouped(by: period) }
    /// Returns the dimension for the date, by a period.
    public static func datePeriod(period: Metrika.Period) -> Self { datePeriod.grouped(by: period) }
}

/// Times of events in periods.
extension Metrika.EventParameterDimension {
    /// Returns the dimension for the date in the visitor's time zone, by a period.
    public static func browserDatePeriod(period: Metrika.Period) -> Self { browserDatePeriod.grouped(by: period) }
    /// Returns the dimension for the date, by a period.
    public static func datePeriod(period: Metrika.Period) -> Self { datePeriod.grouped(by: period) }
}

/// Times of downloads in periods.
extension Metrika.DownloadDimension {
    /// Returns the dimension for the date in the visitor's time zone, by a period.
    public static func browserDatePeriod(period: Metrika.Period) -> Self { browserDatePeriod.grouped(by: period) }
    /// Returns the dimension for the date, by a period.
    public static func datePeriod(period: Metrika.Period) -> Self { datePeriod.grouped(by: period) }
}

extension Metrika.VisitsDimension {
    /// The visitor's group in an experiment of Yandex Direct or Yandex Audience.
    public static func experimentAB(_ experiment: Int) -> Self { Self(rawValue: "ym:s:experimentAB\(experiment)") }
}
