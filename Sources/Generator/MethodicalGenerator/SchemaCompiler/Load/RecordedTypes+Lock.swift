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
