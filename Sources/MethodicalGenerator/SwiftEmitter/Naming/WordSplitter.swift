/// A word of a name in its two spellings: at the beginning of a name with a small first letter, and everywhere else.
struct SpelledWord: Equatable {
    var small: String
    var capital: String
}

/// A splitter of wire names in snake, camel or kebab case, with dots, spaces or digits.
struct WordSplitter {
    /// The capital spellings of words by their small ones: `id` is `ID`, `ids` is `IDs`.
    private var spellings: [String: String] = [:]

    init(acronyms: [String]) {
        for acronym in Self.usual + acronyms where !acronym.isEmpty {
            let small = acronym.lowercased()
            spellings[small] = acronym
            if small.utf8.last != 0x73, spellings[small + "s"] == nil { spellings[small + "s"] = acronym + "s" }
        }
    }

    /// Returns the words of a name. The result is empty only if the name has neither letters nor digits.
    func words(_ wire: String) -> [SpelledWord] {
        // `don't` is one word.
        var raw = Scanner().split(wire.holds(0x27) ? wire.filter { $0 != "'" } : wire)
        if let sign = Scanner.sign(wire) { raw.insert(Scanner.Piece(text: sign, isCapitals: false), at: 0) }
        var words: [SpelledWord] = []
        words.reserveCapacity(raw.count)
        for piece in raw {
            let small = piece.text.lowercased()
            if small == "auth", words.last?.small == "o" {
                words[words.count - 1] = word("oauth", nil)
            } else {
                words.append(word(small, piece.isCapitals ? piece.text : nil))
            }
        }
        return words
    }

    private func word(_ small: String, _ capitals: String?) -> SpelledWord {
        if let spelling = spellings[small] { return SpelledWord(small: small, capital: spelling) }
        if let capitals { return SpelledWord(small: small, capital: capitals) }
        guard let first = small.utf8.first, let last = small.utf8.last else {
            return SpelledWord(small: "", capital: "")
        }
        if first < 0x3A {
            return SpelledWord(small: small, capital: small == "2d" || small == "3d" ? small.uppercased() : small)
        }
        if last < 0x3A, let digits = small.utf8.firstIndex(where: { $0 < 0x3A }),
            let spelling = spellings[String(small[..<digits])]
        {
            return SpelledWord(small: small, capital: spelling + small[digits...])
        }
        return SpelledWord(small: small, capital: Self.identifier(small) ?? Self.capitalized(small))
    }

    /// Returns the capital spelling of an abbreviation that ends in `id` or `ids`, or `nil` for other words. Two or
    /// more consonants before `id` mark an abbreviation: `cmid` is `CMID`, `psids` is `PSIDs`.
    private static func identifier(_ small: String) -> String? {
        var small = small
        let end = small.withUTF8 { bytes -> Int in
            guard let base = bytes.baseAddress, bytes.count >= 4, bytes.count <= 7 else { return 0 }
            let end = base[bytes.count - 1] == 0x73 ? bytes.count - 1 : bytes.count
            guard end >= 4, end <= 6, base[end - 2] == 0x69, base[end - 1] == 0x64 else { return 0 }
            var i = 0
            while i < end - 2 {
                switch base[i] {
                case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79: return 0  // a e i o u y
                default: if !Scanner.isSmall(base[i]) { return 0 }
                }
                i += 1
            }
            return end
        }
        if end == 0 { return nil }
        let word = small.prefix(end)
        if word == "grid" || word == "skid" || word == "slid" { return nil }
        return word.uppercased() + small.dropFirst(end)
    }

    /// Returns the text with a capital first letter.
    static func capitalized(_ text: String) -> String {
        var text = text
        let ascii = text.withUTF8 { bytes -> String? in
            guard let base = bytes.baseAddress, bytes.count > 0, base[0] < 0x80 else { return nil }
            if !Scanner.isSmall(base[0]) { return nil }
            return String(unsafeUninitializedCapacity: bytes.count) { target in
                guard let start = target.baseAddress else { return 0 }
                start.initialize(from: base, count: bytes.count)
                start[0] = base[0] - 0x20
                return bytes.count
            }
        }
        if let ascii { return ascii }
        guard let first = text.unicodeScalars.first, first.value >= 0x80 else { return text }
        return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst())
    }

    /// The abbreviations that every API gets.
    private static let usual = [
        "ID", "UID", "GUID", "UUID", "CID", "GID", "PID", "SID", "URL", "URI", "HTTP", "HTTPS", "HTML", "XML", "JSON",
        "CSV", "CSS", "API", "SDK", "UI", "OAuth", "OK", "OS", "IOS", "UTM", "UTC", "UTF", "IP", "DNS", "TCP", "UDP",
        "SSL", "TLS", "FTP", "RTMP", "SMS", "MMS", "SIM", "GPS", "NFC", "QR", "PDF", "GIF", "PNG", "JPG", "JPEG", "SVG",
        "MP3", "MP4", "RSS", "SEO", "SQL", "TV", "TTL", "VAT", "FAQ", "CPU", "CPC", "CPM", "CPA", "CTR", "ROI", "SKU",
        "ISBN", "CDN", "HLS", "HD", "AI", "B2B", "ACL", "NFT", "2FA", "USD", "EUR", "RUB", "CRM", "DPI", "EAN", "FPS",
        "GMT", "ISO", "JWT", "MD5", "OTP", "RGB", "SHA1", "SHA256", "SSH", "SSO", "USB", "VIP", "VPN",
    ]
}

