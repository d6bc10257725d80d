#if CommandLine
    import Foundation
    import MethodicalGenerator

    /// The change of a schema folder from one import to the next.
    ///
    /// All new contents are written beside the schema's files first, and then moved into place. A process that is
    /// killed between two moves leaves the old `api.json`, so that another import does the rest: the file with the
    /// record of the import is moved last, after the deletions.
    ///
    /// The folder itself may be a link, which is a person's choice. All folders below it are real ones.
    struct FileReplacement {
        /// A hidden folder, which neither the plugin nor the command reads.
        private static let staging = ".methodical-import"

        let folder: String
        /// The files to write, in the order in which they are moved into place.
        let written: [SourceFile]
        let deleted: [SourceFile]

        /// Changes the folder. If a file cannot be written, the error says whether others were.
        func perform() throws {
            for file in written + deleted where !Self.isInside(file.path) {
                throw Disk.Failure(errorDescription: "cannot write \(file.shownPath): it is not below \(folder)")
            }
            try Disk.writing(folder) {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            let root = try opening(folder) {
                () throws(OpenFolder.Failure) in try OpenFolder(path: folder)
            }
            for file in written + deleted {
                _ = try parent(of: file, in: root, creates: false)
            }
            defer { removeStaging() }
            let staging = try stage(in: root)
            let numbered = Array(written.enumerated())
            var count = 0
            for (number, file) in numbered where !Self.isRecord(file) {
                try changing(file.shownPath, after: count) {
                    try move(file, number: number, from: staging, in: root)
                }
                count += 1
            }
            for file in deleted {
                try changing(file.shownPath, after: count) { try delete(file, in: root) }
                count += 1
            }
            for (number, file) in numbered where Self.isRecord(file) {
                try changing(file.shownPath, after: count) {
                    try move(file, number: number, from: staging, in: root)
                }
            }
        }

        /// Indicates whether a file holds the record of the import.
        private static func isRecord(_ file: SourceFile) -> Bool {
            file.path == "api.json"
        }

        /// Indicates whether a path leads to a visible file below the folder. Documents come from strangers, and paths
        /// are made from their names.
        private static func isInside(_ path: String) -> Bool {
            path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") && !$0.utf8.contains(0)
            }
        }
    }

    // MARK: Steps

    extension FileReplacement {
        /// Writes the new contents to numbered files, and creates the folders that they will be moved to.
        private func stage(in root: OpenFolder) throws -> OpenFolder {
            // A process that was killed may have left one.
            removeStaging()
            let path = "\(folder)/\(Self.staging)"
            let staging = try opening(path) { () throws(OpenFolder.Failure) in
                try OpenFolder(Self.staging, in: root, creates: true)
            }
            for (index, file) in written.enumerated() {
                _ = try parent(of: file, in: root, creates: true)
                try opening(file.shownPath) { () throws(OpenFolder.Failure) in
                    try staging.write(file.bytes, to: String(index))
                }
            }
            return staging
        }

        /// Moves a numbered file to its place.
        private func move(
            _ file: SourceFile,
            number: Int,
            from staging: OpenFolder,
            in root: OpenFolder
        ) throws {
            let parent = try parent(of: file, in: root, creates: true)
            try staging.move(
                String(number),
                to: parent ?? root,
                as: Self.name(of: file))
        }

        /// Deletes a file and the folders that are empty then.
        private func delete(_ file: SourceFile, in root: OpenFolder) throws {
            guard let parent = try parent(of: file, in: root, creates: false) else {
                return
            }
            let name = Self.name(of: file)
            if try isWritten(file, inode: parent.inode(of: name), in: root) {
                return
            }
            try parent.delete(name)
            var path = Self.folders(of: file)
            // A folder with anything in it stays, hidden files included.
            while let last = path.popLast() {
                guard let outer = try root.folder(at: path, creates: false),
                    outer.deleteFolder(String(last))
                else {
                    return
                }
            }
        }

        /// Indicates whether a file to delete is one that was just written, as `Users` and `users` are on most Macs.
        private func isWritten(
            _ file: SourceFile,
            inode: UInt64?,
            in root: OpenFolder
        ) throws -> Bool {
            for other in written where other.path.lowercased() == file.path.lowercased() {
                let parent = try parent(of: other, in: root, creates: false)
                if parent?.inode(of: Self.name(of: other)) == inode {
                    return true
                }
            }
            return false
        }

        private func removeStaging() {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(Self.staging)")
        }
    }

    // MARK: Paths

    extension FileReplacement {
        private static func name(of file: SourceFile) -> String {
            file.path.split(separator: "/").last.map(String.init) ?? ""
        }

        /// Returns the names of the folders between the root and a file.
        private static func folders(of file: SourceFile) -> [Substring] {
            Array(file.path.split(separator: "/").dropLast())
        }

        /// Opens the folder of a file, folder by folder. Returns `nil` if one is missing.
        private func parent(
            of file: SourceFile,
            in root: OpenFolder,
            creates: Bool
        ) throws -> OpenFolder? {
            let path = Self.folders(of: file)
            let shown = ([folder] + path.map(String.init)).joined(separator: "/")
            return try opening(shown) {
                () throws(OpenFolder.Failure) in try root.folder(at: path, creates: creates)
            }
        }

        /// Adds the path to the message of an error.
        private func opening<Value>(_ path: String, _ body: () throws(OpenFolder.Failure) -> Value) throws -> Value {
            do { return try body() } catch {
                throw Disk.Failure(errorDescription: "cannot write \(path) (\(error.errorDescription ?? ""))")
            }
        }

        /// Adds the path, and the number of files that were changed before, to the message of an error.
        private func changing(
            _ path: String,
            after count: Int,
            _ body: () throws -> Void
        ) throws {
            do { try body() } catch {
                let all = written.count + deleted.count
                var done = "nothing was changed"
                if count > 0 {
                    done = "\(count) of \(all) files were changed before; the same command changes the rest"
                }
                throw Disk.Failure(errorDescription: "cannot write \(path) (\(error.localizedDescription)); \(done)")
            }
        }
    }
#endif
