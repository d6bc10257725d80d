import Foundation

/// The file that receives the body of a response.
package final class ResponseFile {
    private let handle: FileHandle
    private var room: Int
    private let largest: Int

    /// Opens the file for a response. Returns `nil` for a response that stays in memory.
    package init?(_ url: URL, _ head: HTTPResponse, largest: Int = .max) throws {
        guard head.status == 200 || head.status == 206 else { return nil }
        (room, self.largest) = (largest, largest)
        let range = head.headers["Content-Range"].flatMap(ContentRange.init)
        if !FileManager.default.fileExists(atPath: url.path),
            !FileManager.default.createFile(atPath: url.path, contents: nil)
        {
            throw APIError.storage(errno, "\(url.lastPathComponent) cannot be created")
        }
        handle = try FileHandle(forUpdating: url)
        let start = head.status == 200 ? 0 : range?.first
        guard let start, try start <= handle.seekToEnd() else {
            throw APIError(.connection, "the server sent another part of the file than was requested")
        }
        try handle.truncate(atOffset: start)
    }

    /// Appends data. Throws if the limit is exceeded.
    package func write(_ data: Data) throws {
        room -= data.count
        guard room >= 0 else { throw APIError.tooLarge(largest) }
        try handle.write(contentsOf: data)
    }
}

/// The part of a resource that a 206 response contains: `bytes 100-199/1000` (RFC 9110, section 14.4).
package struct ContentRange {
    package let first: UInt64
    package let last: UInt64
    /// The length of the whole resource, or `nil` if the server does not know it.
    package let total: UInt64?

    package init?(_ text: String) {
        let parts = text.split { " -/".contains($0) }
        guard parts.count == 4, parts[0] == "bytes", let first = UInt64(parts[1]), let last = UInt64(parts[2]),
            first <= last
        else { return nil }
        (self.first, self.last, total) = (first, last, UInt64(parts[3]))
    }
}
