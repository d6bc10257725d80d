#if CommandLine
    import APICalling
    import ArgumentParser
    import Foundation

    /// The options about the output of a call.
    struct CallOutputOptions: ParsableArguments {
        @Flag(help: "Print the body as the server sent it, with its envelope.")
        var raw = false

        @Flag(help: "Print the status and the header fields before the response.")
        var headers = false
    }

    /// A printer of responses, which hides the secrets of the call in them.
    struct CallPrinter {
        private let options: CallOutputOptions
        private let filter: SecretFilter

        init(_ options: CallOutputOptions, hiding secrets: [String]) {
            self.options = options
            filter = SecretFilter(secrets)
        }

        /// Prints a response: JSON with a line for each member, and everything else as it is.
        func print(_ outcome: CallOutcome) throws {
            if options.headers {
                try Console.print(filter(head(of: outcome)))
            }
            if outcome.body.isEmpty {
                Console.error("HTTP \(outcome.status), without content")
                return
            }
            if options.raw || !outcome.isJSON {
                try Console.print(bytes: filter(outcome.body))
            } else {
                try Console.print(bytes: filter(outcome.shown(colour: Console.hasColour)) + Array("\n".utf8))
            }
        }

        private func head(of outcome: CallOutcome) -> String {
            let fields = outcome.headers.map { "\($0.name): \($0.value)\n" }
            return "HTTP \(outcome.status)\n" + fields.joined()
        }

        /// Prints the reason why a call failed.
        func tell(_ failure: CallFailure) {
            Console.error("error: " + filter(failure.description))
            if let details = failure.details {
                Console.error(filter(details))
            }
        }
    }
#endif
