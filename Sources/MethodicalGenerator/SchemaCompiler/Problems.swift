/// All that was found wrong, in the order of finding.
final class Problems {
    private(set) var list: [Diagnostic] = []
    private(set) var hasErrors = false
    /// Comparing names costs; a text that is wrong everywhere gets suggestions for its first mistakes only.
    private var comparisonsLeft = 100_000

    func error(_ place: Place, _ message: String) {
        list.append(Diagnostic(.error, at: place, message))
        hasErrors = true
    }

    func warning(_ place: Place, _ message: String) { list.append(Diagnostic(.warning, at: place, message)) }

    func error(_ node: JSONNode, _ message: String) { error(node.place, message) }
    func warning(_ node: JSONNode, _ message: String) { warning(node.place, message) }

    func add(_ diagnostics: [Diagnostic]) {
        list += diagnostics
        if diagnostics.contains(where: { $0.severity == .error }) { hasErrors = true }
    }

    /// `; did you mean "users.get"?`, or nothing where no name is near.
    func suggestion(for name: String, among names: [String], within limit: Int? = nil) -> String {
        guard comparisonsLeft > 0 else { return "" }
        comparisonsLeft -= names.count
        guard let near = nearest(to: name, among: names, within: limit) else { return "" }
        return "; did you mean \"\(near)\"?"
    }

    /// Sorted by place, each once.
    var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        var unique: [Diagnostic] = []
        for diagnostic in list where seen.insert(diagnostic).inserted { unique.append(diagnostic) }
        return unique.sorted { a, b in
            if a.place != b.place { return a.place < b.place }
            return (a.severity.rawValue, a.message) < (b.severity.rawValue, b.message)
        }
    }
}

/// The name that differs in the fewest letters, if they are few; of several the first in the alphabet.
func nearest(to name: String, among names: [String], within limit: Int? = nil) -> String? {
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty, wanted.count <= 128 else { return nil }
    var best: String?
    var least = (limit ?? max(2, wanted.count / 3)) + 1
    for candidate in names {
        let letters = Array(candidate.utf8)
        guard abs(letters.count - wanted.count) <= least, letters.count <= 160 else { continue }
        let distance = editDistance(wanted, letters)
        if distance == 0, candidate == name { continue }
        if distance < least || (distance == least && best.map { candidate < $0 } ?? false) {
            best = candidate
            least = distance
        }
    }
    return best
}

/// How many letters to insert, remove or change; a letter that differs only in case costs nothing.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for i in 0..<a.count {
        var diagonal = row[0]
        row[0] = i + 1
        for j in 0..<b.count {
            let change = lowercased(a[i]) == lowercased(b[j]) ? diagonal : diagonal + 1
            diagonal = row[j + 1]
            row[j + 1] = min(change, min(diagonal, row[j]) + 1)
        }
    }
    return row[b.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
