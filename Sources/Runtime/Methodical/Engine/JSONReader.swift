extension APIEngine {
    /// A reader of JSON text that fills values in place, in one pass.
    ///
    /// The grammar is exactly that of RFC 8259: UTF-8 is checked, nesting is limited, and an integer is exact or an
    /// error. If a key occurs twice in an object, the last occurrence wins.
    ///
    /// Reading does not throw. The first failure is stored, and moves the reader to the zero bytes after the text.
    /// Every further step ends there at once, so the code needs no checks for failures between steps.
    ///
    /// Invariant: a function that reads a value starts at the value's first byte, and leaves the reader directly after
    /// its last byte. The code that reads arrays and objects skips the white space between values.
    public struct JSONReader: ~Copyable {
        /// The first byte of the text.
        let base: UnsafePointer<UInt8>
        /// The position of the next byte to read.
        var position: Int
        /// The position of the first byte after the text.
        let end: Int
        /// The policy for values that do not match the schema.
        var policy: ReadingPolicy
        /// Indicates whether the numbers 0 and 1 are flags, as well as `true` and `false`.
        var hasNumericFlags: Bool
        /// The number of arrays and objects around the position.
        var depth = 0
        /// The unescaped text of the string that is being read. It is as large as the input, which unescaping never
        /// exceeds, and is allocated at the first escape.
        var scratch: UnsafeMutablePointer<UInt8>?
        /// The first failure.
        var failure: Failure?
        /// The mismatches so far.
        var log = MismatchLog()
        /// Memory for the elements of arrays whose number is not known yet.
        var workspace: UnsafeMutableRawPointer?
        /// The number of bytes of the workspace that the arrays being read occupy.
        var occupied = 0
        /// The number of bytes that may still be read again.
        ///
        /// Unions read a value again for each case that they try, and salvaging reads a value again to skip it. The
        /// limit keeps a hostile text with nested unions from taking exponential time.
        var rereading: Int
        /// The number of members that were skipped because their model has no property for them.
        var passedOver = 0

        deinit {
            scratch?.deallocate()
            workspace?.deallocate()
        }

        /// The first reason why the text could not be read.
        struct Failure {
            /// The position of the failure.
            var offset: Int
            /// The expectation of the schema or of the grammar.
            var expected: String
            /// The key that is missing from the object at `offset`.
            var missing: String?
            /// A description of the value, if the bytes at `offset` do not suffice.
            var found: String?
            /// The position of a value that is not among the listed ones.
            var listed: Int?
            /// The position that reading had reached.
            var reached: Int
        }
    }
}

extension APIEngine.JSONReader {
    /// The largest number of nested arrays and objects in a value that is skipped or kept raw. Each level takes a few
    /// hundred bytes of stack.
    static var depthLimit: Int { 512 }
    /// The largest number of nested arrays and objects in a typed value. Responses of real servers have fewer than 30
    /// levels.
    ///
    /// A level of a large model takes 3 KiB of stack in debug builds, and the threads of Swift's pool have 512 KiB on
    /// Apple's platforms.
    static var typedDepthLimit: Int { 128 }

    /// Creates a reader at the position `start` of a document, which must outlive the reader.
    init(
        _ document: borrowing JSONDocument,
        from start: Int = 0,
        policy: ReadingPolicy
    ) {
        base = document.base
        end = document.count
        position = start
        hasNumericFlags = document.hasNumericFlags
        self.policy = policy
        rereading = (end - start) * 8 + 4096
    }

    /// Reads the next value. Generated code calls this function for the cases of unions.
    public mutating func read<T: APIValue>() -> T {
        var value = T(Blank())
        value._read(&self)
        return value
    }

    /// Ends reading. Only the first failure is kept.
    @inline(never)
    mutating func fail(
        _ expected: String,
        at offset: Int? = nil,
        missing: String? = nil,
        found: String? = nil,
        listed: Int? = nil
    ) {
        if failure == nil {
            failure = Failure(
                offset: min(offset ?? position, end),
                expected: expected,
                missing: missing,
                found: found,
                listed: listed,
                reached: position)
        }
        position = end
    }

    // MARK: Structure

    /// Skips white space and returns the byte after it.
    @_transparent
    mutating func next() -> UInt8 {
        if base[position] <= .space {
            position = Self.afterLongSpace(in: base, at: position)
        }
        return base[position]
    }

    /// Returns the position after the white space, if any, at `at`.
    @_transparent
    static func afterSpace(in base: UnsafePointer<UInt8>, at: Int) -> Int {
        if base[at] > .space {
            at
        } else {
            afterLongSpace(in: base, at: at)
        }
    }

    @inline(never)
    private static func afterLongSpace(in base: UnsafePointer<UInt8>, at start: Int) -> Int {
        var at = start
        while base[at] == 0x20 || base[at] == 0x0A || base[at] == 0x0D || base[at] == 0x09 {
            at &+= 1
        }
        return at
    }

