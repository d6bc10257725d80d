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
        var text = ""
        if !path.isEmpty {
            text += "\(path): "
        }
        text += "expected \(expected), found \(found) at byte \(offset) (line \(line), column \(column))"
        return text
    }
}
