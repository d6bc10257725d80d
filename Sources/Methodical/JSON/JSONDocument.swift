/// A JSON text with zero bytes behind it.
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
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + Self.padding)
        if let source = bytes.baseAddress, bytes.count > 0 {
            UnsafeMutableRawPointer(copy).copyMemory(from: source, byteCount: bytes.count)
        }
        (copy + bytes.count).update(repeating: 0, count: Self.padding)
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
        var path = path(of: offset)
        if let missing = failure.missing { path = path.isEmpty ? missing : path + "." + missing }
        var line = 1
        var lineStart = 0
        for index in 0..<offset where base[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return ReadingProblem(
            path: path, expected: failure.expected, found: failure.found ?? found(at: offset), offset: offset, line: line,
            column: offset - lineStart + 1, excerpt: excerpt(around: offset))
    }

    /// The keys and indices on the way to an offset. Everything before it has been read once, so that the grammar need not be checked.
    private func path(of offset: Int) -> String {
        enum Level {
            case key(String)
            case index(Int)
        }
        var levels: [Level] = []
        var expectsKey = false
        var at = 0
        while at < offset {
            switch base[at] {
            case UInt8(ascii: "{"):
                levels.append(.key(""))
                expectsKey = true
            case UInt8(ascii: "["):
                levels.append(.index(0))
                expectsKey = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
                expectsKey = false
            case UInt8(ascii: ","):
                if case .index(let index)? = levels.last {
                    levels[levels.count - 1] = .index(index + 1)
                } else {
                    expectsKey = true
                }
            case UInt8(ascii: "\""):
                let stop = stringEnd(from: at)
                if stop > offset { break }
                if expectsKey, !levels.isEmpty {
                    levels[levels.count - 1] = .key(text(at..<stop))
                    expectsKey = false
                }
                at = stop - 1
            default: break
            }
            at += 1
        }
        // Directly behind a brace or a comma no key is known yet; behind a value of an object the key is that value's.
        var path = ""
        for level in levels {
            switch level {
            case .key(""): break
            case .key(let name): path += path.isEmpty ? name : "." + name
            case .index(let index): path += "[\(index)]"
            }
        }
        return path
    }

    /// Behind the closing quote.
    private func stringEnd(from start: Int) -> Int {
        var at = start + 1
        while at < count, base[at] != UInt8(ascii: "\"") { at += base[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at + 1
    }

    /// The text of a string with its quotes.
    private func text(_ range: Range<Int>) -> String {
        var reader = JSONReader(self, from: range.lowerBound, policy: .strict)
        return reader.string()
    }

    private func found(at offset: Int) -> String {
        guard offset < count else { return "the end of the text" }
        switch base[offset] {
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "an array"
        case UInt8(ascii: "t") where starts("true", offset), UInt8(ascii: "f") where starts("false", offset): return "a flag"
        case UInt8(ascii: "n") where starts("null", offset): return "null"
        case UInt8(ascii: "-"), 0x30...0x39: return "a number"
        case 0x21...0x7E: return "`\(Character(Unicode.Scalar(base[offset])))`"
        default: return "a byte of \(base[offset])"
        }
    }

    private func starts(_ word: String, _ offset: Int) -> Bool {
        UnsafeBufferPointer(start: base + offset, count: min(word.utf8.count, count - offset)).elementsEqual(word.utf8)
    }

    private func excerpt(around offset: Int) -> String { String(decoding: bytes(excerptRange(around: offset)), as: UTF8.self) }

    /// At most 80 bytes, never cut within a character.
    func excerptRange(around offset: Int) -> Range<Int> {
        var start = max(0, offset - 30)
        var end = min(count, offset + 50)
        while start > 0, start < offset, base[start] & 0xC0 == 0x80 { start += 1 }
        while end < count, end > offset, base[end] & 0xC0 == 0x80 { end -= 1 }
        return start..<max(start, end)
    }
}
