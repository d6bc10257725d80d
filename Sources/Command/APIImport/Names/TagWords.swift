import MethodicalGenerator

/// The words of the tags of a document's operations.
struct TagWords {
    /// The number of words that all tags begin with.
    private let shared: Int
    /// The spellings that paths have of tags, if theirs is the plural, by the tag's words.
    private var spellings: [Words: Words] = [:]

    init(_ operations: [OperationNode], paths: [OperationPath]) {
        let firstTags = operations.compactMap {
            $0.node["tags"]?.texts.first
        }
        let tags = Set(firstTags).map { Words($0).list }
        var count = 0
        if tags.count > 1, let first = tags.first {
            while count < first.count,
                tags.allSatisfy({ $0.count > count + 1 && $0[count] == first[count] })
            {
                count += 1
            }
        }
        shared = count
        for (operation, path) in zip(operations, paths) {
            guard let tag = words(of: operation.node),
                let first = path.fixed.first,
                first.matches(tag),
                first.isPlural,
                !tag.isPlural
            else { continue }
            spellings[tag] = first
        }
    }

    /// Returns the words of an operation's first tag without those that all tags share, or `nil` if it has none. If the
    /// paths of the tag's operations have the plural, that is the name of the namespace.
    func words(of operation: JSONNode) -> Words? {
        guard let tag = operation["tags"]?.texts.first else {
            return nil
        }
        let words = Words(Words(tag).list.dropFirst(shared))
        if words.isEmpty {
            return nil
        }
        return spellings[words] ?? words
    }
}
