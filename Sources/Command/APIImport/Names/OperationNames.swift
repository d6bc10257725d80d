/// The choice of a different name for each operation.
///
/// Earlier names come first, so a new operation never renames another. Among new operations, each takes the first of
/// its candidates that no other one wants.
struct OperationNames {
    /// The names by the operations' keys.
    private(set) var names: [String: String] = [:]
    /// The first candidates of the operations that have another name, because others wanted it, too, by key.
    private(set) var collisions: [String: String] = [:]

    private var taken: Set<String> = []

    /// Chooses the names.
    ///
    /// - Parameters:
    ///   - operations: The operations, in the order of the document.
    ///   - known: The names that operations had in an earlier import, by key.
    init(_ operations: [NamedOperation], known: [String: String]) {
        for operation in operations {
            if let name = known[operation.key],
                taken.insert(Self.folded(name)).inserted
            {
                names[operation.key] = name
            }
        }
        var waiting = operations.filter { names[$0.key] == nil }.map { operation in
            let names = operation.candidates.map(Self.dotted)
            guard let first = names.first,
                taken.contains(Self.folded(first))
            else {
                return (operation, names)
            }
            return (operation, operation.candidates(withVersion: true).map(Self.dotted))
        }
        preferVersions(of: &waiting)
        var level = 0
        while !waiting.isEmpty {
            let wanted = waiting.map { _, names in
                names.dropFirst(level).first
            }
            let groups = Dictionary(grouping: waiting.indices) {
                wanted[$0].map(Self.folded) ?? ""
            }
            var left: [(NamedOperation, [String])] = []
            for (index, (operation, name)) in zip(waiting, wanted).enumerated() {
                if let name,
                    winner(of: groups[Self.folded(name)] ?? [], among: waiting) == index,
                    taken.insert(Self.folded(name)).inserted
                {
                    choose(name, for: operation)
                } else if name == nil, operation.1.count <= level {
                    number(operation)
                } else {
                    left.append(operation)
                }
            }
            waiting = left
            level += 1
        }
    }

    /// Gives older versions of an operation the names with their version, before those with their parameters.
    private func preferVersions(of operations: inout [(NamedOperation, [String])]) {
        let groups = Dictionary(grouping: operations.indices) {
            Self.folded(operations[$0].1.first ?? "")
        }
        for group in groups.values where group.count > 1 {
            guard let version = winner(of: group, among: operations).map({ operations[$0].0.version }) else {
                continue
            }
            for index in group where operations[index].0.version != version {
                operations[index].1 = operations[index].0.candidates(withVersion: true).map(Self.dotted)
            }
        }
    }

    /// Returns the operation that gets a name: the only one that wants it, or the one of the latest version.
    private func winner(of group: [Int], among operations: [(NamedOperation, [String])]) -> Int? {
        guard group.count > 1 else {
            return group.first
        }
        // A name that the document gives comes before one made of a path.
        let explicit = group.filter {
            operations[$0].0.operationID != nil
        }
        if explicit.count == 1 {
            return explicit[0]
        }
        // The operation on all things has the short name, and that on one of them says by what it finds it.
        let plain = group.filter {
            operations[$0].0.path.parameters.isEmpty
        }
        if plain.count == 1 {
            return plain[0]
        }
        let versions = group.map {
            operations[$0].0.version?.list.joined() ?? ""
        }
        guard Set(versions).count == group.count,
            !versions.contains("")
        else { return nil }
        // A preview such as `v2alpha` comes before `v2`.
        let ranks = group.map { index -> (Int, Int) in
            let words = operations[index].0.version?.list ?? []
            return (Int(words.first?.filter(\.isNumber) ?? "") ?? 0, -words.count)
        }
        return ranks.indices.max { ranks[$0] < ranks[$1] }.map { group[$0] }
    }

    private mutating func choose(_ name: String, for operation: (NamedOperation, [String])) {
        names[operation.0.key] = name
        if let wanted = operation.1.first, wanted != name {
            collisions[operation.0.key] = wanted
        }
    }

    /// Appends a number to the last candidate of an operation.
    private mutating func number(_ operation: (NamedOperation, [String])) {
        let name = operation.1.last ?? "call"
        var number = 2
        while !taken.insert(Self.folded("\(name)\(number)")).inserted {
            number += 1
        }
        choose("\(name)\(number)", for: operation)
    }

    /// Returns a part of a name with a digit at its beginning spelled, because the dialect's names are identifiers.
    private static func spelled(_ part: String) -> String {
        let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        guard let digit = part.first?.wholeNumberValue,
            digits.indices.contains(digit)
        else {
            return part
        }
        return digits[digit] + String(part.dropFirst()).capitalizedWord
    }

    /// Returns the dotted name of words.
    private static func dotted(_ parts: [Words]) -> String {
        parts.map(\.camel).map(spelled).joined(separator: ".")
    }

    /// Returns a key with only the names in the braces of its path, and without the query.
    static func plainKey(_ key: String) -> String {
        let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            return key
        }
        let isStream = parts[1].hasSuffix(" stream")
        var path = String(parts[1])
        if isStream {
            path.removeLast(" stream".count)
        }
        var plain = parts[0] + " " + OperationNode.plain(path)
        if !path.contains("{?") {
            plain += path.drop { $0 != "?" && $0 != "#" }
        }
        if isStream {
            plain += " stream"
        }
        return plain
    }

    /// Returns the form of a name in which names that Swift would not tell apart are equal.
    private static func folded(_ name: String) -> String {
        name.lowercased()
    }
}
