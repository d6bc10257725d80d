import Foundation
import Methodical

/// A form with text fields and files: `multipart/form-data` (RFC 7578).
///
/// Names and file names are escaped as in browsers (WHATWG HTML, "multipart form data"): `"` becomes `%22`,
/// line breaks become `%0D%0A`, and all other characters are sent as UTF-8. Values are sent unchanged. A form with a
/// media type that contains a control character fails with `.invalidRequest`.
public struct Multipart: Sendable {
    /// The separator of the parts. It is random, so that it is practically certain that no part contains it.
    public let boundary: String
    private var parts: [Part] = []
    /// The reason why the form cannot be sent, or `nil`.
    private var problem: APIError?

    private enum Part: Sendable {
        case field(head: String, value: String)
        case file(head: String, Upload)
    }

    /// Creates an empty form.
    public init() {
        let digits = (0..<2).map { _ in
            String(UInt64.random(in: .min ... .max), radix: 36)
        }
        boundary = "methodical-" + digits.joined()
    }

    /// The value of the request's `Content-Type` header field.
    public var contentType: String { contentType(for: "multipart/form-data") }

    /// Returns the value of the header field for a media type that may have parameters of its own.
    func contentType(for type: String) -> String { type + "; boundary=" + boundary }

    /// Adds a text field.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The text of the field.
    ///   - type: The media type of the value, such as `application/json`. Servers take a value without a type as plain
    ///     text.
    public mutating func add(_ name: String, _ value: String, type: String? = nil) {
        if let type {
            check(type, of: name)
        }
        let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
        let head = "name=\"\(Self.escaped(name, normalizing: true))\"\r\n\(type)\r\n"
        parts.append(.field(head: head, value: value))
    }

    /// Adds a field with a file. Nothing is read until the form is written or sent.
    public mutating func add(_ name: String, _ file: Upload) {
        check(file.type, of: name)
        let field = Self.escaped(name, normalizing: true)
        let fileName = Self.escaped(file.name, normalizing: false)
        let names = "name=\"\(field)\"; filename=\"\(fileName)\""
        parts.append(.file(head: "\(names)\r\nContent-Type: \(file.type)\r\n\r\n", file))
    }

    /// Records the problem if a media type contains a character that could end its line.
    private mutating func check(_ type: String, of name: String) {
        let isPlain = type.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x09 }
        if isPlain || problem != nil {
            return
        }
        problem = APIError(
            .invalidRequest,
            "the media type of the part \(JSON.string(name)) contains a control character or one outside of ASCII")
    }

    /// Returns the length of the body in bytes, or `nil` if a part is a stream.
    ///
    /// - Throws: An error if the size of a file cannot be read, or if a media type contains a control character.
    public func length() throws(APIError) -> Int? {
        if let problem {
            throw problem
        }
        var sum = closing.utf8.count
        for part in parts {
            switch part {
            case .field(let head, let value):
                sum += opening.utf8.count + head.utf8.count + value.utf8.count + 2
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

    /// Writes the complete body to a file, and replaces its content. This takes as much disk space as all parts
    /// together. If it fails or its task is cancelled, the file is left incomplete.
    public func write(to url: URL) async throws(APIError) {
        do {
            try await write(to: OpenFile(creating: url))
        } catch {
            throw APIError(transport: error, hiding: [])
        }
    }

    func write(to file: OpenFile) async throws {
        if let problem {
            throw problem
        }
        for part in parts {
            switch part {
            case .field(let head, let value):
                try file.write(Data((opening + head + value).utf8))
            case .file(let head, let upload):
                try file.write(Data((opening + head).utf8))
                try await upload.write(to: file)
            }
            try file.write(Data("\r\n".utf8))
        }
        try file.write(Data(closing.utf8))
    }

    private var opening: String { "--\(boundary)\r\nContent-Disposition: form-data; " }
    private var closing: String { "--\(boundary)--\r\n" }

    /// Returns the name with quotes and line breaks escaped.
    ///
    /// - Parameter normalizing: Indicates whether every line break becomes `%0D%0A`. Browsers do this for the
    ///   names of fields, but not for those of files.
    private static func escaped(_ name: String, normalizing: Bool) -> String {
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case 0x22: bytes += "%22".utf8
            // A line feed after a carriage return belongs to the same line break.
            case 0x0A where normalizing && last == 0x0D: break
            case 0x0D where normalizing, 0x0A where normalizing: bytes += "%0D%0A".utf8
            case 0x0D: bytes += "%0D".utf8
            case 0x0A: bytes += "%0A".utf8
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// The descriptions leave out the fields, because they may contain secrets.
extension Multipart: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let word = parts.count == 1 ? "part" : "parts"
        return "form of \(parts.count) \(word)"
    }
    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: [:])
    }
}
