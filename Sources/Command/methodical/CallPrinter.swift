#if CommandLine
    import APICalling
    import APISurface
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

        /// Creates a printer that hides secrets, and those that a refresh of an account's token adds.
        init(_ options: CallOutputOptions, hiding secrets: [String], of account: Connection.StoredAccount? = nil) {
            self.options = options
            filter = SecretFilter(secrets, account: account)
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

        /// Prints the items of all pages as one list, or one page.
        func print(
            pages: CallContentOptions.Pages,
            of call: MethodCall,
            on connection: Connection,
            judge: inout CallJudge
        ) async throws {
            switch pages {
            case .number(let wanted):
                var number = 0
                var isPrinted = false
                try await call.forEachPage(on: connection) { page in
                    number += 1
                    guard number == wanted else { return true }
                    judge.add(page.response, to: call)
                    try print(page.response)
                    isPrinted = true
                    return false
                }
                if !isPrinted {
                    throw CallProblem("there is no page \(wanted); the last one is \(number)")
                }
            case .all:
                try await printItems(of: call, on: connection, judge: &judge)
            }
        }

        /// Prints the items of all pages as one list, each page as it arrives.
        private func printItems(
            of call: MethodCall,
            on connection: Connection,
            judge: inout CallJudge
        ) async throws {
            var isFirst = true
            try await call.forEachPage(on: connection) { page in
                judge.add(page.response, to: call)
                for item in page.items {
                    let start = isFirst ? "[\n  " : ",\n  "
                    isFirst = false
                    try Console.print(part: Array(start.utf8) + filter(page.shown(item, colour: Console.hasColour)))
                }
                return true
            }
            try Console.print(part: Array((isFirst ? "[]\n" : "\n]\n").utf8))
        }

        /// Prints the elements of a stream as they arrive, or writes them to a file.
        func print(streamOf call: MethodCall, on client: MethodCall.RuntimeClient, to path: String?) async throws {
            var file: FileHandle?
            if let path {
                try Disk.writing(path) {
                    try Data().write(to: URL(fileURLWithPath: path))
                    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                }
            }
            let end: [UInt8] = call.streamsBytes ? [] : Array("\n".utf8)
            try await call.forEachElement(on: client) { element in
                let line = call.streamsBytes ? element.data : element.line
                guard let file else {
                    return try Console.print(part: filter(line) + end)
                }
                try Disk.writing(path ?? "") { try file.write(contentsOf: Data(line + end)) }
            }
        }

        private func head(of outcome: CallOutcome) -> String {
            let fields = outcome.headers.map { "\($0.name): \($0.value)\n" }
            return "HTTP \(outcome.status)\n" + fields.joined()
        }

        /// Shows the state of an operation on a terminal.
        func show(_ state: OperationState, of method: String) {
            var words = [state.name ?? "running"]
            if let progress = state.progress {
                words.append(Int(exactly: progress).map { "\($0)" } ?? "\(progress)")
            }
            ProgressLine.shared.show("\(method): \(filter(words.joined(separator: ", ")).shown) …")
        }

        /// Prints mismatches with the schema.
        func tell(_ mismatches: [String]) {
            for line in mismatches {
                Console.error(filter(line))
            }
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
