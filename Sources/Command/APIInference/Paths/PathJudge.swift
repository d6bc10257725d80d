import APIImport
import MethodicalGenerator

/// The judgement of which segments of paths are parameters, and of their names.
struct PathJudge {
    private let identities: Identities
    private let secrets: Secrets
    /// The names of the properties in the own response that have a segment's value.
    private let echoes: Echoes
    /// The segments of the paths of all exchanges.
    private let paths: [[String]]

    init(exchanges: [Exchange], identities: Identities, secrets: Secrets) {
        self.identities = identities
        self.secrets = secrets
        echoes = Echoes(exchanges)
        paths = exchanges.map(\.segments)
    }

    /// The properties of responses whose values are in the paths of their requests.
    private struct Echoes {
        /// The properties by segment, for each exchange.
        private var found: [Int: [String: Identities.Echo]] = [:]
        /// The numbers of exchanges by segment and name.
        private var counts: [String: [String: Int]] = [:]

        init(_ exchanges: [Exchange]) {
            for (index, exchange) in exchanges.enumerated() where exchange.isSuccess {
                guard case .json(let root) = exchange.responseBody else { continue }
                for segment in exchange.segments {
                    guard let echo = Identities.echo(of: segment, in: root) else { continue }
                    found[index, default: [:]][segment] = echo
                    counts[segment, default: [:]][echo.name, default: 0] += 1
                }
            }
        }

        /// Indicates whether the response of one of the exchanges has a segment of its path.
        ///
        /// - Parameter isInside: Indicates whether a property of an object in the response counts.
        func has(_ segment: String, in indices: [Int], isInside: Bool) -> Bool {
            indices.contains { index in
                guard let echo = found[index]?[segment] else { return false }
                return isInside || echo.isOwn
            }
        }

        /// Returns the names of the properties that have a segment's value, with the number of exchanges of each.
        func names(of segment: String) -> [String: Int] {
            counts[segment] ?? [:]
        }
    }

    // MARK: Parameters

    /// Returns the children of a node that are values of a parameter, with the reason for each.
    func parameters(
        among node: PathTree,
        above: [TemplateSegment]
    ) -> [String: PathEvidence.Reason] {
        let isInCollection = isCollection(above)
        var decisions: [String: PathEvidence.Reason] = [:]
        var words: [String] = []
        for (segment, child) in node.children {
            if child.form.isData || secrets.reveals(segment) {
                decisions[segment] = .form
            } else if child.form == .word {
                if isAfterWord(above), echoes.has(segment, in: child.passing, isInside: isInCollection) {
                    decisions[segment] = .echo
                } else {
                    words.append(segment)
                }
            }
        }
        if isInCollection {
            for segment in identified(words, among: node, above: above) {
                decisions[segment] = .identity
            }
        }
        addAlike(to: &decisions, among: node)
        addMinority(to: &decisions, among: node, above: above)
        return decisions
    }

    /// Indicates whether a position follows the name of a collection, such as `users`, or another parameter.
    private func isCollection(_ above: [TemplateSegment]) -> Bool {
        switch above.last {
        case nil: false
        case .parameter?: true
        case .fixed(let text)?:
            Words(text).isPlural
                || Self.relations.contains(text)
                || text.hasSuffix("ed")
                || text.hasSuffix("ing")
        }
    }

    /// Indicates whether a position follows a word or a parameter, and not a version or nothing.
    private func isAfterWord(_ above: [TemplateSegment]) -> Bool {
        switch above.last {
        case nil: return false
        case .parameter?: return true
        case .fixed(let text)?:
            if case .word = SegmentForm(of: text) {
                return true
            }
            return false
        }
    }

    /// Returns the words after a collection or a parameter that are identities in other responses.
    ///
    /// Long recordings have so many names of files, labels and branches that some of them are words of the API, too.
    /// Therefore words are parameters only if most words at their position are identities.
    private func identified(
        _ words: [String],
        among node: PathTree,
        above: [TemplateSegment]
    ) -> [String] {
        let named = words.filter { identities.contains($0) && !Self.usualWords.contains($0) }
        let areMost = named.count * 2 > words.count
        guard case .parameter? = above.last else {
            return areMost ? named : []
        }
        // Words of the API follow most parameters, so that one or two more of them may be names by chance.
        if areMost, named.count >= Self.leastNamesAfterParameter {
            return named
        }
        return words.filter { word in
            node.children[word]?.passing.contains { isCompound($0, at: above.count) } ?? false
        }
    }

    /// The least number of names at a position after a parameter that make it another parameter.
    private static let leastNamesAfterParameter = 4

