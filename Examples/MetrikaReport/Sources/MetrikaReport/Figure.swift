import Methodical

/// What a report measures, by Metrica's own names.
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

    /// `12,345`, `23.4%`, `01:33`.
    func text(_ value: Double) -> String {
        switch self {
        case .visits, .views, .users: Int(exactly: value.rounded())?.grouped ?? "\(value)"
        case .bounceRate: Percent(value).description
        case .duration: DurationSeconds(value).clock
        }
    }
}

extension Int {
    /// `12,345`, alike everywhere.
    var grouped: String {
        var groups = String(magnitude)
        var end = groups.count - 3
        while end > 0 {
            groups.insert(",", at: groups.index(groups.startIndex, offsetBy: end))
            end -= 3
        }
        return (self < 0 ? "-" : "") + groups
    }
}
