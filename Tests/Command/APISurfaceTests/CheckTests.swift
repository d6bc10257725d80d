#if CommandLine
    import APIImport
    import Foundation
    import TestFiles
    import Testing
    import Toolchain

    /// Tests of `methodical check`, on schemas with errors or warnings and on an API that changes.
    @Suite struct CheckTests {
        private static let broken = Checkout.goldenCases.appending(path: "Diagnostics")
        static let names = ((try? FileManager.default.contentsOfDirectory(atPath: broken.path)) ?? []).filter {
            !$0.hasPrefix(".")
        }.sorted()

        @Test("A broken schema is shown as the golden terminal shows it", arguments: names)
        func terminal(_ name: String) async throws {
            let folder = Self.broken.appending(path: name)
            let shown = try await Command.onTerminal(["check", "schema"], in: folder, environment: ["NO_COLOR": "1"])
            let text = "$ methodical check schema\n\(shown.output)$ echo $?\n\(shown.status)\n"
            let file = folder.appending(path: "terminal.txt")
            if ChangeCase.rewrites { try Data(text.utf8).write(to: file) }
            #expect(try text == String(contentsOf: file, encoding: .utf8))
        }

        @Test("There are enough broken schemas for the claim")
        func count() throws {
            let ended = try Self.names.map {
                try String(contentsOf: Self.broken.appending(path: "\($0)/terminal.txt"), encoding: .utf8).suffix(2)
            }
            #expect(ended.count { $0 == "2\n" } >= 40)
        }

        @Test func acceptAndCheckAgain() async throws {
            try await Command.inFolder { folder in
                let schema = folder.appending(path: "Schema")
                try Command.copy("property-retyped", "old", to: schema)
                let first = try await Command.methodical("check", in: folder)
                #expect(
                    first.output
                        == "Schema: no problem; there is no methodical.lock yet: `methodical check Schema --accept` writes one\n"
                )
                let accepted = try await Command.methodical("check", "--accept", in: folder)
                #expect(
                    accepted.status == 0
                        && accepted.output.hasPrefix("Schema: no problem; accepted in methodical.lock: "), "\(accepted)"
                )
                #expect(
                    try await Command.methodical("check", "Schema", in: folder).output
                        == "Schema: no problem; the API matches methodical.lock\n")

                try Command.copy("property-retyped", "new", to: schema)
                let departed = try await Command.methodical("check", "Schema", in: folder)
                #expect(departed.status == 1)
                #expect(departed.output.contains("property `user.first_name` was `String?`, and is `Int?` now"))
                let ending =
                    "the change breaks callers of the API in methodical.lock; if the change is intended: `methodical check Schema --accept`\n"
                #expect(departed.output.hasSuffix("\nSchema: \(ending)"), "\(departed)")
                #expect(try await Command.methodical("check", "Schema", "--accept", in: folder).status == 0)
                #expect(try await Command.methodical("check", "Schema", in: folder).status == 0)
            }
        }

        @Test("What Swift calls something is held against the lock file, too")
        func renamed() async throws {
            try await Command.inFolder { folder in
                let schema = folder.appending(path: "Schema")
                try Command.copy("property-retyped", "old", to: schema)
                #expect(try await Command.methodical("check", "--accept", in: folder).status == 0)
                let file = schema.appending(path: "users.json")
                let text = try String(contentsOf: file, encoding: .utf8)
                try Command.write(
                    text.replacing("\"first_name\": {", with: "\"first_name\": { \"swift\": \"givenName\","), to: file)
                let checked = try await Command.methodical("check", in: folder)
                #expect(
                    checked.status == 1 && checked.output.contains("property `user.first_name` is `givenName` now"),
                    "\(checked)")
            }
        }

        @Test("A lock file that was merged badly is an error at its line")
        func damaged() async throws {
            try await Command.inFolder { folder in
                try Command.copy("property-retyped", "old", to: folder.appending(path: "Schema"))
                try Command.write(
                    "methodical-lock 1 X\n<<<<<<<\n", to: folder.appending(path: "Schema/methodical.lock"))
                let damaged = try await Command.methodical("check", "Schema", in: folder)
                #expect(
                    damaged.status == 2 && damaged.errors.hasPrefix("Schema/methodical.lock:2:1: error: "), "\(damaged)"
                )
            }
        }

        @Test("Names that are gone are kept in a Swift file beside the schema until the API is accepted")
        func keepNames() async throws {
            try await Command.inFolder { folder in
                let schema = folder.appending(path: "Schema")
                try Command.copy("property-removed", "old", to: schema)
                let unlocked = try await Command.methodical("check", "--keep-names", in: folder)
                #expect(
                    unlocked.status == 64 && unlocked.errors.contains("Schema has no methodical.lock: "), "\(unlocked)")
                #expect(try await Command.methodical("check", "--accept", in: folder).status == 0)
                let file = schema.appending(path: "PropertyRemovedKeptNames.swift")
                let nothing = try await Command.methodical("check", "--keep-names", in: folder)
                #expect(
                    nothing.output.hasSuffix(
                        "\nnothing was removed since methodical.lock, so there are no names to keep\n"), "\(nothing)")
                #expect(!FileManager.default.fileExists(atPath: file.path))

                try Command.copy("property-removed", "new", to: schema)
                let written = try await Command.methodical("check", "--keep-names", in: folder)
                #expect(
                    written.output.hasSuffix("\nSchema/PropertyRemovedKeptNames.swift is written: commit it\n"),
                    "\(written)")
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(
                    text.contains(#"@available(*, unavailable, message: "`user.first_name` is gone from the API")"#))
                let again = try await Command.methodical("check", "--keep-names", in: folder)
                #expect(again.output.hasSuffix("\nSchema/PropertyRemovedKeptNames.swift is up to date\n"), "\(again)")
                try Command.write(text + "// edited\n", to: file)
                let stale = try await Command.methodical("check", in: folder)
                #expect(stale.output.contains("Schema/PropertyRemovedKeptNames.swift is stale: run "), "\(stale)")
                #expect(try await Command.methodical("check", "--accept", in: folder).status == 0)
                #expect(!FileManager.default.fileExists(atPath: file.path))

                try Command.write("// mine\n", to: file)
                let foreign = try await Command.methodical("check", "--keep-names", in: folder)
                #expect(
                    foreign.status == 64 && foreign.errors.contains("was not written by this command"), "\(foreign)")
            }
        }

        @Test("`check --rewrite` replaces former keywords in the files, and nothing else")
        func rewriting() async throws {
            try await Command.inFolder { folder in
                let schema = folder.appending(path: "Schema")
                try FileManager.default.copyItem(
                    at: Checkout.goldenCases.appending(path: "Code/former-keywords/schema"), to: schema)
                let before = try await Command.methodical("check", in: folder)
                #expect(before.status == 0)
                #expect(
                    before.errors.contains(
                        #"Schema/api.json:4:3: warning: "errors" is called "errorCodes" now; "#
                            + "`methodical check --rewrite` updates the files"), "\(before)")

                let rewritten = try await Command.methodical("check", "--rewrite", in: folder)
                #expect(rewritten.status == 0)
                #expect(
                    rewritten.output.hasPrefix("Schema: replaced former keywords in 3 files\nSchema: 1 note; "),
                    "\(rewritten)")
                let text = try String(contentsOf: schema.appending(path: "shop/methods.json"), encoding: .utf8)
                #expect(
                    text.contains(#""pages": { "size": "limit", "call": {"files.more": {"cursor": "after"}} } },"#),
                    "\(text)")

                let again = try await Command.methodical("check", "--rewrite", in: folder)
                #expect(again.output.hasPrefix("Schema: 1 note; "), "\(again)")
            }
        }

        @Test("`check --rewrite` tells the next import that nobody has edited the files")
        func rewritingOfAnImport() async throws {
            try await Command.inFolder { folder in
                let methods = """
                    { "methods": [
                      { "name": "a.get", "verb": "GET", "responses": { "200": { "type": "integer" }, "404": { "type": "null" } } } ] }

                    """
                let digest = RecordedSource.digest(ofFile: Array(methods.utf8))
                let settings = """
                    { "name": "A", "baseURL": "https://a.example/", "responses": { "reading": "strict" },
                      "source": { "location": "a.yaml", "files": { "methods.json": "\(digest)", "own.json": "0123456789abcdef" } } }

                    """
                try Command.write(methods, to: folder.appending(path: "Schema/methods.json"))
                try Command.write(settings, to: folder.appending(path: "Schema/api.json"))
                let rewritten = try await Command.methodical("check", "--rewrite", in: folder)
                #expect(rewritten.status == 0, "\(rewritten)")

                let newMethods = try Data(contentsOf: folder.appending(path: "Schema/methods.json"))
                let newSettings = try String(contentsOf: folder.appending(path: "Schema/api.json"), encoding: .utf8)
                let newDigest = RecordedSource.digest(ofFile: Array(newMethods))
                #expect(newDigest != digest)
                let expected = settings.replacing(digest, with: newDigest)
                    .replacing(#""responses": { "reading""#, with: #""decoding": { "mismatches""#)
                #expect(newSettings == expected)
            }
        }

        @Test("Every schema below a folder is checked, the worst decides")
        func several() async throws {
            try await Command.inFolder { folder in
                try Command.copy("method-added", "old", to: folder.appending(path: "Sources/A/Schema"))
                try Command.copy("method-added", "new", to: folder.appending(path: "Sources/B/Schema"))
                try Command.copy("method-added", "new", to: folder.appending(path: ".build/B/Schema"))
                let both = try await Command.methodical("check", in: folder)
                #expect(both.status == 0)
                #expect(
                    both.output.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                        "Sources/A/Schema", "Sources/B/Schema",
                    ])
                let several = try await Command.methodical("list", in: folder)
                #expect(
                    several.status == 64
                        && several.errors.contains("name one:\n  Sources/A/Schema\n  Sources/B/Schema"), "\(several)")
                let explained = try await Command.methodical("explain", "users.get", in: folder)
                #expect(explained.status == 64)
                #expect(explained.errors.contains("name one with --schema:\n  Sources/A/Schema"), "\(explained)")
                try Command.write("{", to: folder.appending(path: "Sources/A/Schema/broken.json"))
                let broken = try await Command.methodical("check", in: folder)
                #expect(broken.status == 2)
                #expect(
                    broken.output.hasSuffix("\nOf 2 schemas these have errors or break callers: Sources/A/Schema\n"),
                    "\(broken)")
                #expect(try await Command.methodical("list", "Sources/B", in: folder).status == 0)
            }
        }

        @Test func unusedTypesAreNoted() async throws {
            let check = try await Command.methodical(
                "check", ".", in: ChangeCase.root.appending(path: "type-added/new"))
            #expect(check.status == 0 && check.output.hasPrefix(".: 1 note;"), "\(check)")
            #expect(
                check.errors.hasPrefix("users.json:")
                    && check.errors.hasSuffix(": note: no method uses the type \"place\"\n"), "\(check)")
        }

        @Test func typesThatIncludeNamesAreUsed() async throws {
            let cases = Checkout.goldenCases.appending(path: "Code/include-definitions")
            let check = try await Command.methodical("check", "schema", in: cases)
            #expect(
                check.status == 0 && check.output.hasPrefix("schema: no problem") && check.errors.isEmpty, "\(check)")
        }

        @Test("A lock file that cannot be read is no broken API")
        func unreadable() async throws {
            try await Command.inFolder { folder in
                try Command.copy("method-added", "old", to: folder)
                try FileManager.default.createDirectory(
                    at: folder.appending(path: "methodical.lock"), withIntermediateDirectories: true)
                let check = try await Command.methodical("check", in: folder)
                #expect(check.status == 2 && check.errors.hasPrefix("Error: cannot read methodical.lock"), "\(check)")
            }
        }

        @Test("A problem is printed as JSON, for GitHub, and as Markdown")
        func formats() async throws {
            let folder = Self.broken.appending(path: "ref-dangling-suggests-nearest")
            let message =
                ##""#/definitions/Citty" has no target: users.json has no "Citty" there; did you mean "City"?"##
            let json = try await Command.methodical("check", "schema", "--format", "json", in: folder)
            let told = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? NSDictionary)
            #expect(json.status == 2 && json.errors.isEmpty)
            let problem: NSDictionary = [
                "severity": "error", "file": "schema/users.json", "line": 3, "column": 67, "message": message,
            ]
            #expect(told == ["schema": "schema", "problems": [problem]])
            let github = try await Command.methodical("check", "schema", "--format", "github", in: folder)
            #expect(github.output == "::error file=schema/users.json,line=3,col=67::\(message)\n" && github.status == 2)
            let markdown = try await Command.methodical("check", "schema", "--format", "markdown", in: folder)
            #expect(markdown.output == "- **error** `schema/users.json:3:67`: \(message)\n" && markdown.status == 2)
        }

        @Test("Colours are for terminals, and not where nobody wants them")
        func colours() async throws {
            let folder = Self.broken.appending(path: "ref-dangling-suggests-nearest")
            let bright = try await Command.onTerminal(["check", "schema"], in: folder)
            #expect(
                bright.output.contains("\u{1B}[1mschema/users.json:3:67:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m "),
                "\(bright)")
            let plain = try await Command.onTerminal(["check", "schema"], in: folder, environment: ["NO_COLOR": "1"])
            let dumb = try await Command.onTerminal(["check", "schema"], in: folder, environment: ["TERM": "dumb"])
            let piped = try await Command.methodical("check", "schema", in: folder)
            for outcome in [plain, dumb, piped] { #expect(!(outcome.output + outcome.errors).contains("\u{1B}")) }
        }
    }
#endif
