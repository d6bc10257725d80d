/// The methods that an import includes, by patterns of their names.
struct MethodSelection {
    private let include: [[Character]]
    private let exclude: [[Character]]

    init(_ options: ImportOptions) {
        include = options.include.map(Array.init)
        exclude = options.exclude.map(Array.init)
    }

    /// Indicates whether all methods are included.
    var isEverything: Bool { include.isEmpty && exclude.isEmpty }

    func contains(_ name: String) -> Bool {
        let name = Array(name)
        return (include.isEmpty || include.contains { Self.matches($0, name) })
            && !exclude.contains { Self.matches($0, name) }
    }

    /// Indicates whether a pattern matches a name. `*` stands for any number of characters. After a difference, the
    /// search returns only to the last star, so that patterns with many stars stay cheap.
    private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
        var (p, n) = (0, 0)
        var star: (after: Int, end: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == "*" {
                p += 1
                star = (p, n)
            } else if p < pattern.count, pattern[p] == name[n] {
                (p, n) = (p + 1, n + 1)
            } else if let last = star {
                star = (last.after, last.end + 1)
                (p, n) = (last.after, last.end + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
