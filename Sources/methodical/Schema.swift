#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// A folder with an api.json, on disk or in a git revision, and the schemas below it.
    struct Schema {
        /// As it was asked for, or found.
        let name: String
        let files: [SourceFile]
        /// What was last accepted, if anything was.
        let lock: SourceFile?
        /// Where git has other revisions of it.
        let history: Git.Folder
        let isOnDisk: Bool

        static let lockName = "methodical.lock"

        /// - Parameters:
        ///   - name: A folder, `REVISION:FOLDER` as git spells it, or a revision.
        ///   - history: What a revision's folder is, where it is not said; the only schema below this folder unless given.
        init(_ name: String, history: Git.Folder? = nil) throws {
            if Self.isFolder(name) {
                try self.init(folder: Self.only(below: name))
            } else if let colon = name.firstIndex(of: ":") {
                let folder = Git.Folder(directory: ".", path: String(name[name.index(after: colon)...]))
                try self.init(revision: String(name[..<colon]), folder)
            } else if !name.hasPrefix("-"), try Git.has(revision: name) {
                try self.init(revision: name, history ?? Git.Folder(directory: Self.only(below: "."), path: "./"))
            } else if FileManager.default.fileExists(atPath: name) {
                throw WrongArgument("\(name) is a file; a schema is the folder of its api.json")
            } else {
                let beside = try Disk.names(in: Self.parent(of: name)).map { Self.parent(of: name, joining: $0) }
                let near =
                    nearest(
                        to: name, among: try beside.filter(Self.isFolder) + Git.revisions(), within: name.utf8.count / 3
                    ).map {
                        "; did you mean \($0)?"
                    } ?? ""
                throw WrongArgument("there is no folder and no git revision \(name)\(near)")
            }
        }

        /// A folder that has an api.json.
        private init(folder: String) throws {
            name = folder
            files = try Self.files(in: folder)
            lock =
                FileManager.default.fileExists(atPath: folder + "/" + Self.lockName)
                ? try Self.file(Self.lockName, in: folder) : nil
            history = Git.Folder(directory: folder, path: "./")
            isOnDisk = true
        }

        private init(revision: String, _ folder: Git.Folder) throws {
            let (path, found) = try Git.files(of: revision, folder) { Self.isSchema($0) || $0 == Self.lockName }
            name = "\(revision):\(path)"
            let start = path.isEmpty ? name : name + "/"
            let all = found.map { SourceFile(path: $0.path, shownPath: start + $0.path, bytes: $0.bytes) }
            files = all.filter { $0.path != Self.lockName }
            lock = all.first { $0.path == Self.lockName }
            history = folder
            isOnDisk = false
        }

        /// The API; where the schemas have errors, they are told and the command ends with 2.
        func api(_ format: Report.Format = .text) throws -> API {
            let compilation = compile(files)
            guard let api = compilation.api else {
                try Console.tell(Findings(compilation.diagnostics.filter { $0.severity == .error }, in: files), format)
                throw ExitCode.schemaErrors
            }
            return api
        }
    }

    // MARK: Folders

    extension Schema {
        /// The folders with an api.json at or below one, in order.
        static func all(below folder: String) throws -> [String] {
            let folder = trimmed(folder)
            guard isFolder(folder) else { throw WrongArgument("there is no folder \(folder)") }
            var found: [String] = []
            try find(in: folder, depth: 0, &found)
            guard !found.isEmpty else {
                let new = Console.hint("new \(folder == "." ? "Schema" : Console.word(folder))", writes: true)
                throw WrongArgument("there is no api.json in \(folder) or below; \(new) writes a first one")
            }
            return found
        }

        static func only(below folder: String) throws -> String {
            let found = try all(below: folder)
            guard found.count == 1 else { throw WrongArgument(several(found, below: folder)) }
            return found[0]
        }

        static func several(_ found: [String], below folder: String) -> String {
            let shown = found.prefix(8).map { "\n  " + $0 }.joined() + (found.count > 8 ? "\n  …" : "")
            return "there are \(found.count) schemas below \(folder); say which:\(shown)"
        }

        /// The schemas below a folder, whether or not an api.json is among them.
        static func files(in folder: String) throws -> [SourceFile] {
            try paths(below: folder).map { try file($0, in: folder) }
        }

        private static func file(_ path: String, in folder: String) throws -> SourceFile {
            let shown = folder == "." ? path : "\(folder)/\(path)"
            let data = try Disk.reading(shown) { try Data(contentsOf: URL(fileURLWithPath: shown)) }
            return SourceFile(path: path, shownPath: shown, bytes: [UInt8](data))
        }

        /// Links are left alone, and so is what lies below an api.json.
        private static func find(in folder: String, depth: Int, _ found: inout [String]) throws {
            if FileManager.default.fileExists(atPath: folder + "/api.json") { return found.append(folder) }
            guard depth < depthLimit else { return }
            for name in try Disk.names(in: folder) where !name.hasPrefix(".") && name != "node_modules" {
                let path = folder == "." ? name : "\(folder)/\(name)"
                // Another user's folder, a database's data for example, is nobody's schema.
                guard FileManager.default.isReadableFile(atPath: path) else { continue }
                let kind = try Disk.reading(path) {
                    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                }
                guard kind == .typeDirectory else { continue }
                try find(in: path, depth: depth + 1, &found)
            }
        }

        private static let depthLimit = 32

        /// The schemas below a folder, as the plugin finds them: links are followed, hidden files left out.
        private static func paths(below root: String, _ folder: String = "", depth: Int = 0) throws -> [String] {
            guard depth <= depthLimit else {
                throw WrongArgument(
                    "folders are nested more than \(depthLimit) deep in \(root): does a link lead back up?")
            }
            var paths: [String] = []
            for name in try Disk.names(in: "\(root)/\(folder)") where !name.hasPrefix(".") {
                let path = folder + name
                if isFolder("\(root)/\(path)") {
                    paths += try Self.paths(below: root, path + "/", depth: depth + 1)
                } else if isSchema(path) {
                    paths.append(path)
                }
            }
            return paths
        }

        private static func isSchema(_ path: String) -> Bool {
            // YAML is read only to be told from OpenAPI.
            [".json", ".yaml", ".yml"].contains(where: path.hasSuffix)
                && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }

        private static func isFolder(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }

        private static func trimmed(_ path: String) -> String {
            var path = path
            while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
            return path
        }

        /// The folder that something lies in, or a path in that folder.
        private static func parent(of path: String, joining name: String? = nil) -> String {
            let parent =
                path.contains("/") ? String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)) + "/" : ""
            guard let name else { return isFolder(parent) ? parent : "." }
            return isFolder(parent) ? parent + name : name
        }
    }
#endif
