#if CommandLine
    import APIImport
    import APISurface
    import MethodicalGenerator

    extension Importation {
        /// Returns the names that a first import would choose otherwise than those in the files of this import.
        ///
        /// - Parameters:
        ///   - refusals: The errors in methods that this import leaves out, by the names of the methods.
        ///   - keptFiles: All files of the schema after this import.
        func newNames(
            in document: OpenDocument,
            refusals: [String: String],
            keptFiles: [SourceFile]
        ) -> NewNames {
            var freshOptions = options(keepsNames: false)
            freshOptions.refusals = refusals
            guard let freshImport = importFiles(from: document.documents, options: freshOptions) else {
                return NewNames()
            }
            let freshFiles = freshImport.files.map { file in
                SourceFile(path: file.path, bytes: Array(file.text.utf8))
            }
            let importedFiles = keptFiles.filter(ImportPlan.isImported)
            var names = NewNames(kept: importedFiles, fresh: freshFiles)
            // The names of inline types follow from the whole schema, with the files that people wrote.
            let otherFiles = keptFiles.filter { !ImportPlan.isImported($0) }
            guard let types = Self.recordedTypes(in: otherFiles) else { return names }
            let freshSchema = CompiledSchema(freshFiles + otherFiles.map(Self.withoutRecord))
            guard let kept = CompiledSchema(keptFiles).lowered,
                let fresh = freshSchema.lowered
            else { return names }
            names.add(types, kept: kept, fresh: fresh)
            return names
        }

        /// Returns the inline types that `api.json` records, or `nil` if there are none.
        private static func recordedTypes(in files: [SourceFile]) -> RecordedTypes? {
            var ignored: [Diagnostic] = []
            guard let file = files.first(where: { $0.path == "api.json" }),
                let root = parse(file, problems: &ignored)
            else { return nil }
            let types = RecordedTypes(in: root)
            return types.isEmpty ? nil : types
        }

        /// Returns a file, or an `api.json` without the recorded types.
        private static func withoutRecord(_ file: SourceFile) -> SourceFile {
            guard file.path == "api.json" else {
                return file
            }
            var editor = JSONEditor(file.bytes)
            editor.remove([RecordedSource.key, RecordedTypes.key])
            return SourceFile(path: file.path, bytes: Array(editor.text.utf8))
        }
    }
#endif
