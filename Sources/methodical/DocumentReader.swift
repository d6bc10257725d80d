#if CommandLine
    import APIImport
    import Foundation
    import MethodicalGenerator

    /// A reader of a document and of those that its references lead to.
    final class DocumentReader {
        /// The reason for which a document cannot be read.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// The bytes of the files that were read, in order.
        private(set) var contents: [[UInt8]] = []
        /// The files that were read, for excerpts in messages.
        private(set) var files: [SourceFile] = []
        private let root: String

        /// - Parameter root: The path or URL of the first document.
        init(root: String) { self.root = root }

        /// Reads the first document.
        func readRoot() throws -> SourceFile { try first(root, isPart: true) }

        /// Reads an overlay. It does not count as a part of the document.
        func readOverlay(_ location: String) throws -> SourceFile { try first(location, isPart: false) }

        /// Reads a document that another one refers to.
        func readReferenced(_ location: String) throws(Failure) -> SourceFile {
            if ShownPath.isURL(root), !ShownPath.isURL(location) {
                throw Failure(description: "a document from a server cannot refer to a local file")
            }
            if ShownPath.isURL(location), !Self.isLocal(root), Self.isLocal(location) {
                throw Failure(description: "a document cannot refer to a server on this computer")
            }
            if !ShownPath.isURL(location), !FileManager.default.fileExists(atPath: location) {
                throw Failure(description: "there is no such file")
            }
            return try file(location, isPart: true)
        }

        /// Reads a document that options name.
        private func first(_ location: String, isPart: Bool) throws -> SourceFile {
            try Self.checkExistence(of: location)
            do { return try file(location, isPart: isPart) } catch {
                throw Disk.Failure(errorDescription: "cannot read \(location): \(error.description)")
            }
        }

        /// Throws if a path leads to no file. URLs are not checked.
        static func checkExistence(of location: String) throws {
            guard !ShownPath.isURL(location) else { return }
            guard !Schema.isFolder(location) else { throw WrongArgument("\(location) is a folder; name a document") }
            guard !FileManager.default.fileExists(atPath: location) else { return }
            let folder = (location as NSString).deletingLastPathComponent
            // The folder may be missing, too.
            let beside = (try? Disk.names(in: folder.isEmpty ? "." : folder)) ?? []
            let names = beside.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
            let hint = nearest(to: location, among: names).map { "; did you mean \($0)?" } ?? ""
            throw WrongArgument("there is no file \(location)\(hint)")
        }

        private func file(_ location: String, isPart: Bool) throws(Failure) -> SourceFile {
            let bytes = try Self.bytes(location)
            if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "<") {
                let hint = location.contains("github.com") ? "; on GitHub, use the address of its button Raw" : ""
                throw Failure(description: "it is a web page or XML, not JSON or YAML\(hint)")
            }
            let file = SourceFile(path: location, shownPath: location, bytes: bytes)
            files.append(file)
            if isPart { contents.append(bytes) }
            return file
        }

        private static func bytes(_ location: String) throws(Failure) -> [UInt8] {
            if ShownPath.isURL(location) { return try Download.bytes(at: location) }
            do { return [UInt8](try Data(contentsOf: URL(fileURLWithPath: location))) } catch {
                throw Failure(description: Disk.cause(of: error) ?? "the file is not readable")
            }
        }

        private static func isLocal(_ location: String) -> Bool {
            ["localhost", "127.0.0.1", "::1", "[::1]"].contains(URL(string: location)?.host() ?? "")
        }
    }
#endif
