/// A table with a heading and a separate last row.
struct Table {
    var heading: [String]
    /// The number of leading columns with text. The others contain figures.
    var words = 1
    var rows: [[String]]
    var footer: [String]?

    var lines: [String] {
        let all = [heading] + rows + [footer ?? []]
        let widths = heading.indices.map { column in all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")

        func line(_ cells: [String]) -> String {
            zip(cells, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < words ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }
        return [line(heading), rule] + rows.map(line) + (footer.map { [rule, line($0)] } ?? [])
    }
}
