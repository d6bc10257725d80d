#if CommandLine
    import Foundation
    import Toolchain

    /// A folder of a test, with a document and the schema that is imported from it.
    struct ImportedFolder {
        let url: URL
        var schema: URL { url.appending(path: "Schema") }

        /// Runs a test in a folder with a document. Nothing is imported yet.
        static func with(_ document: ShopDocument? = ShopDocument(), _ body: (ImportedFolder) async throws -> Void)
            async throws
        {
            try await Command.inFolder { url in
                try document?.write(to: url)
                try await body(ImportedFolder(url: url))
            }
        }

        func methodical(_ words: String...) async throws -> Command {
            try await Command.methodical(words, in: url)
        }

        func text(_ path: String) throws -> String {
            try String(contentsOf: schema.appending(path: path), encoding: .utf8)
        }

        func edit(_ path: String, _ old: String, _ new: String) throws {
            let text = try text(path)
            guard text.contains(old) else { throw Command.Failed(errors: "\(path) has no \(old): \(text)") }
            try Command.write(text.replacing(old, with: new), to: schema.appending(path: path))
        }

        /// The files below the schema's folder with their contents, hidden files included.
        func contents() throws -> [String: String] {
            var contents: [String: String] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: schema.path) {
                let attributes = try FileManager.default.attributesOfItem(atPath: schema.appending(path: path).path)
                if attributes[.type] as? FileAttributeType == .typeRegular { contents[path] = try text(path) }
            }
            return contents
        }

        /// The files with the times at which they were last written.
        func times() throws -> [String: Date] {
            var times: [String: Date] = [:]
            for path in try contents().keys {
                let attributes = try FileManager.default.attributesOfItem(atPath: schema.appending(path: path).path)
                times[path] = attributes[.modificationDate] as? Date
            }
            return times
        }
    }
#endif
