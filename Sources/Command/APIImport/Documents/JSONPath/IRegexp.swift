/// A regular expression in the syntax of RFC 9485, compiled to an automaton.
///
/// The automaton follows all alternatives at once, so its time is proportional to its size and to the length of the
/// text, whatever the expression. Unlike the standard, it takes `^` and `$` for the ends of the text, as the compliance
/// tests of RFC 9535 do.
struct IRegexp {
    /// A state of the automaton.
    enum State {
        /// Passes one of some characters, to the next state.
        case one(CharacterSet)
        /// Goes on at two states at once.
        case split(Int, Int)
        case jump(Int)
        /// Goes on only at the beginning of the text.
        case start
        /// Goes on only at the end of the text.
        case end
        case accept

        /// The number of comparisons that the state can take.
        fileprivate var cost: Int {
            switch self {
            case .one(let set):
                1 + set.count
            case .split, .jump, .start, .end, .accept:
                1
            }
        }
    }

    /// The characters that a part of an expression matches.
    struct CharacterSet {
        var ranges: [ClosedRange<UInt32>] = []
        /// The Unicode categories, such as `Lu` or `L`, or their opposites.
        var categories: [(name: String, isNegated: Bool)] = []
        var isNegated = false

        /// The number of ranges and categories.
        var count: Int {
            ranges.count + categories.count
        }

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let isListed =
                ranges.contains { $0.contains(scalar.value) }
                || categories.contains { scalar.properties.generalCategory.isNamed($0.name) != $0.isNegated }
            return isListed != isNegated
        }
    }

    /// The reason for which a text cannot be compiled.
    enum Fault: Error {
        /// The text is not a regular expression.
        case invalid
        /// The expression needs too many states or is nested too deep.
        case tooLarge
    }

    private let states: [State]
    /// The number of comparisons that a character of a text can take.
    let cost: Int

    /// Compiles an expression.
    init(_ pattern: String) throws(Fault) {
        var compiler = IRegexpCompiler(pattern)
        let states = try compiler.compile()
        self.states = states
        cost = states.reduce(0) { $0 + $1.cost }
    }

    /// Indicates whether a text matches as a whole, or else whether a part of it does.
    func matches(_ text: [Unicode.Scalar], isWhole: Bool) -> Bool {
        var current = StateSet(count: states.count)
        add(
            0,
            to: &current,
            isFirst: true,
            isLast: text.isEmpty)
        for (position, scalar) in text.enumerated() {
            if current.isAccepting, !isWhole {
                return true
            }
            var next = StateSet(count: states.count)
            let isLast = position == text.count - 1
            for index in current.list {
                if case .one(let set) = states[index],
                    set.contains(scalar)
                {
                    add(index + 1, to: &next, isLast: isLast)
                }
            }
            if !isWhole {
                add(0, to: &next, isLast: isLast)
            }
            if next.list.isEmpty {
                return false
            }
            current = next
        }
        return current.isAccepting
    }

    /// The states that the automaton is in.
    private struct StateSet {
        var list: [Int] = []
        var isMember: [Bool]
        var isAccepting = false

        init(count: Int) {
            isMember = Array(repeating: false, count: count)
        }
    }

    /// Adds a state and those that are reached from it without a character.
    private func add(
        _ first: Int,
        to set: inout StateSet,
        isFirst: Bool = false,
        isLast: Bool
    ) {
        var open = [first]
        while let index = open.popLast() {
            if set.isMember[index] {
                continue
            }
            set.isMember[index] = true
            set.list.append(index)
            switch states[index] {
            case .one:
                break
            case .split(let a, let b):
                open += [b, a]
            case .start:
                if isFirst {
                    open.append(index + 1)
                }
            case .end:
                if isLast {
                    open.append(index + 1)
                }
            case .jump(let target):
                open.append(target)
            case .accept:
                set.isAccepting = true
            }
        }
    }
}

extension Unicode.GeneralCategory {
    /// Indicates whether the category has a name such as `Lu`, or belongs to a group such as `L`.
    fileprivate func isNamed(_ name: String) -> Bool {
        abbreviation.hasPrefix(name)
    }

    private var abbreviation: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .privateUse: "Co"
        case .surrogate: "Cs"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
