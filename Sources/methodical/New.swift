#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `new`.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a first api.json, and a method to start from.",
            discussion: """
                What is not said by an option is asked for, on a terminal. In a folder that has schemas already, VK's \
                for example, only the api.json is written.

                  methodical new Sources/App/Schema
                  methodical new Schema --name Weather --base-url https://api.example/v1/

                Exit code: 0; 2 the schemas that are there have errors, or a file cannot be written; 64 there is an \
                api.json already, or an answer is none.
                """)

        @Argument(help: "The folder for the schema; made if it is not there.")
        var folder = "Schema"

        @Option(help: "What the API is called: the name of the client's type.")
        var name: String?

        @Option(help: "Where the API lives; methods' paths begin there.")
        var baseURL: String?

        @Option(help: "How calls show their token: none, bearer, or the name of a parameter.")
        var authorization: String?

        func validate() throws { try Disk.named(folder) }

        func run() throws {
            let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
            guard !FileManager.default.fileExists(atPath: "\(folder)/api.json") else {
                throw WrongArgument("\(folder)/api.json is there already")
            }
            var files = [
                SourceFile(path: "api.json", shownPath: "\(folder)/api.json", bytes: Array(try settings().utf8))
            ]
            let present = FileManager.default.fileExists(atPath: folder) ? try Schema.files(in: folder) : []
            if !present.contains(where: { $0.path.hasSuffix(".json") }) {
                files.append(
                    SourceFile(
                        path: "methods.json", shownPath: "\(folder)/methods.json", bytes: Array(Self.method.utf8)))
            }
            let compilation = compile(files + present)
            let findings = Findings(compilation.diagnostics, in: files + present)
            // The answers are checked before anything is written. Problems in existing schemas are reported later.
            let wrong = compilation.diagnostics.filter { $0.place.file == files[0].shownPath && $0.severity == .error }
            guard wrong.isEmpty else { throw WrongArgument(wrong.map(\.message).joined(separator: "\n")) }
            try Disk.writing(folder) {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            for file in files {
                try Disk.writing(file.shownPath) {
                    try Data(file.bytes).write(to: URL(fileURLWithPath: file.shownPath), options: .atomic)
                }
            }
            try Console.tell(findings, .text)
            try Console.print(files.map(\.shownPath).joined(separator: " and ") + " written.")
            guard let api = compilation.api else { throw ExitCode.schemaErrors }
            try Console.print(Self.next(folder, api.methods.first?.name ?? "METHOD"))
        }

        /// Returns the text of the `api.json`. Settings without an option are asked for.
        private func settings() throws -> String {
            let missing = [name == nil ? "--name NAME" : nil, baseURL == nil ? "--base-url URL" : nil]
                .compactMap(\.self)
            if isatty(STDIN_FILENO) != 1, !missing.isEmpty {
                throw WrongArgument("without a terminal to ask on, add \(missing.joined(separator: " and "))")
            }
            let name =
                try name
                ?? ask("Name of the API, which its client's type will have, for example Weather")
            var address =
                try baseURL ?? ask("Base URL, for example https://api.weather.example/v1/")
            if !address.hasSuffix("/") { address += "/" }
            let question = "How calls show their token: none, bearer, or a parameter's name"
            let shown =
                try authorization ?? (isatty(STDIN_FILENO) == 1 ? ask(question) : "none")
            var members: [(String, JSONOutput)] = [("name", .text(name)), ("baseURL", .text(address))]
            switch shown.lowercased() {
            case "none", "": break
            case "bearer": members.append(("authorization", .object([("header", .text("Bearer"))])))
            default: members.append(("authorization", .object([("parameter", .text(shown))])))
            }
            return JSONOutput.object(members).text
        }

        /// Asks a question on the terminal.
        private func ask(_ question: String) throws -> String {
            try Console.print(question + ": ", terminator: "")
            return (readLine() ?? "").trimmingCharacters(in: .whitespaces)
        }

        /// Returns the text that names the next steps.
        private static func next(_ folder: String, _ method: String) -> String {
            """

            What a method becomes in Swift:      \(Console.hint("explain \(method) --schema \(Console.word(folder))"))
            To have it built, in Package.swift:  .target(
                                                     name: "App",
                                                     dependencies: \
            [.product(name: "Methodical", package: "methodical")],
                                                     plugins: \
            [.plugin(name: "MethodicalPlugin", package: "methodical")]),
            """
        }

        /// The file with the first methods.
        private static let method = """
            {
              "methods": [
                {
                  "name": "status.get",
                  "description": "Whether the service is well.",
                  "verb": "GET",
                  "path": "status",
                  "parameters": [{ "name": "verbose", "type": "boolean" }],
                  "response": { "type": "object", "properties": { "status": { "type": "string" } }, \
            "required": ["status"] }
                },
                {
                  "$comment": "Without verb and path it would be POST status.setText, with a form.",
                  "name": "status.setText",
                  "description": "Says in a language how the service is.",
                  "verb": "PUT",
                  "path": "status/{language}",
                  "parameters": [
                    { "name": "language", "type": "string" },
                    { "name": "text", "type": "string", "required": true, "in": "body" }
                  ],
                  "response": { "type": "boolean" }
                }
              ]
            }

            """
    }
#endif
