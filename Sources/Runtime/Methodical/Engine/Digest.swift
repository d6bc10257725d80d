import protocol Foundation.ContiguousBytes

/// Constants of wyhash (Wang Yi, 2019), from which the digest takes its mixing function.
private enum Wyhash {
    static var first: UInt64 { 0xA076_1D64_78BD_642F }
    static var second: UInt64 { 0xE703_7ED1_A0B4_28DB }

    /// Multiplies two numbers and joins the halves of the product, so that each bit affects all others.
    @inline(__always)
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

/// Returns a number that changes if the bytes are damaged, and that differs for nearly all pairs of keys. It is the
/// same in every process. It is not a cryptographic digest: it neither protects a secret nor resists an attack.
///
/// - Parameters:
///   - bytes: The bytes to digest.
///   - seed: A number that selects one of many digests. Pass the digest of other bytes to digest both.
package func digest(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var state = seed ^ Wyhash.first
    var pair: (UInt64, UInt64) = (0, 0)
    var rest = bytes
    while rest.count >= 16 {
        pair = rest.loadUnaligned(as: (UInt64, UInt64).self)
        state = Wyhash.mix(pair.0 ^ Wyhash.second, pair.1 ^ state)
        rest = UnsafeRawBufferPointer(rebasing: rest[16...])
    }
    pair = (0, 0)
    withUnsafeMutableBytes(of: &pair) { $0.copyBytes(from: rest) }
    let mixed = Wyhash.mix(pair.1 ^ state, Wyhash.first)
    return Wyhash.mix(pair.0 ^ Wyhash.second ^ UInt64(bytes.count), mixed)
}

/// Returns the digest of the bytes of an array or of `Data`.
package func digest(of bytes: some ContiguousBytes, seed: UInt64) -> UInt64 {
    bytes.withUnsafeBytes { digest(of: $0, seed: seed) }
}

extension [UInt8] {
    /// Appends a text after its length, so that no two lists of texts have the same bytes.
    mutating func append(counted text: some Collection<UInt8>) {
        Swift.withUnsafeBytes(of: UInt64(truncatingIfNeeded: text.count).littleEndian) {
            append(contentsOf: $0)
        }
        append(contentsOf: text)
    }
}

extension Hasher {
    /// Adds the same bytes at once that `combine(_:)` would add one by one.
    mutating func combine(contentsOf bytes: [UInt8]) {
        bytes.withUnsafeBytes { combine(bytes: $0) }
    }
}
