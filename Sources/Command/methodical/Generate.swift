#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `generate`.
    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the Swift files, to be committed instead of using the plugin.",
            discussion: """
                The command writes a file for each top-level folder of the schema and one for shared declarations. It \
                writes only files that differ, so that a build compiles nothing else. It deletes the files of earlier \
                runs that the schema no longer has content for, and names them. In CI, --check verifies that the \
                committed files match the schema.

                  methodical generate Schema/VK --output Sources/VK
                  methodical generate Schema/VK --output Sources/VK --check

                Exit code: 0 success; 1 with --check, a file is stale, missing or left over; 2 the schema has errors, \
                or a file cannot be written or deleted.
                """)

        @Argument(help: "The schema: a folder with an api.json, or REVISION:FOLDER.")
        var schema: String

        @Option(help: "The folder for the Swift files. It is created if necessary.")
        var output: String

        @Option(help: "The prefix of the files' names. Default: the API's name.")
        var prefix: String?

        @Flag(help: "Write nothing, and exit with 1 if a file is stale, missing or left over.")
        var check = false

        @OptionGroup var format: FormatOption

        func validate() throws { try Disk.named(output) }

        func run() throws {
            let schema = try Schema(schema)
            let compilation = compile(schema.sources)
            let findings = Findings(compilation.diagnostics, in: schema.files)
            guard let api = compilation.api else {
                try Console.tell(findings, in: format.value)
                throw ExitCode.schemaErrors
            }
            let prefix = prefix ?? api.name
            var outcome = Outcome(folder: output, again: again)
            let sources = Dictionary(grouping: compilation.sources, by: unit)
            for file in emit(api, units: units(of: schema.files), sources: sources) {
                var name = "\(prefix).swift"
                if !file.unit.isEmpty {
                    name = "\(prefix)+\(file.unit).swift"
                }
                outcome.names.append(name)
                let data = Data(file.text.utf8)
                if FileManager.default.contents(atPath: "\(output)/\(name)") == data {
                    continue
                }
                outcome.stale.append(name)
                if !check {
                    try write(data, to: name)
                }
            }
            outcome.left = try leftOver(besides: Set(outcome.names), prefix: prefix)
            // The compiler would find each of their declarations twice.
            if !check {
                try outcome.left.forEach(delete)
            }
            try outcome.tell(findings, isCheck: check, in: format.value)
            if check, !outcome.stale.isEmpty || !outcome.left.isEmpty {
                throw ExitCode.refused
            }
        }

        /// The arguments of a run that writes the files.
        private var again: String {
            let words =
                [
                    "generate",
                    schema,
                    "--output",
                    output,
                ] + (prefix.map { ["--prefix", $0] } ?? [])
            return words.map(Console.word).joined(separator: " ")
        }

        private func units(of files: [SourceFile]) -> [String] {
            Set(files.map(\.path).filter { $0.hasSuffix(".json") }.map(unit)).subtracting([""]).sorted()
        }

        /// Returns the top-level folder of a path, or an empty string for a file at the top.
        private func unit(of path: String) -> String {
            guard path.contains("/") else { return "" }
            return String(path.prefix { $0 != "/" })
        }

        private func write(_ data: Data, to name: String) throws {
            let path = "\(output)/\(name)"
            try Disk.writing(path) {
                try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
                try data.write(to: URL(fileURLWithPath: path), options: .atomic)
            }
        }

        private func delete(_ name: String) throws {
            let path = "\(output)/\(name)"
            try Disk.writing(path) { try FileManager.default.removeItem(atPath: path) }
        }

        /// Returns the files of an earlier run whose schemas no longer exist.
        private func leftOver(besides names: Set<String>, prefix: String) throws -> [String] {
            guard FileManager.default.fileExists(atPath: output) else { return [] }
            return try FileManager.default
                .contentsOfDirectory(atPath: output)
                .sorted()
                .filter { name in
                    guard name.hasPrefix("\(prefix)+"),
                        name.hasSuffix(".swift"),
                        !names.contains(name)
                    else {
                        return false
                    }
                    let text = FileManager.default.contents(atPath: "\(output)/\(name)") ?? Data()
                    return text.starts(with: Data("// Generated by Methodical".utf8))
                }
        }
    }

    /// The result of a run: the generated files by their names.
    private struct Outcome {
        let folder: String
        /// The arguments of a run that writes the files.
        let again: String
        var names: [String] = []
        /// The files that differed from the schema's. They are written, except with `--check`.
        var stale: [String] = []
        /// The files of an earlier run that the schema no longer produces.
        var left: [String] = []

        init(folder: String, again: String) {
            self.folder = folder
            self.again = again
        }

        func tell(_ findings: Findings, isCheck: Bool, in format: Report.Format) throws {
            switch format {
            case .json:
                let (staleKey, leftKey) = isCheck ? ("stale", "leftOver") : ("written", "deleted")
                let members: [(String, JSONOutput)] = [
                    ("folder", .text(folder)),
                    ("files", list(of: names)),
                    (staleKey, list(of: stale)),
                    (leftKey, list(of: left)),
                    ("problems", findings.json),
                ]
                try Console.print(JSONOutput.object(members).text, terminator: "")
            case .text, .github, .markdown:
                try Console.tell(findings, in: format)
                try Console.tell(Findings(problems(isCheck: isCheck), in: []), in: format)
                if format == .text {
                    try Console.print(isCheck ? checked : written)
                }
            }
        }

        /// Returns the diagnostics about the files: those that differ, if nothing is written, and those left over.
        private func problems(isCheck: Bool) -> [Diagnostic] {
            if isCheck {
                return stale.map(staleness) + left.map { leftOver($0, isCheck: isCheck) }
            }
            return left.map { leftOver($0, isCheck: isCheck) }
        }

        private var written: String {
            let written = "\(folder): \(stale.count) of \(names.count) files written"
            if left.isEmpty {
                return written
            }
            return written + ", \(left.count) deleted"
        }

        private var checked: String {
            if !stale.isEmpty {
                return "\(folder): \(Console.hint(again, writes: true)) writes the files"
            }
            if !left.isEmpty {
                return "\(folder): \(Console.counted(left.count, noun: "file")) to delete"
            }
            let verb = names.count == 1 ? "is" : "are"
            return "\(folder): \(Console.counted(names.count, noun: "file")) \(verb) what the schema gives"
        }

        private func staleness(of name: String) -> Diagnostic {
            Diagnostic(
                .error, at: Place(file: "\(folder)/\(name)", line: 1, column: 1),
                "this file does not match the schema: generate it again")
        }

        private func leftOver(_ name: String, isCheck: Bool) -> Diagnostic {
            let place = Place(file: "\(folder)/\(name)", line: 1, column: 1)
            let fact = "the schema no longer has content for this file"
            if isCheck {
                return Diagnostic(.error, at: place, fact + ": delete it")
            }
            return Diagnostic(.note, at: place, fact + ", so it is deleted")
        }

        private func list(of names: [String]) -> JSONOutput {
            .list(names.map { .text($0) })
        }
    }
#endif
