#if CommandLine
    import APISurface
    import ArgumentParser

    /// The subcommand `diff`.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the changes between two states of an API and their effect on callers.",
            discussion: """
                Each change is listed with its effect on existing Swift code: it breaks callers, it changes the \
                behaviour of calls, or it is compatible. The verdict is the kind of release that contains these \
                changes: major, minor or patch (semver.org). Reordered keys, moved files, other words in descriptions \
                and another notation for required members are not changes.

                  methodical diff v1.2.0
                  methodical diff main:Schema/VK Schema/VK --format markdown
                  methodical diff old/ new/ --fail-on minor

                A folder is read from the disk, committed or not.

                Exit code: 0 success; 1 the verdict is at least that of --fail-on; 2 one of the schemas has errors; 64 \
                there is no such folder or revision.
                """)

        @Argument(help: "The old schema: a folder, REVISION:FOLDER, or REVISION for the new schema's folder.")
        var old: String

        @Argument(help: "The new schema. Default: the one below this folder.")
        var new: String?

        @OptionGroup var format: FormatOption

        @Option(help: "The lowest verdict that fails: major, minor, patch, or none.")
        var failOn = Verdict.major

        func run() throws {
            let new = try Schema(new ?? ".")
            let old = try Schema(old, history: new.history)
            let comparison = Comparison(
                from: Surface(try old.api(format: format.value)),
                to: Surface(try new.api(format: format.value)))
            try Console.print(
                Report(comparison, of: new.files).text(in: format.value, colour: Console.hasColour),
                terminator: "")
            if failOn != .none, comparison.verdict.rank >= failOn.rank {
                throw ExitCode.refused
            }
        }
    }

    extension Verdict {
        /// The severity of the change as a number.
        var rank: Int {
            switch self {
            case .major: 3
            case .minor: 2
            case .patch: 1
            default: 0
            }
        }
    }
#endif
