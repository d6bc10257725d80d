import Foundation
import Methodical

/// A form with files in it: `multipart/form-data` (RFC 7578).
///
/// Names and file names are escaped as browsers do (WHATWG HTML, "multipart form data"): `"` is `%22`, line breaks are `%0D%0A`; other characters go as
/// UTF-8. Values are sent as they are.
public struct Multipart: Sendable {
    /// Between the parts: random, so that no part holds it.
    public let boundary: String
    private var parts: [Part] = []

    private enum Part: Sendable {
        case field(head: String, value: String)
        case file(head: String, Upload)
    }

    public init() {
        let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        boundary = "methodical-" + digits.joined()
    }

    /// The request's header field.
    public var contentType: String { "multipart/form-data; boundary=" + boundary }

    /// A field of text.
    public mutating func add(_ name: String, _ value: String) {
        parts.append(.field(head: "name=\"\(Self.escaped(name, normalizing: true))\"\r\n\r\n", value: value))
    }

    /// A field with a file.
    public mutating func add(_ name: String, _ file: Upload) {
        let type = file.type.filter { !$0.isNewline }
        let names = "name=\"\(Self.escaped(name, normalizing: true))\"; filename=\"\(Self.escaped(file.name, normalizing: false))\""
        parts.append(.file(head: "\(names)\r\nContent-Type: \(type)\r\n\r\n", file))
    }

    /// In bytes, as it will be sent; nil if a part is a stream.
    public func length() throws(APIError) -> Int? {
        var sum = closing.utf8.count
        for part in parts {
            switch part {
            case .field(let head, let value): sum += opening.utf8.count + head.utf8.count + value.utf8.count + 2
            case .file(let head, let upload):
                do {
                    guard let length = try upload.length() else { return nil }
                    sum += opening.utf8.count + head.utf8.count + length + 2
                } catch {
                    throw APIError(transport: error, hiding: [])
                }
            }
        }
        return sum
    }

    /// Writes the body that is sent, whole, in place of what the file holds. Costs as much room as the parts.
    public func write(to url: URL) async throws(APIError) {
        do {
            try await write(OpenFile(creating: url))
        } catch {
            throw APIError(transport: error, hiding: [])
        }
    }

    func write(_ file: OpenFile) async throws {
        for part in parts {
            switch part {
            case .field(let head, let value): try file.write(Data((opening + head + value).utf8))
            case .file(let head, let upload):
                try file.write(Data((opening + head).utf8))
                try await upload.write(file)
            }
            try file.write(Data("\r\n".utf8))
        }
        try file.write(Data(closing.utf8))
    }

    private var opening: String { "--\(boundary)\r\nContent-Disposition: form-data; " }
    private var closing: String { "--\(boundary)--\r\n" }

    /// - Parameter normalizing: makes every line break one of CR and LF, as is done with names and not with those of files.
    private static func escaped(_ name: String, normalizing: Bool) -> String {
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case 0x22: bytes += "%22".utf8
            case 0x0D: bytes += (normalizing ? "%0D%0A" : "%0D").utf8
            case 0x0A: if !normalizing || last != 0x0D { bytes += (normalizing ? "%0D%0A" : "%0A").utf8 }
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Fields may hold secrets.
extension Multipart: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "form of \(parts.count) part\(parts.count == 1 ? "" : "s")" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
