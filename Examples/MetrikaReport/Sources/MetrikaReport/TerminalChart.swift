/// A column for each day, drawn with blocks: of many days the newest that 80 characters have room for.
struct TerminalChart {
    private let figure: Figure
    private let days: [DailyReport.Day]
    /// In characters, from one column to the next.
    private let pitch: Int
    private let height = 8

    init(_ report: DailyReport) {
        figure = report.figure
        days = report.days.suffix(70)
        pitch = days.count > 24 ? 1 : 3
    }

    var lines: [String] {
        let scale = Scale(upTo: days.map(\.value).max() ?? 0, marks: 4)
        let labels = scale.marks.map { figure.text($0) }
        let gutter = labels.map(\.count).max() ?? 0
        // The label of a mark stands in the row that the mark touches from below.
        var marked: [Int: String] = [:]
        for (mark, label) in zip(scale.marks, labels) {
            marked[Int((scale.height(mark) * Double(height)).rounded())] = label
        }

        let rows = (1...height).reversed().map { row in
            let label = marked[row] ?? ""
            let axis = label.isEmpty ? "│" : "┤"
            return padded(label, gutter) + " \(axis) " + days.map { cell(scale.height($0.value), in: row) }.joined()
        }
        let axis = padded(marked[0] ?? "", gutter) + " ┼─" + String(repeating: "─", count: days.count * pitch)
        return ["\(figure.title) by day"] + rows + [axis, String(repeating: " ", count: gutter + 3) + dates]
    }

    /// A column's part in a row, in steps of an eighth.
    private func cell(_ share: Double, in row: Int) -> String {
        let eighths = Int((share * Double(height * 8)).rounded()) - (row - 1) * 8
        let block = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(max(eighths, 0), 8)]
        return pitch == 1 ? block : block + block + " "
    }

    /// A day's name under its column, wherever there is room for one.
    private var dates: String {
        var line = ""
        for (index, day) in days.enumerated() where line.isEmpty || line.count + 1 < index * pitch {
            line += String(repeating: " ", count: index * pitch - line.count) + day.day.short
        }
        return line
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: width - text.count) + text
    }
}
