#if CommandLine
    import ArgumentParser
    import Foundation

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a first api.json and a method to start from.",
            discussion: """
                What is not said by a flag is asked for, on a terminal.

                  methodical new Sources/App/Schema --name Weather --base-url https://api.weather.example/v1/
                """)

        @Argument(help: "The folder for the schema; made if it is not there.")
        var folder = "Schema"

        @Option(help: "What the API is called: the name of the client's type.")
        var name: String?

        @Option(help: "Where the API lives, with a slash at its end.")
        var baseURL: String?

        @Option(help: "How calls show their token: none, bearer, or the name of a parameter.")
        var authorization: String?

        func run() throws {
            let path = "\(folder)/api.json"
            guard !FileManager.default.fileExists(atPath: path) else { throw ValidationError("\(path) is there already") }
            let name = try name ?? ask("Name of the API (the client's type), for example Weather")
            let address = try baseURL ?? ask("Base URL, for example https://api.weather.example/v1/")
            let shown = try authorization ?? (isatty(STDIN_FILENO) == 1 ? ask("Authorization: none, bearer, or a parameter's name") : "none")
            var settings: [(String, Any)] = [("name", name), ("baseURL", address)]
            switch shown {
            case "none", "": break
            case "bearer": settings.append(("authorization", ["header": "Bearer"]))
            default: settings.append(("authorization", ["parameter": shown]))
            }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try write(settings, to: path)
            try Data(Self.method.utf8).write(to: URL(fileURLWithPath: "\(folder)/methods.json"), options: .atomic)
            let api = try Schema(folder).api(warnings: true)
            print("\(path) and \(folder)/methods.json: \(api.methods.count) method. Next: methodical explain status.get --schema \(folder)")
        }

        /// A line for each key, in this order.
        private func write(_ settings: [(String, Any)], to path: String) throws {
            let lines = try settings.map { key, value in
                let json = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
                return "  \"\(key)\": \(String(decoding: json, as: UTF8.self))"
            }
            try Data(("{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        }

        private func ask(_ question: String) throws -> String {
            guard isatty(STDIN_FILENO) == 1 else { throw ValidationError("nobody is there to answer \"\(question)\": say it by a flag") }
            print(question + ": ", terminator: "")
            return readLine() ?? ""
        }

        private static let method = """
            {
              "methods": [
                {
                  "name": "status.get",
                  "description": "Whether the service is well.",
                  "parameters": [{ "name": "verbose", "type": "boolean" }],
                  "response": { "type": "object", "properties": { "status": { "type": "string" } }, "required": ["status"] }
                }
              ]
            }

            """
    }
#endif
