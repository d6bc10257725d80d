#if CommandLine
    import Foundation
    import LoopbackServer
    import TestFiles
    import Testing
    import Toolchain

    /// Tests of `methodical call`: what it sends, prints and says, and that no output contains a secret.
    @Suite struct CallCommandTests {
        private static let token = "tok-5f2b81c6"

        /// Runs `call` with the shop's schema and its server.
        private func call(
            _ words: String...,
            to server: LoopbackServer,
            environment: [String: String] = ["METHODICAL_TOKEN": token]
        ) async throws -> Command {
            let shop = try Shop(baseURL: server.baseURL)
            let ran = try await Command.methodical(
                ["call"] + words + ["--schema", shop.folder.path], environment: environment)
            #expect(!ran.output.contains(Self.token) && !ran.errors.contains(Self.token), "\(ran)")
            return ran
        }

        private static let book = #"{"error":null,"data":{"id":7,"title":"Emma","tags":[],"price":1.50}}"#

        @Test("The result is printed with a line for each member, as the server sent its numbers and their order")
        func result() async throws {
            let server = try LoopbackServer(Self.book)
            let ran = try await call("books.get", "id=7", to: server)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            #expect(ran.output == "{\n  \"id\": 7,\n  \"title\": \"Emma\",\n  \"tags\": [],\n  \"price\": 1.50\n}\n")
            let received = try #require(server.received.first)
            #expect(received.line == "GET /books/7 HTTP/1.1")
            #expect(received["Authorization"] == "Bearer \(Self.token)")
        }

        @Test("The body is printed as it is with `--raw`, and status and header fields with `--headers`")
        func rawAndHeaders() async throws {
            let server = try LoopbackServer { _ in
                .http(200, ["X-Trace: 5", "Content-Type: application/json"], Self.book)
            }
            #expect(try await call("books.get", "id=7", "--raw", to: server).output == Self.book)
            let ran = try await call("books.get", "id=7", "--headers", to: server)
            #expect(ran.output.hasPrefix("HTTP 200\n") && ran.output.contains("\nX-Trace: 5\n"), "\(ran)")
            #expect(ran.output.hasSuffix("\n}\n"), "\(ran)")
        }

        @Test("A terminal shows colours")
        func colours() async throws {
            let server = try LoopbackServer(Self.book)
            let shop = try Shop(baseURL: server.baseURL)
            let words = ["call", "books.get", "id=7", "--schema", shop.folder.path]
            let ran = try await Command.onTerminal(
                words, environment: ["METHODICAL_TOKEN": Self.token, "TERM": "xterm"])
            #expect(ran.output.contains("\u{1B}[34m\"title\"\u{1B}[0m: \u{1B}[32m\"Emma\"\u{1B}[0m"), "\(ran)")
            let plain = try await Command.onTerminal(
                words, environment: ["METHODICAL_TOKEN": Self.token, "TERM": "xterm", "NO_COLOR": "1"])
            #expect(plain.output.contains("\"title\": \"Emma\"") && !plain.output.contains("\u{1B}"), "\(plain)")
        }

        @Test("A result that is not JSON is printed as it is, and nothing for a response without content")
        func otherContents() async throws {
            let server = try LoopbackServer { request in
                request.target == "/report" ? .http(200, ["Content-Type: text/csv"], "a,b\n1,2\n") : .http(204)
            }
            #expect(try await call("reports.get", to: server).output == "a,b\n1,2\n")
            let removed = try await call("books.remove", "id=7", to: server)
            #expect(removed.status == 0 && removed.output.isEmpty, "\(removed)")
            #expect(removed.errors == "HTTP 204, without content\n", "\(removed)")
        }

        @Test("A method that opens a WebSocket is refused before a connection is opened")
        func socket() async throws {
            let server = try LoopbackServer(Self.book)
            let ran = try await call("rooms.join", to: server)
            #expect(ran.status == 2 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors == "error: rooms.join opens a WebSocket; use its function in generated code\n")
            #expect(server.received.isEmpty)
        }

        @Test("The server's error is printed with its body, and the exit code is 1")
        func serverError() async throws {
            let server = try LoopbackServer { _ in
                .http(404, [], #"{"error":{"code":"gone","message":"no book \#(Self.token)"}}"#)
            }
            let ran = try await call("books.get", "id=7", to: server)
            #expect(ran.status == 1 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors.hasPrefix("error: books.get: server: gone: no book <secret> (HTTP 404)\n{\n"), "\(ran)")
            let gone = try RefusingPort()
            let shop = try Shop(baseURL: "http://127.0.0.1:\(gone.port)")
            let refused = try await Command.methodical([
                "call", "books.add", "title=x", "--schema", shop.folder.path, "--timeout", "20",
            ])
            #expect(refused.status == 1 && refused.errors.hasPrefix("error: books.add: connection"), "\(refused)")
        }

        @Test("A response that repeats the token is printed without it, also as base64 and in header fields")
        func echo() async throws {
            let encoded = Data(Self.token.utf8).base64EncodedString()
            let server = try LoopbackServer { request in
                let sent = request["Authorization"] ?? ""
                return .http(200, ["X-Echo: \(sent)"], #"{"data":{"id":1,"title":"\#(sent) \#(encoded)"}}"#)
            }
            for words in [["--headers"], ["--raw"], ["--raw", "--headers"]] {
                let shop = try Shop(baseURL: server.baseURL)
                let ran = try await Command.methodical(
                    ["call", "books.get", "id=1", "--schema", shop.folder.path] + words,
                    environment: ["METHODICAL_TOKEN": Self.token])
                let shown = ran.output + ran.errors
                #expect(!shown.contains(Self.token) && !shown.contains(encoded) && shown.contains("<secret>"), "\(ran)")
            }
        }

        @Test(
            "Wrong arguments get a message that says what was expected, and nothing is sent",
            arguments: [
                (["book.get"], "there is no method book.get; did you mean books.get?"),
                (
                    ["books"],
                    "books is not a method; it contains books.get, books.list, books.add, books.remove, books.save"
                ),
                (["books.get"], "books.get requires id: expected an integer"),
                (["books.get", "id=x"], "id: expected an integer, found \"x\""),
                (["books.get", "di=7"], "books.get has no parameter di; did you mean id?"),
                (["books.get", "7"], "expected NAME=VALUE or NAME:=JSON, found \"7\""),
                (
                    ["books.list", "sort=titel"],
                    "sort: expected one of title, price, found \"titel\"; did you mean title?"
                ),
                (["books.list", "ids=1,x"], "ids: expected an integer, found \"x\""),
                (["books.list", "ids:=7"], "ids: expected a list of integers, found 7"),
                (
                    ["books.list", "days:=7"],
                    "days: expected a list whose elements are each a date and time as in 2024-02-29T12:30:00Z, or "
                        + "seconds since 1970, found 7"
                ),
                (
                    ["books.list", "since=yesterday"],
                    "since: expected a date and time as in 2024-02-29T12:30:00Z, or seconds since 1970, found "
                        + "\"yesterday\""
                ),
                (
                    ["books.add", "title=x", #"author={"nmae":"Jane"}"#],
                    "author has no member \"nmae\"; did you mean \"name\"?"
                ),
                (["books.add", "title=x", "author:={}"], "author.name is missing; expected a string"),
                (
                    ["books.add", "title=x", "password=123"],
                    "password is a secret, and other users of this machine can see arguments; write "
                        + "password=env:VARIABLE or password=file:PATH"
                ),
                (["books.get", "id=7", "id=8"], "id is given 2 times, but it is not a list"),
                (
                    ["books.get", "id=7", "--token-env", "\(token)!"],
                    "--token-env expects the name of a variable, not the token itself"
                ),
                (
                    ["books.get", "id=7", "--credential", "key=\(token)"],
                    "--credential expects NAME=env:VARIABLE or NAME=file:PATH"
                ),
                (
                    ["books.get", "id=7", "--credential", "key=env:METHODICAL_TOKEN"],
                    "--credential: there is no scheme key; the API has none"
                ),
                (["books.get", "id=7", "--token-file", "/nowhere"], "cannot read /nowhere"),
                (["books.get", "id=7", "--token-env", "UNSET_1"], "the environment has no variable UNSET_1"),
            ])
        func wrongArguments(words: [String], message: String) async throws {
            let server = try LoopbackServer(Self.book)
            let shop = try Shop(baseURL: server.baseURL)
            let ran = try await Command.methodical(
                ["call"] + words + ["--schema", shop.folder.path], environment: ["METHODICAL_TOKEN": Self.token])
            #expect(ran.status == 2 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors == "error: \(message)\n")
            #expect(!ran.errors.contains(Self.token) && server.connections == 0)
        }

        @Test("All wrong arguments are reported at once")
        func severalProblems() async throws {
            let server = try LoopbackServer(Self.book)
            let ran = try await call("books.list", "ids=x", "srot=price", "since=0", to: server)
            #expect(ran.status == 2)
            #expect(ran.errors.split(separator: "\n").count == 2, "\(ran)")
        }

        @Test("A token in a file and a secret argument are sent and not shown")
        func tokenInAFile() async throws {
            let server = try LoopbackServer {
                .http(200, [], #"{"data":{"id":1,"title":"\#($0.body)"}}"#.replacing("\\\"", with: ""))
            }
            let shop = try Shop(baseURL: server.baseURL)
            let file = shop.folder.appending(path: "token.txt")
            try Data("\(Self.token)\n".utf8).write(to: file)
            let ran = try await Command.methodical(
                [
                    "call", "books.add", "title=x", "password=env:SHOP_PASSWORD", "--schema", shop.folder.path,
                    "--token-file", file.path, "--raw",
                ], environment: ["SHOP_PASSWORD": "pass-9e11"])
            #expect(server.received.first?["Authorization"] == "Bearer \(Self.token)")
            #expect(server.received.first?.body == "title=x&password=pass-9e11")
            #expect(!(ran.output + ran.errors).contains("9e11"), "\(ran)")
        }

        // MARK: Dry runs

        @Test("A dry run prints the request and a command of curl with placeholders for secrets, and sends nothing")
        func dryRun() async throws {
            let server = try LoopbackServer(Self.book)
            let ran = try await call(
                "books.add", "title=it's", "password=env:SHOP_PASSWORD", "--dry-run", to: server)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            let host = server.baseURL.dropFirst("http://".count)
            #expect(
                ran.output == """
                    POST /books.add HTTP/1.1
                    Host: \(host)
                    Authorization: Bearer <secret>
                    Accept: application/json
                    Content-Type: application/x-www-form-urlencoded

                    title=it%27s&password=<secret>

                    curl \\
                      'http://\(host)/books.add' \\
                      --header 'Authorization: Bearer '"$METHODICAL_TOKEN"'' \\
                      --header 'Accept: application/json' \\
                      --header 'Content-Type: application/x-www-form-urlencoded' \\
                      --data-raw 'title=it%27s&password='"$SHOP_PASSWORD"''

                    """)
            #expect(server.connections == 0)
        }

        @Test(
            "The command of curl sends the same request",
            .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
        func curl() async throws {
            let server = try LoopbackServer(Self.book)
            let environment = ["METHODICAL_TOKEN": Self.token, "SHOP_PASSWORD": "a b's"]
            for words in [["books.add", "title=a b", "tags=x,y"], ["books.get", "id=7"], ["books.remove", "id=7"]] {
                let shop = try Shop(baseURL: server.baseURL)
                let all = ["call"] + words + ["--schema", shop.folder.path]
                let shown = try await Command.methodical(all + ["--dry-run"], environment: environment).output
                let start = try #require(shown.range(of: "\ncurl ")).lowerBound
                let script = "export METHODICAL_TOKEN=\(Self.token)\n" + shown[start...]
                _ = try await Command.shell(String(script), in: shop.folder)
                _ = try await Command.methodical(all, environment: environment)
                let received = server.received.suffix(2)
                try #require(received.count == 2)
                let (first, second) = (received[received.startIndex], received[received.startIndex + 1])
                #expect(first.line == second.line && first.body == second.body)
                for field in ["Authorization", "Accept", "Content-Type"] { #expect(first[field] == second[field]) }
            }
        }
    }

    /// A schema of a shop in a folder of its own.
    struct Shop {
        let folder: URL
        private let parent = TemporaryFolder()

        /// The folder that contains the schema's.
        var work: URL { parent.url }

        init(baseURL: String, hasEnvelope: Bool = true) throws {
            folder = parent.url.appending(path: "Schema")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let envelope =
                hasEnvelope ? #"{ "result": "data", "error": "error", "code": "code", "message": "message" }"# : "{}"
            let api = """
                {
                  "name": "Shop", "baseURL": "\(baseURL)", "authorization": { "header": "Bearer" },
                  "envelope": \(envelope),
                  "defaults": { "*.get": { "verb": "GET" }, "*.list": { "verb": "GET" } }
                }
                """
            try Data(api.utf8).write(to: folder.appending(path: "api.json"))
            try Data(Self.methods.utf8).write(to: folder.appending(path: "books.json"))
        }

        private static let methods = """
            {
              "methods": [
                { "name": "books.get", "path": "books/{id}", "parameters": [{ "name": "id", "type": "integer" }],
                  "response": { "$ref": "#/definitions/Book" } },
                { "name": "books.list", "path": "books",
                  "parameters": [
                    { "name": "ids", "type": "array", "items": { "type": "integer" } },
                    { "name": "sort", "type": "string", "enum": ["title", "price"] },
                    { "name": "days", "type": "array", "items": { "type": "integer", "format": "unix-seconds" } },
                    { "name": "since", "type": "integer", "format": "unix-seconds" } ],
                  "response": { "type": "array", "items": { "$ref": "#/definitions/Book" } } },
                { "name": "books.add",
                  "parameters": [
                    { "name": "title", "type": "string", "required": true },
                    { "name": "tags", "type": "array", "items": { "type": "string" } },
                    { "name": "author", "$ref": "#/definitions/Author" },
                    { "name": "password", "type": "string" } ],
                  "response": { "$ref": "#/definitions/Book" } },
                { "name": "books.remove", "verb": "DELETE", "path": "books/{id}",
                  "parameters": [{ "name": "id", "type": "integer" }] },
                { "name": "books.save", "verb": "PUT", "body": { "$ref": "#/definitions/Book" } },
                { "name": "photos.add",
                  "parameters": [
                    { "name": "photo", "type": "string", "format": "binary", "required": true },
                    { "name": "caption", "type": "string" } ],
                  "response": { "type": "integer" } },
                { "name": "files.get", "path": "files/{name}", "parameters": [{ "name": "name", "type": "string" }],
                  "response": { "content": "application/octet-stream" } },
                { "name": "notes.list", "pages": { "offset": "offset", "total": "count", "items": "items" },
                  "parameters": [{ "name": "offset", "type": "integer" }],
                  "response": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "items": { "type": "array", "items": { "$ref": "#/definitions/Note" } } } } },
                { "name": "logs.stream", "verb": "GET", "stream": "lines",
                  "response": { "$ref": "#/definitions/Note" } },
                { "name": "rooms.join", "verb": "GET", "stream": "socket",
                  "response": { "$ref": "#/definitions/Note" } },
                { "name": "videos.make", "in": "body", "parameters": [{ "name": "title", "type": "string" }],
                  "response": { "$ref": "#/definitions/Book" },
                  "poll": { "call": { "videos.state": { "id": "id" } }, "state": "state", "done": "done",
                    "failed": "failed", "result": "video", "error": "reason", "progress": "percent" } },
                { "name": "videos.state", "verb": "GET", "path": "videos/{id}",
                  "parameters": [{ "name": "id", "type": "string" }], "response": { "type": "object" } },
                { "name": "reports.get", "path": "report", "response": { "content": "text/csv", "type": "string" } }
              ],
              "definitions": {
                "Note": { "type": "object", "properties": { "id": { "type": "integer" }, "n": { "type": "number" } } },
                "Author": { "type": "object", "required": ["name"], "properties": {
                  "name": { "type": "string" }, "born": { "type": "integer" } } },
                "Book": { "type": "object", "required": ["id", "title"], "properties": {
                  "id": { "type": "integer" }, "title": { "type": "string" },
                  "tags": { "type": "array", "items": { "type": "string" } }, "price": { "type": "number" } } }
              }
            }
            """
    }
#endif
