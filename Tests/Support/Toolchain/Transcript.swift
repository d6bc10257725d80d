import Foundation

/// The files and commands of an article: blocks of JSON after a line that names a file in `Schema`, and commands with
/// what they print.
package struct Transcript: Sendable {
    /// A command, with its output.
    package struct Step: Sendable {
        package var command: String
        package var output: String
    }

    private let text: String

    package init(_ article: URL) throws {
        text = try String(contentsOf: article, encoding: .utf8)
    }

    /// The files of the schema.
    package var files: [(name: String, json: String)] {
        text.matches(of: /`Schema\/([a-z]+\.json)`[^\n]*\n\n```json\n((?:.|\n)*?)```/).map { match in
            (String(match.1), String(match.2))
        }
    }

    /// The commands of all transcripts, which begin with `$`.
    package var steps: [Step] {
        var steps: [Step] = []
        for block in text.matches(of: /```console\n((?:.|\n)*?)```/) {
            for line in block.1.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("$ ") {
                    steps.append(Step(command: String(line.dropFirst(2)), output: ""))
                } else if !steps.isEmpty {
                    steps[steps.count - 1].output += line + "\n"
                }
            }
            // A block ends with a line break, after which there is no further line.
            if !steps.isEmpty {
                steps[steps.count - 1].output.removeLast()
            }
        }
        return steps
    }

    #if CommandLine
        /// Writes the schema for a server into a folder, runs the commands there, and returns what each one printed.
        ///
        /// - Parameters:
        ///   - origin: The server's address in the article.
        ///   - baseURL: The address of the actual server. Outputs have the article's.
        package func run(in folder: URL, origin: String, on baseURL: String, token: String) async throws -> [Step] {
            let schema = folder.appending(path: "Schema")
            try FileManager.default.createDirectory(at: schema, withIntermediateDirectories: true)
            for (name, json) in files {
                try Data(json.replacing(origin + "/", with: baseURL + "/").utf8)
                    .write(to: schema.appending(path: name))
            }
            // Accounts of the person who runs the test must not be used.
            let folders = "XDG_DATA_HOME='\(folder.path)/data' XDG_CONFIG_HOME='\(folder.path)/config'"
            var printed: [Step] = []
            for step in steps {
                let ran = try await Command.shell(
                    "exec 2>&1; export METHODICAL_TOKEN=\(token) \(folders); " + step.command, in: folder)
                let host = String(baseURL.dropFirst("http://".count))
                let output = ran.output.replacing(baseURL, with: origin)
                    .replacing(host, with: origin.dropFirst("https://".count))
                printed.append(Step(command: step.command, output: output))
            }
            return printed
        }
    #endif
}
