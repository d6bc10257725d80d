#if CommandLine
    import TestFiles
    import Foundation
    import Testing
    import Toolchain

    /// Tests that the schemas of the programs in `RoundTripTests` are what the command writes. Set
    /// METHODICAL_REWRITE_GOLDENS=1 to import them anew, then read the difference.
    @Suite struct ImportedProgramsTests {
        private static let target = Checkout.root.appending(path: "Tests/Runtime/RoundTripTests")

        @Test(
            "The committed schema is what an import of the document writes",
            arguments: [
                ("pets.yaml", "PetShop"), ("planner.yaml", "Planner"), ("forge.yaml", "Forge"),
                ("workshop.yaml", "Workshop"),
            ])
        func committedFiles(document: String, name: String) async throws {
            try await ImportedFolder.with(nil) { folder in
                let text = try String(contentsOf: Self.target.appending(path: "Documents/\(document)"), encoding: .utf8)
                try Command.write(text, to: folder.url.appending(path: "Documents/\(document)"))
                let ran = try await folder.methodical("import", "Documents/\(document)", "--into", "Schema/\(name)")
                #expect(ran.status == 0, "\(ran)")
                let imported = folder.schema.appending(path: name)
                let committed = Self.target.appending(path: "Schema/\(name)")
                if ImportCase.rewrites {
                    try? FileManager.default.removeItem(at: committed)
                    try FileManager.default.copyItem(at: imported, to: committed)
                }
                let files = try texts(below: imported)
                let expected = try texts(below: committed)
                #expect(files.keys.sorted() == expected.keys.sorted())
                for (path, text) in expected {
                    #expect(files[path] == text, "\(path)")
                }
            }
        }

        /// Returns the JSON files below a folder as texts, by their paths.
        private func texts(below folder: URL) throws -> [String: String] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            var texts: [String: String] = [:]
            for path in paths where path.hasSuffix(".json") {
                texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
            return texts
        }
    }
#endif
