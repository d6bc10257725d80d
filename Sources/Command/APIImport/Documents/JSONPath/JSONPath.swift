/// A query for nodes of a JSON tree, in the syntax of RFC 9535.
struct JSONPath {
    /// Indicates whether the query begins at `@`, the node that a filter tests, instead of at the root.
    var isRelative = false
    var segments: [Segment] = []

    /// Indicates whether the query selects at most one node, so that filters can compare its value.
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant,
                segment.selectors.count == 1
            else { return false }
            return switch segment.selectors[0] {
            case .name, .index: true
            case .wildcard, .slice, .filter: false
            }
        }
    }

    /// A step from nodes to their children or to all their descendants.
    struct Segment {
        var isDescendant: Bool
        var selectors: [Selector]
    }

    /// A choice among the children of a node.
    enum Selector {
        case name(String)
        case wildcard
        /// The position of an element. A negative one counts from the end.
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)
    }

    /// A condition that a filter tests for each child.
    indirect enum Condition {
        case or([Condition])
        case and([Condition])
        case not(Condition)
        /// The query selects at least one node.
        case exists(JSONPath)
        case comparison(Operand, Comparison, Operand)
        /// The text matches a regular expression: the whole text, or else a part of it.
        case matches(Operand, pattern: Operand, whole: Bool)
    }

    enum Comparison: String, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
    }

    /// An expression with a value.
    indirect enum Operand {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        /// The value of a singular query.
        case query(JSONPath)
        case length(Operand)
        case count(JSONPath)
        /// The value of a query that selects exactly one node.
        case value(JSONPath)
    }

    /// An error in the text of a query.
    struct Fault: Error {
        /// The number of bytes before the error.
        var offset: Int
        var message: String
    }
}
