#if CommandLine
    import Foundation
    import MethodicalGenerator

    /// The change of a schema folder from one import to the next.
    ///
    /// All new contents are written beside the schema's files first, and then moved into place. A process that is
    /// killed between two moves leaves the old `api.json`, so that another import does the rest.
    struct FileReplacement {
        /// A hidden folder, which neither the plugin nor the command reads.
        private static let staging = ".methodical-import"

        let folder: String
        /// The files to write, in the order in which they are moved into place.
        let written: [SourceFile]
        let deleted: [SourceFile]

        /// Changes the folder. If a file cannot be written, the error says whether others were.
        func perform() throws {
            let staging = "\(folder)/\(Self.staging)"
            for file in written where !Self.isInside(file.path) {
                throw Disk.Failure(errorDescription: "cannot write \(file.shownPath): it is not below \(folder)")
            }
            defer { try? FileManager.default.removeItem(atPath: staging) }
            try stage(in: staging)
            for (index, file) in written.enumerated() {
                try changing(file.shownPath, after: index) {
                    guard rename("\(staging)/\(index)", file.shownPath) == 0 else {
                        throw Disk.Failure(errorDescription: String(cString: strerror(errno)))
                    }
                }
            }
            for (index, file) in deleted.enumerated() where !isWritten(file) {
                try changing(file.shownPath, after: written.count + index) {
                    try FileManager.default.removeItem(atPath: file.shownPath)
                }
                removeEmptyFolders(of: file.path)
            }
        }

        /// Indicates whether a path leads to a visible file below the folder. Documents come from strangers, and paths
        /// are made from their names.
        private static func isInside(_ path: String) -> Bool {
            path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") && !$0.utf8.contains(0)
            }
        }

        /// Writes the new contents to numbered files, and creates the folders that they will be moved to.
        private func stage(in staging: String) throws {
            // A process that was killed may have left one.
            if FileManager.default.fileExists(atPath: staging) {
                try Disk.writing(staging) { try FileManager.default.removeItem(atPath: staging) }
            }
            try makeFolder(staging)
            for (index, file) in written.enumerated() {
                try Disk.writing(file.shownPath) {
                    try Data(file.bytes).write(to: URL(fileURLWithPath: "\(staging)/\(index)"))
                }
                let parent = file.path.split(separator: "/").dropLast().joined(separator: "/")
                if !parent.isEmpty { try makeFolder("\(folder)/\(parent)") }
            }
        }

        private func makeFolder(_ path: String) throws {
            try Disk.writing(path) {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
        }

        private func changing(_ path: String, after count: Int, _ body: () throws -> Void) throws {
            do { try body() } catch {
                let all = written.count + deleted.count
                let done =
                    count == 0
                    ? "nothing was changed"
                    : "\(count) of \(all) files were changed before; the same command changes the rest"
                throw Disk.Failure(errorDescription: "cannot write \(path) (\(error.localizedDescription)); \(done)")
            }
        }

        /// Indicates whether a file to delete is one that was just written, as `Users` and `users` are on most Macs.
        private func isWritten(_ file: SourceFile) -> Bool {
            let same = written.filter { $0.path.lowercased() == file.path.lowercased() }
            func number(_ path: String) -> UInt64? {
                try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
            }
            return same.contains { number($0.shownPath) == number(file.shownPath) }
        }

        /// Removes the folders of a deleted file that are empty now.
        private func removeEmptyFolders(of path: String) {
            var parts = path.split(separator: "/").dropLast()
            // `rmdir` refuses a folder with anything in it, hidden files included.
            while !parts.isEmpty, rmdir("\(folder)/\(parts.joined(separator: "/"))") == 0 { parts.removeLast() }
        }
    }
#endif
