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
    /// The bytes around the offset, at most 80, never cut within a character. It may hold secrets: redact it before it is shown.
    public var excerpt: String

    /// `response.items[3].city.title: expected a string, found a number at byte 812 (line 1, column 813)`
    public var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return "\(place)expected \(expected), found \(found) at byte \(offset) (line \(line), column \(column))"
    }
}

/// How much an answer may depart from its schema before it is refused.
///
/// A wrong shape (a string where an object belongs, text where a number belongs) and a required key that is missing are refused in every
/// policy: tolerance never makes a value up.
public enum ReadingPolicy: Hashable, Sendable {
    /// Every departure is an error.
    case strict
    /// Accepts what servers really send: a number as a numeric string, a flag as 0 or 1, `[]` where an empty object is meant; keeps unknown
    /// values of enumerations and unknown members of unions raw.
    case tolerant
}
