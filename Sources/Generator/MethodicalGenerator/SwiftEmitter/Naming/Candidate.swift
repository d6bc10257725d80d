/// A name that a declaration asks for, before conflicts are resolved.
struct Candidate {
    var name: String
    /// Indicates whether the schema asks for exactly this name.
    var isAsked = false
    /// Indicates whether callers know the name already.
    var isKept = false
    /// The name in the schema.
    var wire: String

    /// The priority among candidates of the same name; the lowest number keeps it.
    ///
    /// The order is: a name that the schema asks for, a name that callers know, the same name on the wire, its snake
    /// case, anything else. A name in the API's usual spelling thus keeps its Swift name when others are added,
    /// wherever they stand.
    var rank: Int {
        if isAsked {
            return 0
        }
        if isKept {
            return 1
        }
        if wire == name {
            return 2
        }
        if Self.isSnakeCase(wire) {
            return 3
        }
        return 4
    }

    private static func isSnakeCase(_ wire: String) -> Bool {
        let words = wire.split(separator: "_", omittingEmptySubsequences: false)
        if words.contains("") {
            return false
        }
        return words.joined().unicodeScalars.allSatisfy { $0.isSmall || $0.isDigit }
    }
}

/// Returns a unique name for each candidate.
///
/// Only candidates of the same name affect each other. The one with the best rank, or the first of several, keeps the
/// name. The others are numbered.
///
/// - Parameters:
///   - taken: Names of other declarations. A candidate for one of them gets `suffix`.
///   - suffix: The word that is appended to a name in `taken`.
func distinct(_ candidates: [Candidate], taken: Set<String> = [], suffix: String = "Value") -> [String] {
    var names = candidates.map(\.name)
    var used = taken
    if names.allSatisfy({ used.insert($0).inserted }) {
        return names
    }

    let ranks = candidates.map(\.rank)
    let order = candidates.indices.sorted { first, second in
        (ranks[first], first) < (ranks[second], second)
    }
    used = taken
    let losers = order.filter { !used.insert(names[$0]).inserted }
    // The next number to try for each name. Thousands of equal names would otherwise each count from 2.
    var numbers: [String: Int] = [:]
    for i in losers {
        var name = names[i]
        while taken.contains(name) || Reserved.types.contains(name) {
            name += suffix
        }
        var free = name
        var stem = name
        if name.unicodeScalars.last?.isDigit == true {
            stem += "_"
        }
        while !used.insert(free).inserted {
            let number = numbers[name, default: 2]
            free = stem + String(number)
            numbers[name] = number + 1
        }
        names[i] = free
    }
    return names
}
