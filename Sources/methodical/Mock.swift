#if CommandLine
    import ArgumentParser
    import Foundation
    import MethodicalMock

    struct Mock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Answers every method of an API over HTTP, so that an app can be developed without the service.",
            discussion: """
                Answers are made up as the schema says, and alike each time: the same seed, the same answers. What a thing of one id is called, it is called in \
                all answers; pages follow each other to the end; everybody may sign in. A call that was recorded (RecordingTransport) is answered from the \
                recording. Each call is printed as it comes.

                  methodical mock Schema/VK
                  methodical mock Schema/VK --port 9000 --seed 7 --recordings Tests/Recordings
                  curl 'http://127.0.0.1:8080/method/users.get?user_ids=1,2&fields=city'

                Exit code: 2 the schema has errors; 64 the address cannot be had. It goes on until Control-C.
                """)

        @Argument(help: "The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; the one below this folder unless said.")
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

        func run() async throws {
            let api = try Schema(schema).api()
            let server: MockServer
            do {
                let service = try MockService(
                    api, seed: seed, items: items, recordings: recordings.map { URL(fileURLWithPath: $0) }, report: { Console.line(Self.shown($0)) })
                server = try await MockServer.start(service, port: port, host: host)
            } catch let refusal as MockServer.Refusal {
                throw WrongArgument(refusal.description)
            }
            Console.line("\(api.name), \(api.methods.count) methods, at \(server.baseURL)")
            Console.line("  let client = \(api.name)(account: account, configuration: .init(baseURL: \"\(server.baseURL)\"))")
            if let token = server.authorization.token { Console.line("  tokens for everybody at \(token)") }
            Console.line("Control-C ends it.")
            while true { try await Task.sleep(for: .seconds(3600)) }
        }

        /// A line is one line, whatever a call says, and steers no terminal: any page in a browser may call.
        private static func shown(_ text: String) -> String {
            var shown = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                shown.append([.control, .format].contains(scalar.properties.generalCategory) ? "\u{FFFD}" : scalar)
            }
            return String(shown)
        }
    }

    extension Console {
        /// At once, wherever it goes: who watches a server waits for lines. A server that nobody watches goes on.
        fileprivate static func line(_ text: String) { tell(text + "\n", FileHandle.standardOutput) }
    }
#endif
