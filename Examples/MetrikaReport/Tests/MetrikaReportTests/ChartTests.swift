import Foundation
import Methodical
import Testing

@testable import MetrikaReport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ChartTests {
    @Test func figuresAsPeopleReadThem() {
        #expect(Figure.visits.text(1_234_567) == "1,234,567")
        #expect(Figure.bounceRate.text(23.456) == "23.5%")
        #expect(Figure.duration.text(93.4) == "01:33")
        #expect(Figure.duration.text(7500) == "2:05:00")
    }

    @Test(arguments: [
        (0, [0, 1]), (1, [0, 1]), (3, [0, 1, 2, 3]), (96, [0, 50, 100]), (1712, [0, 500, 1000, 1500, 2000]),
        (2000.5, [0, 1000, 2000, 3000]),
        (.infinity, [0, 1]), (-5, [0, 1]),
    ])
    func roundMarks(greatest: Double, marks: [Double]) {
        #expect(Scale(upTo: greatest, marks: 4).marks == marks)
    }

    @Test func svgIsWellFormed() throws {
        let days = [("2026-11-18", 8.0), ("2026-11-19", 4), ("2026-11-20", 0)]
        let report = DailyReport(.visits, days.map { DailyReport.Day(day: CalendarDay(rawValue: $0.0), value: $0.1) })
        let text = SVGChart(report).text
        let columns = Columns()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = columns
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        // The plot is 188 points high, and its greatest value is 8.
        #expect(columns.heights == [188, 94, 0])
        #expect(columns.titles == ["Visits by day", "18 Nov: 8", "19 Nov: 4", "20 Nov: 0"])
    }

    /// A day without a figure has no column, and the others keep their places.
    @Test func missingDays() throws {
        let values: [Double?] = [8, nil, 4]
        let days = zip(18..., values).map { DailyReport.Day(day: CalendarDay(rawValue: "2026-11-\($0)"), value: $1) }
        let report = DailyReport(.visits, days)
        let columns = Columns()
        let parser = XMLParser(data: Data(SVGChart(report).text.utf8))
        parser.delegate = columns
        #expect(parser.parse() && columns.heights == [188, 94])
        #expect(columns.titles == ["Visits by day", "18 Nov: 8", "20 Nov: 4"])
        #expect(TerminalChart(report).lines[8].hasSuffix("██    ██ "))
        #expect(TerminalChart(report).lines[1].hasSuffix("██       "))
        #expect(report.summary == "12 in all, 1 day without a figure")
        #expect(
            DailyReport(.visits, [DailyReport.Day(day: "2026-11-18")]).summary == "– in all, 1 day without a figure")
    }

    @Test func namesThatAreMarkup() {
        let report = DailyReport(.visits, [DailyReport.Day(day: CalendarDay(rawValue: "<a&b>"), value: 1)])
        #expect(SVGChart(report).text.contains("<title>&lt;a&amp;b&gt;: 1</title>"))
    }

    @Test func moreDaysThanTheTerminalHasRoomFor() {
        let days = (1...100).map {
            DailyReport.Day(day: CalendarDay(Date(timeIntervalSince1970: Double($0) * 86400), in: .gmt), value: 4)
        }
        let lines = TerminalChart(DailyReport(.visits, days)).lines
        #expect(lines[1] == "4 ┤ " + String(repeating: "█", count: 70))
        #expect(lines[10].hasPrefix("    1 Feb"))
    }

    @Test func nothingToDraw() {
        let report = DailyReport(.visits, [])
        #expect(TerminalChart(report).lines.count == 11)
        #expect(XMLParser(data: Data(SVGChart(report).text.utf8)).parse())
    }
}

/// A parser that collects the heights and titles of a chart's columns.
private final class Columns: NSObject, XMLParserDelegate {
    var heights: [Double] = []
    var titles: [String] = []
    private var isTitle = false

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
        attributes: [String: String] = [:]
    ) {
        if name == "rect", let height = attributes["height"].flatMap({ Double($0) }) { heights.append(height) }
        isTitle = name == "title"
        if isTitle { titles.append("") }
    }

    func parser(_: XMLParser, foundCharacters text: String) {
        if isTitle { titles[titles.count - 1] += text }
    }

    func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
        isTitle = false
    }
}
