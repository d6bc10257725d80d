extension SecretFinder {
    /// A text with some levels of its escapes removed, and the place of each byte in the original text.
    struct View {
        private(set) var bytes: [UInt8]
        /// The place in the original text at which the spelling of each byte begins, then the end of the text. If
        /// `nil`, each byte stands for itself.
        private var starts: [Int]?
        private let offset: Int

        init(_ text: ArraySlice<UInt8>) { (bytes, offset) = (Array(text), text.startIndex) }

        private func start(_ at: Int) -> Int { starts.map { $0[at] } ?? offset + at }

        func place(_ range: Range<Int>) -> Range<Int> { start(range.lowerBound)..<start(range.upperBound) }

        /// Returns the text without one more level of escapes, or `nil` if it has no escapes left.
        func unescaped() -> View? {
            guard bytes.contains(where: Self.beginsEscape) else { return nil }
            var result = self
            result.bytes.removeAll(keepingCapacity: true)
            var starts: [Int] = []
            starts.reserveCapacity(bytes.count + 1)
            var at = 0
            while at < bytes.count {
                let (read, character) = Self.beginsEscape(bytes[at]) ? character(at) : (1, .byte(bytes[at]))
                switch character {
                case .byte(let byte): result.bytes.append(byte)
                case .scalar(let scalar): result.bytes += String(scalar).utf8
                }
                while starts.count < result.bytes.count { starts.append(start(at)) }
                at += read
            }
            guard result.bytes.count < bytes.count else { return nil }
            starts.append(start(at))
            result.starts = starts
            return result
        }

        private enum Character {
            case byte(UInt8)
            case scalar(Unicode.Scalar)
        }

        private static func beginsEscape(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
        }

        /// Returns the character at a place, and the number of bytes that spell it.
        private func character(_ at: Int) -> (read: Int, Character) {
            let plain = (1, Character.byte(bytes[at]))
            switch bytes[at] {
            case UInt8(ascii: "%"): return hex(at + 1, 2).map { (3, .byte(UInt8($0))) } ?? plain
            case UInt8(ascii: "\\"): return at + 1 < bytes.count ? escape(at) : plain
            case UInt8(ascii: "&"): return entity(at) ?? plain
            default: return plain
            }
        }

        /// Returns the character that an escape of JSON spells, or JavaScript's `\x41`.
        private func escape(_ at: Int) -> (read: Int, Character) {
            switch bytes[at + 1] {
            case UInt8(ascii: "u"):
                guard let unit = hex(at + 2, 4) else { break }
                if 0xD800..<0xDC00 ~= unit, at + 7 < bytes.count, bytes[at + 6] == UInt8(ascii: "\\"),
                    bytes[at + 7] == UInt8(ascii: "u"), let low = hex(at + 8, 4), 0xDC00..<0xE000 ~= low,
                    let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)
                {
                    return (12, .scalar(scalar))
                }
                return (6, .scalar(Unicode.Scalar(unit) ?? "\u{FFFD}"))
            case UInt8(ascii: "x"): if let byte = hex(at + 2, 2) { return (4, .byte(UInt8(byte))) }
            case UInt8(ascii: "n"): return (2, .byte(0x0A))
            case UInt8(ascii: "r"): return (2, .byte(0x0D))
            case UInt8(ascii: "t"): return (2, .byte(0x09))
            case UInt8(ascii: "b"): return (2, .byte(0x08))
            case UInt8(ascii: "f"): return (2, .byte(0x0C))
            default: break
            }
            return (2, .byte(bytes[at + 1]))
        }

        /// Returns the character that an entity of HTML spells: any character by number, some ASCII characters by name.
        private func entity(_ at: Int) -> (read: Int, Character)? {
            let rest = bytes[(at + 1)...].prefix(12)
            if rest.first == UInt8(ascii: "#") {
                let isHex = rest.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
                let digits = rest.dropFirst(isHex ? 2 : 1).prefix { isHex ? Self.digit($0) != nil : 0x30...0x39 ~= $0 }
                guard let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10),
                    let scalar = Unicode.Scalar(number)
                else {
                    return nil
                }
                let isClosed = digits.endIndex < bytes.count && bytes[digits.endIndex] == UInt8(ascii: ";")
                return (digits.endIndex - at + (isClosed ? 1 : 0), .scalar(scalar))
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
                let byte = Self.entities[String(decoding: rest[..<end], as: UTF8.self).lowercased()]
            else { return nil }
            return (end + 1 - at, .byte(byte))
        }

        private static let entities: [String: UInt8] = {
            let names = """
                amp & lt < gt > quot " apos ' sol / bsol \\ colon : equals = plus + percnt % num # lowbar _ dollar $ \
                commat @ period . semi ; quest ? excl ! lpar ( rpar ) ast * comma , lsqb [ lbrack [ rsqb ] rbrack ] \
                lcub { lbrace { rcub } rbrace } verbar | vert | grave ` hat ^ midast *
                """.split(separator: " ")
            var entities: [String: UInt8] = ["tab": 0x09, "newline": 0x0A]
            for at in stride(from: 0, to: names.count, by: 2) { entities[String(names[at])] = names[at + 1].utf8.first }
            return entities
        }()

        private func hex(_ start: Int, _ count: Int) -> UInt32? {
            guard start + count <= bytes.count else { return nil }
            var value: UInt32 = 0
            for at in start..<start + count {
                guard let digit = Self.digit(bytes[at]) else { return nil }
                value = value << 4 | UInt32(digit)
            }
            return value
        }

        private static func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
            default: nil
            }
        }
    }
}
