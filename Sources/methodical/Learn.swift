#if CommandLine
    import APILearning
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    struct Learn: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compares recorded answers with a schema, and writes an overlay that makes it true.",
            discussion: """
                Answers are files named by their method (users.get.json, users.get__anything.json, users.get/1.json), HAR files of a browser or \
                proxy, or recordings of MethodicalTesting; folders are searched. An answer with a list where the schema has an object, or the like, is \
                one of another version: it is told, and nothing is learnt from it.

                  methodical learn answers --schema Schema
                  methodical learn answers --schema Schema --overlay Schema/learnt.overlay.json

                Without --overlay, the exit code is 1 where an answer departs from the schema; with it, where the overlay cannot mend that.
                """)

        @Argument(help: "Files with answers, or folders of such.")
        var responses: [String]

        @Option(help: "The schema: a folder.")
        var schema = "."

        @Option(help: "The overlay to write, NAME.overlay.json below the schema's folder; corrections that stand in it stay.")
        var overlay: String?

        @Option(help: "What the overlay is for: strict reading, or tolerant, which takes many a departure by itself.")
        var reading = LessonReading.strict

        @Flag(help: "Let the overlay describe members that the schema does not know, by what they look like.")
        var addUnknown = false

        @Option(help: "text, json, github (annotations for a workflow) or markdown.")
        var format = Report.Format.text

        func run() throws {
            let schema = try Schema(schema)
            let target = try target()
            let options = LessonOptions(isTolerant: reading == .tolerant, describesUnknown: addUnknown)
            let lesson: Lesson
            do {
                lesson = try learn(from: schema.files, overlay: target, options) { try AnswerFiles(responses, of: $0) }
            } catch let error as UnusableSchema {
                for problem in error.diagnostics where problem.severity == .error { Console.error(problem.description) }
                throw ExitCode(2)
            } catch let error as AnswerFiles.Missing {
                throw ValidationError("there is no \(error.path)")
            }
            print(LessonReport(lesson).text(format, colour: Console.hasColour), terminator: "")
            guard let overlay else {
                if lesson.findings.contains(where: { $0.effect != .unknown }) { throw ExitCode(1) }
                return
            }
            if let text = lesson.overlay { try Data(text.utf8).write(to: URL(fileURLWithPath: overlay), options: .atomic) }
            let count = lesson.correctionCount
            Console.error("\(overlay): " + (count == 0 ? "nothing to correct" : count == 1 ? "1 correction more" : "\(count) corrections more"))
            for finding in lesson.left where finding.effect != .unknown {
                Console.error("warning: no overlay can say that \(finding.name) is \(finding.words); correct the schema by hand")
            }
            if lesson.left.contains(where: { $0.effect != .unknown }) { throw ExitCode(1) }
        }

        /// The overlay's path below the schema's folder.
        private func target() throws -> String? {
            guard let overlay else { return nil }
            let path = URL(fileURLWithPath: overlay).standardizedFileURL.path
            let root = URL(fileURLWithPath: schema).standardizedFileURL.path + "/"
            guard overlay.hasSuffix(".overlay.json"), path.hasPrefix(root) else {
                throw ValidationError(
                    "an overlay is found where it lies below the schema's folder and is called NAME.overlay.json: \(schema)/learnt.overlay.json")
            }
            return String(path.dropFirst(root.count))
        }
    }

    enum LessonReading: String, ExpressibleByArgument, CaseIterable { case strict, tolerant }
#endif
