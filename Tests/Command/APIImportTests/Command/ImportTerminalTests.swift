#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Golden sessions: the commands of a person, with everything that they print in a terminal.
    @Suite struct ImportTerminalTests {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Terminal")
        private static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"

        /// A session in a package, with the commands and the changes between them.
        private struct Session {
            let folder: ImportedFolder
            var text = ""

            mutating func run(_ words: String...) async throws {
                let ran = try await Command.onTerminal(words, in: folder.url, environment: ["NO_COLOR": "1"])
                text += "$ methodical \(words.joined(separator: " "))\n\(ran.output)$ echo $?\n\(ran.status)\n"
            }
        }

        private static func expect(_ name: String, _ session: Session) throws {
            let file = folder.appending(path: "\(name).txt")
            if rewrites { try Command.write(session.text, to: file) }
            #expect(try session.text == String(contentsOf: file, encoding: .utf8))
        }

        @Test("The help of an import is the golden one")
        func help() async throws {
            try await ImportedFolder.with { folder in
                var session = Session(folder: folder)
                try await session.run("import", "--help")
                try Self.expect("help", session)
            }
        }

        @Test("An import, its checks, and its repetitions after changes print the golden session")
        func life() async throws {
            try await ImportedFolder.with { folder in
                var session = Session(folder: folder)
                try await session.run("import", "openapi.json", "--into", "Sources/App/Schema")
                try await session.run("import")
                try await session.run("import", "--check")
                var document = ShopDocument()
                document.baseURL = "https://api.shop.example/v2"
                document.operations.removeFirst()
                document.operations.append(("users/weird", "/users/weird", #"{"$ref": "missing.json"}"#))
                document.schemas["User"] = #"{"type": "object", "properties": {"name": {"type": "integer"}}}"#
                try document.write(to: folder.url)
                let api = folder.url.appending(path: "Sources/App/Schema/api.json")
                let text = try String(contentsOf: api, encoding: .utf8)
                try Command.write(text.replacing("Sells things.", with: "Sells everything."), to: api)
                try await session.run("import", "--check")
                try await session.run("import", "--fail-on", "minor")
                try await session.run("import", "--verbose")
                try Self.expect("life", session)
            }
        }

        @Test("Names of an older import stay, and the report lists what a first import would choose")
        func names() async throws {
            try await ImportedFolder.with { folder in
                var session = Session(folder: folder)
                try await session.run("import", "openapi.json", "--into", "Schema")
                // Earlier rules chose other names.
                try folder.edit("pins/methods.json", "pins.list", "pins.getPins")
                try folder.edit("users/methods.json", "users.list", "users.getAllUsers")
                try folder.edit("pins/types.json", #""Pin": {"#, #""PinModel": {"$comment": "Pin","#)
                try folder.edit("pins/methods.json", "/Pin\"", "/PinModel\"")
                try await session.run("import")
                try await session.run("import", "--verbose")
                try await session.run("import", "--new-names")
                try await session.run("import")
                try Self.expect("names", session)
            }
        }

        @Test("The report names each way to sign in, and the address that the document lacks")
        func signIn() async throws {
            try await ImportedFolder.with { folder in
                let document = """
                    openapi: 3.0.3
                    info: {title: Vault, version: "1"}
                    servers: [{url: /api/v3}]
                    security: [{bearer: []}, {key: []}, {login: []}, {oauth: [read]}, {certificate: []}]
                    paths:
                      /keys: {get: {tags: [keys], operationId: list, responses: {"204": {description: OK}}}}
                    components:
                      securitySchemes:
                        bearer: {type: http, scheme: bearer}
                        key: {type: apiKey, in: header, name: X-API-Key}
                        login: {type: http, scheme: basic}
                        certificate: {type: mutualTLS}
                        oauth:
                          type: oauth2
                          flows:
                            clientCredentials: {tokenUrl: "https://vault.example/token", scopes: {read: Read.}}
                            implicit: {authorizationUrl: "https://vault.example/authorize", scopes: {read: Read.}}

                    """
                try Command.write(document, to: folder.url.appending(path: "vault.yaml"))
                var session = Session(folder: folder)
                try await session.run("import", "vault.yaml", "--into", "Schema")
                try await session.run("import", "--base-url", "https://vault.example/api/", "--verbose")
                try Self.expect("sign-in", session)
            }
        }

        @Test("Imports that fail print the golden session")
        func errors() async throws {
            try await ImportedFolder.with { folder in
                var session = Session(folder: folder)
                try await session.run("import")
                try await session.run("import", "opnapi.json")
                try await session.run("import", "http://example.com/openapi.json")
                try await session.run("import", "openapi.json", "--into", ".")
                try await session.run("import", "openapi.json", "--include", "pin.*")
                try Command.write(#"{"methods": []}"#, to: folder.schema.appending(path: "pins/methods.json"))
                try await session.run("import", "openapi.json")
                try Command.write(
                    #"{"openapi": "3.0.0", "paths": }"#, to: folder.url.appending(path: "broken.json"))
                try await session.run("import", "broken.json", "--into", "Other")
                try Self.expect("errors", session)
            }
        }

        @Test(
            "An import, its repetition, and its check print the golden session of each format",
            arguments: ["json", "github", "markdown"])
        func formats(_ format: String) async throws {
            try await ImportedFolder.with { folder in
                var document = ShopDocument()
                document.operations.append(("users/weird", "/users/weird", #"{"$ref": "missing.json"}"#))
                try document.write(to: folder.url)
                var session = Session(folder: folder)
                try await session.run("import", "openapi.json", "--format", format)
                try ShopDocument().write(to: folder.url)
                try await session.run("import", "--format", format)
                try await session.run("import", "--check", "--format", format)
                try Self.expect(format, session)
            }
        }
    }
#endif
