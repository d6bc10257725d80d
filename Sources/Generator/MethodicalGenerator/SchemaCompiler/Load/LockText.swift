/// The escapes in `methodical.lock`: `%` and two hexadecimal digits stand for a byte, and `%` alone for an empty text.
package enum LockText {
    /// Returns a text with its escapes decoded, or `nil` if an escape is incomplete.
    package static func unescaped(_ text: String) -> String? {
        if text == "%" {
            return ""
        }
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            return text
        }
        var plain: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                // A number may begin with a sign, and an escape may not.
                guard digits.count == 2,
                    digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else {
                    return nil
                }
                byte = value
                rest.removeFirst(2)
            }
            plain.append(byte)
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension RecordedTypes {
    /// Reads the record from the root of `api.json`. Ignores what has another form, which a check reports.
    package init(in root: JSONNode) {
        self.init()
        for type in root[.source]?[Self.key]?.children ?? [] {
            for place in type.children.compactMap(\.string) {
                add(TypeID(place), to: TypeID(type.key))
            }
        }
    }
}

/// The part of `methodical.lock` by which inline types stay where they were accepted:
///
/// ```
/// record */markup VK.Markup
///   .place messages.send/markup
///   .place messages.edit/markup
/// ```
extension RecordedTypes {
    /// The name of the lock file, which lies beside `api.json`.
    package static let lockName = "methodical.lock"

    /// The beginning of a line with a place of the type above it.
    package static let placeMark = "  .place "

    /// Reads the places of types from a lock file.
    ///
    /// Lines in another form are ignored, such as those that a merge leaves. `methodical check` reports them. The text
    /// is read as bytes, because it is as large as its API, and the tool runs without optimization.
    package init(lock bytes: [UInt8]) {
        self.init()
        let mark = Array(Self.placeMark.utf8)
        var entry = bytes[..<0]
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != Self.lineFeed {
                end += 1
            }
            let line = bytes[start..<end]
            start = end + 1
            guard let first = line.first else { continue }
            if first != mark[0] {
                entry = line
            } else if line.starts(with: mark) {
                let place = Self.text(of: line.dropFirst(mark.count))
                add(place: place, toEntry: Self.text(of: entry))
            }
        }
    }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// Returns the text of a line without the carriage return at its end.
    private static func text(of line: ArraySlice<UInt8>) -> String {
        if line.last == carriageReturn {
            return String(decoding: line.dropLast(), as: UTF8.self)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Adds a place to the type of an entry, such as `record */markup VK.Markup`.
    private mutating func add(place: String, toEntry entry: String) {
        let words = entry.split(separator: " ").map(String.init)
        guard words.count == 3,
            let type = LockText.unescaped(words[1]),
            let place = LockText.unescaped(place)
        else {
            return
        }
        add(TypeID(place), to: TypeID(type), path: words[2])
    }
}

/// The mark of the files that `methodical import` writes.
package enum ImportMark {
    package static let key = "$comment"
    package static let text =
        "Written by methodical import. Correct the API with an overlay: the next import can replace this file."
    /// The mark of earlier imports, whose repetitions keep it.
    package static let formerText = "Written by methodical import. Edits are lost; correct the API with an overlay."

    /// Indicates whether the root of a file has the mark.
    static func isOn(in root: JSONNode) -> Bool {
        let comment = root[key]?.string
        return comment == text || comment == formerText
    }
}
