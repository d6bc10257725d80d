#if CommandLine
    import APISurface
    import Foundation
    import TestFiles
    import Testing
    import Toolchain

    @testable import APIImport

    /// Tests of the address that files name for editors.
    @Suite struct EditorSchemaTests {
        private static func line(_ schema: EditorSchema) -> String {
            JSONValue.member(schema.member, indent: "")
        }

        @Test(
            "The address is that of a file in the repository that the README installs",
            arguments: [EditorSchema.api, .methods])
        func address(schema: EditorSchema) throws {
            guard case .string(let address) = schema.member.value else {
                Issue.record("the address is not a text")
                return
            }
            let readme = try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
            let repository = try #require(readme.firstMatch(of: /url: "https:\/\/github\.com\/([^"]+)"/)?.output.1)
            let start = "https://raw.githubusercontent.com/\(repository)/main/"
            #expect(address.hasPrefix(start))
            let path = Checkout.root.appending(path: String(address.dropFirst(start.count))).path
            #expect(FileManager.default.fileExists(atPath: path))
        }

        @Test("A first import and a new schema name it in each file")
        func newFiles() async throws {
            try await ImportedFolder.with { folder in
                #expect(try await folder.methodical("import", "openapi.json").status == 0)
                #expect(try folder.text("api.json").hasPrefix("{\n  \(Self.line(.api)),\n"))
                #expect(try folder.text("pins/methods.json").contains("\n  \(Self.line(.methods)),\n"))
                #expect(try folder.text("pins/types.json").contains("\n  \(Self.line(.methods)),\n"))
                let new = try await folder.methodical("new", "New", "--name", "A", "--base-url", "https://a.example/")
                #expect(new.status == 0 && new.errors.isEmpty, "\(new)")
                for (name, schema) in [("api.json", EditorSchema.api), ("methods.json", .methods)] {
                    let text = try String(contentsOf: folder.url.appending(path: "New/\(name)"), encoding: .utf8)
                    #expect(text.hasPrefix("{\n  \(Self.line(schema)),\n"), "\(text)")
                }
            }
        }

        @Test("A repetition of an earlier import adds nothing, and one with new names does")
        func earlierImport() async throws {
            try await ImportedFolder.with { folder in
                #expect(try await folder.methodical("import", "openapi.json").status == 0)
                // The files as an earlier version has written them.
                try folder.edit("api.json", "\"rules\": 5", "\"rules\": 4")
                try folder.edit("api.json", "  \(Self.line(.api)),\n", "")
                #expect(try await folder.methodical("import").status == 0)
                let earlier = try folder.contents()
                #expect(earlier.count > 2 && !earlier.values.contains { $0.contains("$schema") })
                #expect(try folder.text("pins/methods.json").contains("Edits are lost"))

                #expect(try await folder.methodical("import", "--check").status == 0)
                #expect(try await folder.methodical("import").status == 0)
                #expect(try folder.contents() == earlier)

                #expect(try await folder.methodical("import", "--new-names").status == 0)
                #expect(try folder.text("pins/methods.json").contains(Self.line(.methods)))
                #expect(try !folder.text("pins/methods.json").contains("Edits are lost"))
            }
        }

        @Test("An address that a person removes or changes stays so")
        func editedAddress() async throws {
            try await ImportedFolder.with { folder in
                #expect(try await folder.methodical("import", "openapi.json").status == 0)
                let own = "  \"$schema\": \"../api.schema.json\",\n"
                for (old, new) in [("  \(Self.line(.api)),\n", ""), ("  \"name\":", own + "  \"name\":")] {
                    try folder.edit("api.json", old, new)
                    let edited = try folder.text("api.json")
                    #expect(try await folder.methodical("import").status == 0)
                    #expect(try folder.text("api.json") == edited)
                }
            }
        }
    }
#endif
