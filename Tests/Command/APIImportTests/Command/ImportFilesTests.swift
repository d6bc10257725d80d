#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of the files that an import may write and delete.
    @Suite struct ImportFilesTests {
        /// A document without the namespace `pins`.
        private static var smaller: ShopDocument {
            var document = ShopDocument()
            document.operations.removeFirst()
            return document
        }

        @Test("A linked folder below the schema's folder leads nowhere", arguments: ["users", "shared"])
        func linkedFolder(name: String) async throws {
            try await ImportedFolder.with { folder in
                let victim = folder.url.appending(path: "victim")
                try FileManager.default.createDirectory(at: victim, withIntermediateDirectories: true)
                try FileManager.default.createDirectory(at: folder.schema, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    atPath: folder.schema.appending(path: name).path, withDestinationPath: "../victim")
                let ran = try await folder.methodical("import", "openapi.json", "--into", "Schema")
                #expect(ran.status == 2, "\(ran)")
                #expect(
                    ran.errors
                        == "Error: cannot write Schema/\(name) (it is a link; an import changes only real folders)\n")
                #expect(try FileManager.default.contentsOfDirectory(atPath: victim.path).isEmpty)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.schema.path) == [name])
            }
        }

        @Test("A file is not deleted through a link that took the place of its folder")
        func linkedFolderOfADeletedFile() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                try FileManager.default.moveItem(
                    at: folder.schema.appending(path: "pins"), to: folder.url.appending(path: "pins"))
                try FileManager.default.createSymbolicLink(
                    atPath: folder.schema.appending(path: "pins").path, withDestinationPath: "../pins")
                try Self.smaller.write(to: folder.url)
                let ran = try await folder.methodical("import")
                #expect(ran.status == 2 && ran.errors.contains("Schema/pins (it is a link"), "\(ran)")
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "pins").path)
                #expect(left.sorted() == ["methods.json", "types.json"])
            }
        }

        @Test("The schema's folder itself may be a link")
        func linkedSchema() async throws {
            try await ImportedFolder.with { folder in
                let real = folder.url.appending(path: "real")
                try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    atPath: folder.schema.path, withDestinationPath: "real")
                let ran = try await folder.methodical("import", "openapi.json", "--into", "Schema")
                #expect(ran.status == 0, "\(ran)")
                #expect(FileManager.default.fileExists(atPath: real.appending(path: "users/methods.json").path))
            }
        }

        @Test("A link that appears during the import leads nowhere")
        func linkInTheMeantime() async throws {
            try await ImportedFolder.with { folder in
                let victim = folder.url.appending(path: "victim")
                try FileManager.default.createDirectory(at: victim, withIntermediateDirectories: true)
                let script = """
                    mkdir -p Schema
                    (while [ ! -e stop ]; do
                      rm -rf Schema/users; ln -s ../victim Schema/users; rm -f Schema/users; mkdir -p Schema/users
                    done) & flip=$!
                    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
                      methodical import openapi.json --into Schema > /dev/null 2>&1
                    done
                    touch stop; wait $flip
                    """
                _ = try await Command.shell(script, in: folder.url)
                #expect(try FileManager.default.contentsOfDirectory(atPath: victim.path).isEmpty)
            }
        }

        @Test("A copy of an imported file stays, and the output names it")
        func copy() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let copy = try folder.text("users/methods.json").replacing("users.", with: "people.")
                try Command.write(copy, to: folder.schema.appending(path: "other/hand.json"))
                let ran = try await folder.methodical("import")
                #expect(ran.status == 0, "\(ran)")
                #expect(
                    ran.errors.contains(
                        "Schema/other/hand.json:1:1: warning: this file stays, because the last import did not write it"
                    ),
                    "\(ran)")
                #expect(try folder.text("other/hand.json") == copy)
                #expect(try await folder.methodical("import", "--check").status == 0)
                try folder.edit(
                    "other/hand.json", #""$comment": "Written by methodical import."#, #""$comment": "Mine."#)
                #expect(try await folder.methodical("import").errors.isEmpty)
            }
        }

        @Test("An imported file that was edited is not deleted")
        func edited() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                try folder.edit("pins/methods.json", "pins.list", "pins.all")
                try Self.smaller.write(to: folder.url)
                let ran = try await folder.methodical("import", "--format", "json")
                #expect(ran.output.contains(#""keptFiles": ["pins/methods.json"]"#), "\(ran)")
                #expect(ran.output.contains(#""deleted": ["pins/types.json", "shared/types.json"]"#), "\(ran)")
                #expect(try folder.text("pins/methods.json").contains("pins.all"))
                #expect(!FileManager.default.fileExists(atPath: folder.schema.appending(path: "pins/types.json").path))
            }
        }

        @Test("Without a record of the files, none is deleted")
        func noRecord() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let api = try folder.text("api.json")
                let record = try #require(api.firstRange(of: /"files": \{[^}]*\},\s*/))
                try Command.write(
                    api.replacingCharacters(in: record, with: ""), to: folder.schema.appending(path: "api.json"))
                try Self.smaller.write(to: folder.url)
                let ran = try await folder.methodical("import")
                #expect(ran.errors.contains("Schema/pins/methods.json:1:1: warning: this file stays"), "\(ran)")
                #expect(FileManager.default.fileExists(atPath: folder.schema.appending(path: "pins/methods.json").path))
            }
        }

        @Test("Every deleted file is named", arguments: ["text", "json", "github", "markdown"])
        func deletedFiles(format: String) async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                try Self.smaller.write(to: folder.url)
                let ran = try await folder.methodical("import", "--format", format)
                #expect(ran.status == 0, "\(ran)")
                for path in ["pins/methods.json", "pins/types.json"] {
                    #expect((ran.output + ran.errors).contains(path), "\(ran)")
                    #expect(!FileManager.default.fileExists(atPath: folder.schema.appending(path: path).path))
                }
            }
        }
    }
#endif
