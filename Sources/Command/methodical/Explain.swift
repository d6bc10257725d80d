#if CommandLine
    import APISurface
    import ArgumentParser
    import MethodicalGenerator

    /// The subcommand `explain`.
    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the Swift declarations of a method: its calls, types, pages, cache and errors.",
            discussion: """
                  methodical explain users.get
                  methodical explain users.get --schema Schema/VK

                Exit code: 0; 2 the schema has errors; 64 there is no such method.
                """)

        @Argument(help: "The method's name in the schema.")
        var method: String

        @Option(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                by default the one below this folder.
                """
        )
        var schema = "."

        @OptionGroup var format: FormatOption

        func run() throws {
            let api = try Schema(schema, isOption: true).api(format: format.value)
            guard let explanation = Explanation(method, of: api, surface: Surface(api)) else {
                throw WrongArgument(missing(from: api))
            }
            try Console.print(explanation.text(in: format.value, colour: Console.hasColour), terminator: "")
        }

        /// Returns the message for a method that does not exist, with similar names.
        private func missing(from api: API) -> String {
            let inside = api.methods.map(\.name).filter { $0.hasPrefix(method + ".") }
            if !inside.isEmpty {
                return "\(method) is not a method; it contains\n" + inside.map { "  " + $0 }.joined(separator: "\n")
            }
            let near = nearest(to: method, among: api.methods.map(\.name)).map { "; did you mean \($0)?" }
            return "there is no method \(method)"
                + (near ?? "; \(Console.hint("list \(Console.word(for: schema))")) shows all \(api.methods.count)")
        }
    }

    /// The subcommand `list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the methods of an API and their Swift calls.",
            discussion: """
                A line for each call: the method as the schema has it, a tab, the call in Swift. A method with \
                several responses has several calls.

                  methodical list
                  methodical list Schema/VK | grep wall

                Exit code: 0; 2 the schema has errors.
                """)

        @Argument(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                by default the one below this folder.
                """
        )
        var schema = "."

        @OptionGroup var format: FormatOption

        func run() throws {
            let surface = Surface(try Schema(schema).api(format: format.value))
            switch format.value {
            case .json:
                let members: [(String, JSONOutput)] = [
                    ("api", .text(surface.name)), ("calls", .list(surface.functions.map { $0.json(in: surface) })),
                ]
                try Console.print(JSONOutput.object(members).text, terminator: "")
            case .markdown:
                try Console.print("| method | call |\n|---|---|")
                for function in surface.functions {
                    try Console.print("| `\(function.id)` | `\(function.signature(in: surface))` |")
                }
            case .text, .github:
                for function in surface.functions {
                    try Console.print("\(function.id)\t\(function.signature(in: surface))")
                }
                let counts = [
                    (Set(surface.functions.map(\.method)).count, "method"), (surface.functions.count, "call"),
                    (surface.types.count, "type"),
                    (surface.errors.count, "error code"),
                ]
                Console.error(counts.map(Console.counted).joined(separator: ", "))
            }
        }
    }
#endif
