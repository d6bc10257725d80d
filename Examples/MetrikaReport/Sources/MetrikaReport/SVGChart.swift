/// The chart as a scalable picture, for a web page or a document.
struct SVGChart {
    private let report: DailyReport
    private let width = 720.0
    private let height = 260.0

    init(_ report: DailyReport) { self.report = report }

    var text: String {
        let plot = Frame(left: 64, top: 40, right: width - 16, bottom: height - 32)
        let scale = Scale(upTo: report.days.compactMap(\.value).max() ?? 0, marks: 4)
        let title = "\(report.figure.title) by day"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" role="img" font-family="sans-serif" font-size="12">
              <title>\(escaped(title))</title>
              <rect width="100%" height="100%" fill="#fff"/>
              <text x="16" y="22" font-size="15" font-weight="600" fill="#222">\(escaped(title))</text>
            \(marks(scale, plot))
            \(columns(scale, plot))
            </svg>

            """
    }

    private struct Frame {
        let left, top, right, bottom: Double
    }

    private func marks(_ scale: Scale, _ plot: Frame) -> String {
        scale.marks.map { mark in
            let y = number(plot.bottom - scale.height(mark) * (plot.bottom - plot.top))
            let color = mark == 0 ? "#888" : "#e4e4e4"
            return """
                  <line x1="\(number(plot.left))" x2="\(number(plot.right))" y1="\(y)" y2="\(y)" stroke="\(color)"/>
                  <text x="\(number(plot.left - 8))" y="\(y)" dy="4" text-anchor="end" fill="#666">\(escaped(report.figure.text(mark)))</text>
                """
        }.joined(separator: "\n")
    }

    private func columns(_ scale: Scale, _ plot: Frame) -> String {
        let room = (plot.right - plot.left) / Double(max(report.days.count, 1))
        // A label is 56 points wide.
        let every = max(1, Int((56 / room).rounded(.up)))
        return report.days.enumerated().map { index, day in
            let x = plot.left + (Double(index) + 0.15) * room
            let tall = (day.value.map { scale.height($0) } ?? 0) * (plot.bottom - plot.top)
            let column =
                day.value == nil
                ? ""
                : """
                  <rect x="\(number(x))" y="\(number(plot.bottom - tall))" width="\(number(room * 0.7))" height="\(number(tall))" rx="1.5" fill="#3b76d6">\
                <title>\(escaped(day.day.short)): \(escaped(report.figure.text(day.value)))</title></rect>
                """
            guard index % every == 0 else { return column }
            let name = """
                  <text x="\(number(x + room * 0.35))" y="\(number(plot.bottom + 18))" text-anchor="middle" fill="#666">\(escaped(day.day.short))</text>
                """
            return column + "\n" + name
        }.joined(separator: "\n")
    }

    /// Returns the number with at most one decimal.
    private func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return Int(exactly: tenths)?.description ?? tenths.description
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"", with: "&quot;")
    }
}
