import MethodicalGenerator

extension Judge {
    /// Compares a value with the limits of its schema, which readers do not check.
    mutating func judgeLimits(of value: JSONNode, at site: Int) {
        guard sites.isStrict, let node = sites.all[site].node else { return }
        let inner = sites.nodes.structural(sites.reached(node, at: sites.all[site]))
        for schema in Set([node, inner]) {
            for limit in Limit.all(in: schema) where limit.isBroken(by: value) {
                add(
                    .limit,
                    at: site,
                    expected: limit.expected,
                    found: Tally.Found(text: limit.described(value), value: .string(limit.keyword)),
                    isTolerated: true)
            }
        }
    }
}

/// A limit of a schema for the size of a value.
private struct Limit {
    /// The sizes that have limits.
    private enum Measure {
        case number, length, count
    }

    let keyword: String
    private let measure: Measure
    private let bound: Double
    private let isLeast: Bool
    private let isExclusive: Bool

    /// Returns the limits in a schema.
    static func all(in schema: JSONNode) -> [Limit] {
        let limits = [
            Limit("minimum", .number, isLeast: true, in: schema),
            Limit("maximum", .number, isLeast: false, in: schema),
            Limit("exclusiveMinimum", .number, isLeast: true, isExclusive: true, in: schema),
            Limit("exclusiveMaximum", .number, isLeast: false, isExclusive: true, in: schema),
            Limit("minLength", .length, isLeast: true, in: schema),
            Limit("maxLength", .length, isLeast: false, in: schema),
            Limit("minItems", .count, isLeast: true, in: schema),
            Limit("maxItems", .count, isLeast: false, in: schema),
        ]
        return limits.compactMap(\.self)
    }

    private init?(
        _ keyword: String,
        _ measure: Measure,
        isLeast: Bool,
        isExclusive: Bool = false,
        in schema: JSONNode
    ) {
        guard let bound = schema[keyword]?.numberText.flatMap({ Double($0) }) else { return nil }
        self.keyword = keyword
        self.measure = measure
        self.bound = bound
        self.isLeast = isLeast
        self.isExclusive = isExclusive
    }

    /// Indicates whether a value is beyond the limit. Values of other kinds have none.
    func isBroken(by value: JSONNode) -> Bool {
        guard let size = size(of: value) else { return false }
        if isExclusive, size == bound {
            return true
        }
        return isLeast ? size < bound : size > bound
    }

    private func size(of value: JSONNode) -> Double? {
        switch measure {
        case .number: value.numberText.flatMap { Double($0) }
        case .length: value.string.map { Double($0.unicodeScalars.count) }
        case .count: value.isArray ? Double(value.children.count) : nil
        }
    }

    /// The limit in words, such as `a number of at least 0`.
    var expected: String {
        let number = bound == bound.rounded() ? String(Int(exactly: bound) ?? 0) : String(bound)
        let range =
            switch (isLeast, isExclusive) {
            case (true, true): "more than \(number)"
            case (true, false): "at least \(number)"
            case (false, true): "less than \(number)"
            case (false, false): "at most \(number)"
            }
        switch measure {
        case .number: return "a number of \(range)"
        case .length: return "a string of \(range) characters"
        case .count: return "a list of \(range) elements"
        }
    }

    /// Returns the size of a value in words.
    func described(_ value: JSONNode) -> String {
        switch measure {
        case .number: value.numberText ?? ""
        case .length: "\(value.string?.unicodeScalars.count ?? 0) characters"
        case .count: "\(value.children.count) elements"
        }
    }
}
