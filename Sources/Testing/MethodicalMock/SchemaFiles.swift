import Foundation
import MethodicalGenerator

/// The JSON files in the folder of a schema.
struct SchemaFiles {
    private let files: [SourceFile]

    /// Reads the files below a folder. Throws if there is no `api.json`.
    init(in folder: URL) throws {
        let path = folder.path(percentEncoded: false)
        do {
            files = try Self.paths(below: path).sorted().map { name in
                let url = folder.appending(path: name)
                let bytes = [UInt8](try Data(contentsOf: url))
                return SourceFile(
                    path: name,
                    shownPath: url.path(percentEncoded: false),
                    bytes: bytes)
            }
        } catch let refusal as MockServer.Refusal {
            throw refusal
        } catch {
            throw MockServer.Refusal(description: "\(path) cannot be read: \(error.localizedDescription)")
        }
        guard files.contains(where: { $0.path == "api.json" }) else {
            throw MockServer.Refusal(description: "there is no api.json in \(path)")
        }
    }

    /// Compiles the files. Throws a refusal that lists every error in them.
    func api() throws -> API {
        let compilation = compile(files)
        let errors = compilation.diagnostics.filter { $0.severity == .error }
        guard let api = compilation.api else {
            throw MockServer.Refusal(description: errors.map(\.description).joined(separator: "\n"))
        }
        return api
    }

    /// Returns the files that the plugin would find: links are followed, and hidden files are left out.
    private static func paths(
        below root: String,
        in folder: String = "",
        depth: Int = 0
    ) throws -> [String] {
        guard depth <= 32 else {
            throw MockServer.Refusal(
                description: "folders are nested more than 32 deep in \(root): is there a link that leads back up?")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
        var found: [String] = []
        for name in names where !name.hasPrefix(".") {
            let path = folder + name
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: "\(root)/\(path)",
                isDirectory: &isFolder)
            if exists, isFolder.boolValue {
                found += try paths(
                    below: root,
                    in: path + "/",
                    depth: depth + 1)
            } else if name.hasSuffix(".json") {
                found.append(path)
            }
        }
        return found
    }
}
