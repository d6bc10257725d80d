#if CommandLine
    import APIImport
    import Foundation
    import MethodicalGenerator

    /// A reader of a document and of those that its references lead to.
    final class DocumentReader {
        /// The greatest number of files that one document may consist of.
        private static let countLimit = 2000

        /// The bytes of the files that were read, in order.
        private(set) var contents: [[UInt8]] = []
        /// The files that were read, for excerpts in messages.
        private(set) var files: [SourceFile] = []
        private let root: String

        /// - Parameter root: The path or URL of the first document.
        init(root: String) { self.root = root }

        /// Reads a document.
        func read(_ location: String) throws -> SourceFile {
            guard contents.count < Self.countLimit else {
                throw Disk.Failure(errorDescription: "the document consists of more than \(Self.countLimit) files")
            }
            if ShownPath.isURL(root), !ShownPath.isURL(location) {
                throw Disk.Failure(
                    errorDescription: "a document from a server cannot refer to the local file \(location)")
            }
            if ShownPath.isURL(location), !isLocal(root), isLocal(location) {
                throw Disk.Failure(errorDescription: "the document cannot refer to this computer's server \(location)")
            }
            let file = try Self.file(location)
            contents.append(file.bytes)
            files.append(file)
            return file
        }

        /// Reads a document that another one refers to. A missing file is a mistake of the document.
        func readReferenced(_ location: String) throws -> SourceFile {
            do { return try read(location) } catch let wrong as WrongArgument {
                throw Disk.Failure(errorDescription: wrong.message)
            }
        }

        /// Reads an overlay. It does not count as a part of the document.
        func readOverlay(_ location: String) throws -> SourceFile {
            let file = try Self.file(location)
            files.append(file)
            return file
        }

        /// Throws if a path leads to no file. URLs are not checked.
        static func checkExistence(of location: String) throws {
            guard !ShownPath.isURL(location) else { return }
            guard !Schema.isFolder(location) else { throw WrongArgument("\(location) is a folder; name a document") }
            guard FileManager.default.fileExists(atPath: location) else {
                throw WrongArgument("there is no file \(location)")
            }
        }

        private static func file(_ location: String) throws -> SourceFile {
            let bytes: [UInt8]
            if ShownPath.isURL(location) {
                bytes = try Download.bytes(at: location)
            } else {
                try checkExistence(of: location)
                bytes = try Disk.reading(location) { [UInt8](try Data(contentsOf: URL(fileURLWithPath: location))) }
            }
            if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "<") {
                let hint = location.contains("github.com") ? "; on GitHub, use the address of its button Raw" : ""
                throw Disk.Failure(errorDescription: "\(location) is a web page or XML, not JSON or YAML\(hint)")
            }
            return SourceFile(path: location, shownPath: location, bytes: bytes)
        }

        private func isLocal(_ location: String) -> Bool {
            ["localhost", "127.0.0.1", "::1", "[::1]"].contains(URL(string: location)?.host() ?? "")
        }
    }
#endif
