/// Damages the bytes and the structure of texts.
struct Mutation {
    /// The texts to splice with, and the source of other values and keys.
    let pool: [[UInt8]]
    private let values: [[UInt8]]
    private let keys: [[UInt8]]
    static let longest = 4096

    init(pool: [[UInt8]]) {
        self.pool = pool
        var values = Self.oddValues.map { Array($0.utf8) }
        var keys: Set<[UInt8]> = [Array("\"\"".utf8), Array("\"\\u0069d\"".utf8), Array("\"x\"".utf8)]
        for text in pool {
            let outline = Outline(text)
            values += outline.values.filter { $0.count <= 200 }.map { Array(text[$0]) }
            keys.formUnion(outline.keys.map { Array(text[$0]) })
        }
        self.values = values
        self.keys = keys.sorted { $0.lexicographicallyPrecedes($1) }
    }

    func callAsFunction(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        repeat {
            let choice = random.below(20)
            switch choice {
            case 0..<7: damage(&bytes, choice, &random)
            case 7..<10: fillStrings(&bytes, choice, &random)
            default: reshape(&bytes, choice, &random)
            }
            if bytes.count > Self.longest { bytes.removeLast(bytes.count - Self.longest) }
        } while !random.oneIn(3)
    }

    // MARK: Bytes

    private func damage(_ bytes: inout [UInt8], _ choice: Int, _ random: inout SplitMix64) {
        let place = random.below(bytes.count)
        switch choice {
        case 0 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(random.below(8))
        case 1 where !bytes.isEmpty: bytes[place] = Self.oddBytes[random.below(Self.oddBytes.count)]
        case 2: bytes.insert(contentsOf: Self.tokens[random.below(Self.tokens.count)], at: place)
        case 3: bytes.removeSubrange(random.range(in: bytes.count, atMost: 16))
        case 4: bytes.insert(contentsOf: bytes[random.range(in: bytes.count, atMost: 64)], at: place)
        case 5: bytes.removeLast(random.below(min(bytes.count, 40) + 1))
        default:
            let other = pool[random.below(pool.count)]
            bytes = Array(bytes[..<place]) + other[random.below(other.count)...]
        }
    }

    // MARK: Strings

    private func fillStrings(_ bytes: inout [UInt8], _ choice: Int, _ random: inout SplitMix64) {
        let texts = Outline(bytes).texts
        guard !texts.isEmpty else { return }
        let text = texts[random.below(texts.count)]
        let place = text.lowerBound + random.below(text.count + 1)
        switch choice {
        case 7: bytes.insert(contentsOf: Self.characters[random.below(Self.characters.count)], at: place)
        // Longer than a machine word.
        case 8: bytes.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "a"), count: random.below(20)), at: place)
        default:
            guard place < text.upperBound, bytes[place] < 0x80 else { return }
            let digits = String(bytes[place], radix: 16)
            bytes.replaceSubrange(place...place, with: Array("\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8))
        }
    }

    // MARK: Structure

    private func reshape(_ bytes: inout [UInt8], _ choice: Int, _ random: inout SplitMix64) {
        let outline = Outline(bytes)
        func any(_ ranges: [Range<Int>]) -> Range<Int>? { ranges.isEmpty ? nil : ranges[random.below(ranges.count)] }
        guard let value = any(outline.values) else { return }
        switch choice {
        case 10, 11, 12: bytes.replaceSubrange(value, with: values[random.below(values.count)])
        case 13:
            guard let key = any(outline.keys) else { return }
            bytes.replaceSubrange(key, with: keys[random.below(keys.count)])
        case 14: swap(&bytes, any(outline.keys), any(outline.keys))
        case 15: swap(&bytes, value, any(outline.values))
        case 16:
            guard let member = any(outline.members), let place = any(outline.members) else { return }
            bytes.insert(contentsOf: bytes[member] + Array(",".utf8), at: place.lowerBound)
        case 17:
            guard let member = any(outline.members) else { return }
            let end = bytes[member.upperBound...].first == UInt8(ascii: ",") ? member.upperBound + 1 : member.upperBound
            bytes.removeSubrange(member.lowerBound..<end)
        case 18: nest(&bytes, value, &random)
        default:
            guard !value.isEmpty else { return }
            let element = Array(",".utf8) + bytes[value]
            let times = random.below(min(40, Self.longest / element.count) + 1)
            bytes.insert(contentsOf: repeatElement(element, count: times).joined(), at: value.upperBound)
        }
    }

    private func swap(_ bytes: inout [UInt8], _ left: Range<Int>?, _ right: Range<Int>?) {
        guard let left, let right, left.upperBound <= right.lowerBound else { return }
        let (first, second) = (Array(bytes[left]), Array(bytes[right]))
        bytes.replaceSubrange(right, with: first)
        bytes.replaceSubrange(left, with: second)
    }

    /// Nests a value in arrays or objects, mostly in a few and sometimes in more than any reader follows. Some are not
    /// closed.
    private func nest(_ bytes: inout [UInt8], _ value: Range<Int>, _ random: inout SplitMix64) {
        let levels = random.oneIn(16) ? 100 + random.below(500) : 1 + random.below(4)
        let pairs = [
            ("[", "]"), ("{\"x\":", "}"), ("{\"id\":1,\"parent\":", "}"),
            ("{\"type\":\"post\",\"text\":\"\",\"reply\":", "}"), ("[1,", ",2]"),
        ]
        let (start, end) = pairs[random.below(pairs.count)]
        let closed = random.oneIn(6) ? random.below(levels) : levels
        bytes.insert(contentsOf: Array(String(repeating: end, count: closed).utf8), at: value.upperBound)
        bytes.insert(contentsOf: Array(String(repeating: start, count: levels).utf8), at: value.lowerBound)
    }
}

