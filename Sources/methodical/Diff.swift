#if CommandLine
    import APISurface
    import ArgumentParser

    /// The subcommand `diff`.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells what has changed between two states of an API, and what that means to its callers.",
            discussion: """
                Every change is told with its effect on Swift that was written before it: it breaks callers, it \
                changes what calls do, or it is compatible. The verdict is what a release with these changes has to \
                be called: major, minor or patch (semver.org). Reordered keys, moved files, other words in \
                descriptions and another way of marking what is required are no change.

                  methodical diff v1.2.0
                  methodical diff main:Schema/VK Schema/VK --format markdown
                  methodical diff old/ new/ --fail-on minor

                A folder is taken as it lies on disk, committed or not.

                Exit code: 0; 1 the verdict is what --fail-on says, or more; 2 one of the schemas has errors; 64 \
                there is no such folder or revision.
                """)

        @Argument(help: "The schema as it was: a folder, REVISION:FOLDER, or REVISION for the folder of the new one.")
        var old: String

        @Argument(help: "The schema as it is; the one below this folder unless said.")
        var new: String?

        @OptionGroup var format: FormatOption

        @Option(help: "The least verdict to fail on: major, minor, patch; none never does.")
        var failOn = Verdict.major

        func run() throws {
            let new = try Schema(new ?? ".")
            let old = try Schema(old, history: new.history)
            let comparison = Comparison(Surface(try old.api(format.value)), Surface(try new.api(format.value)))
            try Console.print(
                Report(comparison, of: new.files).text(format.value, colour: Console.hasColour), terminator: "")
            if failOn != .none, comparison.verdict.rank >= failOn.rank { throw ExitCode.refused }
        }
    }

    extension Verdict {
        /// The severity of the change as a number.
        fileprivate var rank: Int { self == .major ? 3 : self == .minor ? 2 : self == .patch ? 1 : 0 }
    }
#endif
