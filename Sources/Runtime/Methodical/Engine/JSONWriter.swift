/// A writer of compact JSON. Members are in the schema's order, and absent members are left out.
///
/// Integers are exact. A floating-point number has the shortest spelling that reads back as the same value. JSON has no
/// spelling for a number that is not finite: `null` takes its place, and `finish()` throws an error.
struct JSONWriter: ~Copyable {
    /// The first byte of the text.
    private(set) var base: UnsafeMutablePointer<UInt8>
    /// The length of the text in bytes.
    private(set) var count = 0
    private var capacity: Int
    /// Indicates whether the text contains a number that JSON cannot express.
    private(set) var isBroken = false
    /// Indicates whether the text is a part of a request, which leaves out members that only the server sets.
    private(set) var isRequest = false
    /// The positions before the keys of nested objects that may turn out to be empty.
    var marks: [Int] = []

    /// Creates a writer with room for `capacity` bytes. It grows if necessary.
    init(capacity: Int = 512, isRequest: Bool = false) {
        self.isRequest = isRequest
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// Returns a value as JSON text.
    ///
    /// - Parameter isRequest: Indicates whether members that only the server sets are left out.
    static func write<T: APIValue>(_ value: T, isRequest: Bool = false) throws(WritingProblem) -> [UInt8] {
        var writer = JSONWriter(isRequest: isRequest)
        value._write(to: &writer)
        return try writer.finish()
    }

    /// Returns the text, or throws an error if it contains a number that is not finite.
    func finish() throws(WritingProblem) -> [UInt8] {
        if isBroken {
            throw WritingProblem()
        }
        return withBytes { Array($0) }
    }

    /// The text so far.
    var contents: String {
        withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The text, or `nil` if it contains a number that is not finite.
    var text: String? {
        guard !isBroken else { return nil }
        return contents
    }

    /// Calls a function with the text so far.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Makes room for `size` more bytes.
    @inline(__always)
    mutating func reserve(_ size: Int) {
        if count &+ size > capacity {
            grow(by: size)
        }
    }

    @inline(never)
    private mutating func grow(by size: Int) {
        let larger = max(capacity * 2, count + size)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        copy.moveUpdate(from: base, count: count)
        base.deallocate()
        base = copy
        capacity = larger
    }

    mutating func byte(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count &+= 1
    }

    mutating func bytes(_ bytes: UnsafePointer<UInt8>, size: Int) {
        reserve(size)
        UnsafeMutableRawPointer(base + count).copyMemory(from: bytes, byteCount: size)
        count &+= size
    }

    /// Writes a comma, unless the object or array has just been opened.
    mutating func separate() {
        guard count > 0 else { return }
        let last = base[count &- 1]
        if last != .openBrace, last != .openBracket {
            byte(.comma)
        }
    }

    /// Closes the object that was opened at the last mark. If the object has no members, it is removed together with
    /// its key.
    mutating func closeUnlessEmpty() {
        guard let mark = marks.popLast() else { return }
        if base[count &- 1] == .openBrace {
            count = mark
        } else {
            byte(.closeBrace)
        }
    }

    /// Writes a key and its colon, after a comma if necessary.
    mutating func key(_ name: String) {
        separate()
        string(name)
        byte(.colon)
    }

    /// Writes a key in the form `"key":` that tables contain, after a comma if necessary.
    mutating func key(_ text: UnsafePointer<UInt8>, size: Int) {
        reserve(size &+ 1)
        if base[count &- 1] != .openBrace {
            base[count] = .comma
            count &+= 1
        }
        UnsafeMutableRawPointer(base + count).copyMemory(from: text, byteCount: size)
        count &+= size
    }

    // MARK: Scalars

    mutating func null() { word("null") }

    mutating func boolean(_ value: Bool) {
        if value {
            word("true")
        } else {
            word("false")
        }
    }

    private mutating func word(_ text: StaticString) {
        bytes(text.utf8Start, size: text.utf8CodeUnitCount)
    }

    /// Writes an integer. The number of digits is counted first, so that the digits are written in place from the last
    /// to the first.
    mutating func integer(_ value: Int) {
        reserve(20)
        var magnitude = value.magnitude
        if value < 0 {
            base[count] = .minus
            count &+= 1
        }
        var size = 1
        var bound: UInt = 10
        let mostDigits = Int.bitWidth == 64 ? 19 : 10
        while size < mostDigits, magnitude >= bound {
            size &+= 1
            bound = bound &* 10
        }
        var at = count &+ size
        count = at
        repeat {
            at &-= 1
            base[at] = .zero &+ UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        } while magnitude > 0
    }

    /// Writes a floating-point number. A whole number has no fraction.
    mutating func number(_ value: Double) {
        guard value.isFinite else {
            isBroken = true
            return null()
        }
        // Whole numbers below 2⁵³ are exact as integers, and faster to write. Negative zero keeps its sign.
        if abs(value) < 9_007_199_254_740_992,
            let whole = Int(exactly: value),
            !(whole == 0 && value.sign == .minus)
        {
            return integer(whole)
        }
        var text = value.description
        if text.hasSuffix(".0") {
            text.removeLast(2)
        }
        raw(text)
    }

    /// Writes text that is JSON already.
    mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            if let start = utf8.baseAddress {
                bytes(start, size: utf8.count)
            }
        }
    }

    /// Writes a string with quotes and escapes.
    mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            let size = utf8.count
            // Ten more bytes: two quotes, and eight so that words can be loaded up to the end.
            reserve(size &+ 10)
            base[count] = .quote
            count &+= 1
            guard let start = utf8.baseAddress,
                size > 0
            else {
                return byte(.quote)
            }
            UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: size)
            // The closing quote also ends the search for characters to escape.
            base[count &+ size] = .quote
            let clean = Word.firstEscaped(in: base, from: count) &- count
            count &+= min(clean, size)
            if clean < size {
                escaped(start + clean, size: size &- clean)
            }
            byte(.quote)
        }
    }

    /// Writes text that begins with a character to escape.
    private mutating func escaped(_ text: UnsafePointer<UInt8>, size: Int) {
        var clean = 0
        for at in 0..<size {
            let character = text[at]
            if character >= .space,
                character != .quote,
                character != .backslash
            {
                continue
            }
            bytes(text + clean, size: at &- clean)
            escape(character)
            clean = at &+ 1
        }
        bytes(text + clean, size: size &- clean)
    }

    /// Writes one escape.
    private mutating func escape(_ character: UInt8) {
        byte(.backslash)
        switch character {
        case .quote, .backslash: byte(character)
        case .newline: byte(UInt8(ascii: "n"))
        case 0x0D: byte(UInt8(ascii: "r"))
        case 0x09: byte(UInt8(ascii: "t"))
        default:
            word("u00")
            byte(.hexadecimalDigit(for: character &>> 4))
            byte(.hexadecimalDigit(for: character & 15))
        }
    }
}

/// The error for a value that JSON cannot express, because it contains a number that is infinite or not a number.
struct WritingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    var description: String {
        "an infinite number or one that is not a number cannot be written as JSON"
    }
}
