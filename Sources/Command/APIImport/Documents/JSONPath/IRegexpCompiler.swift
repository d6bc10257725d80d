/// A compiler of regular expressions in the syntax of RFC 9485.
struct IRegexpCompiler {
    /// The greatest number of states, and of the parts of a class. Repetitions such as `{1000}` multiply states.
    private static let sizeLimit = 2000
    /// The greatest number of parentheses around a part.
    private static let depthLimit = 50
    private static let categories: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf",
        "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
    ]

    private var rest: Substring.UnicodeScalarView
    /// The number of open parentheses.
    private var depth = 0

    init(_ pattern: String) {
        rest = pattern.unicodeScalars[...]
    }

    /// Compiles the whole expression.
    mutating func compile() throws(IRegexp.Fault) -> [IRegexp.State] {
        let states = try alternatives()
        guard rest.isEmpty else {
            throw .invalid
        }
        return states + [.accept]
    }

    /// Compiles alternatives. A part of the automaton has targets relative to its first state and ends after its last.
    private mutating func alternatives() throws(IRegexp.Fault) -> [IRegexp.State] {
        var branches = [try branch()]
        var count = branches[0].count
        while take("|") {
            let next = try branch()
            branches.append(next)
            // Each alternative but the last has a split before it and a jump after it.
            count += next.count + 2
            try check(count)
        }
        var result: [IRegexp.State] = []
        for branch in branches.dropLast() {
            let start = result.count
            result.append(.split(start + 1, start + branch.count + 2))
            result += Self.moved(branch, by: start + 1)
            result.append(.jump(count))
        }
        result += Self.moved(branches[branches.count - 1], by: result.count)
        return result
    }

    private mutating func branch() throws(IRegexp.Fault) -> [IRegexp.State] {
        var result: [IRegexp.State] = []
        while let next = rest.first,
            next != "|",
            next != ")"
        {
            result += Self.moved(try piece(), by: result.count)
            try check(result.count)
        }
        return result
    }

    private mutating func piece() throws(IRegexp.Fault) -> [IRegexp.State] {
        let atom = try atom()
        if take("*") {
            return try Self.repeated(atom, atLeast: 0, atMost: nil)
        }
        if take("+") {
            return try Self.repeated(atom, atLeast: 1, atMost: nil)
        }
        if take("?") {
            return try Self.repeated(atom, atLeast: 0, atMost: 1)
        }
        guard take("{") else {
            return atom
        }
        let least = try count()
        var most: Int? = least
        if take(",") {
            if rest.first == "}" {
                most = nil
            } else {
                most = try count()
            }
        }
        guard take("}"),
            most.map({ $0 >= least }) ?? true
        else {
            throw .invalid
        }
        return try Self.repeated(atom, atLeast: least, atMost: most)
    }

    private mutating func count() throws(IRegexp.Fault) -> Int {
        let digits = rest.prefix {
            ("0"..."9").contains($0)
        }
        guard !digits.isEmpty else {
            throw .invalid
        }
        // A number of more than 64 bits has no value here.
        guard let count = Int(String(digits)),
            count <= Self.sizeLimit
        else {
            throw .tooLarge
        }
        rest = rest[digits.endIndex...]
        return count
    }

    private static func repeated(_ part: [IRegexp.State], atLeast least: Int, atMost most: Int?) throws(IRegexp.Fault)
        -> [IRegexp
        .State]
    {
        guard (max(least, most ?? 0) + 1) * (part.count + 2) <= sizeLimit * 2 else {
            throw .tooLarge
        }
        var result: [IRegexp.State] = []
        for _ in 0..<least {
            result += moved(part, by: result.count)
        }
        if let most {
            // Each optional copy can be left out with all that follow.
            let end = result.count + (most - least) * (part.count + 1)
            for _ in least..<most {
                result.append(.split(result.count + 1, end))
                result += moved(part, by: result.count)
            }
        } else {
            let start = result.count
            result.append(.split(start + 1, start + part.count + 2))
            result += moved(part, by: start + 1)
            result.append(.jump(start))
        }
        return result
    }

    private static func moved(_ states: [IRegexp.State], by offset: Int) -> [IRegexp.State] {
        states.map { state in
            switch state {
            case .split(let a, let b):
                .split(a + offset, b + offset)
            case .jump(let target):
                .jump(target + offset)
            case .one, .start, .end, .accept:
                state
            }
        }
    }

    private func check(_ count: Int) throws(IRegexp.Fault) {
        if count > Self.sizeLimit {
            throw .tooLarge
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }
}

