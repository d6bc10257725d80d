#if CommandLine
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of documents from servers.
    @Suite struct ImportDownloadTests {
        /// Returns the targets of the requests for documents, without those that only open a connection.
        private static func documents(_ server: LoopbackServer) -> [String] {
            server.received.filter { $0.verb == "GET" }.map(\.target)
        }

        private static func isImported(_ folder: ImportedFolder) -> Bool {
            FileManager.default.fileExists(atPath: folder.schema.path)
        }

        @Test func recordsTheURL() async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer(ShopDocument().text)
                let url = server.baseURL + "/openapi.json"
                let ran = try await folder.methodical("import", url)
                #expect(ran.status == 0, "\(ran)")
                #expect(try folder.text("api.json").contains(#""location": "\#(url)""#))
                #expect(try await folder.methodical("import", "--check").status == 0)
                #expect(Self.documents(server) == ["/openapi.json", "/openapi.json"])
            }
        }

        @Test("The scheme of a URL can have capital letters")
        func capitalLetters() async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer(ShopDocument().text)
                let url = server.baseURL.replacing("http://", with: "HTTP://") + "/openapi.json"
                let ran = try await folder.methodical("import", url)
                #expect(ran.status == 0, "\(ran)")
                #expect(Self.documents(server) == ["/openapi.json"])
            }
        }

        @Test("An import from an address follows a redirect")
        func followsRedirects() async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer { request in
                    request.target == "/a"
                        ? .http(302, ["Location: /b"]) : .http(200, [], ShopDocument().text)
                }
                #expect(try await folder.methodical("import", server.baseURL + "/a").status == 0)
            }
        }

        @Test(
            "Failures name the URL and the reason",
            arguments: [
                (LoopbackServer.Reply.http(404, [], "none"), "the server answers with status 404"),
                (.http(302, ["Location: http://example.com/a"]), "is redirected to http://example.com/a"),
                (.http(302, ["Location: file:///etc/passwd"]), "redirect"),
                (.http(200, [], "<!doctype html>"), "a web page"),
                (.close, ": "), (.slow(200, [], Data(count: 100_000), cut: 50_000), ": "),
            ])
        func failures(_ reply: LoopbackServer.Reply, _ text: String) async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer { _ in reply }
                let ran = try await folder.methodical("import", server.baseURL + "/a.json")
                #expect(ran.status == 2, "\(ran)")
                #expect(ran.errors.hasPrefix("Error: cannot read \(server.baseURL)/a.json: "), "\(ran)")
                #expect(ran.errors.contains(text), "\(ran)")
                #expect(!Self.isImported(folder))
            }
        }

        @Test(
            "A document reaches no server of this computer, however its address is spelled",
            arguments: [
                "localhost", "LOCALHOST", "localhost.", "%6cocalhost", "a.localhost", "127.0.0.1", "127.0.0.1.",
                "127.1",
                "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "0", "0.0.0.0", "[::1]", "[::]",
                "[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]", "１２７.0.0.1",
            ])
        func localReference(host: String) async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer(#"{"a": {"type": "string"}}"#)
                let port = try #require(server.baseURL.split(separator: ":").last)
                var document = ShopDocument()
                document.operations[0].response = "{\"$ref\": \"http://\(host):\(port)/types.json#/a\"}"
                try document.write(to: folder.url)
                let ran = try await folder.methodical("import", "openapi.json", "--format", "json")
                #expect(ran.status == 0 && ran.output.contains(#""kind": "wrong""#), "\(ran)")
                #expect(server.received.isEmpty)
            }
        }

        @Test("A document of this computer can refer to another one there")
        func ownReference() async throws {
            try await ImportedFolder.with(nil) { folder in
                var document = ShopDocument()
                document.operations[0].response = ##"{"$ref": "types.json#/a"}"##
                let text = document.text
                let server = try LoopbackServer { request in
                    .http(200, [], request.target == "/types.json" ? #"{"a": {"type": "string"}}"# : text)
                }
                let ran = try await folder.methodical("import", server.baseURL + "/openapi.json")
                #expect(ran.status == 0, "\(ran)")
                #expect(Self.documents(server) == ["/openapi.json", "/types.json"])
            }
        }

        @Test("A terminal shows the progress of a download, and nothing else does")
        func progress() async throws {
            try await ImportedFolder.with(nil) { folder in
                var document = ShopDocument()
                document.description = String(repeating: "Sells many things. ", count: 50_000)
                let server = try LoopbackServer(document.text)
                let words = ["import", server.baseURL + "/openapi.json"]
                let shown = try await Command.onTerminal(words, in: folder.url, environment: ["TERM": "xterm"])
                #expect(shown.status == 0, "\(shown)")
                #expect(shown.output.hasPrefix("\r\u{1B}[Kwaiting for 127.0.0.1 …\r\u{1B}[K127.0.0.1: 0."))
                // The line is erased, and the summary begins with the document in bold.
                let summary = " MiB\r\u{1B}[K\u{1B}[1mhttp://127.0.0.1"
                #expect(shown.output.contains(summary), "\(shown.output.prefix(500))")
                for environment in [["TERM": "dumb"], ["TERM": ""]] {
                    let plain = try await Command.methodical(words, in: folder.url, environment: environment)
                    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain)")
                }
            }
        }

        @Test("A download uses a connection that a request without a body has opened")
        func openConnection() async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer(ShopDocument().text)
                #expect(try await folder.methodical("import", server.baseURL + "/openapi.json").status == 0)
                #if canImport(FoundationNetworking)
                    let received = server.received.map { "\($0.verb) \($0.target)" }
                    #expect(received == ["HEAD /robots.txt", "GET /openapi.json"])
                #endif
                #expect(server.connections == 1)
            }
        }

        @Test("A server that sends a body to HEAD is asked again on another connection")
        func bodyOfHead() async throws {
            try await ImportedFolder.with(nil) { folder in
                let text = ShopDocument().text
                let server = try LoopbackServer { _ in
                    .live { send in
                        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
                        _ = send(Data((head + text).utf8))
                    }
                }
                let ran = try await folder.methodical("import", server.baseURL + "/openapi.json")
                #expect(ran.status == 0, "\(ran)")
            }
        }

        @Test("A document that is still arriving at the end of its time is refused")
        func timeLimit() async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer { _ in
                    .live { send in
                        guard send(Data("HTTP/1.1 200 OK\r\n\r\n".utf8)) else { return }
                        while send(Data(" ".utf8)) { Thread.sleep(forTimeInterval: 0.05) }
                    }
                }
                let ran = try await folder.methodical("import", server.baseURL + "/a.json", "--time-limit", "1")
                #expect(ran.status == 2, "\(ran)")
                #expect(
                    ran.errors.contains("it has not arrived within 1 second; --time-limit SECONDS allows more"),
                    "\(ran)")
                let none = try await folder.methodical("import", server.baseURL + "/a.json", "--time-limit", "0")
                #expect(
                    none.status == 64 && none.errors.contains("--time-limit 0 is not a number of seconds"), "\(none)")
            }
        }

        @Test("The import of a large document shows its steps on a terminal, and erases them")
        func steps() async throws {
            try await ImportedFolder.with(nil) { folder in
                var document = ShopDocument()
                document.description = String(repeating: "Sells many things. ", count: 60_000)
                try document.write(to: folder.url)
                let shown = try await Command.onTerminal(["import", "openapi.json"], in: folder.url)
                let line = "\r\u{1B}[K"
                #expect(
                    shown.output.hasPrefix(
                        "\(line)translating: 1.1 MiB …\(line)checking the schema: 1.1 MiB …\(line)\u{1B}[1m"),
                    "\(shown.output.prefix(500))")
                let again = try await Command.onTerminal(["import"], in: folder.url)
                #expect(
                    again.output.contains("\(line)comparing names: 1.1 MiB …\(line)Schema: nothing changed"), "\(again)"
                )
                let plain = try await Command.onTerminal(["import"], in: folder.url, environment: ["TERM": "dumb"])
                #expect(plain.status == 0 && plain.output.hasPrefix("Schema: nothing changed"), "\(plain)")
            }
        }

        @Test func refusesDocumentsWithoutEnd() async throws {
            try await ImportedFolder.with(nil) { folder in
                let server = try LoopbackServer { _ in
                    .live { send in
                        guard send(Data("HTTP/1.1 200 OK\r\n\r\n".utf8)) else { return }
                        let piece = Data(repeating: 32, count: 1 << 20)
                        while send(piece) {}
                    }
                }
                let ran = try await folder.methodical("import", server.baseURL + "/a.json")
                #expect(ran.status == 2 && ran.errors.contains("it is larger than 64 MiB"), "\(ran)")
            }
        }
    }
#endif
