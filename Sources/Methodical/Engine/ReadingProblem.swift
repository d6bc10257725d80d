/// An error that says why and where a response could not be read.
public struct ReadingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path from the root of the text, as in `response.items[3].city.title`. Empty at the root itself.
    public var path: String
    /// The expectation of the schema or of the JSON grammar, as in "a string".
    public var expected: String
    /// A description of the value at the path, as in "a number".
    public var found: String
    /// The offset from the start of the text in bytes.
    public var offset: Int
    /// The line, counted from 1.
    public var line: Int
    /// The column in bytes, counted from 1.
    public var column: Int
    /// The text around the offset, at most 80 bytes of complete characters. `…` marks an end that is cut off.
    ///
    /// The excerpt can contain secrets, so redact it before you show it.
    public var excerpt: String

    /// The problem in one line:
    ///
    ///     items[3].city.title: expected a string, found a number at byte 812 (line 1, column 813)
    public var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return "\(place)expected \(expected), found \(found) at byte \(offset) (line \(line), column \(column))"
    }
}

/// The degree to which a response can deviate from its schema before it is refused.
///
/// All policies refuse a value of the wrong shape (a string in the place of an object, a word in the place of a number)
/// and an object without a required key that the schema is trusted with: no policy invents a value. A mismatch that is
/// not refused is reported as a ``Mismatch``.
public enum ReadingPolicy: Hashable, Sendable {
    /// Refuses every mismatch.
    case strict
    /// Accepts every mismatch that can be read without a guess:
    ///
    /// - A numeric string in the place of a number, and a number in the place of a string.
    /// - 0 or 1 in the place of a Boolean value, `"0"`, `"1"`, `"true"` and `"false"` too, and a Boolean value in the
    ///   place of a number.
    /// - `[]` in the place of an empty object.
    /// - `null` or no value for an optional property, although the schema promises a value.
    ///
    /// Texts that contradict their format, unknown values of enumerations and unknown alternatives of unions are kept
    /// as they are.
    case tolerant
    /// Accepts the same mismatches as ``ReadingPolicy/tolerant``, and leaves out values that cannot be read: an
    /// optional property becomes `nil`, and an object is removed from its list. A scalar is not removed from a list,
    /// because the others would move: a list with such a scalar cannot be read.
    case salvage
}

/// A mismatch: a place where responses deviate from their schema but were read nevertheless.
public struct Mismatch: Hashable, Sendable {
    /// The path from the root of the text without indices, as in `response.items[].city.title`.
    public var path: String
    /// The complete path of the first such place, as in `response.items[3].city.title`.
    public var example: String
    /// The expectation of the schema, as in "a string".
    public var expected: String
    /// A description of the values, separated by commas if they differ. It consists of kinds, as in "a number"; values
    /// are included only if the schema lists the possible values.
    public var found: String
    /// The part of the response that reading with ``ReadingPolicy/salvage`` left out, or `nil` if nothing was left out.
    public var loss: Loss?
    /// The number of occurrences.
    public var count = 1

    /// A part of the response that could not be read and was left out.
    public enum Loss: Hashable, Sendable {
        /// The innermost object of a list around the place, which is removed from the list.
        case element
        /// The innermost optional property at or around the place, which is `nil`.
        case property
    }

    /// Indicates whether the objects around these places are missing from their lists.
    public var isLeftOut: Bool { loss == .element }

    /// Adds an occurrence. The descriptions of the values are limited to about 160 bytes.
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

    /// Creates a summary of the mismatches at all places beyond the first `count`.
    init(others: Int, beside count: Int) {
        self.init(path: "", example: "", expected: "at most \(count) kinds of mismatches", found: "others")
        self.count = others
    }
}

extension Mismatch: CustomStringConvertible {
    /// The mismatch in one line:
    ///
    ///     items[].city.title: expected a string, found a number (3 times, first at items[3].city.title)
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

/// Excerpts from responses that are safe to show: short, and without characters that control a terminal.
enum Shown {
    /// The largest length of an excerpt in bytes.
    static var limit: Int { 80 }

    /// Returns the beginning of a text.
    static func text(_ text: String) -> String { self.text(Array(text.utf8)[...]) }

    /// Returns the beginning of a text, at most 80 bytes of complete characters.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var end = bytes.endIndex
        if bytes.count > limit {
            end = bytes.startIndex + limit
            while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return plain(String(decoding: bytes[..<end], as: UTF8.self)) + (end < bytes.endIndex ? "…" : "")
    }

    /// Replaces control characters, including line ends, with spaces.
    static func plain(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }
}

/// Excerpts for errors.
extension JSONDocument {
    /// Returns the text around a failure in a form that can be shown. `…` marks an end that is cut off.
    func excerpt(around offset: Int, _ text: (Range<Int>) -> String) -> String {
        let range = excerptRange(around: offset)
        return (range.lowerBound > 0 ? "…" : "") + Shown.plain(text(range)) + (range.upperBound < count ? "…" : "")
    }

    /// Returns the range around an offset: at most 80 bytes of complete characters.
    func excerptRange(around offset: Int) -> Range<Int> {
        var start = max(0, offset - 30)
        var end = min(count, offset + 50)
        while start > 0, start < offset, base[start] & 0xC0 == 0x80 { start += 1 }
        while end < count, end > offset, base[end] & 0xC0 == 0x80 { end -= 1 }
        return start..<max(start, end)
    }
}
