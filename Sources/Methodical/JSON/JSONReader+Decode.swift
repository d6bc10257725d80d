extension JSONReader {
    /// Reads a text that is one value.
    static func decode<T: APIValue>(
        _ type: T.Type, from bytes: [UInt8], policy: ReadingPolicy = .tolerant
    ) throws(ReadingProblem) -> T {
        try JSONDocument(bytes).decode(type, policy: policy)
    }
}

/// What one pass over an envelope finds.
struct EnvelopeReading<Value> {
    /// The result, or why it could not be read; nil where its key is absent.
    var result: Result<Value, ReadingProblem>?
    /// The bytes of the value of the error's key.
    var error: Range<Int>?
    var drift = Drift()
}

extension JSONDocument {
    func decode<T: APIValue>(_ type: T.Type, policy: ReadingPolicy = .tolerant, path: [String] = [])
        throws(ReadingProblem) -> T
    {
        var drift = Drift()
        return try decode(type, policy: policy, path: path, &drift)
    }

    /// Reads the whole text, or the value that `path` leads to: objects around it are walked by these keys.
    func decode<T: APIValue>(
        _ type: T.Type, policy: ReadingPolicy, path: [String] = [], _ drift: inout Drift
    ) throws(ReadingProblem) -> T {
        var value = T(Blank())
        guard let key = path.first else {
            drift = try walk(policy) { value._read(&$0) }
            return value
        }
        var found = false
        drift = try walk(policy) { reader in
            reader.members { name, reader in
                guard name.equals(Array(key.utf8)) else { return false }
                found = true
                value = T(Blank())
                reader.descend(path.dropFirst(), into: &value)
                return true
            }
            if !found { reader.fail("a value", at: reader.position, missing: key, found: "no such key") }
        }
        return value
    }

    /// Reads a value in the place that one of the ranges found below names.
    func decode<T: APIValue>(_ type: T.Type, in range: Range<Int>, policy: ReadingPolicy = .tolerant)
        throws(ReadingProblem) -> T
    {
        var value = T(Blank())
        var reader = JSONReader(self, from: range.lowerBound, policy: policy)
        value._read(&reader)
        if reader.failure == nil, reader.position > range.upperBound { reader.fail("the end of the value") }
        if let failure = reader.failure { throw problem(failure) }
        return value
    }

    /// Walks the members of the object that the text is, checks all of it, and answers where the values of these keys are. Of a key that
    /// occurs twice the last one counts. A text that is no object has none of them.
    func ranges(of keys: [String]) throws(ReadingProblem) -> [Range<Int>?] {
        try members(of: keys, in: nil)
    }

    /// The same within an object inside the text.
    func ranges(of keys: [String], in range: Range<Int>) throws(ReadingProblem) -> [Range<Int>?] {
        try members(of: keys, in: range)
    }

    /// Reads an envelope in one pass: the value of `key` as a `T`, in place, and where the error is.
    func envelope<T: APIValue>(
        _ type: T.Type, under key: String, error: String?, policy: ReadingPolicy = .tolerant
    ) throws(ReadingProblem) -> EnvelopeReading<T> {
        var reading = EnvelopeReading<T>()
        reading.drift = try walk(policy) { reader in
            guard reader.kind() == .object else { return reader.skip() }
            reader.members { name, reader in
                if name.equals(key) {
                    reading.result = self.attempt(&reader)
                    return true
                }
                guard let error, name.equals(error) else { return false }
                let start = reader.position
                reader.skip()
                reading.error = start..<reader.position
                return true
            }
        }
        return reading
    }

    /// A result that does not fit its type is passed over, so that the rest of the envelope can still say more.
    private func attempt<T: APIValue>(_ reader: inout JSONReader) -> Result<T, ReadingProblem> {
        let start = reader.position
        let depth = reader.depth
        var value = T(Blank())
        value._read(&reader)
        guard let failure = reader.failure else { return .success(value) }
        reader.failure = nil
        reader.position = start
        reader.depth = depth
        reader.skip()
        return .failure(problem(failure))
    }

    private func members(of keys: [String], in range: Range<Int>?) throws(ReadingProblem) -> [Range<Int>?] {
        let names = keys.map { Array($0.utf8) }
        var found: [Range<Int>?] = Array(repeating: nil, count: names.count)
        _ = try walk(.strict, in: range) { reader in
            guard reader.kind() == .object else { return reader.skip() }
            reader.members { name, reader in
                guard let index = names.firstIndex(where: { name.equals($0) }) else { return false }
                let start = reader.position
                reader.skip()
                found[index] = start..<reader.position
                return true
            }
        }
        return found
    }

