/// The problems found so far, in the order in which they were found.
final class Problems {
    private(set) var list: [Diagnostic] = []
    private(set) var hasErrors = false
    /// Indicates whether a file could not be read. If so, a name that seems to be missing may be declared in that file.
    var isPartial = false
    /// Indicates whether the files were imported from a vendor's document, which the reader cannot correct.
    private(set) var isImported = false
    /// The files that an import wrote, as messages name them. Their warnings are notes, because nobody can act on them.
    private(set) var importedFiles: Set<String> = []
    /// The number of name comparisons that are left. Comparing names is expensive, so a schema full of wrong names gets
    /// suggestions for its first mistakes only.
    private var comparisonsLeft = 100_000

    /// Records that an import wrote at least one of the files.
    func noteImport(of files: [SchemaFile]) {
        isImported = true
        let imported = files.filter { ImportMark.isOn(in: $0.root) }
        importedFiles = Set(imported.map(\.root.place.file))
    }

    func error(at place: Place, _ message: String) {
        list.append(Diagnostic(.error, at: place, message))
        hasErrors = true
    }

    /// Reports a reference to a name that nothing declares. Does nothing if a file could not be read.
    func missing(
        _ severity: Diagnostic.Severity,
        at place: Place,
        _ message: @autoclosure () -> String
    ) {
        if !isPartial {
            add([Diagnostic(severity, at: place, message())])
        }
    }

    func warning(at place: Place, _ message: String) {
        list.append(Diagnostic(.warning, at: place, message))
    }

    func error(at node: JSONNode, _ message: String) {
        error(at: node.place, message)
    }

    /// Reports an unexpected value, as in `expected a string, found 3`. A hint can follow.
    func error(at node: JSONNode, expected: String, hint: String = "") {
        error(at: node, "expected " + expected + ", found " + node.described + hint)
    }
    func warning(at node: JSONNode, expected: String) {
        warning(at: node, "expected " + expected + ", found " + node.described)
    }

    func warning(at node: JSONNode, _ message: String) {
        warning(at: node.place, message)
    }

    /// Reports a weakness of a schema: a warning, or a note if the schema was imported.
    func weakness(at place: Place, _ message: String) {
        let severity: Diagnostic.Severity = isImported ? .note : .warning
        list.append(Diagnostic(severity, at: place, message))
    }

    func weakness(at node: JSONNode, _ message: String) {
        weakness(at: node.place, message)
    }

    func add(_ diagnostics: [Diagnostic]) {
        list += diagnostics
        if diagnostics.contains(where: { $0.severity == .error }) {
            hasErrors = true
        }
    }

    /// Returns a hint such as `; did you mean "users.get"?`, or an empty string if no name is similar.
    func suggestion(
        for name: String?,
        among names: [String],
        within limit: Int? = nil
    ) -> String {
        guard comparisonsLeft > 0, let name else { return "" }
        comparisonsLeft -= names.count
        guard let near = nearest(to: name, among: names, within: limit) else {
            return ""
        }
        return "; did you mean \"\(near)\"?"
    }

    /// Returns a hint at a similar name, or another hint if no name is similar.
    func suggestion(
        for name: String?,
        among names: [String],
        otherwise hint: String
    ) -> String {
        let suggestion = suggestion(for: name, among: names)
        return suggestion.isEmpty ? hint : suggestion
    }

    /// The diagnostics without duplicates, sorted by place.
    var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        var unique: [Diagnostic] = []
        for var diagnostic in list {
            if diagnostic.severity == .warning,
                importedFiles.contains(diagnostic.place.file)
            {
                diagnostic.severity = .note
            }
            if seen.insert(diagnostic).inserted {
                unique.append(diagnostic)
            }
        }
        return unique.sorted { a, b in
            if a.place != b.place {
                return a.place < b.place
            }
            return (a.severity.rawValue, a.message) < (b.severity.rawValue, b.message)
        }
    }
}

/// Returns the most similar name, or `nil` if none is similar enough. Of equally similar names, the first in
/// alphabetical order wins.
package func nearest(
    to name: String,
    among names: [String],
    within limit: Int? = nil
) -> String? {
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty, wanted.count <= 128 else { return nil }
    var best: String?
    var least = (limit ?? max(2, wanted.count / 3)) + 1
    for candidate in names {
        let letters = Array(candidate.utf8)
        guard abs(letters.count - wanted.count) <= least,
            letters.count <= 160
        else {
            continue
        }
        let distance = editDistance(from: wanted, to: letters)
        if distance == 0, candidate == name {
            continue
        }
        // The limit allows a change of half of a short word's letters, so short words must at least share their first
        // letter.
        if distance > 1,
            letters.count == wanted.count,
            wanted.count < 6,
            lowercased(letters[0]) != lowercased(wanted[0])
        {
            continue
        }
        let isBeforeBest = best.map { candidate < $0 } ?? false
        let winsTie = distance == least && isBeforeBest
        if distance < least || winsTie {
            best = candidate
            least = distance
        }
    }
    return best
}

