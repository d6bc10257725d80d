#if CommandLine
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of documents from servers.
    @Suite struct ImportDownloadTests {
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
                #expect(server.received.map(\.line) == Array(repeating: "GET /openapi.json HTTP/1.1", count: 2))
            }
        }

        @Test func followsRedirects() async throws {
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