    /// One value from the first byte to the last, with nothing but white space around it.
    private func walk(_ policy: ReadingPolicy, in range: Range<Int>? = nil, _ body: (inout JSONReader) -> Void)
        throws(ReadingProblem) -> Drift
    {
        // A byte order mark may be ignored, says the RFC.
        let mark = range == nil && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF ? 3 : 0
        var reader = JSONReader(self, from: range?.lowerBound ?? mark, policy: policy)
        _ = reader.next()
        body(&reader)
        if range == nil, reader.failure == nil {
            _ = reader.next()
            if reader.position != count { reader.fail("the end of the text") }
        }
        if let failure = reader.failure { throw problem(failure) }
        return reader.drift
    }
}

extension JSONReader {
    /// Goes through the object that stands here. The body answers whether it took the value; the others are skipped.
    mutating func members(_ body: (Characters, inout JSONReader) -> Bool) {
        guard openObject() else { return }
        repeat {
            guard base[position] == UInt8(ascii: "\"") else { return fail("a key") }
            let name = characters()
            // The colon moves the reader, not the characters: those of an escaped key are in the scratch, where no string has been read since.
            colon()
            if !body(name, &self) { skip() }
        } while nextMember()
    }

    /// Through objects by their keys to a value.
    fileprivate mutating func descend<T: APIValue>(_ path: ArraySlice<String>, into value: inout T) {
        guard let key = path.first else { return value._read(&self) }
        let start = position
        var isFound = false
        members { name, reader in
            guard name.equals(Array(key.utf8)) else { return false }
            isFound = true
            value = T(Blank())
            reader.descend(path.dropFirst(), into: &value)
            return true
        }
        if !isFound { fail("a value", at: start, missing: key, found: "no such key") }
    }
}

extension JSONReader {
    /// The elements of the array that stands here, each filled in its slot.
    ///
    /// A function of the element, not a method of `Array`: those need the array's own metadata, which would be looked up for each array.
    mutating func elements<Element: APIValue>(_: Element.Type) -> [Element] {
        if Element.self == Int.self { return unsafeBitCast(integers(), to: [Element].self) }
        if Element.self == String.self { return unsafeBitCast(strings(), to: [Element].self) }
        return filled()
    }

    mutating func integers() -> [Int] { filled() }

    mutating func strings() -> [String] { filled() }

    /// Elements are made in the workspace, behind those of the arrays around theirs, and in memory of their own where there are many. Then they
    /// move to an array of just their number.
    private mutating func filled<Element: APIValue>() -> [Element] {
        let start = position
        guard openArray(Self.typedDepthLimit) else { return [] }
        let isOutermost = !isInArray
        isInArray = true
        defer { isInArray = !isOutermost }
        let level = depth
        let stride = MemoryLayout<Element>.stride
        let mask = MemoryLayout<Element>.alignment &- 1
        let bottom = occupied
        occupied = (occupied &+ mask) & ~mask
        let slots = (workspace ?? makeWorkspace()).advanced(by: occupied).assumingMemoryBound(to: Element.self)
        var count = 0
        while mask < 16, occupied &+ stride <= Self.workspaceSize {
            occupied &+= stride
            if fill(slots + count, level) { count &+= 1 } else { occupied &-= stride }
            if !nextElement() {
                occupied = bottom
                return Self.array(slots, count)
            }
        }
        occupied = bottom
        // The outermost array reaches nearly to the text's end: what has been read tells how many there will be. Memory that stays untouched
        // costs nothing, within reason.
        let expected = isOutermost ? count &+ (end &- position) / ((position &- start) / max(count, 1) &+ 1) : count
        return many(slots, count, max(min(expected, (16 &<< 20) / stride), count) &+ 4, level)
    }

    private mutating func many<Element: APIValue>(
        _ first: UnsafeMutablePointer<Element>, _ filled: Int, _ guess: Int, _ level: Int
    ) -> [Element] {
        var capacity = guess
        var count = filled
        var slots = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        slots.moveInitialize(from: first, count: count)
        repeat {
            if count == capacity {
                capacity &*= 2
                let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
                larger.moveInitialize(from: slots, count: count)
                slots.deallocate()
                slots = larger
            }
            if fill(slots + count, level) { count &+= 1 }
        } while nextElement()
        defer { slots.deallocate() }
        return Self.array(slots, count)
    }

