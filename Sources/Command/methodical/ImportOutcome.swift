#if CommandLine
    import APIImport
    import APIInference
    import APISurface
    import Foundation
    import MethodicalGenerator

    /// The result of an import, printed for people or programs.
    struct ImportOutcome {
        let folder: String
        /// The path or URL of the document.
        let document: String
        let report: ImportReport
        let plan: ImportPlan
        let kept: [SettingsMerge.Kept]
        /// The schema after the import.
        let compilation: Compilation
        /// The errors in the document that do not prevent its translation.
        let problems: Findings
        /// The files in the folder before the import.
        let before: [SourceFile]
        /// Indicates whether the document has changed since the last import.
        let isSourceChanged: Bool
        /// Indicates whether the folder has no record of an import.
        let isFirst: Bool
        /// The differences from the schema before the import, or `nil` if one of the two has errors.
        let comparison: Comparison?
        /// The names that a first import would choose otherwise.
        var newNames = NewNames()
        /// The evidence for a document that was inferred from recorded exchanges, or `nil` for others.
        var traffic: TrafficReport?

        /// - Parameter earlier: The schema before the import, or `nil` if there is no need to compare.
        init(
            folder: String,
            document: String,
            report: ImportReport,
            plan: ImportPlan,
            kept: [SettingsMerge.Kept],
            compilation: Compilation, earlier: Compilation?, problems: Findings, before: [SourceFile],
            isSourceChanged: Bool, isFirst: Bool
        ) {
            self.folder = folder
            self.document = document
            self.report = report
            self.plan = plan
            self.kept = kept
            self.compilation = compilation
            self.problems = problems
            self.before = before
            self.isSourceChanged = isSourceChanged
            self.isFirst = isFirst
            if let new = compilation.api, let old = earlier?.api {
                comparison = Comparison(from: Surface(old), to: Surface(new))
            } else {
                comparison = nil
            }
        }

        /// Indicates whether the folder has the files of the import already.
        var isCurrent: Bool { plan.isEmpty }

        /// The problems of the schema. Those that their reader cannot correct are notes, which are left out.
        private var findings: Findings {
            let shown = compilation.diagnostics.filter { $0.severity != .note }
            return Findings(shown + plan.keptFiles, in: plan.files)
        }

        /// The deleted files, as notes.
        private var deletions: Findings {
            let notes = plan.deleted.map { file in
                Diagnostic(
                    .note, at: Place(file: file.shownPath, line: 1, column: 1),
                    "this file is deleted, because the import no longer writes it")
            }
            return Findings(notes, in: [])
        }

        // MARK: An import

        func tell(in format: Report.Format, verbose: Bool) throws {
            let summary = ImportSummary(
                report,
                of: document,
                surface: compilation.api.map { Surface($0) },
                kept: kept,
                newNames: newNames,
                renaming: renaming)
            switch format {
            case .json:
                let files: [(String, JSONOutput)] = [
                    ("schema", .text(folder)), ("written", .list(plan.written.map { .text($0.path) })),
                    ("deleted", .list(plan.deleted.map { .text($0.path) })),
                    ("keptFiles", .list(plan.kept.map { .text($0.path) })),
                    ("problems", Findings(problems.diagnostics + findings.diagnostics, in: []).json),
                ]
                let changes = comparison.map { [("diff", JSONOutput.object(Report($0).json))] } ?? []
                let evidence = traffic.map { [("traffic", JSONOutput.object($0.json))] } ?? []
                let members = files + summary.json + changes + evidence
                try Console.print(JSONOutput.object(members).text, terminator: "")
            case .github, .markdown:
                try Console.print(summary.text(in: format), terminator: "")
                try Console.tell(problems, in: format)
                try Console.tell(findings, in: format)
                try Console.tell(deletions, in: format)
                if let comparison {
                    try Console.print(Report(comparison, of: plan.files).text(in: format), terminator: "")
                }
            case .text: try tellText(summary, verbose: verbose)
            }
        }

        private func tellText(_ summary: ImportSummary, verbose: Bool) throws {
            try Console.tell(problems, in: .text)
            if plan.isEmpty, !verbose {
                try Console.tell(findings, in: .text)
                try Console.print("\(folder): nothing changed since the import of \(document)")
                let others = newNames.text(
                    command: renaming,
                    isVerbose: verbose,
                    ink: Ink(isOn: Console.hasColour))
                return try Console.print(others, terminator: "")
            }
            try Console.print(
                summary.text(
                    in: .text,
                    verbose: verbose,
                    colour: Console.hasColour))
            try Console.tell(findings, in: .text)
            try Console.print("\(folder): \(changes)")
            for file in plan.deleted {
                try Console.print("  deleted \(file.shownPath)")
            }
            if let comparison {
                try Console.print("\n" + Report(comparison).text(in: .text, colour: Console.hasColour), terminator: "")
            } else if !isFirst, compilation.api != nil, !plan.isEmpty {
                try Console.print("The schema had errors before, so there is no comparison.")
            }
            guard let api = compilation.api else {
                return try Console.print(
                    "The schema has errors, which api.json or an overlay of the schema can correct. Then: "
                        + Console.hint("check \(Console.word(for: folder))"))
            }
            if isFirst {
                try Console.print("\n" + NextSteps(folder, api: api).text)
                let again = Console.hint("import", writes: true, downloads: ShownPath.isURL(document))
                try Console.print("After a change of the document:      \(again)")
                if !ShownPath.isURL(document), !ShownPath.isPath(document, below: ".") {
                    try Console.print(
                        """

                        The document is outside this folder. Copy it here and import the copy, so that others can \
                        repeat the import.
                        """)
                }
            }
        }

        /// The command that takes the names that a first import would choose, in backticks.
        private var renaming: String {
            Console.hint(
                "import --into \(Console.word(for: folder)) --new-names",
                writes: true,
                downloads: ShownPath.isURL(document))
        }

        /// The numbers of files that were written and deleted.
        private var changes: String {
            if plan.isEmpty {
                return "nothing changed"
            }
            let written = Console.counted(plan.written.count, noun: "file") + " written"
            if plan.deleted.isEmpty {
                return written
            }
            return written + ", \(plan.deleted.count) deleted"
        }

        // MARK: A check

        /// Prints the differences between the folder and the import.
        func tellCheck(in format: Report.Format) throws {
            let differences = Findings(departures, in: [])
            switch format {
            case .json:
                let members: [(String, JSONOutput)] = [
                    ("schema", .text(folder)), ("document", .text(document)),
                    ("documentChanged", .flag(isSourceChanged)), ("problems", differences.json),
                ]
                try Console.print(JSONOutput.object(members).text, terminator: "")
            case .github, .markdown: try Console.tell(differences, in: format)
            case .text:
                try Console.tell(differences, in: .text)
                if isCurrent {
                    return try Console.print("\(folder): the files match \(document)")
                }
                let repeated = Console.hint(
                    "import --into \(Console.word(for: folder))",
                    writes: true,
                    downloads: ShownPath.isURL(document))
                let problem = isFirst ? "it was not imported yet" : cause
                try Console.print("\(folder): \(problem); \(repeated) brings the files up to date")
            }
        }

        private var cause: String {
            if isSourceChanged {
                return "\(document) has changed since the import"
            }
            return "the files differ from an import of \(document)"
        }

        private var departures: [Diagnostic] {
            plan.departures(from: before) + plan.keptFiles
        }
    }
#endif
