#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of the command without a subcommand, and of subcommands that it does not have.
    @Suite struct SubcommandTests {
        @Test("The command says its version, or that it belongs to none")
        func version() async throws {
            let ran = try await Command.methodical("--version")
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            let pattern = /methodical( \d+\.\d+\.\d+\S*|, built from a checkout between releases)\n/
            #expect(try pattern.wholeMatch(in: ran.output) != nil, "\(ran)")
        }

        @Test(
            "A misspelt subcommand gets a suggestion",
            arguments: [
                (["chek"], "chek; did you mean check?"), (["exlpain", "users.get"], "exlpain; did you mean explain?"),
                (["Lst", "--format", "json"], "Lst; did you mean list?"),
                (["help", "imprt"], "imprt; did you mean import?"),
            ])
        func suggestion(words: [String], message: String) async throws {
            let ran = try await Command.methodical(words)
            #expect(ran.status == 64 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors == "Error: there is no subcommand \(message)\n")
        }

        @Test(
            "A misspelt option of the command gets a suggestion",
            arguments: [("--versoin", "--version"), ("--verison", "--version"), ("--hlep", "--help")])
        func optionSuggestion(word: String, option: String) async throws {
            let ran = try await Command.methodical(word)
            #expect(ran.status == 64 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors == "Error: there is no option \(word); did you mean \(option)?\n")
        }

        @Test("An option that resembles none is unknown", arguments: ["--frobnicate", "-x"])
        func unknownOption(word: String) async throws {
            let ran = try await Command.methodical(word)
            #expect(ran.status == 64 && ran.errors.contains("Unknown option '\(word)'"), "\(ran)")
        }

        @Test("A word that resembles no subcommand gets the list of them")
        func list() async throws {
            let ran = try await Command.methodical("Sources/App/Schema")
            #expect(ran.status == 64, "\(ran)")
            #expect(ran.errors.hasPrefix("Error: there is no subcommand Sources/App/Schema; there are new, import, "))
        }

        @Test(
            "Options and help of the command work without a subcommand",
            arguments: [["--help"], ["help"], [], ["help", "list"]])
        func help(words: [String]) async throws {
            let ran = try await Command.methodical(words)
            #expect(ran.status == 0 && ran.output.contains("USAGE: methodical"), "\(ran)")
        }
    }
#endif
