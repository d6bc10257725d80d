/// Moving over values without creating them.
extension JSONReader {
    /// Skips a value, which is checked as strictly as one that is read.
    mutating func skip() {
        switch base[position] {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"): skipObject()
        case UInt8(ascii: "["):
            guard openArray() else { return }
            repeat { skip() } while nextElement()
        case UInt8(ascii: "t"): _ = literal("true")
        case UInt8(ascii: "f"): _ = literal("false")
        case UInt8(ascii: "n"): _ = literal("null")
        default:
            if let text = numberText(expected: "a value") { position = text.end }
        }
    }

    /// Skips a string.
    mutating func skipString() {
        let start = position &+ 1
        let stop = Word.firstSpecial(base, start)
        if base[stop] == UInt8(ascii: "\"") {
            position = stop &+ 1
        } else {
            _ = characters()
        }
    }

    private mutating func skipObject() {
        guard openObject() else { return }
        repeat {
            guard base[position] == UInt8(ascii: "\"") else { return fail("a key") }
            skipString()
            colon()
            skip()
        } while nextMember()
    }

    /// Returns the kind of the value under a key of the object at the reader's position, and leaves the reader at that
    /// value.
    ///
    /// Returns `nil` if the value is not an object, or does not have that key. The caller moves the reader back.
    mutating func lookAhead(for key: borrowing [UInt8]) -> JSONKind? {
        guard base[position] == UInt8(ascii: "{"), openObject() else { return nil }
        repeat {
            guard base[position] == UInt8(ascii: "\"") else {
                fail("a key")
                return nil
            }
            let name = characters()
            let isSought = name.equals(key)
            colon()
            if isSought { return kind() }
            skip()
        } while nextMember()
        return nil
    }

    /// Returns the kind of the value at the reader's position, based on its first byte. As in JSON Schema, `3.0` and
    /// `3e2` are integers.
    mutating func kind() -> JSONKind? {
        switch base[position] {
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "-"), 0x30...0x39: isInteger() ? .integer : .number
        default: nil
        }
    }

    /// Returns whether the value of the number at the reader's position is an integer.
    private mutating func isInteger() -> Bool {
        let start = position
        var at = start &+ 1
        while base[at] &- 0x30 <= 9 { at &+= 1 }
        if base[at] != UInt8(ascii: "."), base[at] | 0x20 != UInt8(ascii: "e") { return true }
        return numberText(expected: "a value")?.integer(base, from: start) != nil
    }
}

/// The kinds of JSON values. The raw values are the bits in ``UnionShapes``.
enum JSONKind: UInt8 {
    case null, boolean, integer, number, string, array, object

    /// The kind, with all numbers as one kind.
    var base: JSONKind { self == .integer ? .number : self }

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
