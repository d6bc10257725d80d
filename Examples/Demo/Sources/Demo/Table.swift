/// Returns the first rows as an indented table whose columns are as wide as their widest cell.
func table(_ rows: [[String]], limit: Int = 5) -> String {
    let shown = rows.prefix(limit)
    let widths = shown.reduce(into: [Int]()) { widths, row in
        for (column, cell) in row.enumerated() {
            if column < widths.count {
                widths[column] = max(widths[column], cell.count)
            } else {
                widths.append(cell.count)
            }
        }
    }
    var lines = shown.map { row in
        "    "
            + zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }.joined(
                separator: "   ")
    }
    if rows.count > limit { lines.append("    and \(rows.count - limit) more") }
    return lines.joined(separator: "\n")
}

func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) ms"
}
