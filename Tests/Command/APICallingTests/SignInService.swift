#if CommandLine && Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import TestFiles
    import Testing
    import Toolchain

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A service on loopback that signs users in and has an API, with the schema of that API and with folders for what
    /// the command stores.
    final class SignInService: Sendable {
        /// The secrets of the service, with characters that are escaped in several ways.
        enum Secret {
            static let code = "code/of+the=page"
            static let deviceCode = "device/code+1="
            static let tokens = ["first/token+1=", "second/token+2=", "third/token+3="]
            static let refreshes = ["first/refresh+1=", "second/refresh+2=", "third/refresh+3="]
            static let client = "client/secret+s="

            /// All secrets in the spellings that programs use.
            static let spellings: [String] = {
                let all = [code, deviceCode, client] + tokens + refreshes
                return all.flatMap { secret in
                    let bytes = Data(secret.utf8)
                    let base64 = bytes.base64EncodedString()
                    let url = base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                    return [
                        secret,
                        secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret,
                        secret.replacing("/", with: "\\/"),
                        base64,
                        url,
                        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
                    ]
                }
            }()
        }

        /// The rules of the service, which a test may change.
        struct Rules: Sendable {
            /// The query that the page adds to the redirect in place of a code.
            var refusal: String?
            /// The response of the endpoint for tokens in place of a token.
            var tokenReply: LoopbackServer.Reply?
            /// The number of tokens that the endpoint has issued.
            var issuedCount = 0
            /// The tokens that the API refuses.
            var expired: Set<String> = []
            var user = 7
            /// Members of each token's response besides the tokens.
            var members = ""
        }

        let folder = TemporaryFolder()
        let server: LoopbackServer
        let rules: Locked<Rules>

        init(schema: (String) -> String = { $0 }) throws {
            let rules = Locked(Rules())
            self.rules = rules
            server = try LoopbackServer { Self.reply(to: $0, by: rules) }
            try writeSchema(to: "Schema", schema)
        }

        /// Writes a schema of the service to a folder.
        func writeSchema(to name: String, _ change: (String) -> String = { $0 }) throws {
            let target = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            let base = server.baseURL
            let api = """
                {
                  "name": "Library", "baseURL": "\(base)/", "authorization": { "header": "Bearer" },
                  "signIn": { "authorize": "\(base)/page", "token": "\(base)/token", "device": "\(base)/device",
                    "user": { "call": "users.me", "id": "id", "name": "name" } },
                  "defaults": { "*": { "verb": "GET" } }
                }
                """
            try Data(change(api).utf8).write(to: target.appending(path: "api.json"))
            let methods = """
                { "methods": [
                  { "name": "users.me", "path": "me", "response": { "$ref": "#/definitions/User" } },
                  { "name": "books.get", "path": "books/{id}", "parameters": [{ "name": "id", "type": "integer" }],
                    "response": { "type": "object", "properties": { "title": { "type": "string" } } } } ],
                  "definitions": { "User": { "type": "object", "required": ["id", "name"], "properties": {
                    "id": { "type": "integer" }, "name": { "type": "string" } } } } }
                """
            try Data(methods.utf8).write(to: target.appending(path: "methods.json"))
        }

        // MARK: Replies

        private static func reply(to request: Received, by rules: Locked<Rules>) -> LoopbackServer.Reply {
            let path = String(request.target.prefix { $0 != "?" })
            switch path {
            case "/page":
                return page(request.query, rules)
            case "/device":
                return .http(
                    200, [],
                    #"{"device_code":"\#(Secret.deviceCode)","user_code":"WDJB-MJHT","#
                        + #""verification_uri":"https://library.example/device","interval":1,"expires_in":600}"#)
            case "/token":
                return rules.withLock { rules in
                    if let reply = rules.tokenReply {
                        return reply
                    }
                    let number = rules.issuedCount % Secret.tokens.count
                    rules.issuedCount += 1
                    return .http(
                        200, [],
                        #"{"access_token":"\#(Secret.tokens[number])","refresh_token":"\#(Secret.refreshes[number])""#
                            + rules.members + "}")
                }
            case "/me":
                let user = rules.withLock { $0.user }
                return .http(200, [], #"{"id":\#(user),"name":"Ada"}"#)
            default:
                let token = String((request["Authorization"] ?? "").dropFirst("Bearer ".count))
                let isExpired = rules.withLock { $0.expired.contains(token) }
                if isExpired || token.isEmpty {
                    return .http(401)
                }
                return .http(200, [], #"{"title":"\#(token)"}"#)
            }
        }

        /// Returns the redirect of the page after the user has agreed or refused.
        private static func page(_ query: [String: String], _ rules: Locked<Rules>) -> LoopbackServer.Reply {
            let refusal = rules.withLock { $0.refusal }
            let code = Secret.code.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let outcome = refusal ?? "code=\(code)"
            return .http(302, ["Location: \(query["redirect_uri"] ?? "")?\(outcome)&state=\(query["state"] ?? "")"])
        }

        /// The forms that the endpoint for tokens has received.
        var forms: [[String: String]] {
            server.received.filter { $0.target == "/token" }.map { Received.parameters(of: $0.body) }
        }

        // MARK: The command

        /// The environment of the command, without the user's own folders.
        var environment: [String: String] {
            [
                "XDG_DATA_HOME": folder.url.path + "/data", "XDG_CONFIG_HOME": folder.url.path + "/config",
                "METHODICAL_CLIENT_ID": "app",
            ]
        }

        /// Runs the command in the folder of the service, and checks that no output contains a secret.
        func run(_ words: String..., environment: [String: String] = [:]) async throws -> Command {
            let ran = try await Command.methodical(
                words, in: folder.url, environment: self.environment.merging(environment) { $1 })
            Self.check(ran.output + ran.errors, named: words.joined(separator: " "))
            return ran
        }

        /// Signs a user in by the page.
        @discardableResult
        func signIn(_ words: String..., environment: [String: String] = [:]) async throws -> Command {
            let running = try RunningSignIn(words, of: self, environment: environment)
            try await Self.browse(try await running.page())
            return try await running.end()
        }

        /// Opens an address as a browser does, and returns the status and the text of the last page.
        @discardableResult
        static func browse(_ page: URL) async throws -> (status: Int, text: String) {
            let (data, response) = try await URLSession(configuration: .ephemeral).data(from: page)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }

        /// Records an issue if a text contains a secret.
        static func check(_ text: String, named name: String) {
            for spelling in Secret.spellings where text.contains(spelling) {
                Issue.record("a secret is in \(name): \(text)")
            }
        }

        /// The paths of the stored files, relative to the folder of the service.
        func storedFiles() throws -> [String] {
            let all = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
            return all.filter { $0.hasPrefix("data") || $0.hasPrefix("config") }.sorted()
        }

        /// Checks the rights of everything that the command has stored, and that nothing contains a secret.
        func checkStoredFiles() throws {
            for path in try storedFiles() {
                let full = folder.url.path + "/" + path
                let attributes = try FileManager.default.attributesOfItem(atPath: full)
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                // The folders of the user's own data and settings belong to the system.
                if path.contains("methodical/") {
                    #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
                }
                Self.check(path, named: "a path")
                if !isFolder {
                    let bytes = try Data(contentsOf: URL(fileURLWithPath: full))
                    Self.check(String(decoding: bytes, as: Unicode.ASCII.self), named: path)
                }
            }
        }
    }

    extension Received {
        /// The parameters of the address.
        var query: [String: String] {
            guard let mark = target.firstIndex(of: "?") else { return [:] }
            return Self.parameters(of: String(target[target.index(after: mark)...]))
        }

        static func parameters(of text: String) -> [String: String] {
            var parameters: [String: String] = [:]
            for pair in text.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { continue }
                parameters[parts[0]] = parts[1].replacing("+", with: " ").removingPercentEncoding
            }
            return parameters
        }
    }

    /// A process that signs in and waits for the user.
    final class RunningSignIn {
        private let process = Process()
        private let files: [URL]

        init(_ words: [String], of service: SignInService, environment: [String: String] = [:]) throws {
            let name = UUID().uuidString
            files = ["out", "err"].map { service.folder.url.appending(path: "\(name).\($0)") }
            for file in files {
                try Data().write(to: file)
            }
            process.executableURL = URL(filePath: try Command.tool())
            process.arguments = ["sign-in"] + words
            process.currentDirectoryURL = service.folder.url
            process.environment = ProcessInfo.processInfo.environment.merging(service.environment) { $1 }
                .merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: files[0])
            process.standardError = try FileHandle(forWritingTo: files[1])
            try process.run()
        }

        private func text(_ index: Int) throws -> String {
            String(decoding: try Data(contentsOf: files[index]), as: UTF8.self)
        }

        /// Returns the address of the page, as soon as the process prints it.
        func page() async throws -> URL {
            while process.isRunning {
                let lines = try text(1).split(separator: "\n", omittingEmptySubsequences: false)
                // The last line may not be complete.
                let line = lines.dropLast().last { $0.hasPrefix("http") }
                if let url = line.flatMap({ URL(string: String($0)) }) {
                    return url
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            throw Command.Failed(errors: try text(1))
        }

        /// Waits for the end, and checks that no output contains a secret.
        func end() async throws -> Command {
            while process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
            }
            let command = Command(status: process.terminationStatus, output: try text(0), errors: try text(1))
            SignInService.check(command.output + command.errors, named: "the output of a sign-in")
            return command
        }

        /// Kills the process, and waits for its end.
        func endByForce() async throws {
            kill(process.processIdentifier, SIGKILL)
            while process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }
#endif
