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
        var lines = ["| keyword | example | meaning |", "|---|---|---|"]
        let isOfOne = objects.count == 1
        if !isOfOne {
            lines = ["| in | keyword | example | meaning |", "|---|---|---|---|"]
        }
        var previous = ""
        for group in groups {
            let place = group[0].objects.map(\.nameInReference).joined(separator: ", ")
            let names = group.map { "`\($0.name)`" }.joined(separator: ", ")
            let example = group[0].example.isEmpty ? "" : "`\(group[0].example)`"
            var cells = [names, example, group[0].meaning]
            if !isOfOne {
                cells.insert(place == previous ? "" : place, at: 0)
            }
            previous = place
            lines.append("| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |")
        }
        return lines
    }

    /// The declarations, of which consecutive ones with the same meaning stand in one row.
    private var groups: [[Keyword]] {
        var groups: [[Keyword]] = []
        for keyword in Dialect.keywords where !Set(keyword.objects).isDisjoint(with: objects) {
            let last = groups.last?.last
            let isAlike =
                last?.objects == keyword.objects && last?.meaning == keyword.meaning && last?.example == keyword.example
            if isAlike {
                groups[groups.count - 1].append(keyword)
            } else {
                groups.append([keyword])
            }
        }
        return groups
    }
}

extension Keyword {
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
        case .responses: "`responses` of `api.json`"
        case .errorCodes: "`errors` of `api.json`"
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
