#if CommandLine
    import APIImport
    import APIInference
    import APILearning
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// A schema that `new --from` makes from recorded exchanges, or refines.
    ///
    /// The exchanges become an OpenAPI document beside the schema, which is imported like any other. So a repetition
    /// keeps names and everything that people wrote.
    struct TrafficSchema {
        let command: New
        private let folder: String
        /// The path of the document, as the command reads and writes it.
        private let document: String
        private let earlier: EarlierDocument?
        private let name: String

        /// - Throws: ``WrongArgument`` if the folder has a schema from another source, or a choice is missing.
        init(_ command: New, in folder: String) throws {
            self.command = command
            self.folder = folder
            let hasSchema = FileManager.default.fileExists(atPath: "\(folder)/api.json")
            let recorded = hasSchema ? try Import.document(of: folder) : nil
            if hasSchema, recorded == nil {
                throw WrongArgument(
                    "\(folder)/api.json already exists, and was not made from recorded exchanges; "
                        + Console.hint("learn") + " corrects a schema")
            }
            guard let document = command.document ?? recorded ?? command.name.map({ "\($0).traffic.json" }) else {
                throw WrongArgument("add --name NAME, the name of the API and of the client's type")
            }
            self.document = document
            earlier = try Self.earlierDocument(at: document)
            guard let name = command.name ?? earlier?.name else {
                throw WrongArgument("add --name NAME, the name of the API and of the client's type")
            }
            self.name = name
        }

        /// Returns the document of an earlier run, or `nil` if there is none.
        private static func earlierDocument(at path: String) throws -> EarlierDocument? {
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            let data = try Disk.reading(path) { try Data(contentsOf: URL(fileURLWithPath: path)) }
            do throws(EarlierDocument.Failure) {
                return try EarlierDocument(SourceFile(path: path, bytes: [UInt8](data)))
            } catch {
                throw WrongArgument(error.message)
            }
        }

        /// Writes the document and the schema, and prints the evidence and the report of the import.
        func write() throws {
            let inference = try inference()
            let importation = try Import.parse(
                [document, "--into", folder, "--name", name, "--format", command.format.value.rawValue]
                    + (command.verbose ? ["--verbose"] : []))
            try Disk.writing(document) {
                try Data(inference.document.utf8).write(to: URL(fileURLWithPath: document), options: .atomic)
            }
            switch command.format.value {
            case .text:
                try Console.print(inference.report.text(verbose: command.verbose))
            case .markdown, .github:
                try Console.print(inference.report.markdown, terminator: "")
            case .json:
                break
            }
            let status = try importation.run(in: folder, traffic: inference.report)
            if status != 0 {
                throw ExitCode(status)
            }
            if command.format.value == .text {
                let again = Console.hint("new \(Console.word(for: folder)) --from MORE", writes: true)
                try Console.print("With more recordings:                \(again)")
            }
        }

        private func inference() throws -> Inference {
            let files: TrafficFiles
            do {
                files = try TrafficFiles(command.from)
            } catch let error as ResponseFiles.Missing {
                throw WrongArgument("there is no file or folder \(error.path)")
            }
            do throws(Inference.Failure) {
                return try Inference(
                    from: files,
                    refining: earlier,
                    options: Inference.Options(name: name, baseURL: command.baseURL))
            } catch {
                throw WrongArgument(error.message + Console.firstLines(files.reasons))
            }
        }
    }
#endif
