import Foundation
import Methodical

/// What is uploaded: a file on disk, bytes in memory, or bytes that come by and by.
public struct Upload: Sendable {
    enum Source: Sendable {
        case file(URL)
        case data(Data)
        case stream(@Sendable (OpenFile) async throws -> Void)
    }

    let source: Source
    /// What the server is told the file is called.
    public var name: String
    /// `image/jpeg`: by the name's extension where nothing is said, `application/octet-stream` if that tells nothing.
    public var type: String

    private init(_ source: Source, _ name: String, _ type: String?) {
        (self.source, self.name, self.type) = (source, name, type ?? MediaType.of(name))
    }

    /// Never in memory as a whole.
    public static func file(_ url: URL, name: String? = nil, type: String? = nil) -> Upload {
        Upload(.file(url), name ?? url.lastPathComponent, type)
    }

    /// Bytes in memory.
    public static func data(_ data: Data, name: String = "file", type: String? = nil) -> Upload { Upload(.data(data), name, type) }

    /// Read once, when the upload begins; never in memory as a whole.
    public static func stream<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, name: String = "file", type: String? = nil) -> Upload
    where Pieces.Element == Data {
        Upload(.stream { file in for try await piece in pieces { try file.write(piece) } }, name, type)
    }

    func write(_ file: OpenFile) async throws {
        switch source {
        case .data(let data): try file.write(data)
        case .file(let url): try file.write(contentsOf: url)
        case .stream(let write): try await write(file)
        }
    }

    /// Where it lies; what lies nowhere is written to the place that is given.
    func onDisk(_ place: URL) async throws(APIError) -> URL {
        do {
            guard case .file(let url) = source else {
                try await write(OpenFile(creating: place))
                return place
            }
            _ = try OpenFile(reading: url)
            return url
        } catch {
            throw APIError(transport: error, hiding: [])
        }
    }

    /// Nil for a stream.
    func length() throws -> Int? {
        switch source {
        case .file(let url): try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.size] as? Int
        case .data(let data): data.count
        case .stream: nil
        }
    }
}

enum MediaType {
    static func of(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return types[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"
    private static let types = [
        "avi": "video/x-msvideo", "csv": "text/csv", "gif": "image/gif", "heic": "image/heic", "html": "text/html", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "json": "application/json", "m4a": "audio/mp4", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "ogg": "audio/ogg", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "tsv": "text/tab-separated-values",
        "txt": "text/plain", "webm": "video/webm", "webp": "image/webp", "xml": "application/xml", "zip": "application/zip",
    ]
}
