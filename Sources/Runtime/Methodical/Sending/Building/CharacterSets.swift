import Foundation

/// The character sets of the web that Foundation decodes on all systems.
enum CharacterSets {
    /// The encoding of text without a declared character set.
    static let usual = "utf-8"

    /// Returns the text of bytes in a character set.
    ///
    /// A byte order mark is not part of the text, and one of UTF-8 precedes the declared character set (WHATWG,
    /// Encoding Standard, section 6).
    ///
    /// - Parameters:
    ///   - bytes: The encoded text.
    ///   - name: The name of the character set in lowercase, or `nil` if none is declared.
    /// - Throws: `.undecodable` if the name is unknown, or if the bytes do not fit the character set.
    static func decode(_ bytes: Data, as name: String?) throws(APIError) -> String {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var name = name
        var content = bytes
        if bytes.starts(with: mark) {
            name = usual
            content = bytes.dropFirst(mark.count)
        }
        guard let encoding = encodings[name ?? usual] else {
            throw APIError(
                .undecodable,
                "the text is in the character set \(JSON.string(name ?? "")), which is not known")
        }
        if let text = decode(content, in: encoding) {
            return text
        }
        // Browsers read iso-8859-1 as windows-1252, in which five bytes have no character.
        if encoding == .windowsCP1252,
            name != "windows-1252",
            let text = decode(bytes, in: .isoLatin1)
        {
            return text
        }
        guard let name else {
            throw APIError(
                .undecodable,
                "the text is not UTF-8, and its Content-Type names no other character set")
        }
        throw APIError(.undecodable, "the text contains bytes that are not in its character set, \(name)")
    }

    /// Returns the text, or `nil` if the bytes do not fit the encoding.
    private static func decode(_ bytes: Data, in encoding: String.Encoding) -> String? {
        // Foundation drops the bytes that do not fill the last unit.
        guard bytes.count.isMultiple(of: unit(of: encoding)) else { return nil }
        guard let text = String(data: bytes, encoding: encoding) else { return nil }
        // Foundation keeps the byte order mark of encodings whose names state the order.
        guard text.unicodeScalars.first == "\u{FEFF}" else {
            return text
        }
        return String(text.unicodeScalars.dropFirst())
    }

    /// The number of bytes in the smallest unit of an encoding.
    private static func unit(of encoding: String.Encoding) -> Int {
        switch encoding {
        case .utf16, .utf16LittleEndian, .utf16BigEndian: 2
        case .utf32, .utf32LittleEndian, .utf32BigEndian: 4
        default: 1
        }
    }

    /// The encodings by name and common alias. Browsers read `iso-8859-1` as `windows-1252`, and `gb2312` and `gbk` as
    /// `gb18030`, their superset (WHATWG, Encoding Standard, section 4.2).
    private static let encodings: [String: String.Encoding] = {
        var encodings: [String: String.Encoding] = [
            "utf-8": .utf8,
            "utf8": .utf8,
            "unicode-1-1-utf-8": .utf8,
            "us-ascii": .ascii,
            "ascii": .ascii,
            "utf-16": .utf16,
            "utf-16le": .utf16LittleEndian,
            "utf-16be": .utf16BigEndian,
            "utf-32": .utf32,
            "utf-32le": .utf32LittleEndian,
            "utf-32be": .utf32BigEndian,
            "shift_jis": .shiftJIS,
            "shift-jis": .shiftJIS,
            "sjis": .shiftJIS,
            "iso-2022-jp": .iso2022JP,
            "latin1": .windowsCP1252,
        ]
        #if canImport(Darwin)
            encodings["euc-jp"] = .japaneseEUC
        #endif
        for (name, number) in numbers {
            // NSStringEncoding marks CoreFoundation's numbers with the highest of 32 bits.
            encodings[name] = String.Encoding(rawValue: 0x8000_0000 | number)
        }
        // The part 12 was never published.
        for part in 2...16 where part != 12 {
            let encoding = String.Encoding(rawValue: 0x8000_0200 | UInt(part))
            for name in ["iso-8859-", "iso_8859-", "iso8859-"] {
                encodings[name + String(part)] = encoding
            }
        }
        for name in ["iso-8859-1", "iso_8859-1", "iso8859-1"] {
            encodings[name] = .windowsCP1252
        }
        for (digit, number) in ([1, 2, 0, 3, 4, 5, 6, 7, 8] as [UInt]).enumerated() {
            let encoding = String.Encoding(rawValue: 0x8000_0500 | number)
            for name in ["windows-125", "cp125", "x-cp125"] {
                encodings[name + String(digit)] = encoding
            }
        }
        encodings["windows-1252"] = .windowsCP1252
        return encodings
    }()

    /// CoreFoundation's numbers of further character sets (CFStringEncodingExt.h).
    private static let numbers: [String: UInt] = [
        "koi8-r": 0xA02,
        "koi8": 0xA02,
        "koi8-u": 0xA08,
        "ibm866": 0x41B,
        "cp866": 0x41B,
        "windows-874": 0x41D,
        "tis-620": 0x41D,
        "macintosh": 0,
        "x-mac-cyrillic": 7,
        "windows-31j": 0x420,
        "windows-949": 0x422,
        "euc-kr": 0x940,
        "big5": 0xA03,
        "gb18030": 0x632,
        "gbk": 0x632,
        "gb2312": 0x632,
    ]
}

extension HTTPResponse {
    /// Returns the body as text in the character set of its `Content-Type`, or in UTF-8 if that names none.
    ///
    /// Throws `.undecodable` if the character set is unknown or the bytes do not fit it.
    func text() throws(APIError) -> String {
        do throws(APIError) {
            return try CharacterSets.decode(body, as: characterSet)
        } catch {
            throw error.with { contents in
                contents.status = status
                contents.headers = headers
            }
        }
    }

    /// The name of the declared character set in lowercase, or `nil` if there is none.
    private var characterSet: String? {
        for part in (headers["Content-Type"] ?? "").parts(between: ";") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2,
                Substring(sides[0]).trimmed.lowercased() == "charset"
            else { continue }
            let marks = CharacterSet(charactersIn: "\"' \t")
            let name = sides[1].trimmingCharacters(in: marks).lowercased()
            guard !name.isEmpty else { return nil }
            return name
        }
        return nil
    }
}
