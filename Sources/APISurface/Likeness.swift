/// The entries of two lists, put together: first those of one id, then those that are alike enough to be one entry under another name.
struct Pairs<Element> {
    typealias Pair = (old: Element, new: Element)

    private(set) var same: [Pair] = []
    private(set) var renamed: [Pair] = []
    private(set) var removed: [Element] = []
    private(set) var added: [Element] = []

    /// What is less alike than this is not taken for renamed.
    static var threshold: Double { 0.7 }

    /// - Parameter likeness: of two entries, from 0 to 1.
    init(_ old: [Element], _ new: [Element], id: (Element) -> String, likeness: (Element, Element) -> Double) {
        var news: [String: Element] = [:]
        for element in new { news[id(element)] = element }
        for element in old {
            if let partner = news.removeValue(forKey: id(element)) { same.append((element, partner)) } else { removed.append(element) }
        }
        added = new.filter { news[id($0)] != nil }
        guard !removed.isEmpty, !added.isEmpty else { return }
        var candidates: [(likeness: Double, old: Int, new: Int)] = []
        for (i, old) in removed.enumerated() {
            for (j, new) in added.enumerated() {
                let likeness = likeness(old, new)
                if likeness >= Self.threshold { candidates.append((likeness, i, j)) }
            }
        }
        candidates.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
        var (takenOld, takenNew): (Set<Int>, Set<Int>) = ([], [])
        for candidate in candidates where !takenOld.contains(candidate.old) && !takenNew.contains(candidate.new) {
            takenOld.insert(candidate.old)
            takenNew.insert(candidate.new)
            renamed.append((removed[candidate.old], added[candidate.new]))
        }
        removed = removed.enumerated().filter { !takenOld.contains($0.offset) }.map(\.element)
        added = added.enumerated().filter { !takenNew.contains($0.offset) }.map(\.element)
    }
}

/// How alike two entries are, from 0 to 1: their shape counts more than their names.
enum Likeness {
    static func functions(_ old: Surface.Function, _ new: Surface.Function, _ translated: (String) -> String) -> Double {
        let parameters = overlap(old.parameters.map { $0.id + translated($0.type) }, new.parameters.map { $0.id + $0.type })
        let result = translated(old.result) == new.result ? 1.0 : 0
        return 0.4 * parameters + 0.2 * result + 0.4 * names(old.id, new.id)
    }

    static func types(_ old: Surface.TypeSurface, _ new: Surface.TypeSurface) -> Double {
        guard old.kind == new.kind else { return 0 }
        if old.kind == .alias { return old.detail == new.detail ? names(old.id, new.id) : 0 }
        return 0.7 * overlap(old.members.map(\.id), new.members.map(\.id)) + 0.3 * names(old.id, new.id)
    }

    static func members(_ old: Surface.Member, _ new: Surface.Member, _ translated: (String) -> String) -> Double {
        guard translated(old.type) == new.type else { return 0 }
        return names(old.id, new.id)
    }

    static func values(_ old: Surface.Member, _ new: Surface.Member) -> Double { old.swift == new.swift ? 1 : 0 }

    /// The part that two sets have in common; of two empty ones all.
    static func overlap(_ old: [String], _ new: [String]) -> Double {
        let (old, new) = (Set(old), Set(new))
        let union = old.union(new).count
        return union == 0 ? 1 : Double(old.intersection(new).count) / Double(union)
    }

    /// By the pairs of letters that two names have in common (Dice's coefficient), without regard to case and punctuation.
    static func names(_ old: String, _ new: String) -> Double {
        let (old, new) = (pairs(old), pairs(new))
        guard !old.isEmpty, !new.isEmpty else { return 0 }
        var rest = new
        var common = 0
        for pair in old {
            guard let place = rest.firstIndex(of: pair) else { continue }
            rest.swapAt(place, rest.endIndex - 1)
            rest.removeLast()
            common += 1
        }
        return 2 * Double(common) / Double(old.count + new.count)
    }

    private static func pairs(_ name: String) -> [UInt16] {
        let letters = name.lowercased().utf8.filter { $0 >= 97 && $0 <= 122 || $0 >= 48 && $0 <= 57 }
        return zip(letters, letters.dropFirst()).map { UInt16($0) << 8 | UInt16($1) }
    }
}
