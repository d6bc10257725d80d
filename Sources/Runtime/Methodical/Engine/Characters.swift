/// The bytes of a string in the input or in the reader's scratch memory.
///
/// They are valid UTF-8. They remain valid until the next string is read.
struct Characters {
    var start: UnsafePointer<UInt8>
    var count: Int
    /// Indicates whether all bytes are known to be ASCII. Strings that are known to be ASCII are hashed and compared
    /// several times as fast.
    var isASCII = false

    /// Returns the characters as a string. The bytes have been checked, so newer standard libraries do not check them
    /// again.
    @inline(__always)
    func string() -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return String(
                copying: UTF8Span(
                    unchecked: UnsafeBufferPointer(start: start, count: count).span, isKnownASCII: isASCII))
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns whether the characters are those of a string.
    func equals(_ text: String) -> Bool {
        text.utf8.elementsEqual(UnsafeBufferPointer(start: start, count: count))
    }

    /// Returns whether the characters are these bytes.
    func equals(_ text: borrowing [UInt8]) -> Bool {
        guard text.count == count else { return false }
        var index = 0
        while index < count, start[index] == text[index] {
            index &+= 1
        }
        return index == count
    }
}
