import Foundation
import Methodical
import MethodicalMock

extension MockServer {
    /// Starts a server for a service of this package. It needs nothing but the schema that the client is made from.
    static func start(_ service: String) async throws -> MockServer {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        return try await start(schemas: package.appending(path: "Sources/\(service)/Schema"))
    }

    /// The configuration of clients that call this server.
    var configuration: Client.Configuration { Client.Configuration(baseURL: baseURL) }

    /// The body of the last request, byte for byte.
    var lastBody: String { calls.last.map { String(decoding: $0.body, as: UTF8.self) } ?? "" }
}

/// A folder that exists as long as this object.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "services-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and returns its address.
    func file(_ name: String, _ content: Data) throws -> URL {
        let file = url.appending(path: name)
        try content.write(to: file)
        return file
    }
}
