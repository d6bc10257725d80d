import Foundation
import MetrikaAPI

/// A figure of a report with its title.
struct Figure: Equatable {
    let metric: Metrika.VisitsMetric
    let title: String

    static let visits = Figure(metric: .visits, title: "Visits")
    static let views = Figure(metric: .pageviews, title: "Views")
    static let users = Figure(metric: .users, title: "Users")
    static let bounceRate = Figure(metric: .bounceRate, title: "Bounces")
    static let duration = Figure(metric: .avgVisitDurationSeconds, title: "Time")

    /// Returns a value as text, `12,345`, `23.4%` or `01:33`, or a dash if it is missing.
    func text(_ value: Double?) -> String { metric.column.text(value, locale: Locale(identifier: "en")) }
}
