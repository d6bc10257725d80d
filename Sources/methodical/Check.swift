#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Finds every problem of a schema, and whether it still is the API that was accepted.",
            discussion: """
                methodical.lock beside api.json records the API that was last accepted. Changes that break callers make the check fail until \
                they are accepted; others are told.

                  methodical check Schema/VK
                  methodical check Schema/VK --accept
                """)

        @Argument(help: "The schema: a folder.")
        var schema = "."

        @Flag(help: "Take the API as it is: write methodical.lock.")
        var accept = false

        @Option(help: "How changes since the lock file are told: text, json, github or markdown.")
        var format = Report.Format.text

        func run() throws {
            let schema = try Schema(schema)
            let api = try schema.api(warnings: true)
            for type in unused(api) { Console.error("\(self.schema): note: no method uses the type \(type)") }
            let surface = Surface(api)
            let path = (self.schema.hasSuffix("/") ? String(self.schema.dropLast()) : self.schema) + "/methodical.lock"
            if accept { return try Data(LockFile(surface).text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) }
            guard FileManager.default.fileExists(atPath: path) else {
                return print("\(self.schema): no error; there is no methodical.lock (`methodical check \(self.schema) --accept` writes one)")
            }
            let locked: LockFile
            do {
                locked = try LockFile(text: String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self))
            } catch let error as LockFile.Unreadable {
                Console.error("\(path):\(error.line):1: error: \(error.message)")
                throw ExitCode(2)
            }
            let comparison = Comparison(locked.surface, surface)
            guard comparison.verdict != .none else { return print("\(self.schema): no error, and the API is the one in methodical.lock") }
            print(Report(comparison).text(format, colour: Console.hasColour), terminator: "")
            if format == .text { print("\nIf callers can live with that: methodical check \(self.schema) --accept") }
            if comparison.verdict == .major { throw ExitCode(1) }
        }
    }
#endif
