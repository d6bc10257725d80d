import Foundation

/// The content of everything that the server holds or takes. It follows from a name, so that the server and the oracle
/// know it without asking each other, and no two names have the same content.
enum Content {
    /// The lengths of items and texts, from those of one packet to those that fill the buffers of sockets.
    private static let lengths = [100, 1_000, 10_000, 50_000, 100_000, 300_000]
    private static let fileLengths = [1_000, 60_000, 300_000, 1_000_000]

    /// Letters and digits, which JSON and forms carry unescaped. Each content is a piece of them behind its name.
    private static let pool: Data = {
        var generator = SeededGenerator(seed: 1, name: "pool")
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return Data((0..<1_200_000).map { _ in letters[Int(generator.next() % UInt64(letters.count))] })
    }()

    /// Returns the content of an item or a text.
    static func text(_ name: String) -> String { String(decoding: content(name, lengths: lengths), as: UTF8.self) }

    /// Returns the content of a file or an upload.
    static func file(_ name: String) -> Data { content(name, lengths: fileLengths) }

    private static func content(_ name: String, lengths: [Int]) -> Data {
        let hash = SeededGenerator.hash(name)
        let length = lengths[Int(hash % UInt64(lengths.count))]
        let start = Int((hash >> 8) % UInt64(pool.count - length))
        return Data("\(name):".utf8) + pool[start..<start + length]
    }

    /// Returns a body as gzip (RFC 1952) in blocks that are stored and not compressed (RFC 1951, section 3.2.4).
    static func gzip(_ body: Data) -> Data {
        var packed = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        var rest = body[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed.append(littleEndian: UInt16(block.count))
            packed.append(littleEndian: ~UInt16(block.count))
            packed.append(block)
        } while !rest.isEmpty
        packed.append(littleEndian: checksum(body))
        packed.append(littleEndian: UInt32(truncatingIfNeeded: body.count))
        return packed
    }

    /// Returns the CRC-32 of a body (RFC 1952, section 8).
    private static func checksum(_ body: Data) -> UInt32 {
        var sum = UInt32.max
        body.withUnsafeBytes { bytes in
            for byte in bytes { sum = checksums[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
        }
        return ~sum
    }

    private static let checksums: [UInt32] = (0..<256).map { index in
        var sum = UInt32(index)
        for _ in 0..<8 {
            let isOdd = sum & 1 == 1
            sum >>= 1
            if isOdd { sum ^= 0xEDB8_8320 }
        }
        return sum
    }
}

extension Data {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
