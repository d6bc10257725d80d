#if CommandLine
    import ArgumentParser

    /// Exit codes: 0 all is well; 1 what was asked for does not hold (problems, changes that break, stale files); 2 the schemas have errors; 64 wrong
    /// arguments.
    @main
    struct Methodical: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "methodical",
            abstract: "Checks API schemas, compares them, and turns them into Swift.",
            discussion: """
                A schema is a folder with an api.json, or such a folder in a git revision: Schema/VK, main:Schema/VK, v1.2.0:Schema/VK.

                Exit codes: 0 all is well; 1 what was asked for does not hold (breaking changes, stale files); 2 the schemas have errors, each printed \
                as file:line:column; 64 wrong arguments.
                """,
            subcommands: [Check.self, Diff.self, Generate.self, Explain.self, List.self, New.self, Mock.self])
    }
#else
    @main
    enum Methodical {
        static func main() {
            print("methodical: turn on the trait `CommandLine` of the package methodical: traits: [\"CommandLine\"], or --traits CommandLine")
        }
    }
#endif
