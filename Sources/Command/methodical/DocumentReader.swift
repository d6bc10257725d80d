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
        /// The documents in private networks that other documents lead to.
        private(set) var notes: [Diagnostic] = []
        private let root: String
        private let deadline: DownloadDeadline

        /// - Parameters:
        ///   - root: The path or URL of the first document.
        ///   - timeLimit: The time for all downloads together, in seconds.
        init(root: String, timeLimit: Int) {
            self.root = root
            deadline = DownloadDeadline(seconds: timeLimit)
        }

        /// Reads the first document.
        func readRoot() throws -> SourceFile {
            try first(at: root, isPart: true)
        }

        /// Reads an overlay. It does not count as a part of the document.
        func readOverlay(_ location: String) throws -> SourceFile {
            try first(at: location, isPart: false)
        }

        /// Reads a document that another one refers to.
        func readReferenced(_ location: String) throws(Failure) -> SourceFile {
            if ShownPath.isURL(root), !ShownPath.isURL(location) {
                throw Failure(description: "a document from a server cannot refer to a local file")
            }
            if ShownPath.isURL(location) {
                try checkServer(of: location)
            }
            if !ShownPath.isURL(location), !FileManager.default.fileExists(atPath: location) {
                throw Failure(description: "there is no such file")
            }
            return try file(at: location, isPart: true)
        }

        /// Throws if a document may not refer to the server of a URL. Adds a note for one in a private network.
        private func checkServer(of location: String) throws(Failure) {
            let host = Self.host(of: location)
            if host == Self.host(of: root) {
                return
            }
            switch NetworkPlace(resolving: host) {
            case .elsewhere: return
            case .privateNetwork:
                addNote(at: location, text: "this document is on a server of a private network")
            case .thisComputer:
                let isOwn =
                    ShownPath.isURL(root)
                    && NetworkPlace(resolving: Self.host(of: root)) == .thisComputer
                guard isOwn else {
                    throw Failure(description: "a document cannot refer to a server on this computer")
                }
            }
        }

        private func addNote(at location: String, text: String) {
            notes.append(
                Diagnostic(
                    .note,
                    at: Place(file: location, line: 1, column: 1),
                    text))
        }

        /// Returns the host of a URL, or an empty string.
        private static func host(of location: String) -> String {
            URL(string: location)?.host() ?? ""
        }

        /// Reads a document that options name.
        private func first(at location: String, isPart: Bool) throws -> SourceFile {
            try Self.checkExistence(of: location)
            do { return try file(at: location, isPart: isPart) } catch {
                throw Disk.Failure(errorDescription: "cannot read \(location): \(error.description)")
            }
        }

        /// Throws if a path leads to no file. URLs are not checked.
        static func checkExistence(of location: String) throws {
            guard !ShownPath.isURL(location) else { return }
            guard !Schema.isFolder(location) else {
                throw WrongArgument("\(location) is a folder; name a document")
            }
            guard !FileManager.default.fileExists(atPath: location) else { return }
            let folder = (location as NSString).deletingLastPathComponent
            // The folder may be missing, too.
            let names: [String]
            if folder.isEmpty {
                names = (try? Disk.names(in: ".")) ?? []
            } else {
                let beside = (try? Disk.names(in: folder)) ?? []
                names = beside.map { "\(folder)/\($0)" }
            }
            var hint = ""
            if let near = nearest(to: location, among: names) {
                hint = "; did you mean \(near)?"
            } else if ShownPath.resemblesURL(location) {
                hint = "; a URL begins with https://, or with http:// for this computer"
            }
            throw WrongArgument("there is no file \(location)\(hint)")
        }

        private func file(at location: String, isPart: Bool) throws(Failure) -> SourceFile {
            let bytes = try bytes(at: location)
            if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "<") {
                var description = "it is a web page or XML, not JSON or YAML"
                if location.contains("github.com") {
                    description += "; on GitHub, use the address of its button Raw"
                }
                throw Failure(description: description)
            }
            let file = SourceFile(path: location, shownPath: location, bytes: bytes)
            files.append(file)
            if isPart {
                contents.append(bytes)
            }
            return file
        }

        private func bytes(at location: String) throws(Failure) -> [UInt8] {
            if ShownPath.isURL(location) {
                let download = try Download.download(location, deadline: deadline)
                for url in download.privateURLs {
                    addNote(
                        at: location,
                        text: "this document is redirected to \(url), on a server of a private network")
                }
                return download.bytes
            }
            do { return [UInt8](try Data(contentsOf: URL(fileURLWithPath: location))) } catch {
                throw Failure(description: Disk.cause(of: error) ?? "the file is not readable")
            }
        }
    }
#endif
