#if CommandLine
    import ArgumentParser
    import Foundation

    /// The subcommand `mock`.
    struct Mock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serves every method of an API over HTTP, to develop an app without the service.",
            discussion: """
                The server invents responses that match the schema. The same seed gives the same responses. An object \
                with an id looks the same in all responses, pages end, any user can sign in, and any token is \
                accepted. A call that was recorded by RecordingTransport gets the recorded response. Each call is \
                printed.

                  methodical mock Schema/VK
                  methodical mock Schema/VK --port 9000 --seed 7 --recordings Tests/Recordings
                  curl 'http://127.0.0.1:8080/method/users.get?user_ids=1&access_token=any'

                Exit code: 2 the schema has errors; 64 the server cannot listen on the address. Control-C stops \
                the server.
                """)

        @Argument(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                by default the one below this folder.
                """
        )
        var schema = "."

        @Option(help: "The port to listen on, or 0 for any free port.")
        var port: UInt16 = 8080

        @Option(help: "The seed of the random responses.")
        var seed: UInt64 = 1

        @Option(help: "A folder of recorded responses.")
        var recordings: String?

        @Option(help: "The number of items in all paged lists.")
        var items = 50

        @Option(help: "The address to listen on. 0.0.0.0 admits other machines.")
        var host = "127.0.0.1"

        func run() throws {
            let schema = try Schema(schema)
            _ = try schema.api()
            let files = Dictionary(schema.files.map { ($0.path, Data($0.bytes)) }) { first, _ in first }
            // The file has no name, and disappears when the server ends.
            guard let input = tmpfile() else {
                throw Disk.Failure(errorDescription: "cannot write a temporary file")
            }
            try Disk.writing("a temporary file") {
                try FileHandle(fileDescriptor: fileno(input)).write(contentsOf: JSONEncoder().encode(files))
            }
            rewind(input)
            dup2(fileno(input), STDIN_FILENO)
            let words = ["methodical-mock", String(port), String(seed), String(items), host]
            var arguments = (words + (recordings.map { [$0] } ?? [])).map { strdup($0) } + [nil]
            // The server replaces this process, so that signals reach it and its exit code is the command's.
            execv(Self.server, &arguments)
            let build = "swift build --product methodical-mock --traits CommandLine"
            throw WrongArgument("the mock server is not at \(Self.server): build it with `\(build)`")
        }

        /// The path of the server's program: the one that the plugin has built, otherwise the one beside this program.
        private static var server: String {
            let here =
                Bundle.main.executableURL
                ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
            return ProcessInfo.processInfo.environment["METHODICAL_MOCK"]
                ?? here.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "methodical-mock").path
        }
    }
#endif
