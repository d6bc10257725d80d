import Foundation
import Methodical

/// The content of an entry's file: a header of 80 bytes, the key, the header fields and the body.
enum EntryFile {
    case entry(CacheEntry, size: Int)
    case damaged
    /// The file is sound, but has another format or another key.
    case other

    static let headerSize = 80
    /// The first bytes of a file. They end in the format's version.
    private static let mark: UInt64 = 0x4D54_4844_4C45_0002

    private struct Header {
        var mark = EntryFile.mark
        /// A checksum of everything after this field.
        var check: UInt64 = 0
        var length: UInt64
        var stored: UInt64
        var seconds: Int64
        var attoseconds: Int64
        var generation: UInt64
        var variant: UInt64
        var key: UInt32
        var headers: UInt32
        var status: Int16
        var unused: UInt16 = 0
        var unusedToo: UInt32 = 0
    }

    /// Returns the bytes of a file without the body.
    static func head(of entry: CacheEntry, for key: CacheKey) -> [UInt8] {
        let lines = entry.headers.fields.map { $0.name + ":" + $0.value }
        let headers = lines.joined(separator: "\n")
        let lifetime = entry.lifetime.duration.components
        let rest = key.bytes + Array(headers.utf8)
        var header = Header(
            length: UInt64(headerSize + rest.count + entry.body.count),
            stored: entry.stored.timeIntervalSinceReferenceDate.bitPattern,
            seconds: lifetime.seconds,
            attoseconds: lifetime.attoseconds,
            generation: entry.generation,
            variant: entry.variant,
            key: UInt32(clamping: key.bytes.count),
            headers: UInt32(clamping: headers.utf8.count),
            status: Int16(clamping: entry.status))
        var head = [UInt8](repeating: 0, count: headerSize)
        withUnsafeBytes(of: &header) {
            head.replaceSubrange(0..<$0.count, with: $0)
        }
        head += rest
        let headCheck = head[16...].withUnsafeBytes { digest(of: $0, seed: 0) }
        header.check = entry.body.withUnsafeBytes {
            digest(of: $0, seed: headCheck)
        }
        withUnsafeBytes(of: header.check) {
            head.replaceSubrange(8..<16, with: $0)
        }
        return head
    }

    /// Reads a file and takes over its bytes. The entry's body refers to them without a copy.
    init(taking bytes: UnsafeMutableRawBufferPointer, for key: CacheKey) {
        var isTaken = false
        defer { if !isTaken { bytes.deallocate() } }
        let header = bytes.loadUnaligned(as: Header.self)
        guard header.mark == Self.mark else {
            // The mark ends in the version of the format.
            if header.mark >> 16 == Self.mark >> 16 {
                self = .other
            } else {
                self = .damaged
            }
            return
        }
        let parts = UnsafeRawBufferPointer(bytes)
        let bodyStart = UInt64(Self.headerSize) + UInt64(header.key) + UInt64(header.headers)
        guard header.length == bytes.count,
            bodyStart <= UInt64(bytes.count)
        else {
            self = .damaged
            return
        }
        let start = Self.headerSize + Int(header.key)
        let body = start + Int(header.headers)
        let headCheck = digest(of: .init(rebasing: parts[16..<body]), seed: 0)
        guard header.check == digest(of: .init(rebasing: parts[body...]), seed: headCheck) else {
            self = .damaged
            return
        }
        guard parts[Self.headerSize..<start].elementsEqual(key.bytes) else {
            self = .other
            return
        }
        var headers = HTTPHeaders()
        for line in parts[start..<body].split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
            headers.add(name, value)
        }
        var data = Data()
        if body < bytes.count, let base = bytes.baseAddress {
            isTaken = true
            data = Data(
                bytesNoCopy: base + body,
                count: bytes.count - body,
                deallocator: .custom { _, _ in base.deallocate() })
        }
        var entry = CacheEntry(
            body: data,
            status: Int(header.status),
            stored: Date(timeIntervalSinceReferenceDate: Double(bitPattern: header.stored)),
            lifetime: CacheEntry.Lifetime(
                Duration(secondsComponent: header.seconds, attosecondsComponent: header.attoseconds)),
            headers: headers)
        entry.generation = header.generation
        entry.variant = header.variant
        entry.isFromDisk = true
        self = .entry(entry, size: bytes.count)
    }
}
