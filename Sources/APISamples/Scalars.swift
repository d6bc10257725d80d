import MethodicalGenerator

extension Dice {
    /// A value of a scalar type.
    mutating func scalar(_ type: TypeUse, _ manner: Sampler.Manner) -> SampleValue {
        switch type {
        case .integer: .integer(integer(manner))
        case .number: isOne(in: 4) ? .integer(Int(Int32(truncatingIfNeeded: next()))) : .number(number(manner))
        case .boolean: .boolean(isOne(in: 2))
        case .formatted(.uri, _): .string(isOne(in: 4) ? text(manner) : "https://example.com/\(word())?q=\(word())")
        case .formatted(.unixSeconds, as: .integer):
            .integer(manner == .extreme && isOne(in: 4) ? integer(manner) : 1_000_000_000 + below(1_000_000_000))
        case .formatted(.unixMilliseconds, as: .integer):
            .integer(manner == .extreme && isOne(in: 4) ? integer(manner) : 1_000_000_000_000 + below(1_000_000_000_000))
        case .formatted(.dateTime, _): .string(moment())
        case .formatted(_, as: .integer): .integer(integer(manner))
        case .formatted(_, as: .number): scalar(.number, manner)
        case .formatted(.day, _): .string(isOne(in: 4) ? text(manner) : String(moment().prefix(10)))
        case .formatted(.base64, _): .string(isOne(in: 4) ? text(manner) : pick(["", "Zg==", "Zm8=", "Zm9v", "PDw_Pz8-"], or: ""))
        case .formatted(.duration, _): .string(isOne(in: 4) ? text(manner) : "PT\(below(100))H\(below(60))M")
        case .formatted(.int64, _): .string(isOne(in: 4) ? text(manner) : String(integer(manner)))
        case .formatted: .string(isOne(in: 4) ? text(manner) : String(number(manner)))
        default: .string(text(manner))
        }
    }

    private mutating func integer(_ manner: Sampler.Manner) -> Int {
        if manner == .lifelike { return below(100_000) }
        return switch below(6) {
        case 0: pick([0, -1, .max, .min, .max - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, 99_999_999, 100_000_000], or: 0)
        case 1: Int(truncatingIfNeeded: next())
        case 2: -below(100_000)
        default: below(1 << (1 + below(62)))
        }
    }

    private mutating func number(_ manner: Sampler.Manner) -> Double {
        if manner == .lifelike { return Double(below(100_000)) / 100 }
        switch below(4) {
        case 0: return pick(Self.numbers, or: 0)
        case 1: return Double(below(1_000_000)) / 1000
        default:
            let number = Double(bitPattern: next())
            return number.isFinite ? number : Double(sign: .plus, exponent: below(600) - 300, significand: 1)
        }
    }

    /// Hard to print, or to read: at the limits, between two neighbours, with the most digits.
    private static let numbers = [
        0.0, -0.0, 0.1, 0.1 + 0.2, 1e21, 1e22, 1e23, 123_456_789_012_345_680, 0x1p53, 0x1p63, .leastNonzeroMagnitude,
        .leastNormalMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1.0 / 3, 1e-5, 1e15, 1e16,
        -1.5e-10,
        4.35, 8.41, 9.5e-3, 7.2057594037927933e16, 1.7976931348623157e308, 6.0221407599999999e23, 2.0, 1e300,
    ]

    private mutating func moment() -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let day = "\(1970 + below(130))-\(two(1 + below(12)))-\(two(1 + below(28)))"
        let time = "\(two(below(24))):\(two(below(60))):\(two(below(60)))"
        let fraction = isOne(in: 3) ? ".\(1 + below(999_999))" : ""
        return day + "T" + time + fraction + pick(["Z", "+03:00", "-11:30"], or: "Z")
    }

    private mutating func word() -> String {
        pick(["swift", "ada", "lamp", "river", "quiet", "moss", "seven", "kind", "paper", "north"], or: "")
            + (isOne(in: 3) ? String(below(1000)) : "")
    }

    mutating func text(_ manner: Sampler.Manner) -> String {
        if manner == .lifelike || isOne(in: 4) { return word() }
        let count = isOne(in: 16) ? below(200) : below(12)
        return (0..<count).reduce(into: "") { text, _ in text += piece() }
    }

    private mutating func piece() -> String {
        switch below(6) {
        case 0: return pick(Self.pieces, or: "")
        case 1: return String(Unicode.Scalar(UInt8(below(128))))
        case 2: return Unicode.Scalar(UInt32(0x410 + below(64))).map { String($0) } ?? ""
        case 3: return Unicode.Scalar(UInt32(below(0x110000))).map { String($0) } ?? "\u{FFFD}"
        default: return word()
        }
    }

    private static let pieces = [
        "\u{0}", "\"", "\\", "/", "\\u0041", "\u{8}\u{C}\n\r\t", "\u{1F}", "\u{7F}", "\u{80}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}",
        "\u{FFFF}", "\u{10FFFF}", "👩‍👩‍👧‍👦", "🇳🇱", "😀", "é", "e\u{301}", "\u{202E}", "</script>", "null", "[]", " ", "1", "true", "ёжик", "中文",
        "{\"a\":1}", "\u{D7FF}\u{E000}",
    ]
}
