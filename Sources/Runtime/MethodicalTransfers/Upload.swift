import Foundation
import Methodical

/// The content of an upload: a file on disk, bytes in memory, or a stream of bytes.
public struct Upload: Sendable {
    enum Source: Sendable {
        case file(URL)
        case data(Data)
        case stream(@Sendable (OpenFile) async throws -> Void)
    }

    let source: Source
    /// The file name that is sent to the server.
    public var name: String
    /// The media type, such as `image/jpeg`. The default follows from the name's extension, or is
    /// `application/octet-stream`.
    public var type: String

    private init(_ source: Source, name: String, type: String?) {
        self.source = source
        self.name = name
        self.type = type ?? MediaType.of(name)
    }

    /// Returns an upload of a file on disk. The file is read in pieces, and is never in memory as a whole.
    ///
    /// - Parameters:
    ///   - url: The address of the file on disk.
    ///   - name: The file name that is sent to the server. The default is the file's own name.
    ///   - type: The media type. The default follows from the name's extension.
    public static func file(_ url: URL, name: String? = nil, type: String? = nil) -> Upload {
        Upload(.file(url), name: name ?? url.lastPathComponent, type: type)
    }

    /// Returns an upload of bytes in memory.
    public static func data(_ data: Data, name: String = "file", type: String? = nil) -> Upload {
        Upload(.data(data), name: name, type: type)
    }

    /// Returns an upload of a stream, which is never in memory as a whole.
    ///
    /// The stream is read once, when the upload is sent. Such an upload cannot be sent a second time.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces,
        name: String = "file",
        type: String? = nil
    ) -> Upload
    where Pieces.Element == Data {
        Upload(.stream { file in for try await piece in pieces { try file.write(piece) } }, name: name, type: type)
    }

    /// Appends the content to an open file.
    func write(to file: OpenFile) async throws {
        switch source {
        case .data(let data): try file.write(data)
        case .file(let url): try file.write(contentsOf: url)
        case .stream(let write): try await write(file)
        }
    }

    /// Returns the address of the content on disk, or `nil` if it must be written there first.
    func onDisk() throws(APIError) -> URL? {
        guard case .file(let url) = source else { return nil }
        _ = try OpenFile(reading: url)
        return url
    }

    /// Returns the length in bytes, or `nil` for a stream.
    func length() throws -> Int? {
        switch source {
        case .file(let url):
            try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.size] as? Int
        case .data(let data): data.count
        case .stream: nil
        }
    }
}

/// The media types of common file name extensions.
enum MediaType {
    static func of(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else {
            return unknown
        }
        return types[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"
    private static let types = [
        "avi": "video/x-msvideo", "csv": "text/csv", "flac": "audio/flac", "gif": "image/gif", "heic": "image/heic",
        "html": "text/html", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "json": "application/json", "m4a": "audio/mp4", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "mp4": "video/mp4",
        "ogg": "audio/ogg", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml",
        "tsv": "text/tab-separated-values",
        "txt": "text/plain", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp", "xml": "application/xml",
        "zip": "application/zip",
    ]
}
