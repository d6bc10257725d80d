/// A column for each day, drawn with blocks.
struct TerminalChart {
    let report: DailyReport
    var height = 8

    var lines: [String] {
        let scale = Scale(upTo: report.days.map(\.value).max() ?? 0, marks: 4)
        let labels = scale.marks.map { report.figure.text($0) }
        let gutter = labels.map(\.count).max() ?? 0
        // The label of a mark stands in the row that the mark touches from below.
        var marked: [Int: String] = [:]
        for (mark, label) in zip(scale.marks, labels) { marked[Int((scale.height(mark) * Double(height)).rounded())] = label }

        let rows = (1...height).reversed().map { row in
            let label = marked[row] ?? ""
            let axis = label.isEmpty ? "│" : "┤"
            return padded(label, gutter) + " \(axis)" + report.days.map { " " + cell(scale.height($0.value), in: row) }.joined()
        }
        let axis = padded(marked[0] ?? "", gutter) + " ┼─" + String(repeating: "─", count: report.days.count * 3)
        return ["\(report.figure.title) by day"] + rows + [axis, String(repeating: " ", count: gutter + 3) + dates]
    }

    /// Two characters of a column, in steps of an eighth.
    private func cell(_ share: Double, in row: Int) -> String {
        let eighths = Int((share * Double(height * 8)).rounded()) - (row - 1) * 8
        let block = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(max(eighths, 0), 8)]
        return block + block
    }

    /// A day's name under its column, wherever there is room for one.
    private var dates: String {
        var line = ""
        for (index, day) in report.days.enumerated() where line.isEmpty || line.count + 1 < index * 3 {
            line += String(repeating: " ", count: index * 3 - line.count) + day.day.short
        }
        return line
    }

    private func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: width - text.count) + text }
}