/// Returns the number of letters to insert, remove, change or swap with the next. A letter that differs only in case
/// counts as equal.
private func editDistance(from a: [UInt8], to b: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
        var next = [i + 1]
        for j in b.indices {
            let isEqual = lowercased(a[i]) == lowercased(b[j])
            let change = isEqual ? 0 : 1
            var least = min(row[j] + change, row[j + 1] + 1, next[j] + 1)
            if !isEqual,
                i > 0,
                j > 0,
                lowercased(a[i]) == lowercased(b[j - 1]),
                lowercased(a[i - 1]) == lowercased(b[j])
            {
                least = min(least, before[j - 1] + 1)
            }
            next.append(least)
        }
        (before, row) = (row, next)
    }
    return row[b.count]
}

/// Returns an ASCII letter in lowercase, and any other byte unchanged.
private func lowercased(_ byte: UInt8) -> UInt8 {
    let isCapital = byte >= 65 && byte <= 90
    return isCapital ? byte + 32 : byte
}

/// Indicates whether one key is a slip for another: one or two letters are added, missing, changed or swapped with the
/// next.
///
/// Short keys resemble other words (`cost` and `const`, `tags` and `pages`). They may therefore differ in only one
/// letter, and the shortest only in case.
func isSlip(_ key: String, for known: String) -> Bool {
    let count = known.utf8.count
    let limit =
        switch count {
        case ..<4: 0
        case ..<6: 1
        default: 2
        }
    guard abs(key.utf8.count - count) <= limit else { return false }
    return editDistance(from: Array(key.utf8), to: Array(known.utf8)) <= limit
}

/// Returns the value of an enumeration that a string names, or reports an error that lists all values.
func oneOf<Value: RawRepresentable>(
    _ node: JSONNode,
    among all: [Value],
    problems: Problems
) -> Value?
where Value.RawValue == String {
    var suggestion = ""
    if let text = node.string {
        for value in all where value.rawValue == text {
            return value
        }
        // Most short words resemble each other, so the limit is stricter for them.
        let limit = text.utf8.count / 3
        suggestion = problems.suggestion(for: text, among: all.map(\.rawValue), within: limit)
    }
    problems.error(
        at: node,
        "expected \(list(of: all.map(\.rawValue))), found \(node.described)\(suggestion)")
    return nil
}

extension Problems {
    /// Returns the value of a Boolean. Reports an error if the node is of another type.
    func flag(from node: JSONNode?) -> Bool? {
        if let node, node.bool == nil {
            error(at: node, expected: ValueKind.flag.expectation)
        }
        return node?.bool
    }
}

/// Returns a list such as `"a", "b" or "c"`.
func list(of names: [String], conjunction: String = "or") -> String {
    enumeration(of: names.map { "\"\($0)\"" }, conjunction: conjunction)
}

/// Returns a list such as `a, b or c`.
func enumeration(of phrases: [String], conjunction: String = "or") -> String {
    guard phrases.count > 1,
        let last = phrases.last
    else {
        return phrases.first ?? "nothing"
    }
    return phrases.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// Returns a place as `file:line:column`.
func shown(_ place: Place) -> String { "\(place.file):\(place.line):\(place.column)" }

/// Indicates whether a text is a Swift identifier of at most 200 letters, digits and underscores.
func isIdentifier(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
        let lowercase = byte | 0x20
        let isLetter = lowercase >= 97 && lowercase <= 122
        let canBeFirst = isLetter || byte == UInt8(ascii: "_")
        let isDigit = byte >= 48 && byte <= 57
        if !canBeFirst, isFirst || !isDigit {
            return false
        }
        isFirst = false
    }
    return !isFirst && text.utf8.count <= 200
}

/// Indicates whether every part between dots begins with a letter and contains only letters, digits and underscores.
func isMethodName(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areNames = parts.allSatisfy { part in
        part.first != UInt8(ascii: "_") && isIdentifier(String(decoding: part, as: UTF8.self))
    }
    return areNames && text.utf8.count <= 300
}

/// The words that Swift does not accept as the name of a declaration, not even in backticks.
private let reservedNames: Set<String> = ["init", "self", "Self", "Type", "Protocol", "Any"]

/// Returns the Swift name that a schema asks for, or reports an error if it cannot be a name.
func askedName(of node: JSONNode, problems: Problems) -> String? {
    guard let name = node.string,
        isIdentifier(name)
    else {
        problems.error(at: node, expected: TextForm.swiftName.expectation)
        return nil
    }
    if name == "_" || reservedNames.contains(name) {
        problems.error(at: node, "\"\(name)\" is reserved in Swift; expected another name")
        return nil
    }
    return name
}
