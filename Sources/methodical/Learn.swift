#if CommandLine
    import APILearning
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `learn`.
    struct Learn: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compares recorded answers with a schema, and writes an overlay that makes it true.",
            discussion: """
                Answers are files named by their method (users.get.json, users.get__anything.json, users.get/1.json), \
                HAR files of a browser or proxy, or recordings of MethodicalTesting; folders are searched. An answer \
                with a list where the schema has an object, or the like, is one of another version: it is told, and \
                nothing is learnt from it.

                  methodical learn answers --schema Schema
                  methodical learn answers --schema Schema --overlay Schema/learnt.overlay.json

                Exit code: 0; 1 the reading refuses an answer, or, with --overlay, does so in a way that no overlay \
                can mend; 2 the schema has errors, or a file cannot be read or written; 64 there are no such answers.
                """)

        @Argument(help: "Files with answers, or folders of such.")
        var responses: [String]

        @Option(help: "The schema: a folder with an api.json; the one below this folder unless said.")
        var schema = "."

        @Option(
            help:
                "The overlay to write, NAME.overlay.json below the schema's folder; corrections that stand in it stay.")
        var overlay: String?

        @Option(help: "The reading that judges answers: strict or tolerant; the API's own unless said.")
        var reading: LessonReading?

        @Flag(help: "Let the overlay describe members that the schema does not know, by what they look like.")
        var addUnknown = false

        @OptionGroup var format: FormatOption

        func run() throws {
            let schema = try Schema(schema)
            let target = try target(in: schema)
            let options = LessonOptions(isTolerant: reading.map { $0 == .tolerant }, describesUnknown: addUnknown)
            let lesson: Lesson
            do {
                lesson = try learn(from: schema.files, overlay: target, options) {
                    try ResponseFiles(responses, of: $0)
                }
            } catch let error as UnusableSchema {
                try Console.tell(
                    APISurface.Findings(error.diagnostics.filter { $0.severity == .error }, in: schema.files),
                    format.value)
                throw ExitCode.schemaErrors
            } catch let error as ResponseFiles.Missing {
                throw WrongArgument("there is no file and no folder \(error.path)")
            }
            try Console.print(LessonReport(lesson).text(format.value, colour: Console.hasColour), terminator: "")
            guard lesson.evidence.answers > 0 else {
                throw WrongArgument("there is no answer of a method in \(responses.joined(separator: ", "))")
            }
            guard let overlay else {
                if lesson.left.contains(where: { $0.effect != .unknown }) { throw ExitCode.refused }
                return
            }
            if let text = lesson.overlay {
                try Disk.writing(overlay) {
                    try Data(text.utf8).write(to: URL(fileURLWithPath: overlay), options: .atomic)
                }
            }
            if format.value == .text { tell(lesson, overlay) }
            if lesson.left.contains(where: { $0.effect != .unknown }) { throw ExitCode.refused }
        }

        /// Prints the number of corrections, and a warning for each mismatch that no overlay can correct.
        private func tell(_ lesson: Lesson, _ overlay: String) {
            let count = lesson.correctionCount
            Console.error(
                "\(overlay): "
                    + (count == 0
                        ? "nothing to correct" : count == 1 ? "1 correction more" : "\(count) corrections more"))
            for finding in lesson.left where finding.effect != .unknown {
                Console.error(
                    "warning: no overlay can correct \(finding.name): \(finding.words); correct the schema by hand")
            }
        }

        /// Returns the overlay's path below the schema's folder, or `nil` if no overlay is to be written.
        private func target(in schema: Schema) throws -> String? {
            guard let overlay else { return nil }
            guard schema.isOnDisk else {
                throw WrongArgument("\(schema.name) lies in a git revision, where nothing can be written")
            }
            let path = URL(fileURLWithPath: overlay).standardizedFileURL.path
            let root = URL(fileURLWithPath: schema.name).standardizedFileURL.path + "/"
            guard overlay.hasSuffix(".overlay.json"), path.hasPrefix(root) else {
                throw WrongArgument(
                    """
                    an overlay is found where it lies below the schema's folder and is called NAME.overlay.json: \
                    \(schema.name)/learnt.overlay.json
                    """
                )
            }
            return String(path.dropFirst(root.count))
        }
    }

    /// The values of the option `--reading`.
    enum LessonReading: String, ExpressibleByArgument, CaseIterable { case strict, tolerant }
#endif
