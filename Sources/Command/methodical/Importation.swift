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
        let location: String
        let overlays: [String]

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
            let pathInFolder = ([location] + overlays).first { path in
                !ShownPath.isURL(path) && ShownPath.isPath(path, below: folder)
            }
            if let pathInFolder {
                throw WrongArgument(
                    "\(pathInFolder) is inside the schema's folder, of which every file is a part of the schema; "
                        + "move it out")
            }
        }

        /// Returns the result of the import without writing it.
        func outcome(format: Report.Format) throws -> ImportOutcome {
            let document = try opened(format: format)
            defer { ProgressLine.shared.erase() }
            let progress = ImportProgress(size: document.reader.contents.map(\.count).reduce(0, +))
            var refusals: [String: String] = [:]
            progress.show("translating")
            var translation = try translated(document, refusals: refusals, format: format)
            progress.show("checking the schema")
            var outcome = try outcome(of: translation, reader: document.reader)
            // A mistake in one operation must not keep the others from being used. Each attempt leaves out the methods
            // that the generator has refused so far.
            while outcome.compilation.api == nil {
                let newRefusals = translation.refusals(chosen: chosen)
                if newRefusals.isEmpty {
                    break
                }
                refusals.merge(newRefusals) { earlier, _ in earlier }
                progress.show("translating without \(Console.counted(refusals.count, noun: "method"))")
                translation = try translated(document, refusals: refusals, format: format)
                outcome = try self.outcome(of: translation, reader: document.reader)
            }
            if recorded != nil, !command.newNames {
                progress.show("comparing names")
                outcome.newNames = newNames(in: document, refusals: refusals, keptFiles: outcome.plan.files)
            }
            return outcome
        }

        /// Returns the result of the import of a translation without writing it.
        private func outcome(of imported: Translation, reader: DocumentReader) throws -> ImportOutcome {
            var source = source(of: imported, reader: reader)
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
                compilation: compiled.compilation,
                earlier: earlier?.compilation,
                problems: Findings(imported.problems, in: reader.files),
                before: present,
                isSourceChanged: recorded?.sha256 != source.sha256,
                isFirst: recorded == nil)
        }

        /// Returns the record of this import for `api.json`.
        private func source(of imported: Translation, reader: DocumentReader) -> RecordedSource {
            var source = RecordedSource(
                location: ShownPath.recorded(location, in: folder),
                format: imported.report.format,
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
            return source
        }

        /// Returns the files of the import, and the settings that stay as a person wrote them.
        private func merged(
            _ imported: Translation,
            source: RecordedSource
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
                    "\(foreign.shownPath) would be overwritten, but no import wrote it; move it. Nothing was changed")
            }
            return (plan, kept)
        }

        /// A compiled schema, with its types.
        struct CompiledSchema {
            let compilation: Compilation
            /// The methods and types, or `nil` if there is no schema.
            let lowered: LoweredSchemas?

            init(_ files: [SourceFile]) {
                var found: LoweredSchemas?
                compilation = compile(files) { found = $0 }
                lowered = found
            }
        }

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

    }
#endif
