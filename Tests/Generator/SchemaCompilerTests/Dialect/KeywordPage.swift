@testable import MethodicalGenerator

/// The page with every keyword, `Schema/Keywords.md`. Its tables are made from the declarations. Each stands between a
/// mark and `<!-- keywords end -->`: `<!-- keywords: OBJECT ... -->` begins the table of the keywords of objects, and
/// `<!-- keywords: silent -->` that of the keywords that change nothing.
struct KeywordPage {
    /// The text of the page.
    private(set) var text = ""
    /// The rows that none of the tables has.
    private(set) var unlistedRows: [KeywordRow] = KeywordRow.all

    private static let start = "<!-- keywords: "
    private static let end = "<!-- keywords end -->"

    /// Makes the page from an earlier one by replacing its tables.
    init(replacingTablesOf page: String) {
        var lines: [String] = []
        var isInTable = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(Self.start) {
                isInTable = true
                let names = line.dropFirst(Self.start.count).split(separator: " ").dropLast()
                lines += [String(line), ""] + makeTable(of: names.map(String.init)) + [""]
            } else if line == Self.end {
                isInTable = false
            }
            if !isInTable {
                lines.append(String(line))
            }
        }
        text = lines.joined(separator: "\n")
    }

    /// Returns the lines of the table that a mark asks for. A row stands in the first table that takes it only, so that
    /// a keyword of several kinds of object is listed once.
    private mutating func makeTable(of names: [String]) -> [String] {
        if names == ["silent"] {
            return Self.silentTable(of: takeRows { $0.isSilent })
        }
        let objects = Set(names.compactMap { DialectObject(rawValue: $0) })
        let rows = takeRows { !$0.isSilent && !objects.isDisjoint(with: $0.objects) }
        return Self.table(of: rows, namesObjects: objects.count > 1)
    }

    /// Removes the rows that meet a condition from those that are not listed yet, and returns them.
    private mutating func takeRows(where isTaken: (KeywordRow) -> Bool) -> [KeywordRow] {
        let rows = unlistedRows.filter(isTaken)
        unlistedRows.removeAll(where: isTaken)
        return rows
    }

    // MARK: Tables

    private static func table(of rows: [KeywordRow], namesObjects: Bool) -> [String] {
        guard namesObjects else {
            let cells = rows.map { [$0.title, $0.quotedExample, $0.meaning] }
            return table(with: ["keyword", "example", "meaning"], cells: cells)
        }
        var cells: [[String]] = []
        var previous: [DialectObject] = []
        for row in groupedByObjects(rows) {
            let place = row.objects == previous ? "" : row.place
            cells.append([place, row.title, row.quotedExample, row.meaning])
            previous = row.objects
        }
        return table(with: ["in", "keyword", "example", "meaning"], cells: cells)
    }

    private static func silentTable(of rows: [KeywordRow]) -> [String] {
        table(with: ["keyword", "in", "meaning"], cells: rows.map { [$0.title, $0.place, $0.meaning] })
    }

    private static func table(with titles: [String], cells: [[String]]) -> [String] {
        let escaped = cells.map { row in
            row.map { $0.replacing("|", with: "\\|") }
        }
        let lines = ([titles] + escaped).map { cells in
            "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        }
        let rule = "|" + String(repeating: "---|", count: titles.count)
        return [lines[0], rule] + lines.dropFirst()
    }

    /// Puts the rows of the same objects after one another.
    private static func groupedByObjects(_ rows: [KeywordRow]) -> [KeywordRow] {
        var groups: [[DialectObject]] = []
        for row in rows where !groups.contains(row.objects) {
            groups.append(row.objects)
        }
        return groups.flatMap { objects in
            rows.filter { $0.objects == objects }
        }
    }
}
