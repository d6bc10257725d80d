/// Reads JSON in one pass into values that are filled in place.
///
/// The grammar is RFC 8259's to the letter: UTF-8 is checked, nesting is limited, integers are exact or an error. When a key occurs twice in an
/// object, the last one wins. Nothing throws while reading: the first failure sticks, and moves the reader to the zero bytes behind the
/// text, where every further step ends at once.
///
/// Invariant: who reads a value finds the reader at its first byte and leaves it right behind its last; white space lies between values.
public struct JSONReader: ~Copyable {
    let base: UnsafePointer<UInt8>
    var position: Int
    let end: Int
    var policy: ReadingPolicy
    var depth = 0
    /// Unescaped text of the string being read; as large as the input, which unescaping never exceeds, and made when the first escape is met.
    var scratch: UnsafeMutablePointer<UInt8>?
    var failure: Failure?
    var drift = Drift()
    /// What is read now lies in an array.
    var isInArray = false
    /// Memory for the elements of arrays until their number is known, and how much of it those take that are being read.
    var workspace: UnsafeMutableRawPointer?
    var occupied = 0
    /// How many bytes may still be read again by unions that try one alternative after the other: an adversary must not make that exponential.
    var rereading: Int
    /// How many members were skipped because their model has no place for them.
    var passedOver = 0

    struct Failure {
        var offset: Int
        var expected: String
        /// The key that is missing from the object at `offset`.
        var missing: String?
        /// What was found, where the bytes at `offset` do not say it.
        var found: String?
        /// Where the value stands that is no listed one.
        var listed: Int?
        /// How far reading had come.
        var reached: Int
    }

    /// Arrays and objects inside each other. What is skipped or kept raw takes a few hundred bytes of the stack a level.
    static var depthLimit: Int { 512 }
    /// The same for values of types, whose frames are 3 KiB a level for large models in debug builds: threads of Swift's pool have 512 KiB on
    /// Apple's systems. Answers of real servers stay below 30.
    static var typedDepthLimit: Int { 128 }

    init(_ document: borrowing JSONDocument, from start: Int = 0, policy: ReadingPolicy) {
        base = document.base
        end = document.count
        position = start
        self.policy = policy
        rereading = (end - start) * 8 + 4096
    }

    deinit {
        scratch?.deallocate()
        workspace?.deallocate()
    }

    /// The next value: what generated code calls for members of unions.
    public mutating func read<T: APIValue>() -> T {
        var value = T(Blank())
        value._read(&self)
        return value
    }

    /// Ends reading; the first failure is the one that is reported.
    @inline(never)
    mutating func fail(
        _ expected: String, at offset: Int? = nil, missing: String? = nil, found: String? = nil, listed: Int? = nil
    ) {
        if failure == nil {
            failure = Failure(
                offset: min(offset ?? position, end), expected: expected, missing: missing, found: found,
                listed: listed, reached: position)
        }
        position = end
    }

    // MARK: Structure

    /// Moves over white space and returns the byte behind it.
    @_transparent
    mutating func next() -> UInt8 {
        if base[position] <= 0x20 { position = Self.farBehindSpace(base, position) }
        return base[position]
    }

    /// Where white space ends that may begin at `at`.
    @_transparent
    static func behindSpace(_ base: UnsafePointer<UInt8>, _ at: Int) -> Int {
        base[at] > 0x20 ? at : farBehindSpace(base, at)
    }

    @inline(never)
    private static func farBehindSpace(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
        var at = start
        while base[at] == 0x20 || base[at] == 0x0A || base[at] == 0x0D || base[at] == 0x09 { at &+= 1 }
        return at
    }

    /// Counts an opened array or object.
    @inline(__always)
    mutating func enter(_ limit: Int) -> Bool {
        depth &+= 1
        return depth <= limit || refuseDepth(limit)
    }

    @inline(never)
    private mutating func refuseDepth(_ limit: Int) -> Bool {
        fail("at most \(limit) levels of nesting", found: "more")
        return false
    }

    /// Takes `[` and answers whether an element follows.
    mutating func openArray(_ limit: Int = Self.depthLimit) -> Bool {
        guard base[position] == UInt8(ascii: "[") else {
            fail("an array")
            return false
        }
        guard enter(limit) else { return false }
        position &+= 1
        if next() == UInt8(ascii: "]") {
            position &+= 1
            depth &-= 1
            return false
        }
        return true
    }

