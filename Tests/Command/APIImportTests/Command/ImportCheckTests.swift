#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of `methodical import --check`.
    @Suite struct ImportCheckTests {
        @Test func passesAfterAnImport() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let ran = try await folder.methodical("import", "--check")
                #expect(ran.status == 0 && ran.output == "Schema: the files match openapi.json\n", "\(ran)")
            }
        }

        @Test func failsAfterAChangeOfTheDocument() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let before = try folder.times()
                // Not even the files differ but for the record.
                try Command.write(ShopDocument().text + "\n", to: folder.url.appending(path: "openapi.json"))
                let ran = try await folder.methodical("import", "--check")
                #expect(ran.status == 1, "\(ran)")
                #expect(
                    ran.output
                        == "Schema: openapi.json has changed since the import; `methodical import --into Schema` brings the files up to date\n"
                )
                #expect(try folder.times() == before)
            }
        }

        @Test func failsAfterAnEditOfAFile() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                try folder.edit("users/methods.json", "users/me", "users/you")
                try FileManager.default.removeItem(at: folder.schema.appending(path: "pins/types.json"))
                let left = try folder.text("shared/types.json").replacing("User", with: "Old")
                try Command.write(left, to: folder.schema.appending(path: "old/types.json"))
                let ran = try await folder.methodical("import", "--check")
                #expect(ran.status == 1, "\(ran)")
                for text in [
                    "Schema/users/methods.json:1:1: error: this file differs from the import\n",
                    "Schema/pins/types.json:1:1: error: this file is missing\n",
                    "Schema/old/types.json:1:1: warning: this file stays, because the last import did not write it",
                ] { #expect(ran.errors.contains(text), "\(ran)") }
                let json = try await folder.methodical("import", "--check", "--format", "json")
                #expect(json.status == 1 && json.output.contains(#""documentChanged": false"#), "\(json)")
                #expect(try await folder.methodical("import").status == 0)
                #expect(try await folder.methodical("import", "--check").status == 0)
                #expect(FileManager.default.fileExists(atPath: folder.schema.appending(path: "old").path))
            }
        }

        @Test func failsWithAFileThatTheImportNoLongerWrites() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                var document = ShopDocument()
                document.operations.removeFirst()
                try document.write(to: folder.url)
                let ran = try await folder.methodical("import", "--check")
                #expect(ran.status == 1, "\(ran)")
                #expect(
                    ran.errors.contains(
                        "Schema/pins/methods.json:1:1: error: this file is left over from an earlier import\n"),
                    "\(ran)")
            }
        }

        @Test func checksAllImportedSchemas() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json", "--into", "A")
                _ = try await folder.methodical("import", "openapi.json", "--into", "B")
                _ = try await folder.methodical("new", "C", "--name", "C", "--base-url", "https://c.example/")
                let ran = try await folder.methodical("import", "--check")
                #expect(
                    ran.status == 0
                        && ran.output == "A: the files match openapi.json\nB: the files match openapi.json\n", "\(ran)")
            }
        }
    }
#endif