    /// Reads one element into its slot and answers whether it is there: false if it is left out.
    @inline(__always)
    private mutating func fill<Element: APIValue>(_ slot: UnsafeMutablePointer<Element>, _ level: Int) -> Bool {
        let start = position
        slot.initialize(to: Element(Blank()))
        slot.pointee._read(&self)
        // A failure moves to the end, and the end of an array comes before that.
        guard position == end, policy == .salvage, Self.isObject(Element.self), loses(.element, from: start, level)
        else { return true }
        slot.deinitialize(count: 1)
        return false
    }

    /// Returns whether values of this type are objects. A list can do without one of those; without a scalar the others would move.
    private static func isObject(_ type: Any.Type) -> Bool {
        if let optional = type as? any OptionalValue.Type { return isObject(optional.wrapped) }
        return type is any APIModel.Type || type is any APIUnion.Type || type is any KeyedValue.Type
    }

    @inline(__always)
    private static func array<Element>(_ slots: UnsafeMutablePointer<Element>, _ count: Int) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { memory, filled in
            memory.baseAddress?.moveInitialize(from: slots, count: count)
            filled = count
        }
    }

    private static var workspaceSize: Int { 16 &<< 10 }

    @inline(never)
    private mutating func makeWorkspace() -> UnsafeMutableRawPointer {
        let made = UnsafeMutableRawPointer.allocate(byteCount: Self.workspaceSize, alignment: 16)
        workspace = made
        return made
    }
}

/// Types that are generic themselves, as `JSONReader.isObject` tells them.
private protocol OptionalValue { static var wrapped: Any.Type { get } }
extension Optional: OptionalValue { static var wrapped: Any.Type { Wrapped.self } }
private protocol KeyedValue {}
extension Dictionary: KeyedValue where Key == String, Value: APIValue {}

/// A JSON text with zero bytes behind it, and then a `null`, which salvaging reads in place of what it does without.
///
/// Zero belongs to no JSON token, so every scan stops at the padding by itself and needs no test for the end; words of eight bytes may be loaded
/// from any position inside the text.
final class JSONDocument: @unchecked Sendable {
    /// More than the longest load that starts inside the text.
    static let padding = 64

    let base: UnsafePointer<UInt8>
    let count: Int

    /// Copies the bytes: reading needs the padding, and the copy costs about 2 % of reading.
    init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + Self.padding * 2)
        if let source = bytes.baseAddress, bytes.count > 0 {
            UnsafeMutableRawPointer(copy).copyMemory(from: source, byteCount: bytes.count)
        }
        (copy + bytes.count).update(repeating: 0, count: Self.padding * 2)
        UnsafeMutableRawPointer(copy + bytes.count + Self.padding).copyMemory(from: "null", byteCount: 4)
        base = UnsafePointer(copy)
    }

    convenience init(_ bytes: [UInt8]) {
        self.init(bytes, count: bytes.count)
    }

    private convenience init(_ bytes: UnsafeRawPointer, count: Int) {
        self.init(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    deinit { base.deallocate() }

    /// The bytes in a range that one of the methods of this type returned.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let whole = UnsafeBufferPointer(start: base, count: count)
        return ArraySlice(whole[range.clamped(to: 0..<count)])
    }
}

/// Finds the place of a failure again from its offset: what reading did not keep, because nobody needs it until something is wrong.
extension JSONDocument {
    func problem(_ failure: JSONReader.Failure) -> ReadingProblem {
        let offset = failure.offset
        var walk = PlaceWalk(self)
        walk.advance(to: offset)
        var path = walk.path
        if let missing = failure.missing { PlaceWalk.append(missing, to: &path) }
        var line = 1
        var lineStart = 0
        for index in 0..<offset where base[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        let found = failure.found ?? failure.listed.map(listed) ?? found(at: offset)
        return ReadingProblem(
            path: path, expected: failure.expected, found: found, offset: offset, line: line,
            column: offset - lineStart + 1,
            excerpt: excerpt(around: offset) { String(decoding: bytes($0), as: UTF8.self) })
    }

    func found(at offset: Int) -> String {
        guard offset < count else { return "the end of the text" }
        switch base[offset] {
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "an array"
        case UInt8(ascii: "t") where starts("true", offset), UInt8(ascii: "f") where starts("false", offset):
            return "a flag"
        case UInt8(ascii: "n") where starts("null", offset): return "null"
        case UInt8(ascii: "-"), 0x30...0x39: return "a number"
        case 0x21...0x7E: return "`\(Character(Unicode.Scalar(base[offset])))`"
        default: return "a byte of \(base[offset])"
        }
    }

    private func starts(_ word: String, _ offset: Int) -> Bool {
        UnsafeBufferPointer(start: base + offset, count: min(word.utf8.count, count - offset)).elementsEqual(word.utf8)
    }
}
