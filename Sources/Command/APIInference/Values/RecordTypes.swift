import APIImport
import MethodicalGenerator

/// The types of the objects in responses: objects with nearly the same members are of one type, wherever they were
/// seen.
struct RecordTypes {
    /// The nodes of the types, in the order of their names.
    private(set) var named: [(name: String, node: RecordNode)] = []
    private var namesByNode: [ObjectIdentifier: String] = [:]

    /// The least share of common members that makes two shapes one type.
    private static let likeness = 0.75
    /// The same for shapes with the same name.
    private static let likenessOfNamesakes = 0.5
    /// The least number of common members, unless the names are the same.
    private static let leastMembers = 4

    /// Merges the records below the given ones, and names them.
    init(_ roots: [RecordNode], secrets: Secrets) {
        Self.mergeAlike(roots)
        let all = Self.reachable(from: roots).filter { !$0.isDictionary && !$0.keys.isEmpty }
        chooseNames(for: all, secrets: secrets)
    }

    /// Returns the name of a record's type, or `nil` for dictionaries and empty objects.
    func name(of node: RecordNode) -> String? {
        namesByNode[ObjectIdentifier(node.root)]
    }

    // MARK: Likeness

    private static func mergeAlike(_ roots: [RecordNode]) {
        // Most shapes are equal. Comparing all of them with each other would take long.
        RecordNode.merge(equalPairs(among: reachable(from: roots).filter { !$0.isDictionary && !$0.keys.isEmpty }))
        // Merging makes shapes more alike, so that another round may find more.
        for _ in 0..<4 {
            let all = reachable(from: roots).filter { !$0.isDictionary && !$0.keys.isEmpty }
            let pairs = alikePairs(among: all)
            if pairs.isEmpty {
                return
            }
            RecordNode.merge(pairs)
        }
    }

    /// Returns pairs of records with the same members.
    private static func equalPairs(among nodes: [RecordNode]) -> [(RecordNode, RecordNode)] {
        var pairs: [(RecordNode, RecordNode)] = []
        var byKeys: [[String]: [(node: RecordNode, shape: Shape)]] = [:]
        for node in nodes {
            let shape = Shape(node)
            let keys = node.keys.sorted()
            if let equal = byKeys[keys]?.first(where: { $0.shape.isAlike(shape) }) {
                pairs.append((equal.node, node))
            } else {
                byKeys[keys, default: []].append((node, shape))
            }
        }
        return pairs
    }

    private static func alikePairs(among nodes: [RecordNode]) -> [(RecordNode, RecordNode)] {
        let shapes = nodes.map { Shape($0) }
        var pairs: [(RecordNode, RecordNode)] = []
        // Alike shapes have a key in common, so only those that share one are compared.
        var byKey: [String: [Int]] = [:]
        for (index, shape) in shapes.enumerated() {
            var compared: Set<Int> = []
            for key in shape.keys {
                for other in byKey[key] ?? [] where compared.insert(other).inserted {
                    if shape.isAlike(shapes[other]) {
                        pairs.append((nodes[other], nodes[index]))
                    }
                }
                byKey[key, default: []].append(index)
            }
        }
        return pairs
    }

    /// The facts of a record that are compared.
    private struct Shape {
        var keys: Set<String>
        var name: String
        var kinds: [String: Set<ValueTally.Kind>]

        init(_ node: RecordNode) {
            keys = Set(node.keys)
            name = RecordTypes.typeName(from: RecordTypes.usualName(of: node))
            kinds = node.members.mapValues(\.kinds)
        }

        func isAlike(_ other: Shape) -> Bool {
            let isNamesake = name == other.name
            let limit = isNamesake ? RecordTypes.likenessOfNamesakes : RecordTypes.likeness
            // Shapes of very different sizes cannot have enough in common.
            let smaller = Double(min(keys.count, other.keys.count))
            let larger = Double(max(keys.count, other.keys.count))
            guard smaller >= limit * larger else { return false }
            let common = keys.intersection(other.keys)
            let all = keys.count + other.keys.count - common.count
            let hasEnoughMembers = isNamesake || common.count >= RecordTypes.leastMembers
            guard hasEnoughMembers, Double(common.count) >= limit * Double(all) else { return false }
            return common.allSatisfy { key in
                let (own, others) = (kinds[key] ?? [], other.kinds[key] ?? [])
                // A member that was only null says nothing of its kind.
                let isUnknown = own.isEmpty || others.isEmpty
                return isUnknown || !Self.joiningNumbers(in: own).isDisjoint(with: others)
            }
        }

        /// Returns kinds in which an integer counts as a number, and a number as an integer.
        private static func joiningNumbers(in kinds: Set<ValueTally.Kind>) -> Set<ValueTally.Kind> {
            let numbers: Set<ValueTally.Kind> = [.integer, .number]
            guard !kinds.isDisjoint(with: numbers) else { return kinds }
            return kinds.union(numbers)
        }
    }

    /// Returns the records that can be reached from the given ones, each once.
    private static func reachable(from roots: [RecordNode]) -> [RecordNode] {
        var found: [RecordNode] = []
        var seen: Set<ObjectIdentifier> = []
        var pending = Array(roots.reversed())
        while let next = pending.popLast()?.root {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            found.append(next)
            var inner = next.others.flatMap(\.records)
            for key in next.keys {
                inner += next.members[key]?.records ?? []
            }
            pending += inner.reversed()
        }
        return found
    }

    // MARK: Names

    private mutating func chooseNames(for nodes: [RecordNode], secrets: Secrets) {
        var taken: Set<String> = []
        // The names of an earlier document come first, so that a new type never renames another.
        let order = nodes.filter { $0.earlierName != nil } + nodes.filter { $0.earlierName == nil }
        for node in order {
            let usual = Self.usualName(of: node)
            let safe = secrets.reveals(usual) ? "value" : usual
            let wanted = node.earlierName ?? Self.typeName(from: safe)
            var name = wanted
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(wanted)\(number)"
                number += 1
            }
            namesByNode[ObjectIdentifier(node)] = name
            named.append((name, node))
        }
        named.sort { $0.name < $1.name }
    }

    /// Returns the name that most places of a record have.
    private static func usualName(of node: RecordNode) -> String {
        node.names.keyOfMost ?? "value"
    }

    /// Returns the name of a type for one object with a name, `Account` for `accounts`.
    private static func typeName(from name: String) -> String {
        let words = Words(name)
        guard let last = words.list.last,
            words.list.first?.first?.isLetter == true
        else { return "Value" }
        return (words.list.dropLast() + [last.singular]).map(\.capitalizedWord).joined()
    }
}
