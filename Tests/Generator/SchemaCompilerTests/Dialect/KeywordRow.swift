@testable import MethodicalGenerator

/// A row in a table of keywords. It stands for several declarations if they have the same meaning, and the same name or
/// the same objects.
struct KeywordRow: Equatable {
    private(set) var names: [String]
    private(set) var objects: [DialectObject]
    /// The summary, the values and the details.
    private(set) var meaning: String
    private(set) var example: String
    /// Indicates whether the keywords change nothing in generated code.
    let isSilent: Bool

    /// The rows of all keywords, in the order of the declarations.
    static let all: [KeywordRow] = {
        var rows: [KeywordRow] = []
        for row in Dialect.keywords.map(KeywordRow.init) {
            if let index = rows.firstIndex(where: { $0.differsOnlyInObjects(from: row) }) {
                rows[index].add(row)
            } else {
                rows.append(row)
            }
        }
        return joinedByNames(rows)
    }()

    private init(_ keyword: Keyword) {
        names = [keyword.name]
        objects = keyword.objects
        meaning = keyword.meaning
        example = keyword.needsExample ? keyword.example : ""
        isSilent = keyword.support == .ignoredSilently
    }

    // MARK: Cells

    var title: String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }

    var quotedExample: String {
        example.isEmpty ? "" : "`\(example)`"
    }

    /// The names of the objects that can contain the keywords.
    var place: String {
        objects.map(\.nameInReference).joined(separator: ", ")
    }

    // MARK: Rows of several declarations

    /// Joins rows that differ only in their names. Those of silent keywords can be anywhere, the others follow one
    /// another.
    private static func joinedByNames(_ rows: [KeywordRow]) -> [KeywordRow] {
        var joined: [KeywordRow] = []
        for row in rows {
            let index = joined.lastIndex { $0.differsOnlyInNames(from: row) }
            if let index, row.isSilent || index == joined.count - 1 {
                joined[index].addNames(of: row)
            } else {
                joined.append(row)
            }
        }
        return joined
    }

    /// Indicates whether another row has the same keyword with the same meaning. The meaning of silent keywords and the
    /// example do not count.
    private func differsOnlyInObjects(from other: KeywordRow) -> Bool {
        guard names == other.names, isSilent == other.isSilent else { return false }
        return isSilent || meaning == other.meaning
    }

    /// Indicates whether another row has the same objects and the same meaning. The example does not count.
    private func differsOnlyInNames(from other: KeywordRow) -> Bool {
        objects == other.objects && meaning == other.meaning && isSilent == other.isSilent
    }

    /// Adds the names of another row. An example of one keyword only is left out.
    private mutating func addNames(of other: KeywordRow) {
        names += other.names
        if example != other.example {
            example = ""
        }
    }

    /// Adds the objects of another row of the same keyword, and its meaning if there is none yet.
    private mutating func add(_ other: KeywordRow) {
        objects += other.objects
        if meaning.isEmpty {
            meaning = other.meaning
        }
    }
}

extension Keyword {
    /// Indicates whether the example says more than the meaning, which lists the values of a choice and names the
    /// keyword that a vendor's keyword stands for.
    fileprivate var needsExample: Bool {
        switch value {
        case .choice: false
        default: support != .replaced
        }
    }

    /// The description of the keyword: its summary, its values and the details.
    fileprivate var meaning: String {
        var sentences: [String] = []
        if isRequired {
            sentences.append("Required.")
        }
        if summary != Keyword.silence {
            sentences.append(summary)
        }
        if case .choice(let values) = value {
            let quoted = values.map { "`\($0)`" }
            let isListedInSummary = quoted.allSatisfy { summary.contains($0) }
            sentences.append(isListedInSummary ? "" : "One of \(quoted.joined(separator: ", ")).")
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
        case .limitHeaders: "`headers` of `limits`"
        case .eventName: "`event` of `webhooks`"
        case .user: "`user` of `signIn`"
        case .uploadFile: "`file` of `upload`"
        case .file, .schema, .parameter, .body, .method, .response, .error, .rule, .constant, .scheme, .overlay:
            rawValue
        default: "`\(rawValue)`"
        }
    }
}
