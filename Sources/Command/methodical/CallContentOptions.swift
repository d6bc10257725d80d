#if CommandLine
    import APICalling
    import ArgumentParser
    import Foundation

    /// The options about a call's body, and about responses that are more than one value.
    struct CallContentOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "The whole body: JSON, @PATH for that of a file, or - for standard input.", valueName: "json"))
        var body: String?

        @Option(
            parsing: .singleValue,
            help: ArgumentHelp("A part of a form; @PATH sends a file.", valueName: "name=value"))
        var form: [String] = []

        @Option(
            help: ArgumentHelp(
                "Fetch pages: all, for the items of all pages as one list, or N, for the Nth page.",
                valueName: "all|n"))
        var page: Pages?

        @Flag(help: "Print each element of a stream on one line, as it arrives.")
        var stream = false

        @Flag(help: "Print the first response of an operation, and do not wait for its result.")
        var noWait = false

        @Option(
            help: ArgumentHelp("The file for the response. A download continues where it stopped.", valueName: "file"))
        var to: String?

        func validate() throws {
            if page != nil, stream || to != nil {
                throw ValidationError("--page cannot be combined with --stream and --to")
            }
            if stream, to != nil {
                throw ValidationError("--stream cannot be combined with --to")
            }
        }

        /// The values of the option `--page`.
        enum Pages: ExpressibleByArgument {
            case all
            case number(Int)

            init?(argument: String) {
                if argument == "all" {
                    self = .all
                } else if let number = Int(argument), number > 0 {
                    self = .number(number)
                } else {
                    return nil
                }
            }
        }

        /// The body and the parts as arguments.
        var arguments: [WrittenArgument] {
            get throws {
                var arguments: [WrittenArgument] = []
                if let body {
                    arguments.append(WrittenArgument(name: "--body", value: try value(of: body)))
                }
                for word in form {
                    var part = try WrittenArgument(word)
                    if case .text(let text) = part.value, text.hasPrefix("@") {
                        part.value = .file(String(text.dropFirst()))
                    }
                    arguments.append(part)
                }
                return arguments
            }
        }

        private func value(of body: String) throws -> WrittenArgument.Value {
            if body.hasPrefix("@") {
                return .file(String(body.dropFirst()))
            }
            guard body == "-" else {
                return .json(.init(name: "body", bytes: Array(body.utf8)))
            }
            let data = try Disk.reading("standard input") {
                try FileHandle.standardInput.readToEnd() ?? Data()
            }
            return .json(.init(name: "standard input", bytes: Array(data)))
        }
    }
#endif