    /// Behind an element: answers whether another one follows.
    mutating func nextElement() -> Bool {
        let byte = next()
        if byte == UInt8(ascii: ",") {
            position &+= 1
            _ = next()
            return true
        }
        if byte == UInt8(ascii: "]") {
            position &+= 1
            depth &-= 1
        } else {
            fail("a comma or the end of the array")
        }
        return false
    }

    /// Takes `{` and answers whether a member follows; its key is the next thing to read.
    mutating func openObject(_ limit: Int = Self.depthLimit) -> Bool {
        guard base[position] == UInt8(ascii: "{") else {
            if !emptyArrayAsObject() { fail("an object") }
            return false
        }
        guard enter(limit) else { return false }
        position &+= 1
        if next() == UInt8(ascii: "}") {
            position &+= 1
            depth &-= 1
            return false
        }
        return true
    }

    /// Behind a member's value: answers whether another one follows.
    mutating func nextMember() -> Bool {
        let byte = next()
        if byte == UInt8(ascii: ",") {
            position &+= 1
            _ = next()
            return true
        }
        if byte == UInt8(ascii: "}") {
            position &+= 1
            depth &-= 1
        } else {
            fail("a comma or the end of the object")
        }
        return false
    }

    /// Languages whose empty map is an empty list send `[]` for `{}`.
    @inline(never)
    mutating func emptyArrayAsObject() -> Bool {
        guard base[position] == UInt8(ascii: "[") else { return false }
        let start = position
        position &+= 1
        if next() == UInt8(ascii: "]") {
            position &+= 1
            depart(.text("an object"), at: start, found: "an empty array")
            return true
        }
        position = start
        return false
    }

    /// Takes the colon behind a key and the white space around it.
    mutating func colon() {
        guard next() == UInt8(ascii: ":") else { return fail("a colon") }
        position &+= 1
        _ = next()
    }

    // MARK: Literals

    /// Takes `null` if it stands here.
    @_transparent
    mutating func null() -> Bool {
        base[position] == UInt8(ascii: "n") && literal("null")
    }

    /// The first byte has been looked at already.
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

    mutating func boolean() -> Bool {
        switch base[position] {
        case UInt8(ascii: "t"): return literal("true")
        case UInt8(ascii: "f"):
            _ = literal("false")
            return false
        default: return lenientBoolean()
        }
    }

    /// Reads 0 and 1 as flags, and `"0"`, `"1"`, `"true"` and `"false"`: each is a mismatch that has one meaning.
    private mutating func lenientBoolean() -> Bool {
        let isQuoted = base[position] == UInt8(ascii: "\"")
        let at = isQuoted ? position &+ 1 : position
        let first = base[at]
        var length = first == UInt8(ascii: "0") || first == UInt8(ascii: "1") ? 1 : 0
        if isQuoted, length == 0 { length = spells("true", at) ? 4 : spells("false", at) ? 5 : 0 }
        let behind = base[at &+ length]
        let isLonger = behind &- 0x30 <= 9 || behind == UInt8(ascii: ".") || behind | 0x20 == UInt8(ascii: "e")
        guard length > 0, isQuoted ? behind == UInt8(ascii: "\"") : !isLonger else {
            fail("true or false")
            return false
        }
        depart(.text("true or false"))
        if failure == nil { position = at &+ length &+ (isQuoted ? 1 : 0) }
        return first == UInt8(ascii: "1") || first == UInt8(ascii: "t")
    }

    private func spells(_ word: StaticString, _ at: Int) -> Bool {
        UnsafeBufferPointer(start: base + at, count: min(word.utf8CodeUnitCount, end &- at)).elementsEqual(
            UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
}

extension JSONReader {
    /// Moves over a value, checked as strictly as one that is read.
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

    /// Looks into the object that stands here for the value of a key, and comes back; nil if this is no object or has no such key.
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

    /// The kind of the value that stands here, by its first byte. As JSON Schema has it, `3.0` and `3e2` are integers too.
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

    private mutating func isInteger() -> Bool {
        let start = position
        var at = start &+ 1
        while base[at] &- 0x30 <= 9 { at &+= 1 }
        if base[at] != UInt8(ascii: "."), base[at] | 0x20 != UInt8(ascii: "e") { return true }
        return numberText(expected: "a value")?.integer(base, from: start) != nil
    }
}

enum JSONKind: UInt8 {
    case null, boolean, integer, number, string, array, object

    /// The same for all numbers.
    var base: JSONKind { self == .integer ? .number : self }

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
