import Lifelike
import MethodicalGenerator

extension Dice {
    /// Returns a value of a scalar type that fits the name of its member.
    mutating func scalar(
        of type: TypeUse,
        manner: Sampler.Manner,
        for name: Naming
    ) -> SampleValue {
        let isOdd = manner == .extreme && isOne(in: 4)
        switch type {
        case .integer: return .integer(integer(manner: manner, for: name))
        case .number:
            if manner == .extreme, isOne(in: 4) {
                return .integer(Int(Int32(truncatingIfNeeded: next())))
            }
            return .number(number(manner: manner, for: name))
        case .boolean: return .boolean(isOne(in: 2))
        case .formatted(_, as: .integer) where isOdd:
            return .integer(integer(manner: manner, for: name))
        case .formatted(let format, as: .integer):
            return .integer(integer(format: format, for: name))
        case .formatted(_, as: .number) where isOdd:
            return scalar(of: .number, manner: manner, for: name)
        case .formatted(let format, as: .number):
            return .number(number(format: format, for: name))
        // For formats other than `uri`, a text that contradicts the format is not valid.
        case .formatted(.uri, as: .string) where isOdd:
            return .string(text(manner: manner, for: name))
        case .formatted(let format, as: .string):
            return .string(text(format: format, for: name, years: manner.years))
        default: return .string(text(manner: manner, for: name))
        }
    }

    private mutating func integer(format: Format, for name: Naming) -> Int {
        switch format {
        case .unixSeconds: seconds()
        case .unixMilliseconds: seconds() * 1000
        case .durationSeconds, .durationMilliseconds: 1 + below(600)
        case .percent: below(101)
        default: integer(for: name)
        }
    }

    private mutating func number(format: Format, for name: Naming) -> Double {
        switch format {
        case .unixSeconds: Double(seconds()) + Double(below(1000)) / 1000
        case .durationSeconds: Double(below(60_000)) / 100
        case .percent: Double(below(10_000)) / 100
        case .share: Double(below(10_000)) / 10_000
        default: number(for: name)
        }
    }

    private mutating func text(
        format: Format,
        for name: Naming,
        years: Range<Int>
    ) -> String {
        switch format {
        case .uri: address(for: name)
        case .dateTime: moment(in: years)
        case .day: day(in: years)
        case .base64: pick(["", "Zg==", "Zm8=", "Zm9v", "PDw_Pz8-"])
        case .duration: "PT\(below(100))H\(below(60))M"
        case .unixSeconds, .unixMilliseconds, .durationSeconds, .durationMilliseconds:
            String(integer(format: format, for: name))
        case .int64, .uint64: String(integer(for: name))
        case .share, .percent: String(number(format: format, for: name))
        }
    }

    private mutating func integer(manner: Sampler.Manner, for name: Naming) -> Int {
        if manner == .lifelike {
            return integer(for: name)
        }
        return switch below(6) {
        case 0:
            pick(Self.integers, or: 0)
        case 1: Int(truncatingIfNeeded: next())
        case 2: -below(100_000)
        default: below(1 << (1 + below(62)))
        }
    }

    /// Integers at the limits of `Int`, of exact `Double`s and of eight digits.
    private static let integers: [Int] = [
        0, -1, .max, .min, .max - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, 99_999_999, 100_000_000,
    ]

    private mutating func number(manner: Sampler.Manner, for name: Naming) -> Double {
        if manner == .lifelike {
            return number(for: name)
        }
        switch below(4) {
        case 0: return pick(Self.numbers, or: 0)
        case 1: return Double(below(1_000_000)) / 1000
        default:
            let number = Double(bitPattern: next())
            if number.isFinite {
                return number
            }
            return Double(
                sign: .plus,
                exponent: below(600) - 300,
                significand: 1)
        }
    }

    /// Numbers that are hard to print or to read: at the limits, halfway between two neighbours, or with the most
    /// digits.
    private static let numbers = [
        0.0, -0.0, 0.1, 0.1 + 0.2, 1e21, 1e22, 1e23, 123_456_789_012_345_680, 0x1p53, 0x1p63, .leastNonzeroMagnitude,
        .leastNormalMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        1.0 / 3, 1e-5, 1e15, 1e16,
        -1.5e-10,
        4.35, 8.41, 9.5e-3, 7.2057594037927933e16, 1.7976931348623157e308, 6.0221407599999999e23, 2.0, 1e300,
    ]

    mutating func text(manner: Sampler.Manner, for name: Naming) -> String {
        if manner == .lifelike {
            return text(for: name)
        }
        if isOne(in: 4) {
            return word()
        }
        let limit = isOne(in: 16) ? 200 : 12
        var text = ""
        for _ in 0..<below(limit) {
            text += piece()
        }
        return text
    }

    private mutating func piece() -> String {
        switch below(6) {
        case 0: return pick(Self.pieces, or: "")
        case 1: return String(Unicode.Scalar(UInt8(below(128))))
        case 2: return Self.text(of: 0x410 + below(64)) ?? ""
        case 3: return Self.text(of: below(0x110000)) ?? "\u{FFFD}"
        default: return word()
        }
    }

    /// Returns the character with a code point, or `nil` if there is none.
    private static func text(of codePoint: Int) -> String? {
        Unicode.Scalar(UInt32(codePoint)).map { String($0) }
    }

    private static let pieces = [
        "\u{0}", "\"", "\\", "/", "\\u0041", "\u{8}\u{C}\n\r\t", "\u{1F}", "\u{7F}", "\u{80}", "\u{2028}", "\u{2029}",
        "\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}",
        "👩‍👩‍👧‍👦", "🇳🇱", "😀", "é", "e\u{301}", "\u{202E}",
        "</script>", "null", "[]", " ", "1", "true", "{\"a\":1}",
        "ёжик", "中文", "\u{D7FF}\u{E000}",
    ]
}

extension Sampler.Manner {
    /// The years of dates.
    fileprivate var years: Range<Int> {
        switch self {
        case .lifelike: 2020..<2026
        case .extreme: 1970..<2100
        }
    }
}
