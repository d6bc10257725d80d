#if CommandLine
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The command `methodical`.
    @main
    struct Methodical: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "methodical",
            abstract: "Checks, compares and mocks the JSON schemas that Swift code is generated from.",
            discussion: """
                Without an argument, a command uses the schema below this folder: a folder with an api.json.

                  methodical import openapi.yaml  translate an OpenAPI document into a schema
                  methodical new                  write a first schema, from a few questions
                  methodical check                find problems
                  methodical explain status.get   show the Swift declarations of a method
                  methodical call status.get      call a method, and print the response
                  methodical sign-in              sign in to the service, for calls without a token
                  methodical verify               call methods, and compare the responses with the schema

                  methodical check --accept       record the API in its current state
                  methodical diff v1.2.0          list the changes since a revision, and those that break callers
                  methodical learn responses      compare recorded responses with the schema
                  methodical mock                 serve the API, to develop an app

                In a git revision a schema is REVISION:FOLDER (main:Sources/App/Schema), or REVISION for the same \
                folder. In a package that depends on methodical, run `swift package methodical ...`.

                Exit codes: 0 success; 1 a check failed (changes break callers, a generated file is stale); 2 a \
                schema has errors, or a file cannot be read or written; 64 wrong arguments.
                """,
            version: Version.text,
            subcommands: [
                New.self, Import.self, Check.self, Diff.self, Learn.self, Explain.self, List.self, Call.self,
                Verify.self, SignIn.self, SignOut.self, Generate.self, Mock.self, Completion.self,
            ])

        static func main() async {
            do {
                try checkSubcommand(in: Array(CommandLine.arguments.dropFirst()))
                var command = try parseAsRoot()
                if var call = command as? any AsyncParsableCommand {
                    try await call.run()
                } else {
                    try command.run()
                }
            } catch let code as ExitCode {
                exit(withError: code)
            } catch let wrong as WrongArgument {
                Console.error("Error: \(wrong.message)")
                exit(withError: ExitCode.validationFailure)
            } catch {
                // ArgumentParser would end with 1, the code for schemas that were read but do not pass.
                guard exitCode(for: error) == .failure else {
                    exit(withError: error)
                }
                Console.error("Error: \(error.localizedDescription)")
                exit(withError: ExitCode.schemaErrors)
            }
        }

        /// Throws an error for an unknown subcommand, with the most similar one. ArgumentParser would only say that it
        /// does not expect the word.
        private static func checkSubcommand(in words: [String]) throws(WrongArgument) {
            let help = "help"
            var name = words.first
            if name == help {
                name = words.dropFirst().first
            }
            if let name {
                try checkOption(name)
            }
            let names = configuration.subcommands.map { $0._commandName }
            guard let name,
                !name.hasPrefix("-"),
                !(names + [help]).contains(name)
            else { return }
            var hint = "there are \(names.joined(separator: ", "))"
            if let near = nearest(to: name, among: names) {
                hint = "did you mean \(near)?"
            }
            throw WrongArgument("there is no subcommand \(name); \(hint)")
        }

        /// Throws an error for an option in front of a subcommand that resembles one of the command.
        private static func checkOption(_ word: String) throws(WrongArgument) {
            let options = ["--help", "--version"]
            guard word.hasPrefix("--"), !options.contains(word), let near = nearest(to: word, among: options) else {
                return
            }
            throw WrongArgument("there is no option \(word); did you mean \(near)?")
        }
    }

    extension ExitCode {
        /// The exit code if a check fails or a generated file is stale.
        static let refused = ExitCode(1)
        /// The exit code if the schemas have errors, or a file cannot be read or written.
        static let schemaErrors = ExitCode(2)
    }
#else
    // Foundation would add a second to each build without the trait.
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #else
        import Foundation
    #endif

    /// The command without the trait `CommandLine`. It only says how to turn the trait on.
    @main
    enum Methodical {
        static func main() {
            print(
                """
                methodical: error: this was built without its command line, which needs the package's trait \
                `CommandLine`. Without the trait, other packages do not fetch swift-argument-parser. Turn it on where \
                your Package.swift names the package:

                    .package(name: "methodical", path: "../methodical", traits: ["CommandLine"]),

                or, in a checkout of methodical itself: swift run --traits CommandLine methodical
                """)
            exit(69)
        }
    }
#endif
