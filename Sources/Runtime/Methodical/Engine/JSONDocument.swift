import protocol Foundation.ContiguousBytes
import struct Foundation.Data

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
    /// Indicates whether the numbers 0 and 1 are flags, as well as `true` and `false`.
    let hasNumericFlags: Bool

    /// Copies the bytes of an array or of `Data`, because reading needs the padding. The copy costs about 2 % of the
    /// time to read the text.
    init(_ bytes: some ContiguousBytes, hasNumericFlags: Bool = false) {
        self.hasNumericFlags = hasNumericFlags
        (base, count) = bytes.withUnsafeBytes { bytes in
            let size = bytes.count + Self.padding * 2
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
            copy.copyMemory(from: bytes)
            UnsafeMutableRawBufferPointer(rebasing: copy[bytes.count...]).initializeMemory(
                as: UInt8.self,
                repeating: 0)
            UnsafeMutableRawBufferPointer(rebasing: copy[(bytes.count + Self.padding)...]).copyBytes(from: "null".utf8)
            return (UnsafePointer(copy.assumingMemoryBound(to: UInt8.self).baseAddress.unsafelyUnwrapped), bytes.count)
        }
    }

    deinit { base.deallocate() }

    /// Returns the bytes in a range that one of the methods of this type returned.
    func bytes(in range: Range<Int>) -> ArraySlice<UInt8> {
        let whole = UnsafeBufferPointer(start: base, count: count)
        return ArraySlice(whole[range.clamped(to: 0..<count)])
    }
}

/// Descriptions of failures. Reading keeps only the offset of a failure; the line and the path are found again from it.
extension JSONDocument {
    /// Returns the error for a failure, with its path, line and column.
    func problem(for failure: JSONReader.Failure) -> ReadingProblem {
        let offset = failure.offset
        var walk = PlaceWalk(self)
        walk.advance(to: offset)
        var line = 1
        var lineStart = 0
        for index in 0..<offset where base[index] == .newline {
            line += 1
            lineStart = index + 1
        }
        let found: String
        if let described = failure.found {
            found = described
        } else if let position = failure.listed {
            found = listed(at: position)
        } else {
            found = self.found(at: offset)
        }
        return ReadingProblem(
            path: walk.path(of: failure.missing),
            expected: failure.expected,
            found: found,
            offset: offset,
            line: line,
            column: offset - lineStart + 1,
            excerpt: excerpt(around: offset) { String(decoding: bytes(in: $0), as: UTF8.self) })
    }

    /// Returns a description of the value or byte at an offset.
    func found(at offset: Int) -> String {
        guard offset < count else {
            return "the end of the text"
        }
        switch base[offset] {
        case .quote: return "a string"
        case .openBrace: return "an object"
        case .openBracket: return "an array"
        case .minus, 0x30...0x39: return "a number"
        case _ where hasPrefix("true", at: offset) || hasPrefix("false", at: offset): return "a flag"
        case _ where hasPrefix("null", at: offset): return "null"
        case 0x21...0x7E: return "`\(Character(Unicode.Scalar(base[offset])))`"
        default: return "a byte of \(base[offset])"
        }
    }

    /// Indicates whether the text at an offset begins with a word. The padding ends the comparison.
    func hasPrefix(_ word: String, at offset: Int) -> Bool {
        Characters(start: base + offset, count: word.utf8.count).equals(word)
    }
}

/// The response to a request that no API describes. It is returned unchanged, with any status.
extension HTTPResponse: APIValue {
    /// Creates an empty response with the status 0.
    public init(_: APIEngine.Blank) {
        self.init(status: 0)
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        reader.skip()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<HTTPResponse>) -> Bool {
        task.perform(
            on: value,
            write: { $1.null() },
            argument: { .json(Array($0.body)) })
    }
}

extension NoContent: APIValue {
    public init(_: APIEngine.Blank) {}

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        reader.skip()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<NoContent>) -> Bool {
        task.perform(
            on: value,
            write: { $1.null() },
            argument: { _ in .json(Array("null".utf8)) })
    }
}

/// The bytes of a whole body. Inside JSON they are text in base64, as with Foundation's coders.
extension Data: APIValue {
    public init(_: APIEngine.Blank) { self.init() }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        guard let data = Data(base64Encoded: reader.string()) else {
            return reader.fail("text in base64", at: start)
        }
        self = data
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Data>) -> Bool {
        task.perform(
            on: value,
            write: { $1.string($0.base64EncodedString()) },
            argument: { .string($0.base64EncodedString()) })
    }
}