    /// Counts an array or object that has been opened. Fails and returns `false` if the nesting is too deep.
    @inline(__always)
    mutating func enter(limit: Int) -> Bool {
        depth &+= 1
        return depth <= limit || refuseDepth(limit: limit)
    }

    @inline(never)
    private mutating func refuseDepth(limit: Int) -> Bool {
        fail("at most \(limit) levels of nesting", found: "more")
        return false
    }

    /// Consumes `[`. Returns whether an element follows.
    mutating func openArray(limit: Int = Self.depthLimit) -> Bool {
        guard base[position] == .openBracket else {
            fail("an array")
            return false
        }
        return open(until: .closeBracket, limit: limit)
    }

    /// Consumes `{`. Returns whether a member follows; if so, the reader is at its key.
    mutating func openObject(limit: Int = Self.depthLimit) -> Bool {
        guard base[position] == .openBrace else {
            if !emptyArrayAsObject() {
                fail("an object")
            }
            return false
        }
        return open(until: .closeBrace, limit: limit)
    }

    /// Consumes the opening bracket, and the closing one if it follows. Returns whether the array or object has
    /// content.
    @inline(__always)
    private mutating func open(until closing: UInt8, limit: Int) -> Bool {
        guard enter(limit: limit) else { return false }
        position &+= 1
        if next() != closing {
            return true
        }
        close()
        return false
    }

    /// Consumes the closing bracket.
    @inline(__always)
    private mutating func close() {
        position &+= 1
        depth &-= 1
    }

    /// Consumes the comma or bracket after an element. Returns whether another element follows.
    mutating func nextElement() -> Bool {
        continues(until: .closeBracket, expecting: "a comma or the end of the array")
    }

    /// Consumes the comma or brace after a member's value. Returns whether another member follows.
    mutating func nextMember() -> Bool {
        continues(until: .closeBrace, expecting: "a comma or the end of the object")
    }

    /// Consumes a comma or the closing bracket. Returns whether it was a comma.
    @inline(__always)
    private mutating func continues(until closing: UInt8, expecting expected: String) -> Bool {
        let byte = next()
        if byte == .comma {
            position &+= 1
            _ = next()
            return true
        }
        if byte == closing {
            close()
        } else {
            fail(expected)
        }
        return false
    }

    /// Consumes `[]` in place of an object, and reports the mismatch. Returns whether it was there.
    ///
    /// Some languages encode an empty map as an empty list.
    @inline(never)
    mutating func emptyArrayAsObject() -> Bool {
        guard base[position] == .openBracket else { return false }
        let start = position
        position &+= 1
        if next() == .closeBracket {
            position &+= 1
            report(.text("an object"), at: start, found: "an empty array")
            return true
        }
        position = start
        return false
    }

    /// Consumes the colon after a key, and the white space around it.
    mutating func colon() {
        guard next() == .colon else {
            return fail("a colon")
        }
        position &+= 1
        _ = next()
    }

    // MARK: Literals

    /// Consumes `null` if it is next. Returns whether it was.
    @_transparent
    mutating func null() -> Bool {
        base[position] == UInt8(ascii: "n") && literal("null")
    }

    /// Consumes a literal whose first byte has been checked already. Fails and returns `false` if the rest differs.
    ///
    /// Inlined, so that each byte is compared with a constant.
    @inline(__always)
    mutating func literal(_ word: StaticString) -> Bool {
        let text = word.utf8Start
        let count = word.utf8CodeUnitCount
        var index = 1
        while index < count {
            if base[position &+ index] != text[index] {
                fail("a value")
                return false
            }
            index &+= 1
        }
        position &+= count
        return true
    }

    /// Reads a Boolean value.
    mutating func boolean() -> Bool {
        switch base[position] {
        case UInt8(ascii: "t"): return literal("true")
        case UInt8(ascii: "f"):
            _ = literal("false")
            return false
        default: return lenientBoolean()
        }
    }

    /// Reads 0, 1, `"0"`, `"1"`, `"true"` or `"false"` as a Boolean value. Each of these is a mismatch with only one
    /// possible meaning, except for 0 and 1 if the schema states that flags are numbers.
    private mutating func lenientBoolean() -> Bool {
        let start = position
        let isQuoted = base[start] == .quote
        let text: Characters
        let isTrue: Bool
        let isFalse: Bool
        if isQuoted {
            text = characters()
            isTrue = text.equals("1") || text.equals("true")
            isFalse = text.equals("0") || text.equals("false")
        } else {
            text = numberCharacters(expected: "true or false")
            isTrue = text.equals("1")
            isFalse = text.equals("0")
        }
        guard isTrue || isFalse else {
            fail("true or false", at: start)
            return false
        }
        if isQuoted || !hasNumericFlags {
            report(.text("true or false"), at: start)
        }
        return isTrue
    }
}
