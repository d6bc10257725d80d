/// A name that something would like to have.
struct Candidate {
    var name: String
    /// The schema asks for exactly this name.
    var isAsked = false
    /// Settles who keeps the name among equals: never the order in which they stand in the schema.
    var wire: String
}

/// Gives each candidate a name of its own. Only candidates of the same name touch each other: an asked name comes first, then the one whose
/// wire name sorts first; the others are numbered. Names in `taken` belong to something else: who wants one gets `suffix`.
func distinct(_ candidates: [Candidate], taken: Set<String> = [], suffix: String = "Value") -> [String] {
    var names: [String] = []
    names.reserveCapacity(candidates.count)
    var seen = taken
    var isClean = true
    seen.reserveCapacity(candidates.count)
    var next = 0
    while next < candidates.count {
        let name = candidates[next].name
        names.append(name)
        if !seen.insert(name).inserted { isClean = false }
        next += 1
    }
    if isClean { return names }

    let order = candidates.indices.sorted {
        let (a, b) = (candidates[$0], candidates[$1])
        if a.isAsked != b.isAsked { return a.isAsked }
        return a.wire == b.wire ? $0 < $1 : a.wire < b.wire
    }
    var used = taken
    var losers: [Int] = []
    for i in order where !used.insert(names[i]).inserted { losers.append(i) }
    // Where the last one of a name left off: thousands of equal names are no reason to count thousands of times.
    var numbers: [String: Int] = [:]
    for i in losers {
        var name = names[i]
        while taken.contains(name) || Reserved.isType(name) { name += suffix }
        var free = name
        var number = numbers[name] ?? 2
        while !used.insert(free).inserted {
            free = name + (name.utf8.last.map(Scanner.isDigit) == true ? "_" : "") + String(number)
            number += 1
        }
        numbers[name] = number
        names[i] = free
    }
    return names
}
