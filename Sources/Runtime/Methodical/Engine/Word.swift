/// Eight bytes of text in a word, the first byte lowest.
///
/// `escaped(in:)` and `special(in:)` set the highest bit of each byte that cannot be copied unchanged. These marks are
/// exact up to the lowest one, which is the only one that callers use; a borrow can wrongly mark bytes after it. The
/// arithmetic is the test for a zero byte from Sean Eron Anderson's "Bit Twiddling Hacks".
///
/// The innermost functions are transparent because debug builds inline no others, and a call costs more than these
/// operations.
enum Word {
    private typealias Bytes = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)

    /// A word with the lowest bit of each byte set. Multiplied by a byte, it repeats that byte.
    @_transparent static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
    /// A word with the highest bit of each byte set, where ASCII has zeros.
    @_transparent static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a word that repeats a byte.
    @_transparent
    static func repeating(_ byte: UInt8) -> UInt64 {
        lowBits &* UInt64(truncatingIfNeeded: byte)
    }

    /// Loads a word from any address.
    ///
    /// Debug builds load the word as a tuple of bytes, which is cheaper there than `loadUnaligned`, a generic function.
    @_transparent
    static func load(from base: UnsafePointer<UInt8>, at: Int) -> UInt64 {
        #if DEBUG
            let word = unsafeBitCast(
                UnsafeRawPointer(base + at).assumingMemoryBound(to: Bytes.self).pointee,
                to: UInt64.self)
        #else
            let word = UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self)
        #endif
        return UInt64(littleEndian: word)
    }

    /// Marks the bytes that are zero. Bits other than the highest of each byte have no meaning.
    @_transparent
    private static func zeros(in word: UInt64) -> UInt64 {
        (word &- lowBits) & ~word
    }

    /// Marks the bytes that JSON escapes: quotes, backslashes and control characters.
    @_transparent
    static func escaped(in word: UInt64) -> UInt64 {
        let controls = (word &- repeating(.space)) & ~word
        return (zeros(in: word ^ repeating(.quote)) | zeros(in: word ^ repeating(.backslash)) | controls) & highBits
    }

    /// Marks the bytes that JSON escapes, and all bytes that are not ASCII.
    @_transparent
    static func special(in word: UInt64) -> UInt64 {
        escaped(in: word) | word & highBits
    }

    /// Returns the index of the first byte at or after `start` that JSON escapes.
    @inline(__always)
    static func firstEscaped(in base: UnsafePointer<UInt8>, from start: Int) -> Int {
        var at = start
        while true {
            let mask = escaped(in: load(from: base, at: at))
            if mask != 0 {
                return at &+ mask.trailingZeroBitCount &>> 3
            }
            at &+= 8
        }
    }

    /// Returns the index of the first byte at or after `start` that is not ASCII or that JSON escapes.
    @inline(__always)
    static func firstSpecial(in base: UnsafePointer<UInt8>, from start: Int) -> Int {
        var at = start
        while true {
            let mask = special(in: load(from: base, at: at))
            if mask != 0 {
                return at &+ mask.trailingZeroBitCount &>> 3
            }
            at &+= 8
        }
    }

    /// Copies eight bytes. Returns the number of bytes before the first one that is not ASCII or that JSON escapes.
    @inline(__always)
    static func copy(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let word = load(from: source, at: 0)
        UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
        return special(in: word).trailingZeroBitCount &>> 3
    }
}
