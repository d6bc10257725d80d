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
    func words(_ wire: String) -> [SpelledWord] {
        // `don't` is one word.
        let scalars = (wire.allBytes { $0 != 0x27 } ? wire : wire.filter { $0 != "'" }).unicodeScalars
        var words: [SpelledWord] = []
        if let sign = wire.unicodeScalars.first, sign == "-" || sign == "+",
            wire.unicodeScalars.dropFirst().first?.isAlphanumeric == true
        {
            words.append(word(sign == "-" ? "minus" : "plus"))
        }
        let isASCII = wire.allBytes { $0 < 0x80 }
        let isMixed = isASCII && !wire.allBytes { !Unicode.Scalar($0).isSmall }
        for piece in snakeCase(wire) ?? pieces(Array(scalars), isASCII) {
            let small = piece.lowercased()
            if small == "auth", words.last?.small == "o" {
                words[words.count - 1] = word("oauth")
            } else if isMixed, spellings[small] == nil, Self.isAcronym(piece) {
                words.append(SpelledWord(small: small, capital: piece))
            } else {
                words.append(word(small))
            }
        }
        return words
    }

    /// Returns the words of a name of small letters, digits and underscores, or `nil` for other names. Most names are
    /// such names.
    private func snakeCase(_ wire: String) -> [String]? {
        guard wire.allBytes({ $0 == 0x5F || Unicode.Scalar($0).isSmall || Unicode.Scalar($0).isDigit }) else {
            return nil
        }
        return wire.utf8.split(separator: 0x5F).map { String(Substring($0)) }
    }

    /// Returns the words of a name as they are written.
    private func pieces(_ scalars: [Unicode.Scalar], _ isASCII: Bool) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for i in scalars.indices {
            let scalar = scalars[i]
            let isPart = scalar.isNamePart
            if !piece.isEmpty, !isPart || Self.isWordStart(scalars, i, isASCII) {
                pieces.append(piece)
                piece = ""
            }
            // No word begins with an accent.
            if isPart, isASCII || !piece.isEmpty || scalar.properties.generalCategory != .nonspacingMark {
                piece.unicodeScalars.append(scalar)
            }
        }
        if !piece.isEmpty {
            pieces.append(piece)
        }
        return pieces
    }

    /// Indicates whether a capital letter after a letter or digit begins a word: `userIDs`, `HTMLPage`, `model3D`.
    private static func isWordStart(_ scalars: [Unicode.Scalar], _ i: Int, _ isASCII: Bool) -> Bool {
        let (scalar, last) = (scalars[i], scalars[i - 1])
        if !isASCII {
            return scalar.properties.isUppercase && last.properties.isLowercase
        }
        if !scalar.isCapital {
            return false
        }
        if last.isSmall {
            return true
        }
        guard i + 1 < scalars.count, scalars[i + 1].isSmall else { return false }
        let endsInS = scalars[i + 1] == "s" && (i + 2 == scalars.count || !scalars[i + 2].isSmall)
        return !(endsInS && last.isCapital)
    }

    /// Indicates whether a word is in capitals, possibly with a plural's `s`, such as `VK` in `getVKUser`.
    private static func isAcronym(_ piece: String) -> Bool {
        let word = piece.hasSuffix("s") ? String(piece.dropLast()) : piece
        return word.allBytes { !Unicode.Scalar($0).isSmall } && word.unicodeScalars.filter { $0.isCapital }.count >= 2
    }

    private func word(_ small: String) -> SpelledWord { SpelledWord(small: small, capital: capital(small)) }

    /// Returns the spelling of a word after another word.
    private func capital(_ small: String) -> String {
        if let spelling = spellings[small] {
            return spelling
        }
        let scalars = small.unicodeScalars
        if scalars.first?.isDigit == true {
            return small == "2d" || small == "3d" ? small.uppercased() : small
        }
        if scalars.last?.isDigit == true, let digits = scalars.firstIndex(where: { $0.isDigit }),
            let spelling = spellings[String(small[..<digits])]
        {
            return spelling + small[digits...]
        }
        return Self.identifier(small) ?? Self.capitalized(small)
    }

    /// Returns the capital spelling of an abbreviation that ends in `id` or `ids`, or `nil` for other words. Two to
    /// four consonants before `id` mark an abbreviation: `cmid` is `CMID`, `psids` is `PSIDs`.
    private static func identifier(_ small: String) -> String? {
        // Comparing bytes takes a fraction of the time of `hasSuffix`, which compares characters.
        let bytes = small.utf8.last == UInt8(ascii: "s") ? small.utf8.dropLast() : small.utf8[...]
        guard bytes.suffix(2).elementsEqual("id".utf8) else { return nil }
        let word = Substring(bytes)
        let consonants = word.dropLast(2)
        guard (2...4).contains(consonants.utf8.count), consonants.allSatisfy("bcdfghjklmnpqrstvwxz".contains),
            !["grid", "skid", "slid"].contains(word)
        else { return nil }
        return word.uppercased() + small.dropFirst(word.count)
    }

    /// Returns the text with a capital first letter.
    static func capitalized(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else {
            return text
        }
        if first.isSmall {
            return String(Unicode.Scalar(UInt8(first.value) - 32)) + Substring(text.utf8.dropFirst())
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
