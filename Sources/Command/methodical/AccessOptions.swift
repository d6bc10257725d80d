#if CommandLine
    import APICalling
    import ArgumentParser
    import Foundation

    /// The options about a call's server and secrets.
    struct AccessOptions: ParsableArguments {
        @Option(help: "The base URL of another server with the same API, such as a sandbox.")
        var baseURL: String?

        @Option(help: "The environment variable that holds the token. Default: METHODICAL_TOKEN, if it is set.")
        var tokenEnv: String?

        @Option(help: "The file that holds the token.")
        var tokenFile: String?

        @Option(help: "The account that has signed in. Default: the one that `sign-in --list` marks.")
        var account: String?

        @Option(
            help: ArgumentHelp(
                "The secret for a scheme of api.json: NAME=env:VARIABLE or NAME=file:PATH. A name and a password have "
                    + "a colon between them.",
                valueName: "name=source"))
        var credential: [String] = []

        @Option(help: ArgumentHelp("The time that the call may take in all.", valueName: "seconds"))
        var timeout: Int?

        func validate() throws {
            if tokenEnv != nil, tokenFile != nil {
                throw ValidationError("--token-env and --token-file cannot both name the token")
            }
            if account != nil, tokenEnv != nil || tokenFile != nil {
                throw ValidationError("--account cannot be combined with --token-env and --token-file")
            }
            if let timeout, timeout < 1 {
                throw ValidationError("--timeout must be at least 1")
            }
        }

        /// The time that the call may take in all, or `nil` for no limit.
        var timeLimit: Duration? { timeout.map { .seconds($0) } }

        private static let usualVariable = "METHODICAL_TOKEN"

        /// Returns the connection of a call.
        func connection(for call: MethodCall, in api: CallableAPI, secrets: SecretReader) throws -> Connection {
            // A dry run shows the usual place in place of that of a stored token, and for a method that needs a token,
            // even if there is none.
            let sendsToken = call.needsAuthorization || hasStoredAccount(of: api)
            return try connection(in: api, secrets: secrets, showsToken: secrets.isDryRun && sendsToken)
        }

        /// Returns the connection of calls of an API.
        func connection(in api: CallableAPI, secrets: SecretReader, showsToken: Bool = false) throws -> Connection {
            var connection = Connection(baseURL: baseURL, timeout: timeLimit)
            if let source = try tokenSource(isDryRun: secrets.isDryRun, showsToken: showsToken) {
                connection.token = try secrets.read(source)
            } else if !secrets.isDryRun {
                try useStoredAccount(of: api, on: &connection)
            }
            for word in credential {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, let source = SecretSource(parts[1]) else {
                    // The word could contain the secret itself.
                    throw CallProblem("--credential expects NAME=env:VARIABLE or NAME=file:PATH")
                }
                connection.credentials[parts[0]] = try secrets.read(source)
            }
            try api.check(connection)
            return connection
        }

        /// Adds the account that `sign-in` has stored, if there is one.
        private func useStoredAccount(of api: CallableAPI, on connection: inout Connection) throws {
            #if Crypto
                connection.account = try StoredAccounts.account(named: account, for: api, baseURL: baseURL)
            #else
                if account != nil {
                    throw MissingTrait.refusal()
                }
            #endif
        }

        /// Indicates whether `sign-in` has stored an account.
        private func hasStoredAccount(of api: CallableAPI) -> Bool {
            #if Crypto
                StoredAccounts.exist(of: api, baseURL: baseURL)
            #else
                false
            #endif
        }

        /// Returns the place of the token, or `nil` if there is none but that of a stored account.
        private func tokenSource(isDryRun: Bool, showsToken: Bool) throws -> SecretSource? {
            if let tokenFile {
                return .file(tokenFile)
            }
            if let tokenEnv {
                guard SecretSource.isVariable(tokenEnv) else {
                    throw CallProblem("--token-env expects the name of a variable, not the token itself")
                }
                return .environment(tokenEnv)
            }
            if account != nil, !isDryRun {
                return nil
            }
            let isSet = ProcessInfo.processInfo.environment[Self.usualVariable] != nil
            guard isSet || showsToken else { return nil }
            return .environment(Self.usualVariable)
        }
    }

    /// A reader of the secrets of a call. In a dry run it reads none, and returns placeholders.
    final class SecretReader {
        let isDryRun: Bool
        private(set) var placeholders: [DryRun.Placeholder] = []

        init(isDryRun: Bool) { self.isDryRun = isDryRun }

        /// Returns the secret in a place, without white space around it.
        func read(_ source: SecretSource) throws(CallProblem) -> String {
            if isDryRun {
                let placeholder = DryRun.Placeholder(source)
                placeholders.append(placeholder)
                return placeholder.text
            }
            switch source {
            case .environment(let name):
                guard let text = ProcessInfo.processInfo.environment[name] else {
                    throw CallProblem("the environment has no variable \(name)")
                }
                return try Self.trimmed(text, of: "the variable \(name)")
            case .file(let path):
                let expanded = NSString(string: path).expandingTildeInPath
                guard let data = FileManager.default.contents(atPath: expanded) else {
                    throw CallProblem("cannot read \(path)")
                }
                return try Self.trimmed(String(decoding: data, as: UTF8.self), of: path)
            }
        }

        private static func trimmed(_ text: String, of source: String) throws(CallProblem) -> String {
            let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if secret.isEmpty {
                throw CallProblem("\(source) is empty")
            }
            return secret
        }
    }
#endif