/// A scanner that finds the beginnings and ends of the words of a name.
package struct Scanner {
    struct Piece: Equatable {
        var text: String
        /// Indicates whether the word is in capitals in a name that also has small letters, such as `VK` in
        /// `getVKUser`.
        var isCapitals: Bool
    }

    /// Returns the words of a name as they are written.
    func split(_ wire: String) -> [Piece] {
        var wire = wire
        let pieces = wire.withUTF8 { bytes -> [Piece]? in
            guard let base = bytes.baseAddress else { return [] }
            return splitASCII(base, bytes.count)
        }
        return pieces ?? splitUnicode(wire)
    }

    /// Returns the words, or `nil` if the name has characters beyond ASCII.
    private func splitASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> [Piece]? {
        var pieces: [Piece] = []
        var start = 0
        var hasSmall = false
        var i = 0
        while i < count {
            if bytes[i] >= 0x80 { return nil }
            if Self.isSmall(bytes[i]) { hasSmall = true }
            i += 1
        }
        i = 0
        while i < count {
            let byte = bytes[i]
            if !Self.isAlphanumeric(byte) {
                Self.append(bytes, start, i, hasSmall, &pieces)
                start = i + 1
            } else if Self.isCapital(byte), i > start, Self.beginsWord(bytes, i, count) {
                Self.append(bytes, start, i, hasSmall, &pieces)
                start = i
            }
            i += 1
        }
        Self.append(bytes, start, count, hasSmall, &pieces)
        return pieces
    }

    /// Indicates whether a capital letter within a run of letters and digits begins a word: `userIDs`, `HTMLPage`,
    /// `model3D`.
    private static func beginsWord(_ bytes: UnsafePointer<UInt8>, _ i: Int, _ count: Int) -> Bool {
        if isSmall(bytes[i - 1]) { return true }
        guard i + 1 < count, isSmall(bytes[i + 1]) else { return false }
        let isPlural = bytes[i + 1] == 0x73 && (i + 2 == count || !isSmall(bytes[i + 2])) && isCapital(bytes[i - 1])
        return !isPlural
    }

    private static func append(
        _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ hasSmall: Bool, _ pieces: inout [Piece]
    ) {
        if start >= end { return }
        var capitals = 0
        var others = 0
        var i = start
        while i < end {
            if isCapital(bytes[i]) {
                capitals += 1
            } else if isSmall(bytes[i]), !(i == end - 1 && bytes[i] == 0x73) {
                others += 1
            }
            i += 1
        }
        let text = String(decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
        pieces.append(Piece(text: text, isCapitals: hasSmall && capitals >= 2 && others == 0))
    }

    /// Returns the word for a sign before a letter or digit, as in `-1` and `+date`.
    static func sign(_ wire: String) -> String? {
        guard let first = wire.utf8.first, first == 0x2D || first == 0x2B else { return nil }
        guard let second = wire.utf8.dropFirst().first, isAlphanumeric(second) else { return nil }
        return first == 0x2D ? "minus" : "plus"
    }

    /// Returns the words of a name in any script. Letters of all scripts remain, because Swift allows them in names.
    private func splitUnicode(_ wire: String) -> [Piece] {
        var pieces: [Piece] = []
        var word = ""
        var lastIsSmall = false
        for scalar in wire.unicodeScalars {
            let isPart = scalar.isASCII ? Self.isAlphanumeric(UInt8(ascii: scalar)) : Self.isNamePart(scalar)
            let isCapital = scalar.properties.isUppercase
            if (!isPart || (isCapital && lastIsSmall)) && !word.isEmpty {
                pieces.append(Piece(text: word, isCapitals: false))
                word = ""
            }
            if isPart, !(word.isEmpty && scalar.properties.generalCategory == .nonspacingMark) {
                word.unicodeScalars.append(scalar)
            }
            lastIsSmall = scalar.properties.isLowercase
        }
        if !word.isEmpty { pieces.append(Piece(text: word, isCapitals: false)) }
        return pieces
    }

    /// Indicates whether a character may appear in a Swift name.
    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint && scalar.value != 0x1680
    }

    static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
    package static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    package static func isAlphanumeric(_ byte: UInt8) -> Bool { isSmall(byte) || isCapital(byte) || isDigit(byte) }
}

extension String {
    /// Indicates whether the text contains a byte. Without optimization this is many times faster than the library's
    /// search.
    package func holds(_ byte: UInt8) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return false }
            var i = 0
            while i < bytes.count {
                if base[i] == byte { return true }
                i += 1
            }
            return false
        }
    }
}
