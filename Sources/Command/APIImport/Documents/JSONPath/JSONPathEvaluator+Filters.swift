import MethodicalGenerator

extension JSONPathEvaluator {
    /// Indicates whether a condition holds for a node.
    mutating func holds(_ condition: JSONPath.Condition, for node: JSONNode) throws(TooExpensive) -> Bool {
        try spend(1)
        switch condition {
        case .or(let conditions):
            for condition in conditions where try holds(condition, for: node) {
                return true
            }
            return false
        case .and(let conditions):
            for condition in conditions where try !holds(condition, for: node) {
                return false
            }
            return true
        case .not(let condition):
            return try !holds(condition, for: node)
        case .exists(let path):
            return try !matches(of: path, from: node).isEmpty
        case .comparison(let left, let comparison, let right):
            return try compare(
                try value(of: left, for: node),
                by: comparison,
                to: try value(of: right, for: node))
        case .matches(let text, let pattern, let isWhole):
            guard let text = try value(of: text, for: node)?.text,
                let pattern = try value(of: pattern, for: node)?.text
            else {
                return false
            }
            return try matches(text, pattern: pattern, isWhole: isWhole)
        }
    }

    /// Indicates whether a text matches a regular expression. A text that is not an expression matches nothing
    /// (RFC 9535, section 2.4.6).
    private mutating func matches(
        _ text: String,
        pattern: String,
        isWhole: Bool
    ) throws(TooExpensive) -> Bool {
        try spend(pattern.utf8.count)
        let expression: IRegexp
        do { expression = try IRegexp(pattern) } catch {
            switch error {
            case .invalid: return false
            // An answer would be a guess.
            case .tooLarge: throw TooExpensive()
            }
        }
        let scalars = Array(text.unicodeScalars)
        try spend((scalars.count + 1) * expression.cost)
        return expression.matches(scalars, isWhole: isWhole)
    }

    /// A value that filters compare. Its absence is RFC 9535's `Nothing`.
    private enum Value {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case composite(JSONNode)

        init(_ node: JSONNode) {
            switch node.kind {
            case .null:
                self = .null
            case .bool:
                self = .bool(node.bool ?? false)
            case .number:
                self = .number(node.numberText.flatMap { Double($0) } ?? .nan)
            case .string:
                self = .string(node.string ?? "")
            case .object, .array:
                self = .composite(node)
            }
        }

        var text: String? {
            if case .string(let text) = self {
                text
            } else {
                nil
            }
        }
    }

    private mutating func value(of operand: JSONPath.Operand, for node: JSONNode) throws(TooExpensive) -> Value? {
        switch operand {
        case .null:
            return .null
        case .bool(let value):
            return .bool(value)
        case .number(let value):
            return .number(value)
        case .string(let value):
            return .string(value)
        case .query(let path):
            return try matches(of: path, from: node).first.map { Value($0.node) }
        case .count(let path):
            return .number(Double(try matches(of: path, from: node).count))
        case .value(let path):
            let matches = try matches(of: path, from: node)
            guard matches.count == 1 else { return nil }
            return Value(matches[0].node)
        case .length(let operand):
            switch try value(of: operand, for: node) {
            case .string(let text):
                try spend(Self.steps(for: text))
                return .number(Double(text.unicodeScalars.count))
            case .composite(let node):
                return .number(Double(node.children.count))
            default:
                return nil
            }
        }
    }

    private mutating func compare(
        _ left: Value?,
        by comparison: JSONPath.Comparison,
        to right: Value?
    ) throws(TooExpensive) -> Bool {
        switch comparison {
        case .equal:
            try areEqual(left, right)
        case .notEqual:
            try !areEqual(left, right)
        case .less:
            isLess(left, than: right)
        case .greater:
            isLess(right, than: left)
        case .lessOrEqual:
            if isLess(left, than: right) {
                true
            } else {
                try areEqual(left, right)
            }
        case .greaterOrEqual:
            if isLess(right, than: left) {
                true
            } else {
                try areEqual(left, right)
            }
        }
    }

    private func isLess(_ left: Value?, than right: Value?) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)):
            left < right
        case (.string(let left), .string(let right)):
            left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        default:
            false
        }
    }

    /// Returns the number of steps for reading a text once. A byte takes much less time than other steps.
    private static func steps(for text: String) -> Int {
        text.utf8.count / 64
    }

    private mutating func areEqual(_ left: Value?, _ right: Value?) throws(TooExpensive) -> Bool {
        try spend(1)
        switch (left, right) {
        case (nil, nil), (.null, .null):
            return true
        case (.bool(let left), .bool(let right)):
            return left == right
        case (.number(let left), .number(let right)):
            return left == right
        case (.string(let left), .string(let right)):
            try spend(Self.steps(for: left))
            return left.utf8.elementsEqual(right.utf8)
        case (.composite(let left), .composite(let right)):
            guard left.kind == right.kind,
                left.children.count == right.children.count
            else { return false }
            for (index, child) in left.children.enumerated() {
                guard let other = left.isArray ? right.children[index] : right[child.key],
                    try areEqual(Value(child), Value(other))
                else { return false }
            }
            return true
        default:
            return false
        }
    }
}
