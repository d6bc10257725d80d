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
