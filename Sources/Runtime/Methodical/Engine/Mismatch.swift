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
        /// The element of a list whose values may be null, which is `nil` and keeps its place.
        case value
        /// The innermost optional property at or around the place, which is `nil`.
        case property
    }

    /// Indicates whether the objects around these places are missing from their lists.
    public var isLeftOut: Bool { loss == .element }

    /// Adds an occurrence. The descriptions of the values are limited to about 160 bytes.
    mutating func add(_ found: String) {
        count += 1
        if found == self.found || self.found.hasSuffix(", …") {
            return
        }
        if ", \(self.found), ".contains(", \(found), ") {
            return
        }
        if self.found.utf8.count > 160 {
            self.found += ", …"
        } else {
            self.found += ", " + found
        }
    }
}

extension Mismatch {
    /// Creates the mismatch because of which a response cannot be read.
    init(_ problem: ReadingProblem) {
        var isInIndex = false
        let path = problem.path.filter { character in
            if character == "[" || character == "]" {
                isInIndex = character == "["
                return true
            }
            return !isInIndex
        }
        self.init(path: path, example: problem.path, expected: problem.expected, found: problem.found)
    }

    /// Creates a summary of the mismatches at all places beyond the first `count`.
    init(others: Int, beside count: Int) {
        self.init(
            path: "",
            example: "",
            expected: "at most \(count) kinds of mismatches",
            found: "others",
            count: others)
    }
}

extension Mismatch: CustomStringConvertible {
    /// The mismatch in one line:
    ///
    ///     items[].city.title: expected a string, found a number (3 times, first at items[3].city.title)
    public var description: String {
        var text = ""
        if !path.isEmpty {
            text += "\(path): "
        }
        text += "expected \(expected), found \(found)"
        switch loss {
        case .element?: text += ", and left the element out"
        case .value?: text += ", and read the element as nil"
        case .property?: text += ", and read the property as nil"
        case nil: break
        }
        var details: [String] = []
        if count > 1 {
            details.append("\(count) times")
        }
        if example != path {
            let preposition = count > 1 ? "first at" : "at"
            details.append("\(preposition) \(example)")
        }
        if !details.isEmpty {
            text += " (\(details.joined(separator: ", ")))"
        }
        return text
    }
}

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

/// The degree to which a response can deviate from its schema before it is refused.
///
/// All policies refuse a value of the wrong shape (a string in the place of an object, a word in the place of a number)
/// and an object without a required key that is trusted, because no policy invents a value. A mismatch that is not
/// refused is reported as a ``Mismatch``.
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
    /// because the others would move. A list with such a scalar cannot be read.
    case salvage
}
