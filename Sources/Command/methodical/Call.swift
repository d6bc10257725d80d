#if CommandLine
    import APICalling
    import APILearning
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// The subcommand `call`.
    struct Call: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Calls a method of a schema and prints the response, without generated code.",
            discussion: """
                An argument is NAME=VALUE or, in JSON, NAME:=VALUE. The elements of a list are separated by commas, or \
                the argument is repeated. The request is the one that generated code sends, with the schema's rate \
                limits and with retries.

                  methodical call users.get user_ids=1,2 fields=photo_50 --schema Sources/App/Schema
                  methodical call tasks.create title=Milk due:=null --token-file ~/.shop-token
                  methodical call photos.add --form photo=@sea.jpg --form caption=Sea
                  methodical call users.get user_ids=1 --dry-run

                A call that starts an operation waits for its result, by the schema's rules.

                The token comes from the variable METHODICAL_TOKEN or another one, from a file, or else from \
                `methodical sign-in`. It is never an argument, because other users of the machine can see arguments. \
                No output contains it.

                Exit codes: 0 success; 1 the server refused the call or was not reached; 2 the call is wrong, the \
                schema has errors, or a file cannot be read; 64 unknown options, or there is no such schema.
                """)

        @Argument(help: "The method's name in the schema.")
        var method: String

        @Argument(help: ArgumentHelp("The arguments.", valueName: "name=value"))
        var arguments: [String] = []

        @Option(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                by default the one below this folder.
                """
        )
        var schema = "."

        @OptionGroup var content: CallContentOptions
        @OptionGroup var access: AccessOptions
        @OptionGroup var output: CallOutputOptions

        @Flag(help: "Print the request, as HTTP and as a command of curl, and send nothing.")
        var dryRun = false

        func run() async throws {
            let schema = try Schema(schema, isOption: true).compiled()
            do {
                try await run(schema)
            } catch let problems as CallProblems {
                throw refusal(problems.all)
            } catch let problem as CallProblem {
                throw refusal([problem])
            }
        }

        /// Prints the problems of a call, and returns the exit code.
        private func refusal(_ problems: [CallProblem]) -> ExitCode {
            for problem in problems {
                Console.error(problem.description)
            }
            return .wrongCall
        }

        private func run(_ schema: CompiledSchema) async throws {
            let api = CallableAPI(schema.api)
            let secrets = SecretReader(isDryRun: dryRun)
            let call = try MethodCall(method, writtenArguments(), in: api, secret: secrets.read)
            let connection = try access.connection(for: call, in: api, secrets: secrets)
            let printer = CallPrinter(output, hiding: call.secrets(of: connection), of: connection.account)
            do {
                if dryRun {
                    let request = try await call.dryRun(for: connection, placeholders: secrets.placeholders)
                    try Console.print(request.text)
                    try Console.print(request.curl)
                } else {
                    var judge = CallJudge(schema)
                    try await send(call, on: connection, printer: printer, judge: &judge)
                    printer.tell(judge.lines)
                }
            } catch let failure as CallFailure {
                printer.tell(failure)
                if connection.account != nil, failure.asksForSignIn {
                    Console.error(Console.hint("sign-in") + " signs in again")
                }
                throw failure.isServers ? ExitCode.refused : .wrongCall
            }
        }

        private func send(
            _ call: MethodCall,
            on connection: Connection,
            printer: CallPrinter,
            judge: inout CallJudge
        ) async throws {
            if let page = content.page {
                return try await printer.print(pages: page, of: call, on: connection, judge: &judge)
            }
            if content.stream, !call.isStream {
                throw CallProblem("the response of \(method) is not a stream")
            }
            if content.noWait, !call.isOperation {
                throw CallProblem("\(method) starts no operation, so there is nothing to wait for")
            }
            let client = call.client(for: connection)
            if call.isStream {
                return try await printer.print(streamOf: call, on: client, to: content.to)
            }
            guard let file = content.to else {
                let outcome = try await outcome(of: call, on: client, printer: printer)
                if !content.noWait {
                    judge.add(outcome, to: call)
                }
                return try printer.print(outcome)
            }
            let length: Int
            if call.isDownload {
                length = try await call.download(on: client, to: file)
            } else {
                let body = try await outcome(of: call, on: client, printer: printer).body
                try Disk.writing(file) {
                    try Data(body).write(to: URL(fileURLWithPath: file), options: .atomic)
                }
                length = body.count
            }
            Console.error("\(file): \(Console.counted(length, noun: "byte"))")
        }

        /// Sends the call and returns its response. An operation returns the response with its result.
        private func outcome(
            of call: MethodCall,
            on client: MethodCall.RuntimeClient,
            printer: CallPrinter
        ) async throws -> CallOutcome {
            switch (call.isOperation, content.noWait) {
            case (false, _): return try await call.send(on: client)
            case (true, true): return try await call.start(on: client)
            case (true, false):
                defer { ProgressLine.shared.erase() }
                return try await call.finish(on: client, within: access.timeLimit) { state in
                    printer.show(state, of: method)
                }
            }
        }

        private func writtenArguments() throws -> [WrittenArgument] {
            var problems: [CallProblem] = []
            var written: [WrittenArgument] = []
            for word in arguments {
                do throws(CallProblem) {
                    written.append(try WrittenArgument(word))
                } catch {
                    problems.append(error)
                }
            }
            if !problems.isEmpty {
                throw CallProblems(problems)
            }
            return written + (try content.arguments)
        }
    }

    extension ExitCode {
        /// The exit code if the arguments of a call are wrong, or it cannot be sent.
        static let wrongCall = ExitCode(2)
    }
#endif
