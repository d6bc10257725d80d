#if CommandLine
    import APISurface
    import Foundation
    import MethodicalGenerator

    /// The Swift file beside `api.json` that declares the names removed since `methodical.lock`.
    struct KeptNamesFile {
        private let schema: Schema
        private let api: API
        private let path: String

        init(_ schema: Schema, api: API) {
            self.schema = schema
            self.api = api
            path = "\(schema.name)/\(KeptNames.fileName(for: api))"
        }

        /// Writes the file, or deletes it if nothing was removed.
        ///
        /// - Parameter writes: If `false`, the file stays as it is, and the result says whether it is stale.
        /// - Returns: A sentence for the user, or `nil` if there is nothing to report.
        func bringUpToDate(since lock: SourceFile, writes: Bool) throws -> String? {
            guard schema.isOnDisk else {
                if writes {
                    throw WrongArgument("\(schema.name) is in a git revision, which cannot be changed")
                }
                return nil
            }
            let text = KeptNames.text(of: api, since: try Lock(lock.bytes))
            let present = try self.present()
            if !writes {
                guard let present, present != text else { return nil }
                return
                    """
                    \(path) is stale: \
                    run \(Console.hint("check \(Console.word(for: schema.name)) --keep-names", writes: true))
                    """
            }
            guard let text else {
                try delete()
                return "nothing was removed since methodical.lock, so there are no names to keep"
            }
            if present == text {
                return "\(path) is up to date"
            }
            try Disk.writing(path) {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            }
            return "\(path) is written: commit it"
        }

        /// Deletes the file if this command has written it.
        func delete() throws {
            guard schema.isOnDisk, try present() != nil else { return }
            try Disk.writing(path) { try FileManager.default.removeItem(atPath: path) }
        }

        /// Returns the file's text, or `nil` if there is no file. Throws if a file of that name was not written by this
        /// command.
        private func present() throws -> String? {
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            let data = try Disk.reading(path) { try Data(contentsOf: URL(fileURLWithPath: path)) }
            let text = String(decoding: data, as: UTF8.self)
            guard text.hasPrefix(KeptNames.head) else {
                throw WrongArgument("\(path) was not written by this command: rename or move it")
            }
            return text
        }
    }
#endif
