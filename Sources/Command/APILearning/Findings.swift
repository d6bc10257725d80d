import APISurface
import MethodicalGenerator

/// A mismatch of responses at one place of the schema.
package struct Finding: Sendable {
    /// The effect of a mismatch on reading.
    package enum Effect: String, Sendable, CaseIterable {
        /// No policy accepts such a response.
        case refused
        /// Strict reading refuses the response. The other policies accept and report it.
        case tolerated
        /// The value breaks a limit that no reader checks.
        case unchecked
        /// All policies accept the response.
        case unknown
    }

    /// The effect on reading.
    package var effect: Effect
    /// The name of the place, such as `users_user.sex`.
    package var name: String
    /// A description such as `missing`, `null` or `expected an integer, found a string`.
    package var words: String
    /// The number of values with the mismatch.
    package var count: Int
    /// The number of all values at the place.
    package var total: Int
    /// The methods whose responses have the mismatch, sorted.
    package var methods: [String]
    /// The number of responses with the mismatch.
    package var responses: Int
    /// The first file with the mismatch.
    package var file: String
    /// The place of the mismatch in that file's response.
    package var path: String
    /// The place in the schema's files, or `nil` if no node of the schema describes it.
    package var place: Place?
    /// The pointer to the place for an overlay, or `nil` if no node of the schema describes it.
    package var pointer: String?

    let key: MismatchKey
}

extension Finding {
    /// A sentence such as `Book.title: null, at items[3].title and 2 more`.
    package var sentence: String {
        var sentence = "\(name): \(words)"
        if key.mismatch.isUnknown {
            sentence = "\(name) is not in the schema: \(words)"
        }
        sentence += ", at \(path)"
        if count > 1 {
            sentence += " and \(count - 1) more"
        }
        return sentence
    }

    fileprivate var sortKey: (rank: Int, name: String, words: String) {
        (Effect.allCases.firstIndex(of: effect) ?? 0, name, words)
    }
}

extension Evidence {
    /// Returns the mismatches, with refused ones first. Those with the same effect are sorted by their place.
    func findings(in sites: Sites) -> [Finding] {
        var findings: [Finding] = []
        for key in tallies.keys {
            guard let tally = tallies[key],
                let source = sources[key]
            else { continue }
            let site = sites.all[key.site]
            var node = site.node
            var name = site.name
            var effect: Finding.Effect =
                tally.isTolerated
                ? .tolerated
                : .refused
            if case .unknown(let member) = key.mismatch {
                node = site.node.map { sites.nodes.structural($0) }
                name += "." + member.shown
                effect = .unknown
            }
            switch key.mismatch {
            case .limit: effect = .unchecked
            case .newValue: effect = .unknown
            default: break
            }
            findings.append(
                Finding(
                    effect: effect,
                    name: name,
                    words: key.mismatch.words(for: tally),
                    count: tally.count,
                    total: max(site.met, tally.count),
                    methods: source.methods.sorted(),
                    responses: source.responses,
                    file: source.file.shown,
                    path: tally.path,
                    place: node?.keyPlace,
                    pointer: node.flatMap(sites.nodes.pointer),
                    key: key))
        }
        return findings.sorted { $0.sortKey < $1.sortKey }
    }
}

extension Mismatch {
    /// Returns a description of the mismatch.
    func words(for tally: Tally) -> String {
        switch self {
        case .missing: return "missing"
        case .null: return "null"
        case .unknown:
            return tally.found
                .prefix(Tally.shownLimit)
                .map(tally.shown)
                .joined(separator: ", ")
        default:
            var found = tally.found.prefix(Tally.shownLimit).map(tally.shown)
            if tally.found.count > Tally.shownLimit {
                found.append("…")
            }
            return "expected \(tally.expected), found " + found.joined(separator: ", ")
        }
    }
}

extension Tally {
    /// Returns what was found in words, with its number if there is more than one.
    fileprivate func shown(_ found: Found) -> String {
        if self.found.count > 1 {
            return "\(found.text) (\(found.count))"
        }
        return found.text
    }
}
