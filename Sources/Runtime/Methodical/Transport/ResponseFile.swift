import Foundation

/// The file that receives the body of a response.
package final class ResponseFile {
    private let handle: FileHandle
    private var room: Int
    private let largest: Int

    /// Opens the file for a response. Returns `nil` for a response that stays in memory.
    package init?(_ url: URL, for head: HTTPResponse, largest: Int = .max) throws {
        guard head.status == 200 || head.status == 206 else { return nil }
        room = largest
        self.largest = largest
        var start: UInt64 = 0
        if head.status == 206 {
            guard let range = ContentRange(of: head) else {
                throw UnusableRange("the server does not say which part of the file it has sent")
            }
            start = range.first
        }
        if !FileManager.default.fileExists(atPath: url.path),
            !FileManager.default.createFile(atPath: url.path, contents: nil)
        {
            throw APIError.storage(errno, message: "\(url.lastPathComponent) cannot be created")
        }
        handle = try FileHandle(forUpdating: url)
        guard try start <= handle.seekToEnd() else {
            throw UnusableRange("the server sent another part of the file than was requested")
        }
        try handle.truncate(atOffset: start)
    }

    /// Appends data. Throws if the limit is exceeded.
    package func write(_ data: Data) throws {
        room -= data.count
        guard room >= 0 else {
            throw APIError.tooLarge(limit: largest)
        }
        try handle.write(contentsOf: data)
    }
}

/// The error of a partial response that cannot be combined with the bytes on disk (RFC 9110, section 15.3.7).
package struct UnusableRange: Error {
    /// The reason.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// The part of a resource that a 206 response contains: `bytes 100-199/1000` (RFC 9110, section 14.4).
package struct ContentRange {
    package let first: UInt64
    package let last: UInt64
    /// The length of the whole resource, or `nil` if the server does not know it.
    package let total: UInt64?

    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2,
            parts[0].lowercased() == "bytes"
        else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(from: ends[0]), let last = Self.number(from: ends[1]),
            first <= last
        else {
            return nil
        }
        if halves[1] == "*" {
            total = nil
        } else {
            guard let total = Self.number(from: halves[1]),
                last < total
            else { return nil }
            self.total = total
        }
        self.first = first
        self.last = last
    }

    /// Reads the range of a 206 response. Returns `nil` if the response has none, or several in a body of the type
    /// `multipart/byteranges`, or if its body is compressed: the range then counts compressed bytes.
    package init?(of head: HTTPResponse) {
        let type = head.headers["Content-Type"]?.lowercased() ?? ""
        let encoding = head.headers["Content-Encoding"]?.lowercased() ?? "identity"
        guard !type.hasPrefix("multipart/byteranges"),
            encoding == "identity"
        else { return nil }
        guard let text = head.headers["Content-Range"] else { return nil }
        self.init(text)
    }

    /// Reads a number of digits only: `UInt64` alone would also take a sign.
    private static func number(from text: Substring) -> UInt64? {
        guard text.utf8.allSatisfy(\.isDigit) else { return nil }
        return UInt64(text)
    }
}