    /// Indicates whether a segment of an exchange's path and the one before it are an identity together, such as the
    /// owner and the name of a repository.
    private func isCompound(_ exchange: Int, at position: Int) -> Bool {
        let path = paths[exchange]
        guard position > 0, position < path.count else { return false }
        return identities.contains("\(path[position - 1])/\(path[position])")
    }

    /// Words that APIs have in the place of an id, and that are also the names of something in some responses.
    private static let usualWords: Set = [
        "public", "private", "all", "me", "self", "search", "new", "latest", "current", "default", "popular",
        "trending", "recent", "active", "count", "stats", "bulk", "batch", "lookup", "list",
    ]

    /// Words that are neither plurals nor participles and still stand before the name of one object.
    private static let relations: Set = ["follow", "user", "repo", "tag", "by"]

    /// Adds the words after which the same words follow as after values that are parameters already.
    private func addAlike(to decisions: inout [String: PathEvidence.Reason], among node: PathTree) {
        let words = node.children.mapValues { $0.words() }
        var known: Set<PathTree.WordBelow> = node.parameterChild?.words() ?? []
        for segment in decisions.keys {
            known.formUnion(words[segment] ?? [])
        }
        var open = node.children.filter { decisions[$0.key] == nil && $0.value.form == .word }
        while true {
            let alike = open.keys.filter { !(words[$0] ?? []).isDisjoint(with: known) }
            if alike.isEmpty {
                return
            }
            for segment in alike {
                decisions[segment] = .structure
                known.formUnion(words[segment] ?? [])
                open[segment] = nil
            }
        }
    }

    /// Adds the few other words after a parameter that are followed by something, as the names of repositories are
    /// after the names of their owners.
    private func addMinority(
        to decisions: inout [String: PathEvidence.Reason],
        among node: PathTree,
        above: [TemplateSegment]
    ) {
        guard case .parameter? = above.last else { return }
        let others = node.children.filter { decisions[$0.key] == nil && $0.value.form == .word }
        guard decisions.count >= 5, others.count * 5 <= decisions.count else { return }
        for (segment, child) in others where !child.children.isEmpty {
            decisions[segment] = .structure
        }
    }

    // MARK: Names and types

    /// Indicates whether all values of a parameter are integers.
    func isInteger(_ evidence: PathEvidence) -> Bool {
        evidence.count > 0
            && evidence.numbers == evidence.count
            && evidence.values.allSatisfy(isInteger)
    }

    private func isInteger(_ text: String) -> Bool {
        // Zeros at the beginning would be lost. A service that sends the digits as a string means a text.
        guard let number = Int(text), String(number) == text else { return false }
        return !identities.hasDigitString(text)
    }

    /// Returns the name of a parameter: that of the property that has its values, or else that of its collection.
    func name(for evidence: PathEvidence, above: [TemplateSegment]) -> String {
        let taken = Set(above.compactMap(\.parameterName))
        let collection = collectionName(above)
        var candidates: [String] = []
        if let property = propertyName(for: evidence) {
            candidates.append(property)
        } else if evidence.numbers > 0 {
            candidates.append("id")
        } else {
            candidates.append(collection)
        }
        let base = candidates[0]
        if !base.hasPrefix(collection) {
            candidates.append("\(collection)_\(base)")
        }
        candidates.append(collection)
        if let free = candidates.first(where: { !taken.contains($0) }) {
            return free
        }
        let numbers = 2...(taken.count + 2)
        return numbers.map { "\(base)\($0)" }.first { !taken.contains($0) } ?? base
    }

    /// Returns the word for one object of the collection that a position follows, as a part of a name.
    private func collectionName(_ above: [TemplateSegment]) -> String {
        let words = Words(above.lastWord ?? "")
        guard let last = words.list.last, let first = words.list.first?.first, first.isLetter else {
            return "value"
        }
        return (words.list.dropLast() + [last.singular]).joined(separator: "_")
    }

    /// Returns the usual name of the property in the own responses that has the values, or `nil` if there is none.
    private func propertyName(for evidence: PathEvidence) -> String? {
        var counts: [String: Int] = [:]
        for value in evidence.values {
            for (name, count) in echoes.names(of: value) where isName(name) {
                counts[name, default: 0] += count
            }
        }
        return counts.keyOfMost
    }

    /// Indicates whether a property's name can be that of a parameter.
    private func isName(_ text: String) -> Bool {
        let hasOnlyNameBytes = text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
        guard let first = text.utf8.first, !first.isASCIIDigit, hasOnlyNameBytes else { return false }
        return !secrets.reveals(text)
    }
}
