#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// A folder with an `api.json`, on disk or in a git revision, and the schemas below it.
    struct Schema {
        /// The name by which the schema was requested or found.
        let name: String
        let files: [SourceFile]
        /// The file with the API that was last accepted, or `nil` if there is none.
        let lock: SourceFile?
        /// The place of the schema's other revisions in git.
        let history: Git.Folder
        /// Indicates whether the schema is a folder on disk rather than in a git revision.
        let isOnDisk: Bool

        static let lockName = RecordedTypes.lockName

        /// The files that the compiler reads: the schema files, and the lock file that keeps types in their places.
        var sources: [SourceFile] {
            files + [lock].compactMap(\.self)
        }

        /// Finds a schema.
        ///
        /// - Parameters:
        ///   - name: A folder, `REVISION:FOLDER` as git spells it, or a revision.
        ///   - isOption: Indicates whether the user names a schema with `--schema`, rather than with an argument.
        ///   - history: The folder to look for if `name` is only a revision. By default this is the only schema below
        ///     the current folder.
        init(_ name: String, isOption: Bool = false, history: Git.Folder? = nil) throws {
            if Self.isFolder(name) {
                try self.init(folder: Self.only(below: name, isOption: isOption))
            } else if let colon = name.firstIndex(of: ":") {
                let folder = Git.Folder(directory: ".", path: String(name[name.index(after: colon)...]))
                try self.init(revision: String(name[..<colon]), folder: folder)
            } else if !name.hasPrefix("-"), try Git.has(revision: name) {
                try self.init(
                    revision: name,
                    folder: history ?? Git.Folder(directory: Self.only(below: "."), path: "./"))
            } else if FileManager.default.fileExists(atPath: name) {
                throw WrongArgument("\(name) is a file; a schema is the folder of its api.json")
            } else {
                throw try Self.unknown(name)
            }
        }

        /// Returns the error for a name of neither a folder nor a revision, with the most similar one.
        private static func unknown(_ name: String) throws -> WrongArgument {
            let names = try Disk.names(in: parent(of: name))
            let folders = names.map { parent(of: name, joining: $0) }.filter(isFolder)
            let others = try folders + Git.revisions()
            let near = nearest(to: name, among: others, within: name.utf8.count / 3)
            let hint = near.map { "; did you mean \($0)?" } ?? ""
            return WrongArgument("there is no folder and no git revision \(name)\(hint)")
        }

        /// Reads a folder that has an `api.json`.
        private init(folder: String) throws {
            name = folder
            files = try Self.files(in: folder)
            if FileManager.default.fileExists(atPath: folder + "/" + Self.lockName) {
                lock = try Self.file(at: Self.lockName, in: folder)
            } else {
                lock = nil
            }
            history = Git.Folder(directory: folder, path: "./")
            isOnDisk = true
        }

        /// Reads a folder in a git revision.
        private init(revision: String, folder: Git.Folder) throws {
            let (path, found) = try Git.files(of: revision, in: folder) {
                Self.isSchema($0) || $0 == Self.lockName
            }
            name = "\(revision):\(path)"
            let start = path.isEmpty ? name : name + "/"
            let all = found.map {
                SourceFile(path: $0.path, shownPath: start + $0.path, bytes: $0.bytes)
            }
            files = all.filter { $0.path != Self.lockName }
            lock = all.first { $0.path == Self.lockName }
            history = folder
            isOnDisk = false
        }

        /// Returns the compiled API. If the schemas have errors, they are printed and the command ends with exit code
        /// 2.
        func api(format: Report.Format = .text) throws -> API {
            let compilation = compile(sources)
            guard let api = compilation.api else {
                let errors = compilation.diagnostics.filter { $0.severity == .error }
                try Console.tell(Findings(errors, in: files), in: format)
                throw ExitCode.schemaErrors
            }
            return api
        }
    }

    extension Schema {
        /// Returns the path below the schema's folder of an overlay that is to be written.
        func overlayPath(_ overlay: String) throws -> String {
            guard isOnDisk else {
                throw WrongArgument("\(name) is in a git revision, which cannot be changed")
            }
            let path = URL(fileURLWithPath: overlay).standardizedFileURL.path
            let root = URL(fileURLWithPath: name).standardizedFileURL.path + "/"
            guard overlay.hasSuffix(".overlay.json"), path.hasPrefix(root) else {
                throw WrongArgument(
                    """
                    an overlay is found where it lies below the schema's folder and is called NAME.overlay.json: \
                    \(name)/learnt.overlay.json
                    """
                )
            }
            return String(path.dropFirst(root.count))
        }
    }

    // MARK: Folders

    extension Schema {
        /// Returns the folders with an `api.json` at or below a folder, in order. Throws if there is none.
        static func all(below folder: String) throws -> [String] {
            let folder = trimmed(folder)
            let found = try found(below: folder)
            guard !found.isEmpty else {
                let newFolder = folder == "." ? "Schema" : Console.word(for: folder)
                let new = Console.hint("new \(newFolder)", writes: true)
                let imported = Console.hint("import DOCUMENT", writes: true)
                throw WrongArgument(
                    "there is no api.json in \(folder) or below; \(new) writes a first one, and \(imported) translates "
                        + "an OpenAPI document")
            }
            return found
        }

        /// Returns the folders with an `api.json` at or below a folder, in order.
        static func found(below folder: String) throws -> [String] {
            guard isFolder(folder) else {
                throw WrongArgument("there is no folder \(folder)")
            }
            var found: [String] = []
            try find(in: folder, depth: 0, into: &found)
            return found
        }

        /// Returns the only folder with an `api.json` at or below a folder. Throws if there are several.
        static func only(below folder: String, isOption: Bool = false) throws -> String {
            let found = try all(below: folder)
            guard found.count == 1 else {
                throw WrongArgument(several(found, below: folder, isOption: isOption))
            }
            return found[0]
        }

        /// Returns the message that asks for a choice between schemas.
        static func several(_ found: [String], below folder: String, isOption: Bool = false) -> String {
            let option = isOption ? " with --schema" : ""
            return "there are \(found.count) schemas below \(folder); name one\(option):\(Console.firstLines(found))"
        }

        /// Returns the schema files below a folder, whether or not it has an `api.json`.
        static func files(in folder: String) throws -> [SourceFile] {
            try paths(below: folder).map { try file(at: $0, in: folder) }
        }

        /// Returns the schema files below a folder, or none if there is no folder.
        static func filesIfPresent(in folder: String) throws -> [SourceFile] {
            guard FileManager.default.fileExists(atPath: folder) else { return [] }
            return try files(in: folder)
        }

        /// Returns the path of a file in a folder as people write it, without `./`.
        private static func shownPath(of path: String, in folder: String) -> String {
            if folder == "." {
                return path
            }
            return "\(folder)/\(path)"
        }

        private static func file(at path: String, in folder: String) throws -> SourceFile {
            let shown = shownPath(of: path, in: folder)
            let data = try Disk.reading(shown) { try Data(contentsOf: URL(fileURLWithPath: shown)) }
            return SourceFile(path: path, shownPath: shown, bytes: [UInt8](data))
        }

        /// Finds folders with an `api.json`. Links and the folders below an `api.json` are skipped.
        private static func find(
            in folder: String,
            depth: Int,
            into found: inout [String]
        ) throws {
            if FileManager.default.fileExists(atPath: folder + "/api.json") {
                return found.append(folder)
            }
            guard depth < depthLimit else { return }
            for name in try Disk.names(in: folder) where !name.hasPrefix(".") && name != "node_modules" {
                let path = shownPath(of: name, in: folder)
                // Folders of other users, such as a database's data, are not schemas.
                guard FileManager.default.isReadableFile(atPath: path) else { continue }
                let kind = try Disk.reading(path) {
                    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                }
                guard kind == .typeDirectory else { continue }
                try find(in: path, depth: depth + 1, into: &found)
            }
        }

        private static let depthLimit = 32

        /// Returns the paths of the schema files below a folder. As in the plugin, links are followed and hidden files
        /// skipped.
        private static func paths(
            below root: String,
            in folder: String = "",
            depth: Int = 0
        ) throws -> [String] {
            guard depth <= depthLimit else {
                throw WrongArgument(
                    "folders are nested more than \(depthLimit) deep in \(root): does a link lead back up?")
            }
            var paths: [String] = []
            for name in try Disk.names(in: "\(root)/\(folder)") where !name.hasPrefix(".") {
                let path = folder + name
                if isFolder("\(root)/\(path)") {
                    paths += try Self.paths(below: root, in: path + "/", depth: depth + 1)
                } else if isSchema(path) {
                    paths.append(path)
                }
            }
            return paths
        }

        /// Indicates whether a path is that of a schema file.
        private static func isSchema(_ path: String) -> Bool {
            // YAML is only read so that an OpenAPI document can be reported.
            [".json", ".yaml", ".yml"].contains(where: path.hasSuffix)
                && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }

        static func isFolder(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && isFolder.boolValue
        }

        static func trimmed(_ path: String) -> String {
            var path = path
            while path.utf8.count > 1, path.hasSuffix("/") {
                path.removeLast()
            }
            return path
        }

        /// Returns the folder that contains a file, or the path of another file in that folder.
        private static func parent(of path: String, joining name: String? = nil) -> String {
            let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            guard isFolder(parent) else {
                return name ?? "."
            }
            return parent + (name ?? "")
        }
    }
#endif
