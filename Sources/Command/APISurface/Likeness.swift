import MethodicalGenerator

/// The traits by which an entry of an API is recognised under another name.
package struct Traits {
    /// The kind of the entry. Entries of different kinds never match.
    var kind: String
    /// The parameters of a method or the members of a type, which may match in part.
    var shape: [String] = []
    /// The share of the shape in the likeness, from 0 to 1.
    var weight = 0.0
    /// The result of a function. It contributes 0.2 to the likeness.
    var result = ""
    /// The name. It contributes the rest of the likeness.
    var name: String

    /// Returns the traits of a function.
    package static func function(
        _ name: String,
        parameters: [String],
        result: String
    ) -> Traits {
        Traits(
            kind: "",
            shape: parameters,
            weight: 0.4,
            result: result,
            name: name)
    }

    /// Returns the traits of a type.
    package static func type(
        _ name: String,
        kind: String,
        members: [String]
    ) -> Traits {
        Traits(kind: kind, shape: members, weight: 0.7, name: name)
    }

    /// Returns the traits of a member, which are its kind and its name.
    package static func member(_ name: String, kind: String) -> Traits {
        Traits(kind: kind, name: name)
    }

    /// Returns traits that match exactly if the kind is the same.
    package static func only(_ kind: String) -> Traits {
        Traits(kind: kind, weight: 1, name: "")
    }
}

/// The entries of two lists in pairs. Entries with the same id belong together. Of the others, those that are alike
/// enough count as one entry that was renamed.
package struct Pairs<Element> {
    package typealias Pair = (old: Element, new: Element)

    /// The pairs with the same id.
    package private(set) var same: [Pair] = []
    /// The pairs with different ids that are alike.
    package private(set) var renamed: [Pair] = []
    /// The entries that only the old list has.
    package private(set) var removed: [Element] = []
    /// The entries that only the new list has.
    package private(set) var added: [Element] = []

    /// The most pairs of entries that are compared.
    private static var mostComparisons: Int { 1 << 20 }
    /// The least likeness of entries that count as renamed.
    private static var threshold: Double { 0.7 }

    /// Pairs two lists.
    ///
    /// If more than `mostComparisons` pairs of unmatched entries would have to be compared, none counts as renamed.
    ///
    /// - Parameters:
    ///   - id: A closure that returns the id of an entry, which is unique within its list.
    ///   - traits: A closure that returns the traits of an entry.
    package init(
        from old: [Element],
        to new: [Element],
        id: (Element) -> String,
        traits: (Element, _ isOld: Bool) -> Traits
    ) {
        var unpaired: [String: Element] = [:]
        for element in new {
            unpaired[id(element)] = element
        }
        for element in old {
            if let partner = unpaired.removeValue(forKey: id(element)) {
                same.append((element, partner))
            } else {
                removed.append(element)
            }
        }
        added = new.filter { unpaired[id($0)] != nil }
        // If nearly everything has changed, a search for renamed entries is pointless and slow.
        guard !removed.isEmpty,
            !added.isEmpty,
            removed.count * added.count <= Self.mostComparisons
        else { return }
        var numbers: [String: Int] = [:]
        let removedOutlines = removed.map { Outline(traits($0, true), numbers: &numbers) }
        let addedOutlines = added.map { Outline(traits($0, false), numbers: &numbers) }
        var candidates: [(likeness: Double, old: Int, new: Int)] = []
        for i in removedOutlines.indices {
            for j in addedOutlines.indices {
                let likeness = removedOutlines[i].likeness(to: addedOutlines[j], limit: Self.threshold)
                if likeness >= Self.threshold {
                    candidates.append((likeness, i, j))
                }
            }
        }
        candidates.sort {
            ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new)
        }
        var takenOld: Set<Int> = []
        var takenNew: Set<Int> = []
        for candidate in candidates where !takenOld.contains(candidate.old) && !takenNew.contains(candidate.new) {
            takenOld.insert(candidate.old)
            takenNew.insert(candidate.new)
            renamed.append((removed[candidate.old], added[candidate.new]))
        }
        removed =
            removed
            .enumerated()
            .filter { !takenOld.contains($0.offset) }
            .map(\.element)
        added =
            added
            .enumerated()
            .filter { !takenNew.contains($0.offset) }
            .map(\.element)
    }
}

/// Returns the verb for a new name. Entries with different ids only seem to be the same.
func identityVerb(from oldID: String, to newID: String) -> String {
    if oldID == newID {
        return "is"
    }
    return "seems to be"
}

/// Traits as sorted numbers, which can be compared quickly.
private struct Outline {
    let kind: Int
    let shape: [Int]
    /// The number of the result, or `noResult`.
    let result: Int
    /// The pairs of letters of the name.
    let letters: [Int]
    let weight: Double

    private static var noResult: Int { -1 }
    /// The share of equal results in the likeness.
    private static var resultWeight: Double { 0.2 }

    init(_ traits: Traits, numbers: inout [String: Int]) {
        func number(of text: String) -> Int {
            if let known = numbers[text] {
                return known
            }
            numbers[text] = numbers.count
            return numbers.count - 1
        }
        kind = number(of: traits.kind)
        shape = Set(traits.shape.map(number)).sorted()
        if traits.result.isEmpty {
            result = Self.noResult
        } else {
            result = number(of: traits.result)
        }
        letters = letterPairs(of: traits.name)
        weight = traits.weight
    }

    /// Returns the likeness from 0 to 1, or 0 if it is less than the limit.
    func likeness(to other: Outline, limit: Double) -> Double {
        guard kind == other.kind else { return 0 }
        var likeness = 0.0
        var names = 1 - weight
        if result != Self.noResult {
            names -= Self.resultWeight
            if result == other.result {
                likeness = Self.resultWeight
            }
        }
        if weight > 0 {
            let least = min(shape.count, other.shape.count)
            let most = max(shape.count, other.shape.count)
            if most > 0, likeness + weight * Double(least) / Double(most) + names < limit {
                return 0
            }
            let shared = common(shape, other.shape)
            // In two statements, because a long sum is slow to type-check.
            let all = Double(shape.count + other.shape.count - shared)
            if most == 0 {
                likeness += weight
            } else {
                likeness += weight * Double(shared) / all
            }
            if likeness + names < limit {
                return 0
            }
        }
        return likeness + names * alike(letters, other.letters)
    }
}

/// Returns the share of letter pairs that two names have in common (Dice's coefficient).
private func alike(_ a: [Int], _ b: [Int]) -> Double {
    if a.isEmpty || b.isEmpty {
        return 0
    }
    let shared = Double(common(a, b) * 2)
    return shared / Double(a.count + b.count)
}

/// Returns the pairs of adjacent letters and digits in a name, without regard to case and punctuation.
private func letterPairs(of name: String) -> [Int] {
    var pairs: [Int] = []
    var last = 0
    for scalar in name.unicodeScalars where scalar.isAlphanumeric {
        var letter = Int(scalar.value)
        if scalar.isCapital {
            letter |= 0x20
        }
        if last > 0 {
            pairs.append(last &<< 8 | letter)
        }
        last = letter
    }
    return pairs.sorted()
}

/// Returns the number of elements that two sorted lists have in common.
private func common(_ a: [Int], _ b: [Int]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < a.count, j < b.count {
        if a[i] == b[j] {
            count += 1
        }
        let step = a[i] - b[j]
        if step <= 0 {
            i += 1
        }
        if step >= 0 {
            j += 1
        }
    }
    return count
}
