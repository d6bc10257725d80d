#if CommandLine
    import APIImport
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// An import of a document into a folder, up to the point at which files are written.
    struct Importation {
        let command: Import
        private let folder: String
        /// The files in the folder before the import.
        let present: [SourceFile]
        /// The present `api.json` with its root, or `nil` if there is none.
        let settings: (file: SourceFile, root: JSONNode)?
        let recorded: RecordedSource?
        /// The path or URL of the document, as the command reads it.
        private let location: String
        private let overlays: [String]

        /// Reads the folder and its record of the last import.
        init(_ command: Import, into folder: String) throws {
            self.command = command
            self.folder = folder
            present = try Schema.filesIfPresent(in: folder)
            let file = present.first { $0.path == "api.json" }
            settings = try file.map { ($0, try Self.root(of: $0, for: command)) }
            recorded = settings.flatMap { RecordedSource(in: $0.root) }
            let recordedLocation = recorded.map { ShownPath.stated($0.location, in: folder) }
            guard let location = command.document ?? recordedLocation else {
                throw WrongArgument(
                    "\(folder) was not imported yet; name a document: "
                        + Console.hint("import openapi.yaml --into \(Console.word(for: folder))", writes: true))
            }
            self.location = location
            if command.overlay.isEmpty {
                overlays = (recorded?.overlays ?? []).map { ShownPath.stated($0, in: folder) }
            } else {
                overlays = command.overlay
            }
            for path in [location] + overlays where !ShownPath.isURL(path) && ShownPath.isPath(path, below: folder) {
                throw WrongArgument(
                    "\(path) is inside the schema's folder, of which every file is a part of the schema; move it out")
            }
        }

        /// Returns the result of the import without writing it.
        func outcome(format: Report.Format) throws -> ImportOutcome {
            let document = try opened(format: format)
            var refusals: [String: String] = [:]
            var translation = try translated(document, refusals: refusals, format: format)
            var outcome = try outcome(of: translation, reader: document.reader)
            // A mistake in one operation must not keep the others from being used.
            while outcome.compilation.api == nil {
                let found = translation.refusals(chosen: chosen)
                if found.isEmpty {
                    break
                }
                refusals.merge(found) { first, _ in first }
                translation = try translated(document, refusals: refusals, format: format)
                outcome = try self.outcome(of: translation, reader: document.reader)
            }
            if recorded != nil, !command.newNames {
                outcome.newNames = try newNames(in: document, refusals: refusals, keptFiles: outcome.plan.files)
            }
            return outcome
        }

        /// Returns the result of the import of a translation without writing it.
        private func outcome(of imported: Translation, reader: DocumentReader) throws -> ImportOutcome {
            var source = RecordedSource(
                location: ShownPath.recorded(location, in: folder), format: imported.report.format,
                sha256: RecordedSource.hash(of: reader.contents),
                overlays: overlays.map { ShownPath.recorded($0, in: folder) })
            source.rules = options.rules
            source.expandable = options.expandable
            for file in imported.files {
                source.files[file.path] = RecordedSource.digest(ofFile: Array(file.text.utf8))
            }
            if let recorded, !command.newNames {
                source.types = recorded.types
            }
            var result = try merged(imported, source: source)
            var compiled = CompiledSchema(result.plan.files)
            var earlier: CompiledSchema?
            // Without a change, no type can move, and there is nothing to compare.
            if recorded != nil, !result.plan.isEmpty {
                earlier = CompiledSchema(present)
            }
            if let old = earlier?.lowered,
                let new = compiled.lowered,
                !command.newNames
            {
                let types = new.recordedTypes(since: old)
                if types != source.types {
                    source.types = types
                    result = try merged(imported, source: source)
                    compiled = CompiledSchema(result.plan.files)
                }
            }
            return ImportOutcome(
                folder: folder,
                document: location,
                report: imported.report,
                plan: result.plan,
                kept: result.kept,
                compilation: compiled.compilation, earlier: earlier?.compilation,
                problems: Findings(imported.problems, in: reader.files), before: present,
                isSourceChanged: recorded.map { $0.sha256 != source.sha256 } ?? true, isFirst: recorded == nil)
        }

        /// Returns the names that a first import would choose otherwise than those in the files of this import.
        private func newNames(
            in document: OpenDocument, refusals: [String: String], keptFiles: [SourceFile]
        ) throws -> NewNames {
            var options = options(keepsNames: false)
            options.refusals = refusals
            guard let fresh = importFiles(from: document.documents, options: options) else {
                return NewNames()
            }
            let imported = keptFiles.filter(ImportPlan.isImported)
            let files = fresh.files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) }
            var names = NewNames(kept: imported, fresh: files)
            let own = keptFiles.filter { !ImportPlan.isImported($0) }
            guard let types = Self.recordedTypes(in: own),
                let kept = CompiledSchema(keptFiles).lowered,
                let new = CompiledSchema(files + own.map(Self.withoutRecord)).lowered
            else { return names }
            names.add(types, kept: kept, fresh: new)
            return names
        }

        /// Returns the inline types that `api.json` records, or `nil` if there are none.
        private static func recordedTypes(in files: [SourceFile]) -> RecordedTypes? {
            var ignored: [Diagnostic] = []
            let root = files.first { $0.path == "api.json" }.flatMap { parse($0, problems: &ignored) }
            guard let types = root.map({ RecordedTypes(in: $0) }), !types.isEmpty else { return nil }
            return types
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

        /// Returns the files of the import, and the settings that stay as a person wrote them.
        private func merged(
            _ imported: Translation, source: RecordedSource
        ) throws -> (plan: ImportPlan, kept: [SettingsMerge.Kept]) {
            var kept: [SettingsMerge.Kept] = []
            let text: String
            if let settings {
                let merge = SettingsMerge(
                    settings.file,
                    root: settings.root,
                    settings: imported.settings,
                    chosen: chosen,
                    source: source)
                text = merge.text
                kept = merge.kept
            } else {
                text = SettingsMerge.first(settings: imported.settings, chosen: chosen, source: source)
            }
            let plan = ImportPlan(
                imported.files,
                settings: text,
                present: present,
                recorded: recorded,
                in: folder)
            if let foreign = plan.foreign.first {
                throw WrongArgument(
                    "\(foreign.shownPath) would be overwritten, but no import wrote it; move it. Nothing was changed"
                )
            }
            return (plan, kept)
        }

        /// A compiled schema, with its types.
        private struct CompiledSchema {
            let compilation: Compilation
            /// The methods and types, or `nil` if there is no schema.
            let lowered: LoweredSchemas?

            init(_ files: [SourceFile]) {
                var found: LoweredSchemas?
                compilation = compile(files) { found = $0 }
                lowered = found
            }
        }

        // MARK: Steps

        private static func root(of file: SourceFile, for command: Import) throws -> JSONNode {
            var problems: [Diagnostic] = []
            if let root = parse(file, problems: &problems),
                root.isObject,
                problems.isEmpty
            {
                return root
            }
            if problems.isEmpty {
                let place = Place(file: file.shownPath, line: 1, column: 1)
                problems = [Diagnostic(.error, at: place, "expected an object with \"name\" and \"baseURL\"")]
            }
            try Console.tell(Findings(problems, in: [file]), in: command.format.value)
            throw ExitCode.schemaErrors
        }

        /// The translation of a document.
        private struct Translation {
            var settings: [JSONValue.Member]
            var files: [(path: String, text: String)]
            var report: ImportReport
            var problems: [Diagnostic]

            /// Returns the errors in methods that the generator refuses, by the names of the methods.
            func refusals(chosen: [JSONValue.Member]) -> [String: String] {
                let source = RecordedSource(location: "document")
                let text = SettingsMerge.first(settings: settings, chosen: chosen, source: source)
                return ImportedFiles(settings: settings, files: files, report: report).refusals(settings: text)
            }
        }

        /// The document with its overlays, before it is translated.
        private struct OpenDocument {
            var reader: DocumentReader
            var documents: DocumentSet
            var problems: [Diagnostic]
        }

        /// Reads the document. Its errors are printed, and the command ends with exit code 2.
        private func opened(format: Report.Format) throws -> OpenDocument {
            let reader = DocumentReader(root: location)
            var problems: [Diagnostic] = []
            let file = try reader.readRoot()
            let documents = DocumentSet(file, at: location, problems: &problems, read: reader.readReferenced)
            guard let documents else {
                throw try failure(problems, reader: reader, format: format)
            }
            for overlay in overlays {
                try documents.apply(overlay: reader.readOverlay(overlay))
            }
            // Without its corrections, a document would be imported wrongly.
            guard !documents.problems.contains(where: { $0.severity == .error }) else {
                throw try failure(problems + documents.problems, reader: reader, format: format)
            }
            return OpenDocument(reader: reader, documents: documents, problems: problems)
        }

        /// Translates the document. Its errors are printed, and the command ends with exit code 2.
        ///
        /// - Parameter refusals: The errors in methods of an earlier attempt, by the names of the methods.
        private func translated(
            _ document: OpenDocument, refusals: [String: String], format: Report.Format
        ) throws -> Translation {
            let documents = document.documents
            var options = options
            options.refusals = refusals
            guard var imported = importFiles(from: documents, options: options) else {
                throw try failure(
                    document.problems + documents.problems,
                    reader: document.reader,
                    format: format)
            }
            let known = Set(imported.report.notes.map(\.place))
            for problem in documents.problems where problem.severity == .error && !known.contains(problem.place) {
                imported.report.add(.wrong, at: problem.place, operation: nil, problem.message)
            }
            if imported.report.kept == 0, !options.include.isEmpty {
                throw WrongArgument(unmatched(in: documents))
            }
            for (key, option) in [("name", "--name NAME"), ("baseURL", "--base-url URL")] {
                let isStated = (imported.settings + chosen).contains { $0.key == key }
                if !isStated, settings?.root[key] == nil {
                    throw WrongArgument("\(location) does not state the API's \(key); add \(option)")
                }
            }
            return Translation(
                settings: imported.settings,
                files: imported.files,
                report: imported.report,
                problems: document.problems + document.reader.notes
                    + documents.problems.filter { $0.severity != .error })
        }

        private func failure(
            _ problems: [Diagnostic], reader: DocumentReader, format: Report.Format
        ) throws -> any Error {
            try Console.tell(Findings(problems, in: reader.files), in: format)
            return ExitCode.schemaErrors
        }

        /// Returns the message for patterns that no operation matches, with some names of methods.
        private func unmatched(in documents: DocumentSet) -> String {
            var ignored: [Diagnostic] = []
            let files = importFiles(from: documents)?.files ?? []
            let names = files.flatMap { file in
                let root = parse(SourceFile(path: file.path, bytes: Array(file.text.utf8)), problems: &ignored)
                return root?["methods"]?.children.compactMap { $0["name"]?.string } ?? []
            }.sorted()
            let prefixes = names.compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) + ".*" } }
            let namespaces = Set(prefixes).sorted()
            let patterns = options.include.map { "'\($0)'" }.joined(separator: ", ")
            let near = options.include.lazy.compactMap { nearest(to: $0, among: names + namespaces) }.first
            var shown = (namespaces + names).filter { $0 != near }
            if let near {
                shown.insert(near, at: 0)
            }
            var message = "no method matches \(patterns)"
            if !shown.isEmpty {
                message += "; the document has " + shown.prefix(5).joined(separator: ", ")
            }
            if shown.count > 5 {
                message += ", …"
            }
            return message
        }
    }
#endif
