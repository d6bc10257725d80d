@testable import MethodicalGenerator

/// A table of keywords in the reference. It stands between `<!-- keywords: OBJECT ... -->` and `<!-- keywords end -->`,
/// and is made from the declarations.
struct KeywordTable {
    /// The kinds of object whose keywords the table lists.
    let objects: [DialectObject]

    /// Returns a reference with its tables replaced by those of the declarations, and the objects that they cover.
    static func replacing(in text: String) -> (text: String, covered: Set<DialectObject>) {
        var result: [Substring] = []
        var covered: Set<DialectObject> = []
        var isInTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(start) {
                let names = line.dropFirst(start.count).split(separator: " ").dropLast()
                let table = KeywordTable(objects: names.compactMap { DialectObject(rawValue: String($0)) })
                covered.formUnion(table.objects)
                isInTable = true
                result += [line, ""]
                result += table.lines.map { $0[...] }
                result.append("")
            } else if line == end {
                isInTable = false
            }
            if !isInTable {
                result.append(line)
            }
        }
        return (result.joined(separator: "\n"), covered)
    }

    private static let start = "<!-- keywords: "
    private static let end = "<!-- keywords end -->"

    private var lines: [String] {
        let namesObjects = objects.count > 1
        var lines = ["| keyword | example | meaning |", "|---|---|---|"]
        if namesObjects {
            lines = ["| in | keyword | example | meaning |", "|---|---|---|---|"]
        }
        var previous: [DialectObject] = []
        for keywords in rows {
            var cells = Self.cells(of: keywords)
            if namesObjects {
                let objects = keywords[0].objects
                let names = objects.map(\.nameInReference).joined(separator: ", ")
                cells.insert(objects == previous ? "" : names, at: 0)
                previous = objects
            }
            let escaped = cells.map { $0.replacing("|", with: "\\|") }
            lines.append("| " + escaped.joined(separator: " | ") + " |")
        }
        return lines
    }

    private static func cells(of keywords: [Keyword]) -> [String] {
        let names = keywords.map { "`\($0.name)`" }.joined(separator: ", ")
        let example = keywords[0].example
        return [names, example.isEmpty ? "" : "`\(example)`", keywords[0].meaning]
    }

    /// The declarations, of which consecutive ones with the same meaning stand in one row.
    private var rows: [[Keyword]] {
        var rows: [[Keyword]] = []
        for keyword in Dialect.keywords where !Set(keyword.objects).isDisjoint(with: objects) {
            if let last = rows.last?.last, last.isAlike(keyword) {
                rows[rows.count - 1].append(keyword)
            } else {
                rows.append([keyword])
            }
        }
        return rows
    }
}

extension Keyword {
    /// Indicates whether another keyword of the same objects has the same meaning.
    fileprivate func isAlike(_ other: Keyword) -> Bool {
        objects == other.objects && meaning == other.meaning && example == other.example
    }

    /// The description of the keyword: its support, its summary, its values and the details.
    fileprivate var meaning: String {
        var sentences: [String] = []
        if isRequired {
            sentences.append("Required.")
        }
        if support == .ignoredSilently {
            sentences.append("Silent.")
        }
        if summary != Keyword.silence {
            sentences.append(summary)
        }
        if case .choice(let values) = value {
            sentences.append("One of \(values.map { "`\($0)`" }.joined(separator: ", ")).")
        }
        sentences.append(details)
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension DialectObject {
    /// The name of the object in the reference.
    fileprivate var nameInReference: String {
        switch self {
        case .api: "`api.json`"
        case .constant: "constant"
        case .discriminator, .version, .authorization, .envelope, .limits, .challenges, .signIn, .batch, .webhooks,
            .source, .pages, .stream, .poll, .upload:
            "`\(rawValue)`"
        case .decoding: "`decoding` of `api.json`"
        case .errorCodes: "`errorCodes` of `api.json`"
        case .limitHeaders: "`headers` of `limits`"
        case .eventName: "`event` of `webhooks`"
        case .user: "`user` of `signIn`"
        case .uploadFile: "`file` of `upload`"
        case .file, .schema, .parameter, .body, .method, .response, .error, .rule, .scheme, .overlay, .reference,
            .subcode:
            rawValue
        }
    }
}
