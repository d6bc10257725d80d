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

extension Evidence {
    /// Returns the mismatches, with refused ones first. Those with the same effect are sorted by their place.
    func findings(_ sites: Sites) -> [Finding] {
        var findings: [Finding] = []
        for key in tallies.keys {
            guard let tally = tallies[key], let source = sources[key] else { continue }
            let site = sites.all[key.site]
            let node = key.mismatch.isUnknown ? site.node.map { sites.nodes.structural($0) } : site.node
            var name = site.name
            if case .unknown(let member) = key.mismatch {
                name += "." + member.shown
            }
            let effectOfKnown: Finding.Effect = tally.isTolerated ? .tolerated : .refused
            findings.append(
                Finding(
                    effect: key.mismatch.isUnknown ? .unknown : effectOfKnown, name: name,
                    words: key.mismatch.words(tally),
                    count: tally.count, total: max(site.met, tally.count), methods: source.methods.sorted(),
                    responses: source.responses,
                    file: source.file.shown, path: tally.path, place: node?.keyPlace,
                    pointer: node.flatMap(sites.nodes.pointer), key: key))
        }
        func order(_ effect: Finding.Effect) -> Int { Finding.Effect.allCases.firstIndex(of: effect) ?? 0 }
        return findings.sorted { (order($0.effect), $0.name, $0.words) < (order($1.effect), $1.name, $1.words) }
    }
}

extension Mismatch {
    /// Returns a description of the mismatch.
    func words(_ tally: Tally) -> String {
        let found = tally.found.map { tally.found.count > 1 ? "\($0.text) (\($0.count))" : $0.text }.prefix(12).joined(
            separator: ", ")
        return switch self {
        case .missing: "missing"
        case .null: "null"
        case .unknown: found
        default: "expected \(tally.expected), found \(found)" + (tally.found.count > 12 ? ", …" : "")
        }
    }
}