extension Mutation {
    private static let oddBytes =
        Array("{}[]\",:0123456789-+.eEtfnu\\/ \t\r\n\u{0}\u{1F}\u{7F}".utf8) + [
            0x80, 0xBF, 0xC0, 0xC2, 0xD0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF,
        ]

    private static let tokens: [[UInt8]] =
        [
            "null", "true", "false", "nul", "-", "0", "00", "1e", ".", "-0", "\"", "\"\"", "\\", "\\u", "\\u00",
            "\\ud800", "[", "]", "{", "}", "[]",
            "{}", ",", ":",
            ",,", "\"x\":", ",\"x\":1", " ", "\n\t \r", "        ", "/*", "\u{FEFF}", "\u{0}", "12345678",
            "99999999999999999999", "1e400",
        ].map { Array($0.utf8) } + [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]]

    private static let characters: [[UInt8]] =
        [
            "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u0041", "\\u00e9", "\\u20AC",
            "\\ud83d\\ude00", "\\ud83d",
            "\\ude00", "\\ud83d\\u0041",
            "é", "Привет", "Привет, мир", "€", "😀", "\u{7F}", "\u{10FFFF}", "\u{301}", "\r\n",
        ].map { Array($0.utf8) } + [
            [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xD0], [0x01],
            [0xD0, 0x90, 0xC1, 0x80, 0xD0, 0x90, 0xD0, 0x90],
        ]

    private static let oddValues = [
        "null", "true", "false", "0", "1", "-1", "2", "-0", "0.0", "-0.0", "1.0", "1.5", "1e3", "1e-3", "12345678",
        "123456789",
        "1234567890123456789", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "123456789012345678901234567890",
        "9007199254740993", "1e22", "1e23", "1e308",
        "1e309", "1e-400", "5e-324", "0.1", "0.30000000000000004", "100000000000000000000e-2", "1e99999999999999999999",
        "0e99999999999999999999",
        "\"\"", "\"1\"", "\"-1.5\"", "\"0\"",
        "\"1e3\"", "\" 1\"", "\"1 \"", "\"true\"", "\"null\"", "\"9223372036854775808\"", "\"a\"", "\"\\u0031\"", "[]",
        "{}", "[[]]", "[{}]",
        "{\"\":{}}", "[null]", "[1]", "[\"1\"]",
        "[1,\"1\"]", "{\"id\":1}", "{\"type\":\"post\",\"text\":\"\"}", "{\"type\":\"photo\",\"width\":1}",
        "{\"type\":1}",
        "{\"type\":null,\"width\":1}", "[1,2,3,4,5,6,7,8,9,10,11,12]", "01",
        "1.", "+1", "nan", "\"\\x\"",
    ]
}
