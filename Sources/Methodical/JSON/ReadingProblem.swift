/// Why an answer could not be read, and where.
public struct ReadingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// From the root of the text: `response.items[3].city.title`. Empty at the root itself.
    public var path: String
    /// What the schema or JSON's grammar asks for there: "a string".
    public var expected: String
    /// What stands there: "a number".
    public var found: String
    /// In bytes from the start of the text.
    public var offset: Int
    /// Counted from 1.
    public var line: Int
    /// In bytes, counted from 1.
    public var column: Int
    /// The bytes around the offset, at most 80, never cut within a character; `…` where more stands before or behind them. It may hold secrets:
    /// redact it before it is shown.
    public var excerpt: String

    /// `response.items[3].city.title: expected a string, found a number at byte 812 (line 1, column 813)`
    public var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return "\(place)expected \(expected), found \(found) at byte \(offset) (line \(line), column \(column))"
    }
}

/// How much an answer may depart from its schema before it is refused.
///
/// A wrong shape (a string where an object belongs, a word where a number belongs) and a key that is required and trusted but missing are
/// refused in every policy: tolerance never makes a value up. What is not refused is reported, as a ``Departure``.
public enum ReadingPolicy: Hashable, Sendable {
    /// Every departure is an error.
    case strict
    /// Accepts everything that needs no guess: a number as a numeric string, a string as a number, a flag as 0 or 1, a number as a flag, `[]`
    /// where an empty object is meant, null or nothing where the schema promises a value and the property is optional. Keeps texts that
    /// contradict their format, unknown values of enumerations and unknown members of unions as they are.
    case tolerant
    /// As tolerant, and does without what cannot be read: an optional property is nil, and an object in a list is left out. A scalar in a list is
    /// not left out, because the others would move: such a list cannot be read.
    case salvage
}

/// A place where answers depart from their schema and were read all the same.
public struct Departure: Hashable, Sendable {
    /// From the root of the text, indices left out: `response.items[].city.title`.
    public var path: String
    /// The first such place in full: `response.items[3].city.title`.
    public var example: String
    /// What the schema asks for: "a string".
    public var expected: String
    /// What stands there, different things joined by commas: a kind ("a number"), and the value only where the schema lists the values.
    public var found: String
    /// What reading with ``ReadingPolicy/salvage`` did without, because these places could not be read.
    public var loss: Loss?
    /// How often.
    public var count = 1

    /// A value that could not be read, and that the rest of the response does without.
    public enum Loss: Hashable, Sendable {
        /// The innermost object of a list around the place, which is left out.
        case element
        /// The innermost optional property at or around the place, which is nil.
        case property
    }

    /// Indicates whether the objects around these places are missing from their lists.
    public var isLeftOut: Bool { loss == .element }

    mutating func add(_ found: String) {
        count += 1
        if found == self.found || self.found.hasSuffix(", …") || ", \(self.found), ".contains(", \(found), ") { return }
        self.found += self.found.utf8.count > 160 ? ", …" : ", " + found
    }

    init(path: String, example: String, expected: String, found: String, loss: Loss? = nil) {
        self.path = path
        self.example = example
        self.expected = expected
        self.found = found
        self.loss = loss
    }

    /// What more places than anybody reads have in common.
    init(others: Int, beside count: Int) {
        self.init(path: "", example: "", expected: "at most \(count) kinds of departures", found: "others")
        self.count = others
    }
}

extension Departure: CustomStringConvertible {
    /// `response.items[].city.title: expected a string, found a number (3 times, first at response.items[3].city.title)`
    public var description: String {
        var text = path.isEmpty ? "" : "\(path): "
        text += "expected \(expected), found \(found)"
        switch loss {
        case .element?: text += ", and left the element out"
        case .property?: text += ", and read the property as nil"
        case nil: break
        }
        var details: [String] = []
        if count > 1 { details.append("\(count) times") }
        if example != path { details.append((count > 1 ? "first at " : "at ") + example) }
        return details.isEmpty ? text : text + " (\(details.joined(separator: ", ")))"
    }
}

/// Pieces of answers in messages: short, and nothing in them that a terminal acts on.
enum Shown {
    static var limit: Int { 80 }

    static func text(_ text: String) -> String { self.text(Array(text.utf8)[...]) }

    /// At most 80 bytes, never cut within a character.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var end = bytes.endIndex
        if bytes.count > limit {
            end = bytes.startIndex + limit
            while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return plain(String(decoding: bytes[..<end], as: UTF8.self)) + (end < bytes.endIndex ? "…" : "")
    }

    /// Control characters, line ends among them, become spaces.
    static func plain(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }
}

extension JSONDocument {
    /// The text around a failure, as it may be shown; `…` stands for what is left out.
    func excerpt(around offset: Int, _ text: (Range<Int>) -> String) -> String {
        let range = excerptRange(around: offset)
        return (range.lowerBound > 0 ? "…" : "") + Shown.plain(text(range)) + (range.upperBound < count ? "…" : "")
    }

    /// At most 80 bytes, never cut within a character.
    func excerptRange(around offset: Int) -> Range<Int> {
        var start = max(0, offset - 30)
        var end = min(count, offset + 50)
        while start > 0, start < offset, base[start] & 0xC0 == 0x80 { start += 1 }
        while end < count, end > offset, base[end] & 0xC0 == 0x80 { end -= 1 }
        return start..<max(start, end)
    }
}