// MARK: Atoms

extension IRegexpCompiler {
    private mutating func atom() throws(IRegexp.Fault) -> [IRegexp.State] {
        guard let next = rest.popFirst() else {
            throw .invalid
        }
        switch next {
        case "(":
            guard depth < Self.depthLimit else {
                throw .tooLarge
            }
            depth += 1
            defer { depth -= 1 }
            let states = try alternatives()
            guard take(")") else {
                throw .invalid
            }
            return states
        case "^":
            return [.start]
        case "$":
            return [.end]
        case ".":
            return [.one(IRegexp.CharacterSet(ranges: [10...10, 13...13], isNegated: true))]
        case "[":
            return [.one(try characterClass())]
        case "\\":
            return [.one(try escape())]
        case ")", "*", "+", "?", "]", "{", "|", "}":
            throw .invalid
        default:
            return [.one(IRegexp.CharacterSet(ranges: [next.value...next.value]))]
        }
    }

    /// Compiles an escape after its backslash: a category or a single character.
    private mutating func escape() throws(IRegexp.Fault) -> IRegexp.CharacterSet {
        guard let letter = rest.popFirst() else {
            throw .invalid
        }
        if letter == "p" || letter == "P" {
            guard take("{") else {
                throw .invalid
            }
            let name = String(rest.prefix { $0 != "}" })
            guard Self.categories.contains(name) else {
                throw .invalid
            }
            rest.removeFirst(name.unicodeScalars.count)
            guard take("}") else {
                throw .invalid
            }
            return IRegexp.CharacterSet(categories: [(name, letter == "P")])
        }
        let value = try Self.escaped(letter).value
        return IRegexp.CharacterSet(ranges: [value...value])
    }

    private static func escaped(_ letter: Unicode.Scalar) throws(IRegexp.Fault) -> Unicode.Scalar {
        switch letter {
        case "n":
            return "\n"
        case "r":
            return "\r"
        case "t":
            return "\t"
        case _ where "()*+-.?[\\]^{|}".unicodeScalars.contains(letter):
            return letter
        default:
            throw .invalid
        }
    }

    /// Compiles a class of characters after its opening bracket.
    private mutating func characterClass() throws(IRegexp.Fault) -> IRegexp.CharacterSet {
        var set = IRegexp.CharacterSet(isNegated: take("^"))
        var isFirst = true
        while true {
            guard let next = rest.popFirst() else {
                throw .invalid
            }
            switch next {
            case "]":
                if isFirst {
                    throw .invalid
                }
                return set
            case "-":
                guard isFirst || rest.first == "]" else {
                    throw .invalid
                }
                set.ranges.append(next.value...next.value)
            case "\\" where rest.first == "p" || rest.first == "P":
                set.categories += try escape().categories
            case "[":
                throw .invalid
            default:
                set.ranges.append(try range(from: next))
            }
            isFirst = false
            try check(set.count)
        }
    }

    /// Reads a bound of a range, which a backslash can escape.
    private mutating func bound(from first: Unicode.Scalar) throws(IRegexp.Fault) -> Unicode.Scalar {
        guard first == "\\" else {
            return first
        }
        return try Self.escaped(rest.popFirst() ?? "x")
    }

    /// Compiles a character of a class, or a range that begins with it.
    private mutating func range(from first: Unicode.Scalar) throws(IRegexp.Fault) -> ClosedRange<UInt32> {
        let lower = try bound(from: first)
        guard rest.first == "-",
            rest.dropFirst().first != "]"
        else {
            return lower.value...lower.value
        }
        rest.removeFirst()
        guard let last = rest.popFirst(),
            last != "[",
            last != "-"
        else {
            throw .invalid
        }
        let upper = try bound(from: last)
        guard lower <= upper else {
            throw .invalid
        }
        return lower.value...upper.value
    }
}
