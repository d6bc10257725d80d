/// The values of an enumeration, some of which may differ only in a sign.
///
/// A sign behind a word, or between a word and a number, is a word of the name: `c++` is `cPlusPlus`, `A-` is `aMinus`,
/// and `GMT+1` is `gmtPlus1`. Other signs only separate words, as in `svg+xml` and `utf-8`. A sign at the beginning is
/// the concern of `WordSplitter`.
struct SignedValues {
    private let values: Set<String>

    init(_ values: [String]) {
        let haveSigns = values.contains { value in
            value.utf8.contains { Self.name(ofSign: $0) != nil }
        }
        guard haveSigns else {
            self.values = []
            return
        }
        self.values = Set(values)
    }

    /// Returns a value with words in place of the signs that are parts of its name.
    func spelled(_ value: String) -> String {
        if values.isEmpty {
            return value
        }
        let bytes = Array(value.utf8)
        guard let lastOfName = bytes.lastIndex(where: { Self.name(ofSign: $0) == nil }) else {
            return value
        }
        let last = bytes[lastOfName]
        var endOfWord: Int?
        if last >= 0x80 || Unicode.Scalar(last).isAlphanumeric {
            endOfWord = lastOfName
        }
        var spelled = bytes.prefix(1)
        for index in bytes.indices.dropFirst() {
            let name = Self.name(ofSign: bytes[index])
            if let name, isPartOfName(index, of: bytes, endOfWord: endOfWord) {
                spelled += Array(" \(name) ".utf8)
            } else {
                spelled.append(bytes[index])
            }
        }
        return String(decoding: spelled, as: UTF8.self)
    }

    /// Indicates whether a sign is a part of a name.
    ///
    /// - Parameter endOfWord: The index of the last letter or digit, or `nil` if something else follows it.
    private func isPartOfName(_ index: Int, of bytes: [UInt8], endOfWord: Int?) -> Bool {
        if let endOfWord, index > endOfWord {
            return true
        }
        guard index + 1 < bytes.count else { return false }
        let isBeforeNumber = Unicode.Scalar(bytes[index + 1]).isDigit
        switch bytes[index] {
        case UInt8(ascii: "+"): return isBeforeNumber
        case UInt8(ascii: "-"): return isBeforeNumber && hasCounterpart(at: index, of: bytes)
        default: return false
        }
    }

    /// Indicates whether another value has a plus in the place of a minus. Without one, the minus is a hyphen.
    private func hasCounterpart(at index: Int, of bytes: [UInt8]) -> Bool {
        var stem = bytes[...index]
        stem[index] = UInt8(ascii: "+")
        let text = String(decoding: stem, as: UTF8.self)
        return values.contains { $0.hasPrefix(text) }
    }

    private static func name(ofSign byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "+"): "plus"
        case UInt8(ascii: "-"): "minus"
        case UInt8(ascii: "#"): "sharp"
        default: nil
        }
    }
}
