#if CommandLine
    import APICalling
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `completion`.
    struct Completion: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints a script that completes words in bash, zsh or fish.",
            discussion: """
                The script completes subcommands and options, and the methods and parameters of the schema below the \
                current folder, or that of --schema. It asks this command for the words.

                  source <(methodical completion bash)
                  source <(methodical completion zsh)
                  methodical completion fish | source
                """)

        @Argument(help: "The shell: bash, zsh or fish.")
        var shell: Shell?

        @Option(help: ArgumentHelp("Print the words that can end this command line.", visibility: .private))
        var line: String?

        /// The shells.
        enum Shell: String, ExpressibleByArgument, CaseIterable {
            case bash, zsh, fish
        }

        func validate() throws {
            if shell == nil, line == nil {
                throw ValidationError("Missing expected argument '<shell>'")
            }
        }

        func run() throws {
            if let line {
                let words = CompletionWords(line: line).all
                return try Console.print(words.joined(separator: "\n"))
            }
            guard let shell else { return }
            try Console.print(shell.script, terminator: "")
        }
    }

    extension Completion.Shell {
        /// The script of the shell.
        var script: String {
            switch self {
            case .bash: Self.bashScript
            case .zsh: Self.zshScript
            case .fish: Self.fishScript
            }
        }

        private static let bashScript = #"""
            _methodical() {
                local line=${COMP_LINE:0:COMP_POINT} word IFS=$'\n'
                COMPREPLY=($(methodical completion --line "$line" 2>/dev/null))
                word=${line##* }
                # Bash takes "=" as the end of a word.
                if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
                    COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}")
                fi
                if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
                    compopt -o nospace
                fi
            }
            complete -o default -F _methodical methodical

            """#

        private static let zshScript = #"""
            #compdef methodical
            _methodical() {
                local -a words_
                words_=(${(f)"$(methodical completion --line "${(j: :)words[1,CURRENT]}" 2>/dev/null)"})
                if (( ${#words_} )); then
                    compadd -S '' -q -- ${(M)words_:#*=}
                    compadd -- ${words_:#*=}
                else
                    _files
                fi
            }
            compdef _methodical methodical

            """#

        private static let fishScript = #"""
            complete -c methodical -f -a '(methodical completion --line (commandline -cp) 2>/dev/null)'

            """#
    }

    /// The words that can end a command line.
    struct CompletionWords {
        private let words: [String]
        /// The word that is being written. It may be empty.
        private let last: String

        init(line: String) {
            var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            last = words.popLast() ?? ""
            // The first word is the command itself.
            self.words = words.filter { !$0.isEmpty }.dropFirst().map(\.self)
        }

        /// The words, each of which begins with the one that is being written.
        var all: [String] {
            candidates.filter { $0.hasPrefix(last) && $0 != last }
        }

        private var candidates: [String] {
            guard let name = words.first else {
                return Methodical.subcommandNames + ["help"]
            }
            if last.hasPrefix("-") {
                return CommandDump.options(of: name)
            }
            if let option = words.last, option.hasPrefix("-") {
                // Only files are the values of most options, which shells complete themselves.
                return option == "--page" ? ["all"] : []
            }
            guard name == Call._commandName || name == Explain._commandName,
                let api = try? Schema(schema).apiWithoutOutput
            else {
                return name == Completion._commandName ? Completion.Shell.allCases.map(\.rawValue) : []
            }
            let callable = CallableAPI(api)
            guard let method = positionals.dropFirst().first else {
                return callable.methodNames
            }
            return name == Call._commandName ? callable.argumentWords(of: method, startingWith: last) : []
        }

        private var schema: String {
            guard let index = words.firstIndex(of: "--schema"), index + 1 < words.count else {
                return "."
            }
            return words[index + 1]
        }

        /// The words that are neither options nor their values.
        private var positionals: [String] {
            var result: [String] = []
            var isValue = false
            for word in words {
                if isValue {
                    isValue = false
                } else if word.hasPrefix("--") {
                    isValue = !CommandDump.flags(of: words[0]).contains(word) && !word.contains("=")
                } else {
                    result.append(word)
                }
            }
            return result
        }
    }

    extension Methodical {
        /// The names of the subcommands.
        static var subcommandNames: [String] {
            configuration.subcommands.map { $0._commandName }
        }
    }

    extension Schema {
        /// The compiled API, or `nil` if the schema has errors. Nothing is printed.
        fileprivate var apiWithoutOutput: API? { compile(sources).api }
    }

    /// The options of the subcommands, from the description that ArgumentParser makes for tools.
    private enum CommandDump {
        private struct Tool: Decodable {
            var command: Command
        }

        private struct Command: Decodable {
            var commandName: String
            var subcommands: [Command]?
            var arguments: [Argument]?
        }

        private struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }

            var kind: String
            var shouldDisplay: Bool
            var names: [Name]?

            var longNames: [String] {
                (names ?? []).filter { $0.kind == "long" }.map { "--" + $0.name }
            }
        }

        private static func arguments(of name: String) -> [Argument] {
            let dump = try? JSONDecoder().decode(Tool.self, from: Data(Methodical._dumpHelp().utf8))
            let command = dump?.command.subcommands?.first { $0.commandName == name }
            return command?.arguments?.filter(\.shouldDisplay) ?? []
        }

        /// Returns the long names of all options and flags of a subcommand.
        static func options(of name: String) -> [String] {
            arguments(of: name).flatMap(\.longNames)
        }

        /// Returns the long names of the options of a subcommand that take no value.
        static func flags(of name: String) -> [String] {
            arguments(of: name).filter { $0.kind == "flag" }.flatMap(\.longNames)
        }
    }
#endif
