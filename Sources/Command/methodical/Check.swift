#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Finds the problems of a schema, and its changes since the accepted API.",
            discussion: """
                An error would stop the plugin's build, a warning would not. A note is a definition that no method uses.

                methodical.lock beside api.json records the API that callers see, at the time when it was last \
                accepted. The check fails if a later change breaks callers: if a method, a property or a value was \
                removed or renamed, or has another type. Commit the file, and accept the API again after an intended \
                change.

                --keep-names writes a Swift file beside api.json that declares the API removed since methodical.lock. \
                Renamed declarations are deprecated and still work. All others are unavailable, so that the compiler \
                reports each caller. Commit the file. --accept deletes it.

                --rewrite first replaces former keywords of the dialect in the files by the current ones. Nothing else \
                in the files changes.

                  methodical check
                  methodical check Schema/VK Schema/Metrika --format github
                  methodical check Schema/VK --rewrite
                  methodical check Schema/VK --keep-names
                  methodical check Schema/VK --accept

                Exit code: 0 no errors; 1 changes since methodical.lock break callers; 2 errors.
                """)

        @Argument(help: "Folders with an api.json, or REVISION:FOLDER. Default: all below this folder.")
        var schemas: [String] = []

        @Flag(help: "Accept the API in its current state: write methodical.lock.")
        var accept = false

        @Flag(help: "Write a Swift file beside api.json that declares the API removed since methodical.lock.")
        var keepNames = false

        @Flag(help: "Replace former keywords in the files by the current ones.")
        var rewrite = false

        @OptionGroup var format: FormatOption

        func validate() throws {
            if accept, keepNames {
                throw ValidationError("--accept deletes what --keep-names writes; give one of them")
            }
        }

        func run() throws {
            var found: [String] = []
            if schemas.isEmpty {
                found = try Schema.all(below: ".")
            }
            guard found.count <= 16 else {
                throw WrongArgument(Schema.several(found, below: "."))
            }
            var codes: [(name: String, code: Int32)] = []
            for name in schemas + found {
                if rewrite {
                    try updateKeywords(of: Schema(name))
                }
                codes.append((name, try check(Schema(name)).rawValue))
            }
            let failed = codes.filter { $0.code != 0 }
            if failed.count < codes.count,
                !failed.isEmpty,
                format.value == .text
            {
                try Console.print(
                    """
                    Of \(codes.count) schemas these have errors or break callers: \
                    \(failed.map(\.name).joined(separator: ", "))
                    """
                )
            }
            if let worst = failed.map(\.code).max() {
                throw ExitCode(worst)
            }
        }

        private func updateKeywords(of schema: Schema) throws {
            let count = try KeywordUpdate(schema: schema).perform()
            guard format.value == .text, count > 0 else { return }
            let files = Console.counted(count, noun: "file")
            try Console.print("\(schema.name): replaced former keywords in \(files)")
        }

        private func check(_ schema: Schema) throws -> ExitCode {
            var lowered: LoweredSchemas?
            let compilation = compile(schema.sources) { lowered = $0 }
            let notes = compilation.api.map { unused($0, in: schema.files) } ?? []
            var outcome = Outcome(schema: schema, findings: Findings(compilation.diagnostics + notes, in: schema.files))
            if let api = compilation.api {
                let surface = Surface(api)
                let kept = KeptNamesFile(schema, api: api)
                if accept {
                    let places = lowered?.acceptedTypes ?? RecordedTypes()
                    try write(LockFile(surface, places: places).text, for: schema)
                    try kept.delete()
                    outcome.state = .accepted(surface)
                } else if let lock = schema.lock {
                    outcome.compare(lock, with: surface)
                    if case .compared = outcome.state {
                        outcome.kept = try kept.bringUpToDate(since: lock, writes: keepNames)
                    }
                } else if keepNames {
                    throw WrongArgument(
                        "\(schema.name) has no methodical.lock: \(outcome.accepting) writes one, before the API changes"
                    )
                } else {
                    outcome.state = .unlocked
                }
            }
            try outcome.tell(in: format.value)
            return outcome.code
        }

        private func write(_ text: String, for schema: Schema) throws {
            guard schema.isOnDisk else {
                throw WrongArgument("\(schema.name) is in a git revision, which cannot be changed")
            }
            let data = Data(text.utf8)
            if let lock = schema.lock, lock.bytes == [UInt8](data) {
                return
            }
            let path = "\(schema.name)/\(Schema.lockName)"
            try Disk.writing(path) {
                try data.write(to: URL(fileURLWithPath: path), options: .atomic)
            }
        }
    }

    /// The result of a check of one schema.
    private struct Outcome {
        enum State {
            /// The schemas have errors.
            case refused
            /// The schema has no `methodical.lock`.
            case unlocked
            /// The API was written to `methodical.lock`.
            case accepted(Surface)
            /// The API was compared with the one in `methodical.lock`.
            case compared(Comparison)
        }

        let schema: Schema
        var findings: Findings
        var state = State.refused
        /// The state of the file with the kept names.
        var kept: String?

        init(schema: Schema, findings: Findings) {
            self.schema = schema
            self.findings = findings
        }

        /// Compares the API with the lock file. A file that cannot be read becomes a problem among the findings.
        mutating func compare(_ lock: SourceFile, with surface: Surface) {
            do {
                state = .compared(
                    Comparison(
                        from: try LockFile(text: String(decoding: lock.bytes, as: UTF8.self)).surface,
                        to: surface))
            } catch {
                let problem = Diagnostic(
                    .error,
                    at: Place(file: lock.shownPath, line: error.line, column: 1),
                    error.message)
                findings = Findings(findings.diagnostics + [problem], in: schema.files + [lock])
            }
        }

        var code: ExitCode {
            switch state {
            case .refused: .schemaErrors
            case .compared(let comparison) where comparison.verdict == .major: .refused
            default: .success
            }
        }

        func tell(in format: Report.Format) throws {
            switch format {
            case .json: try Console.print(JSONOutput.object(json).text, terminator: "")
            case .text:
                try Console.tell(findings, in: .text)
                if case .compared(let comparison) = state, comparison.verdict != .none {
                    try Console.print(Report(comparison).text(in: .text, colour: Console.hasColour))
                }
                var parts: [String?] = [findings.summary, ending]
                if code == .refused, findings.diagnostics.isEmpty {
                    parts.removeFirst()
                }
                let summary = parts.compactMap(\.self).joined(separator: "; ")
                try Console.print("\(schema.name): \(summary)")
                if let kept {
                    try Console.print(kept)
                }
            case .github, .markdown:
                try Console.tell(findings, in: format)
                if case .compared(let comparison) = state {
                    try Console.print(Report(comparison, of: schema.files).text(in: format), terminator: "")
                }
            }
        }

        /// Returns the numbers of methods and types.
        private func counts(in surface: Surface) -> String {
            let methods = Set(surface.functions.map(\.method))
            return Console.counted(methods.count, noun: "method") + ", "
                + Console.counted(surface.types.count, noun: "type")
        }

        /// The end of the summary: the state of `methodical.lock`.
        private var ending: String? {
            switch state {
            case .refused: nil
            case .unlocked where !schema.isOnDisk: "there is no methodical.lock"
            case .unlocked: "there is no methodical.lock yet: \(accepting) writes one"
            case .accepted(let surface):
                "accepted in methodical.lock: " + counts(in: surface)
            case .compared(let comparison) where comparison.verdict == .none:
                "the API matches methodical.lock"
            case .compared(let comparison) where comparison.verdict == .major:
                "the change breaks callers of the API in methodical.lock; if the change is intended: \(accepting)"
            case .compared:
                "the API differs from methodical.lock; if the change is intended: \(accepting)"
            }
        }

        /// The command that accepts the API.
        var accepting: String {
            Console.hint("check \(Console.word(for: schema.name)) --accept", writes: true)
        }

        private var json: [(String, JSONOutput)] {
            let members: [(String, JSONOutput)] = [("schema", .text(schema.name)), ("problems", findings.json)]
            return switch state {
            case .refused: members
            case .unlocked: members + [("lock", .text("none"))]
            case .accepted: members + [("lock", .text("written"))]
            case .compared(let comparison):
                members + [("lock", .text("read"))] + (kept.map { [("keptNames", .text($0))] } ?? [])
                    + Report(comparison).json
            }
        }
    }
#endif
