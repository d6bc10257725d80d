#if CommandLine
    import APIImport
    import APIInference
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `import`.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Translates an OpenAPI, Google Discovery or Telegram document into a schema.",
            discussion: """
                The command writes api.json and a folder for each namespace, to be committed. It reports each \
                operation that it leaves out and each part that it changes, with its place in the document.

                  methodical import openapi.yaml --into Sources/App/Schema
                  methodical import https://api.example/openapi.json --include 'repos.*'
                  methodical import
                  methodical import --check

                Without a document, the command repeats the import that api.json records, and lists the changes with \
                their effect on callers. It rewrites only its own files. Overlays of the schema, settings in api.json \
                and everything else that people wrote stay. Names stay, too: the report lists those that a first \
                import would choose otherwise, and --new-names takes them.

                Exit code: 0 success; 1 with --check, the document or a file has changed, or the verdict is at least \
                that of --fail-on; 2 the document or the schema has errors, or a file cannot be read or written; 64 \
                there is no such document.
                """)

        @Argument(help: "The document: a path or a URL. Default: the one that api.json records.")
        var document: String?

        @Option(help: "The folder for the schema. Default: the one below this folder, or Schema.")
        var into: String?

        @Option(help: "The name of the API and of the client's type. Default: the document's title.")
        var name: String?

        @Option(help: "The base URL of the methods' paths. Default: the document's first server.")
        var baseURL: String?

        @Option(help: "A pattern of the methods to import, such as 'repos.*'. It can be repeated. Default: all.")
        var include: [String] = []

        @Option(help: "A pattern of methods to leave out. It can be repeated.")
        var exclude: [String] = []

        @Option(
            help: """
                The import of values that are the id of an object, or the object if a call expands it: objects, with \
                the types of both; ids, where OpenAPI marks them with x-expansionResources; all-ids, where it allows \
                a string or a named object. Default: that of the last import, or objects.
                """)
        var expandable: ExpandableReferences?

        @Option(help: "An OpenAPI overlay that corrects the document, a path or a URL. It can be repeated.")
        var overlay: [String] = []

        @Flag(help: "Write nothing, and exit with 1 if an import would change a file.")
        var check = false

        @Flag(help: "Choose all names anew, as a first import would. Callers must follow the changes.")
        var newNames = false

        @Option(help: "The time for all downloads together, in seconds.")
        var timeLimit = 600

        @Flag(help: "List all notes of the report.")
        var verbose = false

        @Option(help: "The lowest verdict on the changes that fails: major, minor, patch, or none.")
        var failOn = Verdict.none

        @OptionGroup var format: FormatOption

        func validate() throws {
            if let into {
                try Disk.named(into)
            }
            if document?.isEmpty == true {
                throw ValidationError("the document's name is empty")
            }
            if timeLimit < 1 {
                throw ValidationError("--time-limit \(timeLimit) is not a number of seconds")
            }
            if let name, name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]{0,199}/) == nil {
                throw ValidationError("--name \(name) is not a name of letters and digits")
            }
        }

        func run() throws {
            let folders = try folders()
            guard folders.count == 1 || !hasChoices else {
                throw WrongArgument(Schema.several(folders, below: "."))
            }
            var worst: Int32 = 0
            for folder in folders {
                worst = max(worst, try run(in: folder))
            }
            if worst != 0 {
                throw ExitCode(worst)
            }
        }

        /// Indicates whether options state choices for one API.
        private var hasChoices: Bool {
            name != nil || baseURL != nil || !include.isEmpty || !exclude.isEmpty || !overlay.isEmpty
                || expandable != nil || newNames
        }

        /// Imports the document into a folder, and returns the exit code.
        ///
        /// - Parameter traffic: The evidence for a document that was inferred from recorded exchanges.
        func run(in folder: String, traffic: TrafficReport? = nil) throws -> Int32 {
            let importation = try Importation(self, into: folder)
            var outcome = try importation.outcome(format: format.value)
            outcome.traffic = traffic
            if check {
                try outcome.tellCheck(in: format.value)
                return outcome.isCurrent ? 0 : 1
            }
            if !outcome.plan.isEmpty {
                try FileReplacement(
                    folder: folder,
                    written: outcome.plan.written,
                    deleted: outcome.plan.deleted
                )
                .perform()
            }
            try outcome.tell(in: format.value, verbose: verbose)
            if outcome.compilation.api == nil {
                return ExitCode.schemaErrors.rawValue
            }
            let verdict = outcome.comparison?.verdict ?? .none
            if failOn != .none, verdict.rank >= failOn.rank {
                return ExitCode.refused.rawValue
            }
            return 0
        }

        // MARK: Folders

        /// Returns the folders of the schemas to import into.
        private func folders() throws -> [String] {
            if let into {
                return [try target(at: Schema.trimmed(into))]
            }
            let found = try Schema.found(below: ".")
            if let document {
                try DocumentReader.checkExistence(of: document)
                let same = try found.filter { folder in
                    try Self.document(of: folder).map { ShownPath.recorded($0, in: folder) }
                        == ShownPath.recorded(document, in: folder)
                }
                if same.count == 1 {
                    return same
                }
                if found.isEmpty {
                    return ["Schema"]
                }
                throw WrongArgument(
                    """
                    there is a schema already, from another source; add --into FOLDER: a new folder for another API, \
                    or this one to import into it:\(found.prefix(8).map { "\n  " + $0 }.joined())
                    """)
            }
            let imported = try found.filter { try Self.document(of: $0) != nil }
            guard imported.isEmpty else {
                return imported
            }
            let example = Console.hint("import openapi.yaml --into Sources/App/Schema", writes: true)
            throw WrongArgument("no schema below this folder was imported; name a document: \(example)")
        }

        /// Returns a folder to import into, or throws if its schema would not be one of its own.
        private func target(at folder: String) throws -> String {
            guard FileManager.default.fileExists(atPath: folder) else {
                return folder
            }
            guard Schema.isFolder(folder) else {
                throw WrongArgument("\(folder) is a file; --into names a folder")
            }
            let inner = try Schema.found(below: folder)
            guard inner.isEmpty || inner == [folder] else {
                throw WrongArgument(
                    "\(folder) has a schema in \(inner[0]); import into that folder, or into a new one beside it")
            }
            return folder
        }

        /// Returns the location of the document that a schema was imported from, or `nil` if it was not imported.
        static func document(of folder: String) throws -> String? {
            let path = "\(folder)/api.json"
            let data = try Disk.reading(path) { try Data(contentsOf: URL(fileURLWithPath: path)) }
            var ignored: [Diagnostic] = []
            let root = MethodicalGenerator.parse(SourceFile(path: path, bytes: [UInt8](data)), problems: &ignored)
            return root.flatMap { RecordedSource(in: $0) }.map {
                ShownPath.stated($0.location, in: folder)
            }
        }
    }

    extension ExpandableReferences: ExpressibleByArgument {}
#endif
