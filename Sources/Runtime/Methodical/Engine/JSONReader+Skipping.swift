/// Functions that move past values without creating them.
extension JSONReader {
    /// Skips a value, after the same checks as if it were read.
    mutating func skip() {
        switch base[position] {
        case .quote: _ = characters()
        case .openBrace:
            // The body consumes no value, so that each one is skipped.
            members { _, _ in false }
        case .openBracket:
            guard openArray() else { return }
            repeat { skip() } while nextElement()
        case UInt8(ascii: "t"): _ = literal("true")
        case UInt8(ascii: "f"): _ = literal("false")
        case UInt8(ascii: "n"): _ = literal("null")
        default:
            _ = numberCharacters(expected: "a value")
        }
    }

    /// Returns the kind of the value under a key of the object at the reader's position, and leaves the reader at that
    /// value.
    ///
    /// Returns `nil` if the value is not an object, or does not have that key. The caller moves the reader back.
    mutating func lookAhead(for key: borrowing [UInt8]) -> JSONKind? {
        guard base[position] == .openBrace,
            openObject()
        else { return nil }
        repeat {
            guard base[position] == .quote else {
                fail("a key")
                return nil
            }
            let name = characters()
            let isSought = name.equals(key)
            colon()
            if isSought {
                return kind()
            }
            skip()
        } while nextMember()
        return nil
    }

    /// Returns the kind of the value at the reader's position, or `nil` if no value begins there.
    ///
    /// The first byte tells the kinds apart, except that a number is read to its end to recognize an integer. As in
    /// JSON Schema, `3.0` and `3e2` are integers.
    mutating func kind() -> JSONKind? {
        switch base[position] {
        case .quote: .string
        case .openBrace: .object
        case .openBracket: .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        case .minus, .zero...UInt8(ascii: "9"):
            if isInteger() {
                .integer
            } else {
                .number
            }
        default: nil
        }
    }

    /// Indicates whether the value of the number at the reader's position is an integer.
    private mutating func isInteger() -> Bool {
        var index = position &+ 1
        while base[index].isDigit {
            index &+= 1
        }
        if base[index] != .point, !base[index].isExponentMark {
            return true
        }
        return numberText(expected: "a value")?.integer != nil
    }
}

/// The kinds of JSON values. The raw values are the positions of the bits in ``JSONKind/Set``.
enum JSONKind: UInt8 {
    case null, boolean, integer, number, string, array, object

    /// The kind, with integers counted as numbers.
    var base: JSONKind {
        switch self {
        case .integer: .number
        default: self
        }
    }

    /// The name of the kind in JSON Schema.
    var name: StaticString {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
