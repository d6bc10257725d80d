import Foundation
import LoopbackServer

@testable import Methodical

/// A temporary file for one test, deleted when the test ends.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("transport-\(UUID().uuidString)")

    init(_ data: Data? = nil) throws { try data?.write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }

    var data: Data { get throws { try Data(contentsOf: url) } }
}

extension LoopbackServer {
    func request(_ verb: HTTPRequest.Verb = .get, _ path: String = "/", _ body: Data? = nil) -> HTTPRequest {
        HTTPRequest(verb: verb, url: URL(string: baseURL + path) ?? URL(fileURLWithPath: "/"), body: body)
    }
}

/// Returns bytes whose pattern repeats late, so that a piece in the wrong place is noticed.
func pattern(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 16) })
}

/// Returns the error that the closure throws, in the form that a caller of the client sees.
func failure(_ body: () async throws -> some Any) async -> APIError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return APIError(transport: error, isCancelled: false)
    }
}

/// Returns a gzip file (RFC 1952) whose deflate stream (RFC 1951) holds the given number of zeros. The checksum is
/// missing, because no reader should get that far.
func gzipBomb(zeros: Int) -> Data {
    var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    var (bits, count) = (UInt32(0), UInt32(0))
    func put(_ value: UInt32, _ width: UInt32) {
        bits |= value << count
        count += width
        while count >= 8 {
            data.append(UInt8(truncatingIfNeeded: bits))
            (bits, count) = (bits >> 8, count - 8)
        }
    }
    put(0b011, 3)  // the last block, with the fixed codes
    put(0b0000_1100, 8)  // the literal 0: its code 00110000, first bit first
    for _ in 0..<zeros / 258 {
        put(0b1010_0011, 8)  // length 258: the code 11000101
        put(0, 5)  // distance 1
    }
    put(0, 15)
    return data
}

/// Returns a gzip file (RFC 1952) whose blocks are not compressed (RFC 1951, section 3.2.4).
func gzip(_ body: Data) -> Data {
    func little(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(value >> ($0 * 8) & 255) }) }
    var file = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    var rest = body[...]
    repeat {
        let block = rest.prefix(65535)
        rest = rest.dropFirst(65535)
        file += [rest.isEmpty ? 1 : 0] + little(block.count, 2) + little(~block.count, 2) + block
    } while !rest.isEmpty
    var checksum: UInt32 = ~0
    for byte in body {
        checksum ^= UInt32(byte)
        for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return file + little(Int(~checksum), 4) + little(body.count, 4)
}
