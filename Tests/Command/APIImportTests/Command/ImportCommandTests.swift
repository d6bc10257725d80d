#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of `methodical import` with a document on disk.
    @Suite struct ImportCommandTests {
        @Test func writesTheSchema() async throws {
            try await ImportedFolder.with { folder in
                let ran = try await folder.methodical("import", "openapi.json")
                #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
                #expect(
                    try folder.contents().keys.sorted() == [
                        "api.json", "pins/methods.json", "pins/types.json", "shared/types.json", "users/methods.json",
                    ])
                let api = try folder.text("api.json")
                #expect(api.contains("\n  \"name\": \"Shop\",\n  \"baseURL\": \"https://api.shop.example/v1/\",\n"))
                #expect(api.contains(#""location": "../openapi.json""#) && api.contains(#""format": "OpenAPI 3.1""#))
                #expect(try await folder.methodical("check").status == 0)
            }
        }

        @Test func thePackageIsReadForTheNextSteps() async throws {
            try await ImportedFolder.with { folder in
                func steps(_ plugins: String) async throws -> String {
                    let package = """
                        let package = Package(name: "App", targets: [
                            .target(name: "Core", plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")]),
                            .target(name: "App"\(plugins)),
                            .target(name: "Other", plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")]),
                        ])
                        """
                    try Command.write(package, to: folder.url.appending(path: "Package.swift"))
                    try? FileManager.default.removeItem(at: folder.url.appending(path: "Sources"))
                    return try await folder.methodical("import", "openapi.json", "--into", "Sources/App/Schema").output
                }
                let missing = try await steps("")
                #expect(missing.contains("name: \"App\",\n"))
                let plugin = #", plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")]"#
                let products = #", dependencies: [.product(name: "Methodical", package: "methodical")]"#
                #expect(try await steps(plugin).contains(#"add to the dependencies of "App":"#))
                #expect(try await !steps(products + plugin).contains("in Package.swift"))
            }
        }

        /// The next steps show the credentials that calls need.
        @Test(arguments: [
            (#"{"type": "http", "scheme": "bearer"}"#, #"Shop(account: Account(token: "..."))"#),
            (
                #"{"type": "apiKey", "in": "query", "name": "key"}"#,
                #"Shop(account: Account(credentials: ["login": .key("...")]))"#
            ),
            (
                #"{"type": "http", "scheme": "basic"}"#,
                #"Shop(account: Account(credentials: ["login": .basic(user: "...", password: "...")]))"#
            ),
        ]) func theClientIsShown(scheme: String, client: String) async throws {
            try await ImportedFolder.with { folder in
                let document = """
                    {"openapi": "3.1.0", "info": {"title": "Shop"}, "servers": [{"url": "https://shop.example"}],
                     "security": [{"login": []}], "components": {"securitySchemes": {"login": \(scheme)}},
                     "paths": {"/pins": {"get": {"operationId": "listPins", "responses": {}}}}}
                    """
                try Command.write(document, to: folder.url.appending(path: "openapi.json"))
                let output = try await folder.methodical("import", "openapi.json").output
                #expect(output.contains("let api = \(client)\n"), "\(output)")
            }
        }

        @Test func nameAndBaseURLOfOptions() async throws {
            try await ImportedFolder.with { folder in
                let words = ["--name", "Mine", "--base-url", "https://mine.example/a"]
                _ = try await Command.methodical(["import", "openapi.json"] + words, in: folder.url)
                let api = try folder.text("api.json")
                #expect(api.contains(#""name": "Mine""#) && api.contains(#""baseURL": "https://mine.example/a/""#))
                var document = ShopDocument()
                document.baseURL = "https://other.example"
                try document.write(to: folder.url)
                #expect(try await folder.methodical("import").status == 0)
                #expect(try folder.text("api.json").contains("https://mine.example/a/"))
            }
        }

        @Test func aSecondImportTouchesNothing() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let times = try folder.times()
                for words in [["import"], ["import", "openapi.json"], ["import", "--into", "Schema"]] {
                    let ran = try await Command.methodical(words, in: folder.url)
                    #expect(
                        ran.status == 0 && ran.output == "Schema: nothing changed since the import of openapi.json\n",
                        "\(ran)")
                }
                #expect(try folder.times() == times)
            }
        }

        @Test func aChangedDocumentIsCompared() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                var document = ShopDocument()
                document.operations.removeFirst()
                document.schemas["User"] = #"{"type": "object", "properties": {"name": {"type": "integer"}}}"#
                try document.write(to: folder.url)
                let ran = try await folder.methodical("import", "--fail-on", "major")
                #expect(ran.status == 1 && ran.output.contains("\nShop: major ("), "\(ran)")
                #expect(ran.output.contains("method `pins.list` is gone"), "\(ran)")
                #expect(!FileManager.default.fileExists(atPath: folder.schema.appending(path: "pins").path))
                let again = try await folder.methodical("import", "--fail-on", "major")
                #expect(again.status == 0 && again.output.contains("nothing changed"), "\(again)")
            }
        }

        @Test func decisionsOfPeopleStay() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                try folder.edit(
                    "api.json", "  \"name\": \"Shop\",",
                    "  \"name\": \"Store\",   \n\t\"limits\": {\"*\": \"3/s\"}, \"access\": \"public\",")
                try folder.edit("api.json", "https://api.shop.example/v1/", "https://mine.example/")
                let overlay =
                    ##"[{"at": "shared/types.json#/definitions/User", "merge": {"description": "A person."}, "because": "x"}]"##
                try Command.write(
                    "{\"overlay\": \(overlay)}", to: folder.schema.appending(path: "shared/fix.overlay.json"))
                try Command.write("notes", to: folder.schema.appending(path: "NOTES.md"))
                let own = try folder.contents()
                var document = ShopDocument()
                document.baseURL = "https://api2.shop.example"
                document.operations.removeLast()
                try document.write(to: folder.url)
                let ran = try await folder.methodical("import")
                #expect(ran.status == 0 && ran.output.contains("api.json:5:3: baseURL was edited, and stays"), "\(ran)")
                let new = try folder.contents()
                #expect(new["NOTES.md"] == "notes")
                #expect(new["shared/fix.overlay.json"] == own["shared/fix.overlay.json"])
                let (before, after) = (try #require(own["api.json"]), try #require(new["api.json"]))
                #expect(before != after)
                #expect(before.split(separator: "\"source\"")[0] == after.split(separator: "\"source\"")[0])
            }
        }

        @Test func aForeignFileIsNotOverwritten() async throws {
            try await ImportedFolder.with { folder in
                try Command.write(#"{"methods": []}"#, to: folder.schema.appending(path: "users/methods.json"))
                let ran = try await folder.methodical("import", "openapi.json")
                #expect(
                    ran.status == 64
                        && ran.errors.contains("Schema/users/methods.json would be overwritten, but no import wrote it"),
                    "\(ran)")
                #expect(try folder.contents() == ["users/methods.json": #"{"methods": []}"#])
            }
        }

        @Test func patternsAreRecorded() async throws {
            try await ImportedFolder.with { folder in
                let words = ["import", "openapi.json", "--include", "users.*", "--exclude", "users.get"]
                #expect(try await Command.methodical(words, in: folder.url).status == 0)
                let contents = try folder.contents()
                #expect(contents["pins/methods.json"] == nil)
                #expect(contents["users/methods.json"]?.contains("users.get") == false)
                let check = try await folder.methodical("check")
                #expect(check.status == 0 && check.output.hasPrefix("Schema: no problem"), "\(check)")
                #expect(try await folder.methodical("import").output.contains("nothing changed"))
                try folder.edit("api.json", #""users.get""#, #""users.list""#)
                #expect(try await folder.methodical("import").status == 0)
                let file = try folder.text("users/methods.json")
                #expect(file.contains("users.get") && !file.contains("users.list"))
            }
        }

        @Test func aPatternWithoutAMethodIsAnError() async throws {
            try await ImportedFolder.with { folder in
                let ran = try await folder.methodical("import", "openapi.json", "--include", "user.*")
                #expect(
                    ran.status == 64
                        && ran.errors.contains(
                            "no method matches 'user.*'; the document has users.*, pins.*, pins.list, users.get, users.list"
                        ),
                    "\(ran)")
                #expect(!FileManager.default.fileExists(atPath: folder.schema.path))
            }
        }

        @Test func aDocumentThatMoves() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json", "--into", "Sources/App/Schema")
                let api = folder.url.appending(path: "Sources/App/Schema/api.json")
                #expect(try String(contentsOf: api, encoding: .utf8).contains(#""../../../openapi.json""#))
                try ShopDocument().write(to: folder.url, as: "docs/shop.json")
                let other = try await folder.methodical("import", "docs/shop.json")
                #expect(other.status == 64 && other.errors.contains("add --into FOLDER"), "\(other)")
                let ran = try await folder.methodical("import", "docs/shop.json", "--into", "Sources/App/Schema")
                #expect(ran.status == 0, "\(ran)")
                #expect(try String(contentsOf: api, encoding: .utf8).contains(#""../../../docs/shop.json""#))
            }
        }

        @Test(
            "Requests that make no sense are refused before anything is written",
            arguments: [
                (["import"], "no schema below this folder was imported; name a document"),
                (["import", "none.json"], "there is no file none.json\n"), (["import", "."], ". is a folder"),
                (["import", "./v1.2/none.json"], "there is no file ./v1.2/none.json\n"),
                (["import", "localhost:8080"], "localhost:8080; a URL begins with https://, or with http:// for this"),
                (["import", "api.example/a.json"], "no file api.example/a.json; a URL begins with https://"),
                (["import", "ftp://api.example/a.json"], "no file ftp://api.example/a.json; a URL begins with"),
                (["import", "openapi.json", "--into", "."], "openapi.json is inside the schema's folder"),
                (["import", "openapi.json", "--into", "openapi.json"], "openapi.json is a file"),
                (["import", "openapi.json", "--into", ""], "the folder's name is empty"),
                (["import", "openapi.json", "--name", "a b"], "--name a b is not a name"),
                (["import", "http://example.com/a.json"], "https"), (["import", "https://"], "not a valid URL"),
                (["import", "https://u:p@example.com/a.json"], "it contains a password"),
                (["import", "web.html"], "it is a web page or XML"),
                (["import", "broken.json"], "broken.json:1:6: error"),
                (["import", "other.json"], "other.json:1:1: error: expected an OpenAPI document"),
            ])
        func refusals(_ words: [String], _ text: String) async throws {
            try await ImportedFolder.with { folder in
                try Command.write("<html></html>", to: folder.url.appending(path: "web.html"))
                try Command.write(#"{"a":"#, to: folder.url.appending(path: "broken.json"))
                try Command.write("{}", to: folder.url.appending(path: "other.json"))
                let ran = try await Command.methodical(words, in: folder.url)
                #expect([2, 64].contains(ran.status) && ran.errors.contains(text), "\(ran)")
                #expect(!FileManager.default.fileExists(atPath: folder.schema.path))
            }
        }
    }
#endif
