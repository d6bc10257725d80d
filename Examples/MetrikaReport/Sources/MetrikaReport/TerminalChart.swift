/// A chart with a column of block characters for each day. It shows the newest days that fit into 80 characters.
struct TerminalChart {
    private let figure: Figure
    private let days: [DailyReport.Day]
    /// The distance between two columns in characters.
    private let pitch: Int
    private let height = 8

    init(_ report: DailyReport) {
        figure = report.figure
        days = report.days.suffix(70)
        pitch = days.count > 24 ? 1 : 3
    }

    var lines: [String] {
        let scale = Scale(upTo: days.compactMap(\.value).max() ?? 0, marks: 4)
        let labels = scale.marks.map { figure.text($0) }
        let gutter = labels.map(\.count).max() ?? 0
        // A mark's label is in the row below the mark.
        var marked: [Int: String] = [:]
        for (mark, label) in zip(scale.marks, labels) {
            marked[Int((scale.height(mark) * Double(height)).rounded())] = label
        }

        let rows = (1...height).reversed().map { row in
            let label = marked[row] ?? ""
            let axis = label.isEmpty ? "│" : "┤"
            return padded(label, gutter) + " \(axis) "
                + days.map { cell($0.value.map { scale.height($0) } ?? 0, in: row) }.joined()
        }
        let axis = padded(marked[0] ?? "", gutter) + " ┼─" + String(repeating: "─", count: days.count * pitch)
        return ["\(figure.title) by day"] + rows + [axis, String(repeating: " ", count: gutter + 3) + dates]
    }

    /// Returns the part of a column in a row, in steps of an eighth.
    private func cell(_ share: Double, in row: Int) -> String {
        let eighths = Int((share * Double(height * 8)).rounded()) - (row - 1) * 8
        let block = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(max(eighths, 0), 8)]
        return pitch == 1 ? block : block + block + " "
    }

    /// The names of the days under their columns, as far as there is room.
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
