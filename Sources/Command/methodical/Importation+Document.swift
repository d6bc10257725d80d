#if CommandLine
    import APIImport
    import APISurface
    import ArgumentParser
    import MethodicalGenerator

    extension Importation {
        /// The translation of a document.
        struct Translation {
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
        struct OpenDocument {
            var reader: DocumentReader
            var documents: DocumentSet
            var problems: [Diagnostic]
        }

        /// Reads the document. Its errors are printed, and the command ends with exit code 2.
        func opened(format: Report.Format) throws -> OpenDocument {
            let reader = DocumentReader(root: location, timeLimit: command.timeLimit)
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
        func translated(
            _ document: OpenDocument,
            refusals: [String: String],
            format: Report.Format
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
            // Wrong references are a matter of the report, because the rest of the document is imported nevertheless.
            let (errors, otherProblems) = divided(documents.problems)
            let reportedPlaces = Set(imported.report.notes.map(\.place))
            for error in errors where !reportedPlaces.contains(error.place) {
                imported.report.add(.wrong, at: error.place, operation: nil, error.message)
            }
            if imported.report.kept == 0, !options.include.isEmpty {
                throw WrongArgument(unmatched(in: documents))
            }
            try checkIsStated("name", in: imported.settings, option: "--name NAME")
            try checkIsStated("baseURL", in: imported.settings, option: "--base-url URL")
            return Translation(
                settings: imported.settings,
                files: imported.files,
                report: imported.report,
                problems: document.problems + document.reader.notes + otherProblems)
        }

        private func divided(
            _ problems: [Diagnostic]
        ) -> (errors: [Diagnostic], others: [Diagnostic]) {
            let errors = problems.filter { $0.severity == .error }
            let others = problems.filter { $0.severity != .error }
            return (errors, others)
        }

        /// Throws an error if neither the document, nor an option, nor the present `api.json` states a setting.
        private func checkIsStated(
            _ key: String,
            in settingsOfDocument: [JSONValue.Member],
            option: String
        ) throws {
            let isStated = (settingsOfDocument + chosen).contains { $0.key == key }
            if !isStated, settings?.root[key] == nil {
                throw WrongArgument("\(location) does not state the API's \(key); add \(option)")
            }
        }

        /// Prints errors, and returns the error that ends the command.
        private func failure(
            _ problems: [Diagnostic],
            reader: DocumentReader,
            format: Report.Format
        ) throws -> any Error {
            try Console.tell(Findings(problems, in: reader.files), in: format)
            return ExitCode.schemaErrors
        }

        /// Returns the message for patterns that no operation matches, with some names of methods.
        private func unmatched(in documents: DocumentSet) -> String {
            let names = methodNames(in: documents)
            let patternsOfNamespaces = names.compactMap { name in
                name.lastIndex(of: ".").map { String(name[..<$0]) + ".*" }
            }
            let possible = Set(patternsOfNamespaces).sorted() + names
            let patterns = options.include.map { "'\($0)'" }.joined(separator: ", ")
            var message = "no method matches \(patterns)"
            if possible.isEmpty {
                return message
            }
            let near = options.include.lazy.compactMap { nearest(to: $0, among: possible) }.first
            var shown = possible.filter { $0 != near }
            if let near {
                shown.insert(near, at: 0)
            }
            message += "; the document has " + shown.prefix(5).joined(separator: ", ")
            if shown.count > 5 {
                message += ", …"
            }
            return message
        }

        /// Returns the names of all methods of the document, in alphabetical order.
        private func methodNames(in documents: DocumentSet) -> [String] {
            var ignored: [Diagnostic] = []
            var names: [String] = []
            for file in importFiles(from: documents)?.files ?? [] {
                let source = SourceFile(path: file.path, bytes: Array(file.text.utf8))
                let methods = parse(source, problems: &ignored)?["methods"]?.children ?? []
                names += methods.compactMap { $0["name"]?.string }
            }
            return names.sorted()
        }
    }
#endif
