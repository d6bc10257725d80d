import Foundation
import Methodical
import MetrikaAPI

/// One figure of a site, day by day.
struct DailyReport: Equatable {
    var figure: Figure
    var days: [Day]

    struct Day: Equatable {
        var day: CalendarDay
        var value: Double
    }

    init(_ figure: Figure, _ days: [Day]) { (self.figure, self.days) = (figure, days) }

    init(_ figure: Figure = .visits, of counter: Int, days: Int, in metrika: Metrika) async throws {
        let report = try await metrika.reports.byTime(
            counterIDs: [counter], metrics: [figure.rawValue], interval: "day", from: "\(days)daysAgo", to: "yesterday"
        ).send()
        // Days are counted in UTC, where each is as long as the others.
        let first = report.query?.from?.start(in: .gmt) ?? Date()
        let values = (report.totals?.first ?? []).enumerated().map { index, value in
            Day(day: CalendarDay(first.addingTimeInterval(Double(index) * 86400), in: .gmt), value: value)
        }
        self.init(figure, values)
    }
}

extension CalendarDay {
    /// `9 Nov`; as the server wrote it where that is no day.
    var short: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let day, let month else { return description }
        return "\(day) \(months[month - 1])"
    }
}
