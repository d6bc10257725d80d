/// A name that something would like to have.
struct Candidate {
    var name: String
    /// The schema asks for exactly this name.
    var isAsked = false
    var wire: String

    /// Settles who keeps the name among equals: what is asked for, the name itself, its snake case, anything else. Whoever spells a name in
    /// the way that most APIs do keeps it when others come along, wherever they stand.
    var rank: Int { isAsked ? 0 : Self.rank(wire, as: name) }

    static func rank(_ wire: String, as name: String) -> Int {
        if wire == name { return 1 }
        var last: UInt8 = 0x5F
        for byte in wire.utf8 {
            if byte == 0x5F ? last == 0x5F : !Scanner.isSmall(byte) && !Scanner.isDigit(byte) { return 3 }
            last = byte
        }
        return last == 0x5F ? 3 : 2
    }
}

/// Gives each candidate a name of its own. Only candidates of the same name touch each other: the best rank comes first, then who stands first
/// in the schema; the others are numbered. Names in `taken` belong to something else: who wants one gets `suffix`.
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

    let ranks = candidates.map(\.rank)
    let order = candidates.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] < ranks[$1] }
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
