import Lifelike

/// A JSON value with the facts that spelling it needs.
indirect enum SampleValue {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A finite number, which is never spelled as an integer.
    case number(Double)
    case string(String)
    case array([SampleValue])
    case object([Member])

    struct Member {
        var key: String
        var value: SampleValue
        /// Indicates whether a client that has read the member writes it again. It does not write unknown members, and
        /// does not distinguish an absent member from one that is null.
        var isKept = true
    }

    /// Returns the value of the last member with this key, or `nil` if there is none.
    static func member(_ key: String, of members: [Member]) -> SampleValue? {
        members.last { $0.key == key }?.value
    }

    /// Indicates whether both are the same to a client: the same number, or canonically equivalent text. Lists and
    /// objects never are.
    func isSame(as other: SampleValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
            Double(left) == right
        case (.string(let left), .string(let right)): left == right
        default: false
        }
    }
}

/// The text of a value, in plain spelling or in one of the many other ways that JSON allows.
struct SampleText {
    private(set) var bytes: [UInt8] = []
    private var dice: Dice?
    /// Indicates whether members that no client keeps are left out.
    private let isWritten: Bool

    /// Writes a value. It is spelled plainly if there are no dice.
    init(_ value: SampleValue, variedBy dice: Dice?, isWritten: Bool = false) {
        self.dice = dice
        self.isWritten = isWritten
        append(value)
    }

    private mutating func isOne(in count: Int) -> Bool {
        dice?.isOne(in: count) ?? false
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func space() {
        if isOne(in: 8), let space = dice?.pick([" ", "\n", "\t", "\r\n  "]) {
            append(space)
        }
    }

    private mutating func append(_ value: SampleValue) {
        space()
        switch value {
        case .null: append("null")
        case .boolean(let value): append(String(value))
        case .integer(let value): append(String(value))
        case .number(let value): append(value)
        case .string(let text): append(quoted: text)
        case .array(let elements):
            append("[")
            for (place, element) in elements.enumerated() {
                if place > 0 {
                    append(",")
                }
                append(element)
            }
            append("]")
        case .object(let members): append(members)
        }
        space()
    }

    private mutating func append(_ members: [SampleValue.Member]) {
        var members = members
        if isWritten {
            members.removeAll { !$0.isKept }
        }
        if isOne(in: 4) {
            members.sort { $0.key.utf8.count < $1.key.utf8.count }
        }
        append("{")
        for (place, member) in members.enumerated() {
            if place > 0 {
                append(",")
            }
            space()
            append(quoted: member.key)
            space()
            append(":")
            append(member.value)
        }
        append("}")
    }

    private mutating func append(_ number: Double) {
        let text = number.description
        if text.contains("e"), isOne(in: 2) {
            append(text.uppercased())
        } else if text.contains("e") {
            append(text)
        } else if isOne(in: 4) {
            append(text + "e0")
        } else {
            append(text)
        }
    }

    private mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                append("\\")
                append(String(scalar))
            case "/":
                if isOne(in: 2) {
                    append("\\")
                }
                append("/")
            case "\n": append("\\n")
            case "\t" where isOne(in: 2): append("\\t")
            case "\u{8}" where isOne(in: 2): append("\\b")
            case _ where scalar.value < 0x20 || isOne(in: 16):
                for unit in String(scalar).utf16 {
                    append(escape: unit)
                }
            default: append(String(scalar))
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escape unit: UInt16) {
        let digits = String(unit, radix: 16, uppercase: isOne(in: 2))
        let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
        append("\\u" + zeros + digits)
    }
}
