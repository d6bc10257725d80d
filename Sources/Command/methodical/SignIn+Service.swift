#if CommandLine && Crypto
    import APICalling
    import APISurface
    import ArgumentParser
    import Foundation
    import Methodical
    import MethodicalAccounts

    extension SignIn {
        /// Signs in, stores the account, and prints its id and name.
        func signIn(to schema: CallableAPI) async throws {
            let way = try Way(of: schema, isOnDevice: device)
            let oauth = try client(of: schema)
            // A store that cannot be used is reported before the user signs in.
            let accounts = try failing { () throws(APIError) in
                try StoredAccounts(of: schema, baseURL: service.baseURL)
            }
            do {
                let account = try await signIn(with: oauth, by: way)
                try await accounts.add(account, signedInBy: oauth)
                try Console.print("signed in to \(schema.api.name) as \(account.shown)")
            } catch let error as APIError {
                throw CallFailure(error)
            }
        }

        /// Prints the accounts, a line for each.
        func printAccounts(of schema: CallableAPI) throws {
            let accounts = try failing { () throws(APIError) in
                try StoredAccounts.existing(of: schema, baseURL: service.baseURL)
            }
            guard let accounts, !accounts.all.isEmpty else {
                return Console.error(StoredAccounts.nobody)
            }
            for account in accounts.all {
                let mark = account.id == accounts.current?.id ? "*" : " "
                try Console.print("\(mark) \(account.shown)\(account.shownExpiry)")
            }
        }

        // MARK: The service

        /// The ways to sign in that a service offers.
        private enum Way {
            case page, device

            /// Chooses a way. Throws a problem if the schema does not describe it.
            init(of schema: CallableAPI, isOnDevice: Bool) throws(CallProblem) {
                let server = schema.signIn
                let hasPage = server.authorize != nil && server.token != nil
                let hasDevice = server.device != nil && server.token != nil
                switch (hasPage, hasDevice, isOnDevice) {
                case (_, true, true), (false, true, false): self = .device
                case (true, _, false): self = .page
                case (_, false, true):
                    throw CallProblem("signIn of api.json has no device and token, which --device needs")
                case (false, false, false):
                    throw CallProblem(
                        "api.json does not say how to sign in; expected signIn with authorize and token, or with "
                            + "device and token")
                }
            }
        }

        private func client(of schema: CallableAPI) throws -> OAuth {
            let environment = ProcessInfo.processInfo.environment
            let secrets = SecretReader(isDryRun: false)
            var id = environment["METHODICAL_CLIENT_ID"]
            if let clientID {
                id = try SecretSource(clientID).map { try secrets.read($0) } ?? clientID
            }
            guard let id, !id.isEmpty else {
                throw CallProblem(
                    "a sign-in needs the id of an application that the service knows: --client-id ID, or the variable "
                        + "METHODICAL_CLIENT_ID")
            }
            var secret = environment["METHODICAL_CLIENT_SECRET"].flatMap { $0.isEmpty ? nil : $0 }
            if let clientSecret {
                guard let source = SecretSource(clientSecret) else {
                    // The text could be the secret itself.
                    throw CallProblem("--client-secret expects env:VARIABLE or file:PATH")
                }
                secret = try secrets.read(source)
            }
            var oauth = OAuth(schema.signIn, clientID: id, clientSecret: secret, permissions: scope)
            let api = schema.api
            let baseURL = service.baseURL
            if schema.describesUser {
                oauth.fetchUser = { account, _ throws(APIError) in
                    try await CallableAPI(api).user(of: account, baseURL: baseURL)
                }
            }
            oauth.report = { event in
                if case .userFetchFailed(_, let code) = event {
                    Console.error("warning: the user's name could not be read (\(code))")
                }
            }
            return oauth
        }

        private func signIn(with oauth: OAuth, by way: Way) async throws(APIError) -> Account {
            let id = Account.ID(account)
            switch way {
            case .device:
                return try await oauth.signIn(as: id) { code in
                    Console.error("Open \(code.page.shown) and enter the code \(code.userCode.shown).")
                }
            case .page:
                let opensBrowser = !noBrowser && isatty(STDERR_FILENO) == 1
                let presenter = LoopbackPresenter(port: port, path: path) { page in
                    Console.error("Open this page to sign in:\n\(page.absoluteString)")
                    if opensBrowser {
                        // Without a browser, the person opens the page.
                        try? LoopbackPresenter.browser(page)
                    }
                }
                return try await oauth.authorize(presenting: presenter, as: id)
            }
        }
    }

    extension SignOut {
        /// Deletes the tokens of an account, or of all.
        func signOut(of schema: CallableAPI) async throws {
            let accounts = try failing { () throws(APIError) in
                try StoredAccounts.existing(of: schema, baseURL: service.baseURL)
            }
            guard let accounts, !accounts.all.isEmpty else {
                throw CallProblem(StoredAccounts.nobody)
            }
            var leaving = accounts.all
            if !all {
                leaving = [try accounts.chosen(account)].compactMap(\.self)
            }
            for account in leaving {
                do {
                    try await accounts.remove(account)
                } catch let error as APIError {
                    throw CallFailure(error)
                }
                try Console.print("signed out of \(schema.api.name): \(account.id.rawValue.shown)")
            }
        }
    }

    /// Runs the closure, and throws its error as the failure of a command.
    private func failing<Value>(_ body: () throws(APIError) -> Value) throws(CallFailure) -> Value {
        do throws(APIError) {
            return try body()
        } catch {
            throw CallFailure(error)
        }
    }

    extension Account {
        /// The id and the name for people.
        fileprivate var shown: String {
            guard let name else {
                return id.rawValue.shown
            }
            return "\(id.rawValue.shown) (\(name.shown))"
        }

        /// The end of the token for people, or an empty text if it is unknown.
        fileprivate var shownExpiry: String {
            guard let token, let expires = token.expires else { return "" }
            let date = expires.formatted(.iso8601)
            let end = token.isExpired() ? "expired \(date)" : "until \(date)"
            return token.refresh == nil ? ", \(end)" : ", \(end), is refreshed"
        }
    }
#endif
