/// A JSON text followed by zero bytes and then by a `null`.
///
/// No JSON token contains a zero byte, so every scan stops at the padding by itself and needs no check for the end of
/// the text. Words and vectors can be loaded from any position inside the text. Salvaging reads the `null` in place of
/// a value that it leaves out.
///
/// `@unchecked Sendable`: the bytes never change after the initializer.
final class JSONDocument: @unchecked Sendable {
    /// The number of zero bytes after the text: more than the longest load that starts inside the text.
    static let padding = 64

    /// The first byte of the text.
    let base: UnsafePointer<UInt8>
    /// The length of the text in bytes.
    let count: Int

    /// Copies the bytes, because reading needs the padding. The copy costs about 2 % of the time to read the text.
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

    /// Returns the bytes in a range that one of the methods of this type returned.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let whole = UnsafeBufferPointer(start: base, count: count)
        return ArraySlice(whole[range.clamped(to: 0..<count)])
    }
}

/// Descriptions of failures. Reading keeps only the offset of a failure; the line and the path are found again from it.
extension JSONDocument {
    /// Returns the error for a failure, with its path, line and column.
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

    /// Returns a description of the value or byte at an offset.
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

    /// Returns whether the text at an offset begins with a word.
    private func starts(_ word: String, _ offset: Int) -> Bool {
        UnsafeBufferPointer(start: base + offset, count: min(word.utf8.count, count - offset)).elementsEqual(word.utf8)
    }
}
