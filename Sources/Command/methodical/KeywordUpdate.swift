#if CommandLine
    import APIImport
    import MethodicalGenerator

    /// The replacement of former keywords by current ones in the files of a schema.
    struct KeywordUpdate {
        let schema: Schema

        /// Changes the files that have former keywords. Returns their number.
        func perform() throws -> Int {
            let edits = compile(schema.sources).edits
            let changed = schema.files.compactMap { file -> SourceFile? in
                var new = file
                new.bytes = edits.applied(to: file)
                return new.bytes == file.bytes ? nil : new
            }
            if changed.isEmpty {
                return 0
            }
            guard schema.isOnDisk else {
                throw WrongArgument("\(schema.name) is in a git revision, which cannot be changed")
            }
            let replacement = FileReplacement(
                folder: schema.name,
                written: updatingRecord(of: changed),
                deleted: [])
            try replacement.perform()
            return changed.count
        }

        /// Returns the changed files and, if an import wrote some of them, `api.json` with their new hashes. By these,
        /// the next import knows that nobody has edited the files.
        private func updatingRecord(of changed: [SourceFile]) -> [SourceFile] {
            let settings = changed.first(where: Self.isSettings) ?? schema.files.first(where: Self.isSettings)
            guard var settings,
                let root = parse(settings),
                let record = RecordedSource(in: root)
            else {
                return changed
            }
            var text = String(decoding: settings.bytes, as: UTF8.self)
            for file in changed {
                let former = schema.files.first { $0.path == file.path }
                guard let digest = record.files[file.path],
                    let former,
                    digest == RecordedSource.digest(ofFile: former.bytes)
                else {
                    continue
                }
                let newDigest = RecordedSource.digest(ofFile: file.bytes)
                text = text.replacing("\"\(digest)\"", with: "\"\(newDigest)\"")
            }
            settings.bytes = Array(text.utf8)
            return changed.filter { !Self.isSettings($0) } + [settings]
        }

        private static func isSettings(_ file: SourceFile) -> Bool {
            file.path == "api.json"
        }

        private func parse(_ file: SourceFile) -> JSONNode? {
            var problems: [Diagnostic] = []
            return MethodicalGenerator.parse(file, number: 0, problems: &problems)
        }
    }
#endif
