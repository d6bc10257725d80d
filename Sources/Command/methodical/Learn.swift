#if CommandLine
    import APILearning
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `learn`.
    struct Learn: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compares recorded responses with a schema and writes an overlay that corrects the schema.",
            discussion: """
                Responses are files named after their method (users.get.json, users.get__anything.json, \
                users.get/1.json), HAR files of a browser or proxy, or recordings of MethodicalTesting. Folders are \
                searched. A response with another basic shape, such as a list in place of an object, belongs to \
                another version of the API: it is reported and otherwise ignored.

                  methodical learn responses --schema Schema
                  methodical learn responses --schema Schema --overlay Schema/learnt.overlay.json

                Exit code: 0 success; 1 the reading policy refuses a response or, with --overlay, no overlay can \
                correct the schema; 2 the schema has errors, or a file cannot be read or written; 64 there are no \
                such responses.
                """)

        @Argument(help: "Files with responses, or folders of them.")
        var responses: [String]

        @Option(help: "The schema: a folder with an api.json. Default: the one below this folder.")
        var schema = "."

        @Option(
            help:
                "The overlay to write, NAME.overlay.json below the schema's folder. Its corrections stay.")
        var overlay: String?

        @Option(help: "The reading policy for the comparison: strict or tolerant. Default: the API's own.")
        var reading: LessonReading?

        @Flag(help: "Describe unknown members in the overlay, with types guessed from their values.")
        var addUnknown = false

        @OptionGroup var format: FormatOption

        func run() throws {
            let schema = try Schema(schema, isOption: true)
            let target = try overlay.map(schema.overlayPath)
            let options = LessonOptions(isTolerant: reading.map { $0 == .tolerant }, describesUnknown: addUnknown)
            let lesson: Lesson
            do {
                lesson = try learn(from: schema.sources, overlay: target, options: options) {
                    try ResponseFiles(responses, of: $0)
                }
            } catch let error as UnusableSchema {
                try Console.tell(
                    APISurface.Findings(error.diagnostics.filter { $0.severity == .error }, in: schema.files),
                    in: format.value)
                throw ExitCode.schemaErrors
            } catch let error as ResponseFiles.Missing {
                throw WrongArgument("there is no file or folder \(error.path)")
            }
            try Console.print(LessonReport(lesson).text(in: format.value, colour: Console.hasColour), terminator: "")
            guard lesson.evidence.responses > 0 else {
                throw WrongArgument("there is no response to a method in \(responses.joined(separator: ", "))")
            }
            guard let overlay else {
                if lesson.left.contains(where: { $0.effect != .unknown }) {
                    throw ExitCode.refused
                }
                return
            }
            if let text = lesson.overlay {
                try Disk.writing(overlay) {
                    try Data(text.utf8).write(to: URL(fileURLWithPath: overlay), options: .atomic)
                }
            }
            if format.value == .text {
                tell(lesson, overlay: overlay)
            }
            if lesson.left.contains(where: { $0.effect != .unknown }) {
                throw ExitCode.refused
            }
        }

        /// Prints the number of corrections, and a warning for each mismatch that no overlay can correct.
        private func tell(_ lesson: Lesson, overlay: String) {
            let corrections =
                switch lesson.correctionCount {
                case 0: "nothing to correct"
                case 1: "1 new correction"
                case let count: "\(count) new corrections"
                }
            Console.error("\(overlay): \(corrections)")
            for finding in lesson.left where finding.effect != .unknown {
                Console.error(
                    "warning: no overlay can correct \(finding.name): \(finding.words); correct the schema by hand")
            }
        }
    }

    /// The values of the option `--reading`.
    enum LessonReading: String, ExpressibleByArgument, CaseIterable { case strict, tolerant }
#endif
