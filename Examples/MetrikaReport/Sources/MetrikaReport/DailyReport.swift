import Foundation
import Methodical
import MetrikaAPI

/// A figure of a site for each day.
struct DailyReport: Equatable {
    var figure: Figure
    var days: [Day]

    struct Day: Equatable {
        var day: CalendarDay
        /// The figure, or `nil` if Metrica has none for this day.
        var value: Double?
    }

    init(_ figure: Figure, _ days: [Day]) { (self.figure, self.days) = (figure, days) }

    init(_ figure: Figure = .visits, of counter: Int, days: Int, in metrika: Metrika) async throws {
        let report = try await metrika.reports.byTime(
            .visits(metrics: [figure.metric]), counterIDs: [counter], interval: .day, from: .daysAgo(days),
            to: .yesterday
        ).send()
        // Days are counted in UTC, because all of them are equally long there.
        let first = report.query?.from?.start(in: .gmt) ?? Date()
        let values = (report.totals?.first ?? []).enumerated().map { index, value in
            Day(day: CalendarDay(first.addingTimeInterval(Double(index) * 86400), in: .gmt), value: value)
        }
        self.init(figure, values)
    }

    /// The sum of all days, with the number of days without a figure: `18,273 in all, 1 day without a figure`.
    var summary: String {
        let known = days.compactMap(\.value)
        let missing = days.count - known.count
        let sum = figure.text(known.isEmpty ? nil : known.reduce(0, +)) + " in all"
        return missing == 0 ? sum : "\(sum), \(missing) \(missing == 1 ? "day" : "days") without a figure"
    }
}

extension CalendarDay {
    /// The day in the form `9 Nov`, or the server's text if it is not a day.
    var short: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let day, let month else { return description }
        return "\(day) \(months[month - 1])"
    }
}
