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
