#if CommandLine
    import APICalling
    import APILearning
    import APIVerification
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `verify`.
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Calls the methods of a schema and finds out whether the server keeps to the schema.",
            discussion: """
                Only methods that read are called. Values come from --arguments, from earlier responses (an id that a \
                list returned), and otherwise from samples. Rate limits of the schema are kept. Status, header fields, \
                body and pages of each response are judged, and so are refusals: of ids that do not exist, and of \
                calls without the token that they need.

                  methodical verify https://shop.example/ --schema Sources/App/Schema
                  methodical verify --only 'books.*' --arguments ids.json --format junit
                  methodical verify --overlay Schema/verified.overlay.json

                --arguments is a file such as {"books.get": {"id": 7}, "*": {"shop": "bern"}}.

                Exit codes: 0 the server keeps to the schema; 1 there are mismatches; 2 an argument is wrong, the \
                schema has errors, a file cannot be read or written, or no method could be verified; 3 the server was \
                not reached; 64 unknown options, or there is no such schema.
                """)

        @Argument(help: "The base URL of the server. Default: that of the schema.")
        var server: String?

        @Option(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                by default the one below this folder.
                """
        )
        var schema = "."

        @Option(help: ArgumentHelp("Verify this method only, or those of a namespace: books.*", valueName: "method"))
        var only: [String] = []

        @Flag(help: "Also call methods that write. Use it only for a server whose data may change.")
        var writes = false

        @Option(help: ArgumentHelp("The file with arguments for methods.", valueName: "file"))
        var arguments: String?

        @Option(help: "The greatest number of pages of a list to fetch.")
        var pages = 10

        @Option(help: "The overlay to write, NAME.overlay.json below the schema's folder. Its corrections stay.")
        var overlay: String?

        @Flag(help: "Describe unknown members in the overlay, with types guessed from their values.")
        var addUnknown = false

        @Option(help: "How the outcome is shown: text, json, junit, or github.")
        var format = VerificationReport.Format.text

        @OptionGroup var access: AccessOptions

        func validate() throws {
            if server != nil, access.baseURL != nil {
                throw ValidationError("the server is named twice, by an argument and by --base-url")
            }
            if pages < 1 {
                throw ValidationError("--pages must be at least 1")
            }
        }

        func run() async throws {
            let schema = try Schema(schema, isOption: true)
            let target = try overlay.map(schema.overlayPath)
            let compiled = try schema.compiled()
            do {
                let report = try await report(of: compiled, in: schema, target: target)
                throw Self.code(for: report)
            } catch let problems as CallProblems {
                for problem in problems.all {
                    Console.error(problem.description)
                }
                throw ExitCode.wrongCall
            } catch let problem as CallProblem {
                Console.error(problem.description)
                throw ExitCode.wrongCall
            }
        }

        private func report(
            of compiled: CompiledSchema,
            in schema: Schema,
            target: String?
        ) async throws -> VerificationReport {
            let secrets = SecretReader(isDryRun: false)
            var access = access
            access.baseURL = server ?? access.baseURL
            let connection = try access.connection(in: CallableAPI(compiled.api), secrets: secrets)
            var verification = Verification(
                compiled, on: connection, given: try givenArguments(for: compiled.api), options: try options(),
                secret: secrets.read)
            let report = try await verification.run { method in
                ProgressLine.shared.show("\(method) …")
            }
            let filter = SecretFilter(verification.secrets, account: connection.account)
            try Console.print(filter(report.text(in: format, colour: Console.hasColour)), terminator: "")
            if let overlay, let target {
                try write(verification.correction(at: target, describesUnknown: addUnknown), to: overlay, filter)
            }
            return report
        }

        private func options() throws -> VerificationOptions {
            var options = VerificationOptions()
            options.includesWrites = writes
            options.only = only
            options.pageLimit = pages
            if schema != "." {
                options.callOptions += ["--schema", Console.word(for: schema)]
            }
            if let url = server ?? access.baseURL {
                options.callOptions += ["--base-url", Console.word(for: url)]
            }
            return options
        }

        private func givenArguments(for api: API) throws -> GivenArguments {
            guard let arguments else {
                return GivenArguments()
            }
            let data = try Disk.reading(arguments) { try Data(contentsOf: URL(fileURLWithPath: arguments)) }
            return try GivenArguments(SourceFile(path: arguments, bytes: Array(data)), for: api)
        }

        private func write(_ lesson: Lesson, to overlay: String, _ filter: SecretFilter) throws {
            if let text = lesson.overlay {
                try Disk.writing(overlay) {
                    try Data(filter(text).utf8).write(to: URL(fileURLWithPath: overlay), options: .atomic)
                }
            }
            let count = lesson.correctionCount
            let corrections = count == 0 ? "nothing to correct" : Console.counted(count, noun: "new correction")
            Console.error("\(overlay): \(corrections)")
        }

        private static func code(for report: VerificationReport) -> ExitCode {
            if report.unreachable != nil {
                return .unreachable
            }
            if !report.mismatches.isEmpty {
                return .refused
            }
            return report.verified.isEmpty ? .wrongCall : .success
        }
    }

    extension VerificationReport.Format: ExpressibleByArgument {}

    extension ExitCode {
        /// The exit code if the server was not reached.
        static let unreachable = ExitCode(3)
    }
#endif
