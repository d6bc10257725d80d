#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of imports that end before all files are written.
    @Suite struct ImportFailureTests {
        /// Two states of a document with so many namespaces that writing takes a while.
        private static func document(_ type: String) -> ShopDocument {
            var document = ShopDocument()
            document.operations = (0..<80).map { number in
                ("space\(number)/get", "/space\(number)", ##"{"$ref": "#/components/schemas/Type\##(number)"}"##)
            }
            document.schemas = [:]
            for number in 0..<80 {
                document.schemas["Type\(number)"] = #"{"type": "object", "properties": {"a": {"type": "\#(type)"}}}"#
            }
            return document
        }

        @Test("A killed import leaves the old state, the new state, or a mixture that the same command completes")
        func killed() async throws {
            try await ImportedFolder.with(Self.document("string")) { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let old = try folder.contents()
                try Self.document("integer").write(to: folder.url)
                _ = try await folder.methodical("import")
                let new = try folder.contents()
                #expect(old != new)
                let staging = folder.schema.appending(path: ".methodical-import").path
                var mixtures = 0
                for attempt in 0..<10 {
                    let isOld = attempt % 2 == 0
                    try Self.document(isOld ? "string" : "integer").write(to: folder.url)
                    let (source, target) = isOld ? (new, old) : (old, new)
                    _ = try await Command.killed(["import"], in: folder.url, after: Double(attempt) * 0.002) {
                        FileManager.default.fileExists(atPath: staging)
                    }
                    for (path, text) in try folder.contents() where !path.hasPrefix(".methodical-import/") {
                        #expect(text == source[path] || text == target[path], "\(path)")
                    }
                    if try folder.contents() != source { mixtures += 1 }
                    let isCurrent = try await folder.methodical("import", "--check").status == 0
                    let isComplete = try folder.contents().filter { !$0.key.hasPrefix(".") } == target
                    #expect(isCurrent == isComplete)
                    #expect(try await folder.methodical("import").status == 0)
                    #expect(try folder.contents() == target)
                }
                #expect(mixtures > 0)
            }
        }

        @Test func aFolderInPlaceOfAFile() async throws {
            try await ImportedFolder.with { folder in
                try FileManager.default.createDirectory(
                    at: folder.schema.appending(path: "users/methods.json/x"), withIntermediateDirectories: true)
                let ran = try await folder.methodical("import", "openapi.json")
                #expect(ran.status == 2, "\(ran)")
                #expect(ran.errors.contains("cannot write Schema/users/methods.json ("), "\(ran)")
                #expect(
                    ran.errors.contains("of 5 files were changed before; the same command changes the rest"), "\(ran)")
                let contents = try folder.contents()
                #expect(contents["api.json"] == nil && contents.keys.allSatisfy { !$0.hasPrefix(".") })
                try FileManager.default.removeItem(at: folder.schema.appending(path: "users/methods.json"))
                #expect(try await folder.methodical("import", "openapi.json").status == 0)
            }
        }
    }
#endif
