#if CommandLine
    import APISurface
    import ArgumentParser

    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells what changed between two states of an API, and what that means to its callers.",
            discussion: """
                Reordered keys, moved files, other words in descriptions and another way of marking what is required are no change.

                  methodical diff old/ new/
                  methodical diff v1.2.0:Schema/VK Schema/VK --format markdown
                """)

        @Argument(help: "The schema as it was: a folder, or REVISION:FOLDER.")
        var old: String

        @Argument(help: "The schema as it is.")
        var new: String

        @Option(help: "text, json, github (annotations for a workflow) or markdown.")
        var format = Report.Format.text

        @Option(help: "Exit with 1 from this verdict on: major, minor, patch; none never does.")
        var failOn = Verdict.major

        func run() throws {
            let comparison = Comparison(Surface(try Schema(old).api()), Surface(try Schema(new).api()))
            print(Report(comparison).text(format, colour: Console.hasColour), terminator: "")
            if failOn != .none, comparison.verdict.rank >= failOn.rank { throw ExitCode(1) }
        }
    }

    extension Verdict {
        fileprivate var rank: Int { self == .major ? 3 : self == .minor ? 2 : self == .patch ? 1 : 0 }
    }
#endif
