import MethodicalGenerator

/// A place of the schema where answers depart from it, in one way.
package struct Finding: Sendable {
    package enum Effect: String, Sendable, CaseIterable {
        /// No policy reads such an answer.
        case refused
        /// Strict reading refuses it, the others read it and report it.
        case tolerated
        /// All read it.
        case unknown
    }

    package var effect: Effect
    /// `users_user.sex`
    package var name: String
    /// `missing`, `null`, `expected an integer, found a string`
    package var words: String
    /// In how many of how many.
    package var count: Int
    package var total: Int
    package var methods: [String]
    package var answers: Int
    /// The first file that has it, and where.
    package var file: String
    package var path: String
    /// The schema's place: where a person looks, and what an overlay calls it. Nil where no node of the schema says it.
    package var place: Place?
    package var pointer: String?

    let key: DepartureKey
}

extension Evidence {
    /// What departs: first what is refused; each by its place in the schema.
    func findings(_ sites: Sites) -> [Finding] {
        var findings: [Finding] = []
        for key in tallies.keys {
            guard let tally = tallies[key], let source = sources[key] else { continue }
            let site = sites.all[key.site]
            let node = key.departure.isUnknown ? site.node.map { sites.nodes.structural($0) } : site.node
            var name = site.name
            if case .unknown(let member) = key.departure { name += "." + member.shown }
            findings.append(
                Finding(
                    effect: key.departure.isUnknown ? .unknown : tally.isTolerated ? .tolerated : .refused, name: name,
                    words: key.departure.words(tally),
                    count: tally.count, total: max(site.met, tally.count), methods: source.methods.sorted(),
                    answers: source.answers,
                    file: source.file.shown, path: tally.path, place: node?.keyPlace,
                    pointer: node.flatMap(sites.nodes.pointer), key: key))
        }
        func order(_ effect: Finding.Effect) -> Int { Finding.Effect.allCases.firstIndex(of: effect) ?? 0 }
        return findings.sorted { (order($0.effect), $0.name, $0.words) < (order($1.effect), $1.name, $1.words) }
    }
}

extension Departure {
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
