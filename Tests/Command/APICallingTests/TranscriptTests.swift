#if CommandLine
    import Foundation
    import LoopbackServer
    import TestFiles
    import Testing
    import Toolchain

    /// A test of the article about calls: its commands are run with its schema, and print what it says.
    @Suite struct TranscriptTests {
        /// A command of a transcript, with its output.
        private struct Step {
            var command: String
            var output: String
        }

        @Test("The commands of the article print what it says", .timeLimit(.minutes(20)))
        func article() async throws {
            let file = Checkout.root.appending(
                path: "Sources/Runtime/Methodical/Methodical.docc/CallsFromTheTerminal.md")
            let text = try String(contentsOf: file, encoding: .utf8)
            let server = try LoopbackServer(Self.reply)
            let folder = TemporaryFolder()
            let schema = folder.url.appending(path: "Schema")
            try FileManager.default.createDirectory(at: schema, withIntermediateDirectories: true)
            for (name, json) in Self.files(in: text) {
                try Data(json.replacing("https://shop.example/", with: server.baseURL + "/").utf8)
                    .write(to: schema.appending(path: name))
            }
            let steps = Self.steps(in: text)
            #expect(steps.count > 4)
            for step in steps {
                let ran = try await Command.shell(
                    "exec 2>&1; export METHODICAL_TOKEN=t-1815; " + step.command, in: folder.url)
                let host = String(server.baseURL.dropFirst("http://".count))
                let output = ran.output.replacing(server.baseURL, with: "https://shop.example")
                    .replacing(host, with: "shop.example")
                #expect(output == step.output, "\(step.command)")
            }
        }

        /// Returns the files of the schema: each block of JSON after a line that names a file in `Schema`.
        private static func files(in text: String) -> [(name: String, json: String)] {
            text.matches(of: /`Schema\/([a-z]+\.json)`[^\n]*\n\n```json\n((?:.|\n)*?)```/).map { match in
                (String(match.1), String(match.2))
            }
        }

        /// Returns the commands of all transcripts, which begin with `$`.
        private static func steps(in text: String) -> [Step] {
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

        private static let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            switch request.target {
            case let target where target.hasPrefix("/books/7"):
                .http(200, ["Content-Type: application/json"], #"{"id":7,"title":"Emma","price":1.50}"#)
            case let target where target.hasPrefix("/books/8"):
                .http(
                    404, ["Content-Type: application/json"],
                    #"{"error":{"error_code":404,"error_msg":"no such book"}}"#)
            case "/books/9": .http(200, ["Content-Type: application/json"], #"{"id":9,"title":null}"#)
            case let target where target.hasPrefix("/notes"):
                .http(
                    200, ["Content-Type: application/json"],
                    target.contains("offset=2")
                        ? #"{"count":3,"items":[{"id":3}]}"# : #"{"count":3,"items":[{"id":1},{"id":2}]}"#)
            default: .http(500)
            }
        }
    }
#endif
