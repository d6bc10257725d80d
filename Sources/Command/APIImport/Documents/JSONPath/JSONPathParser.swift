/// A parser of queries in the syntax of RFC 9535.
struct JSONPathParser {
    /// The bytes of the query, and a zero, which ends every token.
    let bytes: [UInt8]
    /// The offset of the next byte.
    var at = 0
    /// The number of filters, parentheses and functions around the next byte.
    var depth = 0

    /// Parses a whole query.
    static func parse(_ text: String) throws(JSONPath.Fault) -> JSONPath {
        var parser = JSONPathParser(bytes: Array(text.utf8) + [0])
        guard parser.take("$") else {
            throw parser.expected("\"$\", the root of the document")
        }
        let path = JSONPath(segments: try parser.segments())
        guard parser.at == parser.bytes.count - 1 else {
            throw parser.expected("\".\" or \"[\"")
        }
        return path
    }

    /// Parses the segments after `$` or `@`.
    mutating func segments() throws(JSONPath.Fault) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let before = at
            skipSpace()
            if take("..") {
                let selectors =
                    if bytes[at] == UInt8(ascii: "[") {
                        try bracketed()
                    } else {
                        [try shorthand()]
                    }
                segments.append(JSONPath.Segment(isDescendant: true, selectors: selectors))
            } else if take(".") {
                segments.append(JSONPath.Segment(isDescendant: false, selectors: [try shorthand()]))
            } else if bytes[at] == UInt8(ascii: "[") {
                segments.append(JSONPath.Segment(isDescendant: false, selectors: try bracketed()))
            } else {
                at = before
                return segments
            }
        }
    }

    /// Parses a name or `*` after a dot.
    private mutating func shorthand() throws(JSONPath.Fault) -> JSONPath.Selector {
        if take("*") {
            return .wildcard
        }
        let start = at
        guard isNameStart(bytes[at]) else {
            throw expected("a name or \"*\"")
        }
        while isNameStart(bytes[at]) || isDigit(bytes[at]) {
            at += 1
        }
        if bytes[at] == UInt8(ascii: "-") {
            let name = bytes[start...].prefix {
                isNameStart($0)
                    || isDigit($0)
                    || $0 == UInt8(ascii: "-")
            }
            throw JSONPath.Fault(
                offset: start, message: "a name with \"-\" is written as ['\(String(decoding: name, as: UTF8.self))']")
        }
        return .name(String(decoding: bytes[start..<at], as: UTF8.self))
    }

    private mutating func bracketed() throws(JSONPath.Fault) -> [JSONPath.Selector] {
        at += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else {
            throw expected("\",\" or \"]\"")
        }
        return selectors
    }

    private mutating func selector() throws(JSONPath.Fault) -> JSONPath.Selector {
        switch bytes[at] {
        case UInt8(ascii: "*"):
            at += 1
            return .wildcard
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            return .name(try string())
        case UInt8(ascii: "?"):
            at += 1
            skipSpace()
            return .filter(try nested { parser throws(JSONPath.Fault) in try parser.condition() })
        case UInt8(ascii: ":"):
            return try slice(from: nil)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let index = try integer()
            let before = at
            skipSpace()
            if bytes[at] == UInt8(ascii: ":") {
                return try slice(from: index)
            }
            at = before
            return .index(index)
        default:
            throw expected("a name in quotes, an index, \"*\", a slice or a filter that begins with \"?\"")
        }
    }

    /// Parses a slice from its first colon.
    private mutating func slice(from start: Int?) throws(JSONPath.Fault) -> JSONPath.Selector {
        at += 1
        skipSpace()
        var end: Int?
        var step: Int?
        if isIntegerStart {
            end = try integer()
            skipSpace()
        }
        if take(":") {
            let before = at
            skipSpace()
            if isIntegerStart {
                step = try integer()
            } else {
                at = before
            }
        }
        return .slice(
            start: start,
            end: end,
            step: step ?? 1)
    }

    private var isIntegerStart: Bool {
        bytes[at] == UInt8(ascii: "-")
            || isDigit(bytes[at])
    }

    /// The greatest magnitude of an integer that every implementation of JSON reads exactly (RFC 9535, section 2.1).
    private static let greatestInteger = (1 << 53) - 1

    /// The number of digits that a message shows.
    private static let shownDigitCount = 40

    /// Parses an index, or a bound or step of a slice.
    private mutating func integer() throws(JSONPath.Fault) -> Int {
        let start = at
        _ = take("-")
        let first = at
        while isDigit(bytes[at]) {
            at += 1
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        guard at > first else {
            throw expected("a digit")
        }
        guard text == "0" || bytes[first] != UInt8(ascii: "0") else {
            throw JSONPath.Fault(offset: start, message: "a number has no leading zero, and zero no sign")
        }
        let range = -Self.greatestInteger...Self.greatestInteger
        guard let value = Int(text),
            range.contains(value)
        else {
            var digits = text.prefix(Self.shownDigitCount)
            if text.utf8.count > Self.shownDigitCount {
                digits += "…"
            }
            let limits = "from -\(Self.greatestInteger) to \(Self.greatestInteger)"
            throw JSONPath.Fault(offset: start, message: "the number \(digits) is not \(limits)")
        }
        return value
    }

    /// The depth of nesting that the parser's recursion and that of the evaluator allow.
    private static let depthLimit = 50

    /// Parses something that can be nested, up to a limit of depth.
    mutating func nested<Result>(
        _ parse: (inout JSONPathParser) throws(JSONPath.Fault) -> Result
    ) throws(JSONPath.Fault) -> Result {
        guard depth < Self.depthLimit else {
            throw JSONPath.Fault(
                offset: at,
                message: "filters and parentheses are nested more than \(Self.depthLimit) deep")
        }
        depth += 1
        defer { depth -= 1 }
        return try parse(&self)
    }
}
