#if CommandLine
    import TestFiles
    import Foundation
    import Testing
    import Toolchain

    /// Tests that `methodical generate` and the plugin's tool write the same Swift.
    @Suite struct GenerateTests {
        @Test("The files have the same names and bytes", arguments: ["VK", "Metrika", "Huaban"])
        func sameAsThePlugin(api: String) async throws {
            try await Command.inFolder { folder in
                let schema = folder.appending(path: "Schema")
                try FileManager.default.copyItem(at: Checkout.schema.appending(path: api), to: schema)
                let ran = try await Command.shell(
                    """
                    '\(try Command.tool())-generate' --schema Schema --output Plugin --prefix \(api) &&
                    methodical generate Schema --output Committed
                    """, in: folder)
                #expect(ran.status == 0, "\(ran)")
                let (plugin, committed) = (try files(folder, "Plugin"), try files(folder, "Committed"))
                #expect(committed.count > 3 && plugin.keys.sorted() == committed.keys.sorted())
                for (name, data) in plugin { #expect(committed[name] == data, "\(name)") }
            }
        }

        private func files(_ folder: URL, _ name: String) throws -> [String: Data] {
            let folder = folder.appending(path: name)
            return try Dictionary(
                uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
                    ($0, try Data(contentsOf: folder.appending(path: $0)))
                })
        }
    }
#endif
