/// A splitter of wire names in snake, camel or kebab case, with dots, spaces or digits.
struct WordSplitter {
    /// The capital spellings of words by their small ones: `id` is `ID`, `ids` is `IDs`.
    private var spellings: [String: String] = [:]

    init(acronyms: [String]) {
        for acronym in Self.usual + acronyms where !acronym.isEmpty {
            let small = acronym.lowercased()
            spellings[small] = acronym
            if !small.hasSuffix("s"), spellings[small + "s"] == nil {
                spellings[small + "s"] = acronym + "s"
            }
        }
    }

    /// Returns the words of a name. The result is empty only if the name has neither letters nor digits.
    func words(of wire: String) -> [SpelledWord] {
        var words: [SpelledWord] = []
        if let sign = sign(atStartOf: wire) {
            words.append(word(spelled: sign))
        }
        let isASCII = wire.allBytes { $0 < 0x80 }
        let isMixed = isASCII && !wire.allBytes { !Unicode.Scalar($0).isSmall }
        for piece in snakeCase(of: wire) ?? pieces(of: Self.withoutApostrophes(wire), isASCII: isASCII) {
            let small = piece.lowercased()
            if small == "auth", words.last?.small == "o" {
                words[words.count - 1] = word(spelled: "oauth")
            } else if isMixed, spellings[small] == nil, Self.isAcronym(piece) {
                words.append(SpelledWord(small: small, capital: piece))
            } else {
                words.append(word(spelled: small))
            }
        }
        return words
    }

    /// Returns the characters of a name in which `don't` is one word.
    private static func withoutApostrophes(_ wire: String) -> [Unicode.Scalar] {
        let hasNone = wire.allBytes { $0 != 0x27 }
        if hasNone {
            return Array(wire.unicodeScalars)
        }
        return Array(wire.filter { $0 != "'" }.unicodeScalars)
    }

    /// Returns the word for a sign before the first letter or digit of a name, or `nil` if the name begins otherwise.
    private func sign(atStartOf wire: String) -> String? {
        let scalars = wire.unicodeScalars
        let word: String
        switch scalars.first {
        case "-": word = "minus"
        case "+": word = "plus"
        default: return nil
        }
        guard scalars.dropFirst().first?.isAlphanumeric == true else {
            return nil
        }
        return word
    }

    /// Returns the words of a name of small letters, digits and underscores, or `nil` for other names. Most names are
    /// such names.
    private func snakeCase(of wire: String) -> [String]? {
        let isSnakeCase = wire.allBytes { byte in
            let scalar = Unicode.Scalar(byte)
            return byte == 0x5F || scalar.isSmall || scalar.isDigit
        }
        guard isSnakeCase else {
            return nil
        }
        let words = wire.utf8.split(separator: UInt8(ascii: "_"))
        return words.map { String(Substring($0)) }
    }

    /// Returns the words of a name as they are written.
    private func pieces(of scalars: [Unicode.Scalar], isASCII: Bool) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for i in scalars.indices {
            let scalar = scalars[i]
            guard scalar.isNamePart else {
                if !piece.isEmpty {
                    pieces.append(piece)
                    piece = ""
                }
                continue
            }
            if !piece.isEmpty, Self.isWordStart(in: scalars, at: i, isASCII: isASCII) {
                pieces.append(piece)
                piece = ""
            }
            // No word begins with an accent.
            if isASCII || !piece.isEmpty || scalar.properties.generalCategory != .nonspacingMark {
                piece.unicodeScalars.append(scalar)
            }
        }
        if !piece.isEmpty {
            pieces.append(piece)
        }
        return pieces
    }

    /// Indicates whether a capital letter after a letter or digit begins a word: `userIDs`, `HTMLPage`, `model3D`.
    private static func isWordStart(in scalars: [Unicode.Scalar], at i: Int, isASCII: Bool) -> Bool {
        let scalar = scalars[i]
        let last = scalars[i - 1]
        if !isASCII {
            return scalar.properties.isUppercase && last.properties.isLowercase
        }
        if !scalar.isCapital {
            return false
        }
        if last.isSmall {
            return true
        }
        let rest = scalars[(i + 1)...]
        guard let next = rest.first, next.isSmall else { return false }
        let isPlural = next == "s" && rest.dropFirst().first?.isSmall != true
        return !(isPlural && last.isCapital)
    }

    /// Indicates whether a word is in capitals, possibly with a plural's `s`, such as `VK` in `getVKUser`.
    private static func isAcronym(_ piece: String) -> Bool {
        var word = piece
        if word.hasSuffix("s") {
            word.removeLast()
        }
        guard word.allBytes({ !Unicode.Scalar($0).isSmall }) else {
            return false
        }
        return word.unicodeScalars.filter(\.isCapital).count >= 2
    }

    private func word(spelled small: String) -> SpelledWord {
        SpelledWord(small: small, capital: capital(of: small))
    }

    /// Returns the spelling of a word after another word.
    private func capital(of small: String) -> String {
        if let spelling = spellings[small] {
            return spelling
        }
        let scalars = small.unicodeScalars
        if scalars.first?.isDigit == true {
            switch small {
            case "2d", "3d": return small.uppercased()
            default: return small
            }
        }
        if scalars.last?.isDigit == true, let digits = scalars.firstIndex(where: \.isDigit) {
            let letters = String(small[..<digits])
            if let spelling = spellings[letters] {
                return spelling + small[digits...]
            }
        }
        return Self.identifier(for: small) ?? Self.capitalized(small)
    }

    /// Returns the capital spelling of an abbreviation that ends in `id` or `ids`, or `nil` for other words. Two to
    /// four consonants before `id` mark an abbreviation: `cmid` is `CMID`, `psids` is `PSIDs`.
    private static func identifier(for small: String) -> String? {
        // Comparing bytes takes a fraction of the time of `hasSuffix`, which compares characters.
        var bytes = small.utf8[...]
        if bytes.last == UInt8(ascii: "s") {
            bytes.removeLast()
        }
        guard bytes.suffix(2).elementsEqual("id".utf8) else { return nil }
        let word = Substring(bytes)
        let beginning = word.dropLast(2)
        let isConsonants =
            (2...4).contains(beginning.utf8.count)
            && beginning.allSatisfy("bcdfghjklmnpqrstvwxz".contains)
        guard isConsonants, !["grid", "skid", "slid"].contains(word) else {
            return nil
        }
        return word.uppercased() + small.dropFirst(word.count)
    }

    /// Returns the text with a capital first letter.
    static func capitalized(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else {
            return text
        }
        if first.isSmall {
            let capital = Unicode.Scalar(UInt8(first.value) - 32)
            return String(capital) + Substring(text.utf8.dropFirst())
        }
        return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst())
    }

    /// The abbreviations that every API gets.
    private static let usual = """
        ID UID GUID UUID CID GID PID SID URL URI HTTP HTTPS HTML XML JSON CSV CSS API SDK UI OAuth OK OS IOS UTM UTC \
        UTF IP DNS TCP UDP SSL TLS FTP RTMP SMS MMS SIM GPS NFC QR PDF GIF PNG JPG JPEG SVG MP3 MP4 RSS SEO SQL TV TTL \
        VAT FAQ CPU CPC CPM CPA CTR ROI SKU ISBN CDN HLS HD AI B2B ACL NFT 2FA USD EUR RUB CRM DPI EAN FPS GMT ISO JWT \
        MD5 OTP RGB SHA1 SHA256 SSH SSO USB VIP VPN
        """.split(separator: " ").map(String.init)
}
