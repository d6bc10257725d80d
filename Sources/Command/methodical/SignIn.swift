#if CommandLine
    import APICalling
    import ArgumentParser

    /// The subcommand `sign-in`.
    struct SignIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in",
            abstract: "Signs in to the service of an API, so that calls need no token.",
            discussion: """
                The service is the one that api.json describes under signIn. Its page opens in the browser, and leads \
                back to this machine (OAuth 2 with a proof key). With --device, a code is entered in the browser of \
                another device. The service must know the application: state its id, and its secret if it has one.

                  methodical sign-in --client-id 51
                  methodical sign-in --client-id env:SHOP_ID --client-secret file:~/.shop-secret
                  methodical sign-in --list
                  methodical call users.get

                Tokens are stored below ~/.local/share/methodical/sign-ins (XDG_DATA_HOME), encrypted with the key in \
                the variable METHODICAL_TOKEN_KEY or in the file ~/.config/methodical/key (XDG_CONFIG_HOME). Whoever \
                can read both can read the tokens, and only their owner can. Calls refresh tokens that have expired.

                The command needs the trait Crypto: --traits CommandLine,Crypto.

                Exit codes: 0 success; 1 the user or the service refused, or the service was not reached; 2 the \
                sign-in is impossible, the schema has errors, or a file cannot be read or written; 64 unknown \
                options, or there is no such schema; 69 the command was built without the trait Crypto.
                """)

        @Option(
            name: .customLong("client-id"),
            help: ArgumentHelp(
                "The application's id: the id itself, env:VARIABLE or file:PATH. Default: METHODICAL_CLIENT_ID.",
                valueName: "id"))
        var clientID: String?

        @Option(
            help: ArgumentHelp(
                "The application's secret: env:VARIABLE or file:PATH. Default: METHODICAL_CLIENT_SECRET, if it is set.",
                valueName: "source"))
        var clientSecret: String?

        @Option(
            parsing: .singleValue,
            help: ArgumentHelp("A permission to ask for. Repeat the option for several.", valueName: "name"))
        var scope: [String] = []

        @Option(help: "The name to store the account under, if the service does not tell who has signed in.")
        var account = "default"

        @Option(help: "The port of the address on this machine that the page leads to, or 0 for any free one.")
        var port: UInt16 = 0

        @Option(help: "The path of the address on this machine that the page leads to.")
        var path = "/"

        @Flag(help: "Show a code to enter in the browser of another device.")
        var device = false

        @Flag(help: "Print the address of the page, and open no browser.")
        var noBrowser = false

        @Flag(help: "List the accounts that have signed in. Calls use the one with an asterisk.")
        var list = false

        @OptionGroup var service: ServiceOptions

        func run() async throws {
            #if Crypto
                try await service.run { schema in
                    if list {
                        try printAccounts(of: schema)
                    } else {
                        try await signIn(to: schema)
                    }
                }
            #else
                throw MissingTrait.refusal()
            #endif
        }
    }

    /// The subcommand `sign-out`.
    struct SignOut: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out",
            abstract: "Deletes the stored tokens of an account.",
            discussion: """
                The service is not told, so that its tokens end when the service says so.

                  methodical sign-out
                  methodical sign-out 7
                  methodical sign-out --all
                """)

        @Argument(help: "The account. Default: the one that calls use.")
        var account: String?

        @Flag(help: "Sign all accounts of the API out.")
        var all = false

        @OptionGroup var service: ServiceOptions

        func validate() throws {
            if all, account != nil {
                throw ValidationError("--all cannot be combined with the name of an account")
            }
        }

        func run() async throws {
            #if Crypto
                try await service.run { schema in try await signOut(of: schema) }
            #else
                throw MissingTrait.refusal()
            #endif
        }
    }

    /// The options about the service of an account.
    struct ServiceOptions: ParsableArguments {
        @Option(
            help:
                """
                The schema: a folder with an api.json, REVISION:FOLDER, or REVISION; \
                by default the one below this folder.
                """
        )
        var schema = "."

        @Option(help: "The base URL of another server with the same API, for calls to it.")
        var baseURL: String?

        /// Runs the closure with the compiled schema. Problems are printed, and end the command with exit code 1 or 2.
        func run(_ body: (CallableAPI) async throws -> Void) async throws {
            let schema = CallableAPI(try Schema(schema, isOption: true).compiled().api)
            do {
                try await body(schema)
            } catch let problem as CallProblem {
                Console.error(problem.description)
                throw ExitCode.wrongCall
            } catch let failure as CallFailure {
                Console.error("error: \(failure)")
                let isRefused = failure.isServers || failure.asksForSignIn
                throw isRefused ? ExitCode.refused : .wrongCall
            }
        }
    }

    /// The refusal of a command that was built without encryption.
    enum MissingTrait {
        /// Prints how to build the command with encryption, and returns the exit code of a service that is not
        /// available (`sysexits.h`).
        static func refusal() -> ExitCode {
            Console.error(
                "error: stored sign-ins need the trait Crypto: build the command with --traits CommandLine,Crypto, or "
                    + "name both traits where your Package.swift names methodical")
            return ExitCode(69)
        }
    }
#endif
