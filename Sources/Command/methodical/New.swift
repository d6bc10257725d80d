#if CommandLine
    import APIImport
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `new`.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a first api.json and a first method.",
            discussion: """
                On a terminal, the command asks for each value that no option gives. In a folder that already contains \
                schemas, such as VK's, it writes only the api.json. For an API with an OpenAPI document, use \
                `methodical import` instead.

                  methodical new Sources/App/Schema
                  methodical new Schema --name Weather --base-url https://api.example/v1/
                  methodical new Schema --name Shop --from traffic.har

                With --from, the command infers the schema from recorded exchanges: HAR files of a browser or proxy, \
                or lists of exchanges in JSON. It writes an OpenAPI document, Shop.traffic.json, and imports it, and \
                reports the evidence for each conclusion. Another run with more recordings refines both, and keeps \
                names and what people wrote. Secrets become part of neither.

                Exit code: 0 success; 2 the existing schemas have errors, or a file cannot be written; 64 an api.json \
                already exists, or a value is not valid.
                """)

        @Argument(help: "The folder for the schema. It is created if necessary.")
        var folder = "Schema"

        @Option(help: "The name of the API and of the client's type.")
        var name: String?

        @Option(help: "The base URL of the methods' paths.")
        var baseURL: String?

        @Option(help: "The place of the token: none, bearer, or the name of a parameter.")
        var authorization: String?

        @Option(help: "Recorded exchanges to infer the schema from: a file or a folder. It can be repeated.")
        var from: [String] = []

        @Option(
            help: """
                The OpenAPI document that --from writes and refines. Default: the one that api.json records, or \
                NAME.traffic.json.
                """)
        var document: String?

        @Flag(help: "List all conclusions from recorded exchanges.")
        var verbose = false

        @OptionGroup var format: FormatOption

        func validate() throws {
            try Disk.named(folder)
            if from.isEmpty {
                return
            }
            if authorization != nil {
                throw ValidationError("--from finds the place of the token; remove --authorization")
            }
            if let name, name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]{0,199}/) == nil {
                throw ValidationError("--name \(name) is not a name of letters and digits")
            }
        }

        func run() throws {
            var folder = folder
            if folder.count > 1, folder.hasSuffix("/") {
                folder.removeLast()
            }
            if !from.isEmpty {
                return try TrafficSchema(self, in: folder).write()
            }
            guard !FileManager.default.fileExists(atPath: "\(folder)/api.json") else {
                throw WrongArgument("\(folder)/api.json already exists")
            }
            var files = [
                SourceFile(
                    path: "api.json",
                    shownPath: "\(folder)/api.json",
                    bytes: Array(try settings().utf8))
            ]
            let present = try Schema.filesIfPresent(in: folder)
            if !present.contains(where: { $0.path.hasSuffix(".json") }) {
                files.append(
                    SourceFile(
                        path: "methods.json",
                        shownPath: "\(folder)/methods.json",
                        bytes: Array(Self.method.utf8)))
            }
            let compilation = compile(files + present)
            let findings = Findings(compilation.diagnostics, in: files + present)
            // The answers are checked before anything is written. Problems in existing schemas are reported later.
            let wrong = compilation.diagnostics.filter {
                $0.place.file == files[0].shownPath && $0.severity == .error
            }
            guard wrong.isEmpty else {
                throw WrongArgument(wrong.map(\.message).joined(separator: "\n"))
            }
            try Disk.writing(folder) {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            for file in files {
                try Disk.writing(file.shownPath) {
                    try Data(file.bytes).write(to: URL(fileURLWithPath: file.shownPath), options: .atomic)
                }
            }
            try Console.tell(findings, in: .text)
            try Console.print(files.map(\.shownPath).joined(separator: " and ") + " written.")
            guard let api = compilation.api else {
                throw ExitCode.schemaErrors
            }
            try Console.print("\n" + NextSteps(folder, api: api).text)
        }

        /// Returns the text of the `api.json`. Settings without an option are asked for.
        private func settings() throws -> String {
            var missing: [String] = []
            if name == nil {
                missing.append("--name NAME")
            }
            if baseURL == nil {
                missing.append("--base-url URL")
            }
            let isOnTerminal = isatty(STDIN_FILENO) == 1
            if !isOnTerminal, !missing.isEmpty {
                throw WrongArgument("without a terminal to ask on, add \(missing.joined(separator: " and "))")
            }
            let name =
                try name
                ?? ask("Name of the API and of the client's type, for example Weather")
            var address =
                try baseURL ?? ask("Base URL, for example https://api.weather.example/v1/")
            if !address.hasSuffix("/") {
                address += "/"
            }
            var place = authorization ?? "none"
            if authorization == nil, isOnTerminal {
                place = try ask("Place of the token: none, bearer, or a parameter's name")
            }
            var members = [Self.editorSchema(.api), ("name", .text(name)), ("baseURL", .text(address))]
            switch place.lowercased() {
            case "none", "": break
            case "bearer":
                members.append(("authorization", .object([("header", .text("Bearer"))])))
            default:
                members.append(("authorization", .object([("parameter", .text(place))])))
            }
            return JSONOutput.object(members).text
        }

        /// Asks a question on the terminal.
        private func ask(_ question: String) throws -> String {
            try Console.print(question + ": ", terminator: "")
            return (readLine() ?? "").trimmingCharacters(in: .whitespaces)
        }

        /// Returns the member that names the JSON Schema for editors.
        private static func editorSchema(_ schema: EditorSchema) -> (String, JSONOutput) {
            let member = schema.member
            guard case .string(let address) = member.value else {
                return (member.key, .null)
            }
            return (member.key, .text(address))
        }

        /// The file with the first methods.
        private static let method = """
            {
              \(JSONValue.member(EditorSchema.methods.member, indent: "")),
              "methods": [
                {
                  "name": "status.get",
                  "description": "The state of the service.",
                  "verb": "GET",
                  "path": "status",
                  "parameters": [{ "name": "verbose", "type": "boolean" }],
                  "response": { "type": "object", "properties": { "status": { "type": "string" } }, \
            "required": ["status"] }
                },
                {
                  "$comment": "Without verb and path this would be POST status.setText with a form.",
                  "name": "status.setText",
                  "description": "Sets the state of the service in a language.",
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
