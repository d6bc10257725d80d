/// The small language of the tables.
enum TableText {
    /// Returns the parts of a text between separators. An empty text is one empty part.
    static func split(_ text: ArraySlice<UInt8>, separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
        text.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    }

    /// The characters for which `~0`, `~1` and so on are escapes.
    private static let meanings = Array("~/,!=*|+?^".utf8)
    static var escape: UInt8 { UInt8(ascii: "~") }

    /// Replaces the escapes of tables with their characters.
    static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var rest = text
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == escape, let digit = rest.popFirst() {
                let index = Int(digit &- .zero)
                let isKnown = index < meanings.count
                result.append(isKnown ? meanings[index] : digit)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Replaces the characters that have a meaning in tables with their escapes.
    static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte in
            guard let index = meanings.firstIndex(of: byte) else {
                return [byte]
            }
            return [escape, .zero + UInt8(index)]
        }
    }

    static func string(from text: ArraySlice<UInt8>) -> String {
        String(decoding: unescape(text), as: UTF8.self)
    }

    /// Returns the elements of a comma-separated list, unescaped. An empty text has no elements.
    static func list(from text: StaticString) -> [String] {
        guard text.utf8CodeUnitCount > 0 else { return [] }
        return split(bytes(of: text)[...], separator: ",").map(string)
    }

    static func bytes(of text: StaticString) -> [UInt8] {
        Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Returns a key as JSON writes it, with quotation marks.
    static func json(of key: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(String(decoding: key, as: UTF8.self))
        return Array(UnsafeBufferPointer(start: writer.base, count: writer.count))
    }
}

/// A key in the text of a table, with the marks before it and the value after it: `!id`, `+?boss/name`, `type="gif"`.
struct TableKey {
    /// The key, or the keys on the way to a nested value. Escapes are not replaced.
    let path: ArraySlice<UInt8>
    let isTrusted: Bool
    let isUntrusted: Bool
    let isNullable: Bool
    let isReadOnly: Bool
    /// The text after `=`, or `nil` if there is none. Escapes are not replaced.
    let value: ArraySlice<UInt8>?

    init(_ text: ArraySlice<UInt8>) {
        let sides = TableText.split(text, separator: "=")
        path = sides[0].drop { "!+?^".utf8.contains($0) }
        let marks = sides[0][..<path.startIndex]
        isTrusted = marks.contains(UInt8(ascii: "!"))
        isUntrusted = marks.contains(UInt8(ascii: "+"))
        isNullable = marks.contains(UInt8(ascii: "?"))
        isReadOnly = marks.contains(UInt8(ascii: "^"))
        value = sides.dropFirst().first
    }

    /// Indicates whether this is `*`, the place for the members that no key names.
    var isAdditional: Bool {
        path.elementsEqual("*".utf8)
    }
}
