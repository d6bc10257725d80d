#if YAML
    /// The text of a YAML document as Yams receives it, and the offsets of its lines.
    ///
    /// Yams copies the nodes that aliases repeat, and computes hashes of keys with all their content, so a few lines of
    /// aliases could occupy it for years. It therefore never sees an alias: the `*` of everything that could be one is
    /// replaced with a character that the text does not contain. A plain scalar that begins with that character is an
    /// alias; in any other scalar, `restored(_:)` reverts the replacement.
    ///
    /// Yams also refuses an object in which a key occurs twice. The first character of such a key is replaced in the
    /// same way, so that one mistake does not make the whole document unreadable.
    struct YAMLText {
        /// The text without byte order mark and with replaced aliases.
        private(set) var text: String
        /// The character that replaces the `*` of aliases.
        let alias: Unicode.Scalar
        let bytes: [UInt8]
        /// The offsets at which lines begin, as Yams counts lines.
        private var lines: [Int]
        /// The offsets of the `*` that are replaced.
        private let stars: [Int]
        /// The private-use characters that the text does not contain and that replace nothing.
        private var free: [Unicode.Scalar]
        /// The characters that replace the first ones of keys, by their offsets.
        private var keys: [Int: Unicode.Scalar] = [:]
        /// The first characters of these keys, by the characters that replace them.
        private var firsts: [Unicode.Scalar: Unicode.Scalar] = [:]
        /// The last offset that was looked up, because the next one is often on the same line. Documents can have all
        /// their values on one line.
        private var last = (line: 1, column: 1, offset: 0)

        /// Checks the encoding of a text and prepares it for Yams.
        init(_ bytes: [UInt8]) throws(DocumentFault) {
            self.bytes = bytes
            let start = bytes.byteOrderMarkLength
            lines = [start]
            last.offset = start
            text = String(decoding: bytes[start...], as: UTF8.self)
            try Self.checkEncoding(of: bytes, decoded: text, from: start)
            let found = try Self.scan(bytes, from: start)
            lines += found.lines
            free = (UInt32(0xE000)...0xE0FF).filter { !found.privateUse.contains(Int($0)) }
                .compactMap(Unicode.Scalar.init)
            guard let alias = free.popLast() else {
                throw DocumentFault(offset: start, message: "the text has too many private-use characters")
            }
            self.alias = alias
            stars = found.stars
            if !stars.isEmpty {
                replace()
            }
        }

        /// Makes a key different from all others. Returns a Boolean value that indicates whether it is possible.
        mutating func disguiseKey(at offset: Int) -> Bool {
            guard offset < bytes.count else { return false }
            let isQuoted =
                bytes[offset] == UInt8(ascii: "\"")
                || bytes[offset] == UInt8(ascii: "'")
            let first = isQuoted ? offset + 1 : offset
            guard first < bytes.count,
                keys[first] == nil
            else { return false }
            // Other characters may begin an escape, an anchor or a merge key.
            guard Self.isNamePart(bytes[first]) || "/$.".utf8.contains(bytes[first]) else {
                return false
            }
            guard let replacement = free.popLast() else { return false }
            keys[first] = replacement
            firsts[replacement] = Unicode.Scalar(bytes[first])
            replace()
            return true
        }

        /// Replaces the `*` of aliases and the first characters of keys, each of one byte.
        private mutating func replace() {
            let start = lines[0]
            let edits = stars.map { ($0, alias) } + keys.map { ($0.key, $0.value) }
            var replaced: [UInt8] = []
            replaced.reserveCapacity(bytes.count + 2 * edits.count)
            var copied = start
            for (offset, scalar) in edits.sorted(by: { $0.0 < $1.0 }) {
                replaced += bytes[copied..<offset]
                replaced += String(scalar).utf8
                copied = offset + 1
            }
            text = String(decoding: replaced + bytes[copied...], as: UTF8.self)
        }

        /// The results of a pass over all bytes of a text.
        private struct Scan {
            /// The offsets at which lines begin, except the first.
            var lines: [Int] = []
            /// The offsets of every `*` that can begin an alias.
            var stars: [Int] = []
            /// The first private-use characters that the text contains.
            var privateUse: Set<Int> = []
        }

        /// Finds lines and possible aliases, and refuses characters that YAML does not allow.
        private static func scan(_ bytes: [UInt8], from start: Int) throws(DocumentFault) -> Scan {
            var result = Scan()
            var at = start
            while at < bytes.count {
                let byte = bytes[at]
                at += 1
                let isPlain = byte > UInt8(ascii: "*") && byte < 0x7F
                if isPlain || byte == UInt8(ascii: " ") {
                    continue
                }
                switch byte {
                case UInt8(ascii: "\n"):
                    result.lines.append(at)
                case UInt8(ascii: "\r"):
                    if at == bytes.count || bytes[at] != UInt8(ascii: "\n") {
                        result.lines.append(at)
                    }
                case UInt8(ascii: "*"):
                    if canBeAlias(in: bytes, at: at - 1, from: start) {
                        result.stars.append(at - 1)
                    }
                case UInt8(ascii: "\t"):
                    break
                case 0xC2 where bytes[at] == 0x85:
                    result.lines.append(at + 1)
                case 0xC2 where bytes[at] < 0xA0, 0..<0x20, 0x7F:
                    throw DocumentFault(
                        offset: at - 1,
                        message: "a control character is not allowed here; write it as an escape in double quotes")
                case 0xE2 where bytes[at] == 0x80 && bytes[at + 1] & 0xFE == 0xA8:
                    result.lines.append(at + 2)
                case 0xEE where bytes[at] < 0x84:
                    result.privateUse.insert(0xE000 + Int(bytes[at] & 3) << 6 + Int(bytes[at + 1] & 0x3F))
                case 0xEF where bytes[at] == 0xBF && bytes[at + 1] >= 0xBE,
                    0xEF where bytes[at] == 0xBB && bytes[at + 1] == 0xBF:
                    throw DocumentFault(
                        offset: at - 1, message: "this invisible character is not allowed here; remove it")
                default:
                    break
                }
            }
            return result
        }

        /// Indicates whether the `*` at an offset begins an alias, unless it is inside a string or a comment.
        private static func canBeAlias(
            in bytes: [UInt8],
            at offset: Int,
            from start: Int
        ) -> Bool {
            guard offset + 1 < bytes.count,
                isNamePart(bytes[offset + 1])
            else { return false }
            guard offset > start else { return true }
            return " \t\r\n[{,:".utf8.contains(bytes[offset - 1])
        }

        /// Indicates whether a byte can be part of an anchor's name.
        static func isNamePart(_ byte: UInt8) -> Bool {
            byte.isASCIILetter
                || byte.isASCIIDigit
                || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }

        /// Returns the text of a scalar with the characters that had been replaced.
        func restored(_ scalar: String) -> String {
            var scalar = scalar
            if !firsts.isEmpty,
                let first = scalar.unicodeScalars.first,
                let original = firsts[first]
            {
                scalar = String(original) + String(scalar.unicodeScalars.dropFirst())
            }
            guard !stars.isEmpty,
                scalar.unicodeScalars.contains(alias)
            else {
                return scalar
            }
            return scalar.replacing(String(alias), with: "*")
        }

        /// Returns the offset in the file for a line and a column as Yams counts them: from 1, in Unicode scalars.
        mutating func offset(line: Int, column: Int) -> Int {
            if line != last.line || column < last.column {
                guard line >= 1,
                    line <= lines.count
                else {
                    return bytes.count
                }
                last = (line, 1, lines[line - 1])
            }
            while last.column < column, last.offset < bytes.count {
                last.offset += 1
                while last.offset < bytes.count,
                    bytes[last.offset] & 0xC0 == 0x80
                {
                    last.offset += 1
                }
                last.column += 1
            }
            return last.offset
        }

        /// Returns the offset of the first byte of the line that an offset is in.
        func lineStart(of offset: Int) -> Int {
            (bytes[..<offset].lastIndex {
                $0 == UInt8(ascii: "\n")
                    || $0 == UInt8(ascii: "\r")
            } ?? -1) + 1
        }

        /// Reports the first byte that is not UTF-8.
        private static func checkEncoding(
            of bytes: [UInt8],
            decoded: String,
            from start: Int
        ) throws(DocumentFault) {
            if bytes.starts(with: [0xFE, 0xFF])
                || bytes.starts(with: [0xFF, 0xFE])
            {
                throw DocumentFault(offset: 0, message: "this text is UTF-16; save it as UTF-8")
            }
            var offset = start
            for byte in decoded.utf8 {
                if offset >= bytes.count || byte != bytes[offset] {
                    var found = "00"
                    if offset < bytes.count {
                        found = String(bytes[offset], radix: 16, uppercase: true)
                    }
                    throw DocumentFault(
                        offset: offset, message: "the text is not UTF-8: byte 0x\(found) is not allowed here")
                }
                offset += 1
            }
        }
    }
#endif
