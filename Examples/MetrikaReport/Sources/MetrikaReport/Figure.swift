import Foundation
import Methodical

/// A figure of a report, by Metrica's name for it.
enum Figure: String, CaseIterable {
    case visits = "ym:s:visits"
    case views = "ym:s:pageviews"
    case users = "ym:s:users"
    case bounceRate = "ym:s:bounceRate"
    case duration = "ym:s:avgVisitDurationSeconds"

    var title: String {
        switch self {
        case .visits: "Visits"
        case .views: "Views"
        case .users: "Users"
        case .bounceRate: "Bounces"
        case .duration: "Time"
        }
    }

    /// Returns a value as text: `12,345`, `23.4%` or `01:33`.
    func text(_ value: Double) -> String {
        let english = Locale(identifier: "en")
        return switch self {
        case .visits, .views, .users: value.formatted(.number.precision(.fractionLength(0)).locale(english))
        case .bounceRate: Percent(value).formatted(.percent.precision(.fractionLength(1)).locale(english))
        case .duration: DurationSeconds(value).clock
        }
    }
}
