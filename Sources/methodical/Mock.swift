#if CommandLine
    import ArgumentParser
    import Foundation

    /// The subcommand `mock`.
    struct Mock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Answers every method of an API over HTTP, so that an app can be developed without the service.",
            discussion: """
                Answers are made up as the schema says, and alike each time: the same seed, the same answers. What a \
                thing of one id is called, it is called in all answers; pages follow each other to the end; everybody \
                may sign in, and any token will do. A call that was recorded (RecordingTransport) is answered from \
                the recording. Each call is printed as it comes.

                  methodical mock Schema/VK
                  methodical mock Schema/VK --port 9000 --seed 7 --recordings Tests/Recordings
                  curl 'http://127.0.0.1:8080/method/users.get?user_ids=1&access_token=any'

                Exit code: 2 the schema has errors; 64 the address cannot be had. It goes on until Control-C.
                """)

        @Argument(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                the one below this folder unless said.
                """
        )
        var schema = "."

        @Option(help: "The port to listen on; 0 for one of the system's choice.")
        var port: UInt16 = 8080

        @Option(help: "Another number gives other answers.")
        var seed: UInt64 = 1

        @Option(help: "A folder of recorded answers.")
        var recordings: String?

        @Option(help: "How many there are of everything that comes in pages.")
        var items = 50

        @Option(help: "The address to listen on; 0.0.0.0 lets other machines in.")
        var host = "127.0.0.1"

        func run() throws {
            let schema = try Schema(schema)
            _ = try schema.api()
            let files = Dictionary(schema.files.map { ($0.path, Data($0.bytes)) }) { first, _ in first }
            // The file has no name, and disappears when the server ends.
            guard let input = tmpfile() else { throw Disk.Failure(errorDescription: "cannot write a temporary file") }
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
            let here = Bundle.main.executableURL ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
            return ProcessInfo.processInfo.environment["METHODICAL_MOCK"]
                ?? here.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "methodical-mock").path
        }
    }
#endif
