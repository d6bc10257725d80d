extension JSONPathParser {
    /// Parses a condition: alternatives of conjunctions.
    mutating func condition() throws(JSONPath.Fault) -> JSONPath.Condition {
        var alternatives = [try conjunction()]
        while takeOperator("||") {
            alternatives.append(try conjunction())
        }
        if alternatives.count == 1 {
            return alternatives[0]
        }
        return .or(alternatives)
    }

    private mutating func conjunction() throws(JSONPath.Fault) -> JSONPath.Condition {
        var conditions = [try basicCondition()]
        while takeOperator("&&") {
            conditions.append(try basicCondition())
        }
        if conditions.count == 1 {
            return conditions[0]
        }
        return .and(conditions)
    }

    /// Passes an operator and the space around it if it is next.
    private mutating func takeOperator(_ token: StaticString) -> Bool {
        let before = at
        skipSpace()
        guard take(token) else {
            at = before
            return false
        }
        skipSpace()
        return true
    }

    private mutating func basicCondition() throws(JSONPath.Fault) -> JSONPath.Condition {
        if bytes[at] == UInt8(ascii: "!") {
            at += 1
            skipSpace()
            if bytes[at] == UInt8(ascii: "(") {
                return .not(try parenthesized())
            }
            return .not(try test())
        }
        if bytes[at] == UInt8(ascii: "(") {
            return try parenthesized()
        }
        return try comparisonOrTest()
    }

    private mutating func parenthesized() throws(JSONPath.Fault) -> JSONPath.Condition {
        try nested { parser throws(JSONPath.Fault) in
            parser.at += 1
            parser.skipSpace()
            let condition = try parser.condition()
            parser.skipSpace()
            guard parser.take(")") else {
                throw parser.expected("\")\"")
            }
            return condition
        }
    }

    /// A query, a function or a literal in a filter.
    private enum Term {
        case operand(JSONPath.Operand)
        case query(JSONPath)
        case condition(JSONPath.Condition)
    }

    private mutating func test() throws(JSONPath.Fault) -> JSONPath.Condition {
        let start = at
        switch try term() {
        case .query(let path):
            return .exists(path)
        case .condition(let condition):
            return condition
        case .operand:
            throw JSONPath.Fault(offset: start, message: "a value alone is not a condition; compare it")
        }
    }

    private mutating func comparisonOrTest() throws(JSONPath.Fault) -> JSONPath.Condition {
        let start = at
        let left = try term()
        let end = at
        skipSpace()
        for comparison in JSONPath.Comparison.allCases where bytes[at...].starts(with: comparison.rawValue.utf8) {
            let left = try operand(from: left, at: start)
            at += comparison.rawValue.utf8.count
            skipSpace()
            let second = at
            return .comparison(
                left,
                comparison,
                try operand(from: try term(), at: second))
        }
        at = end
        switch left {
        case .query(let path):
            return .exists(path)
        case .condition(let condition):
            return condition
        case .operand:
            throw JSONPath.Fault(offset: start, message: "a value alone is not a condition; compare it")
        }
    }

    /// Returns a term that has a value, or reports an error for others.
    private func operand(from term: Term, at start: Int) throws(JSONPath.Fault) -> JSONPath.Operand {
        switch term {
        case .operand(let operand):
            return operand
        case .query(let path):
            guard path.isSingular else {
                throw JSONPath.Fault(
                    offset: start, message: "this query can select several nodes, so it has no value to compare")
            }
            return .query(path)
        case .condition:
            throw JSONPath.Fault(offset: start, message: "match() and search() are conditions without a value")
        }
    }

    private mutating func term() throws(JSONPath.Fault) -> Term {
        switch bytes[at] {
        case UInt8(ascii: "@"), UInt8(ascii: "$"):
            return .query(try query())
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            return .operand(.string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .operand(.number(try number()))
        default:
            let start = at
            let word = bytes[at...].prefix { byte in
                let isLetter = isNameStart(byte) && byte < 0x80
                return isLetter || isDigit(byte)
            }
            at = word.endIndex
            switch String(decoding: word, as: UTF8.self) {
            case "true":
                return .operand(.bool(true))
            case "false":
                return .operand(.bool(false))
            case "null":
                return .operand(.null)
            case let name where take("("):
                return try nested { parser throws(JSONPath.Fault) in try parser.function(named: name, at: start) }
            default:
                at = start
                throw expected("a query that begins with \"@\" or \"$\", a value or a function")
            }
        }
    }

    private mutating func query() throws(JSONPath.Fault) -> JSONPath {
        guard
            bytes[at] == UInt8(ascii: "@")
                || bytes[at] == UInt8(ascii: "$")
        else {
            throw expected("a query that begins with \"@\" or \"$\"")
        }
        at += 1
        return JSONPath(isRelative: bytes[at - 1] == UInt8(ascii: "@"), segments: try segments())
    }

    /// Parses the arguments of a function.
    private mutating func function(named name: String, at start: Int) throws(JSONPath.Fault) -> Term {
        skipSpace()
        let result: Term
        switch name {
        case "length":
            result = .operand(.length(try argument()))
        case "count":
            result = .operand(.count(try query()))
        case "value":
            result = .operand(.value(try query()))
        case "match", "search":
            let text = try argument()
            skipSpace()
            guard take(",") else {
                throw expected("\",\" and a regular expression")
            }
            skipSpace()
            result = .condition(
                .matches(
                    text,
                    pattern: try argument(),
                    whole: name == "match"))
        default:
            throw JSONPath.Fault(
                offset: start, message: "the function \"\(name)\" is not one of length, count, match, search and value")
        }
        skipSpace()
        guard take(")") else {
            throw expected("\")\"")
        }
        return result
    }

    private mutating func argument() throws(JSONPath.Fault) -> JSONPath.Operand {
        let start = at
        return try operand(from: try term(), at: start)
    }
}
