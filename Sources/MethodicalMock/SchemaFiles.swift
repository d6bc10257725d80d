import Foundation
import MethodicalGenerator

/// The JSON files of a schema's folder.
struct SchemaFiles {
    private let files: [SourceFile]

    init(_ folder: URL) throws {
        // A link is not followed by itself.
        let path = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        do {
            files = try FileManager.default.subpathsOfDirectory(atPath: path).filter(Self.isSchema).sorted().map { name in
                let url = folder.appending(path: name)
                return SourceFile(path: name, shownPath: url.path(percentEncoded: false), bytes: [UInt8](try Data(contentsOf: url)))
            }
        } catch {
            throw MockServer.Refusal(description: "\(path) cannot be read: \(error.localizedDescription)")
        }
        guard files.contains(where: { $0.path == "api.json" }) else { throw MockServer.Refusal(description: "there is no api.json in \(path)") }
    }

    func api() throws -> API {
        let compilation = compile(files)
        let errors = compilation.diagnostics.filter { $0.severity == .error }
        guard let api = compilation.api else { throw MockServer.Refusal(description: errors.map(\.description).joined(separator: "\n")) }
        return api
    }

    private static func isSchema(_ path: String) -> Bool {
        path.hasSuffix(".json") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }
}
