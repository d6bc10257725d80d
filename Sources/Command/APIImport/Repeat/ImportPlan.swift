import MethodicalGenerator

/// The changes to a schema folder that an import requires.
package struct ImportPlan: Sendable {
    /// The files to write, by path relative to the folder of `api.json`. The `api.json` is last, because its record
    /// says that the import is complete.
    package private(set) var written: [SourceFile] = []
    /// The files of the last import that this one does not produce.
    package private(set) var deleted: [SourceFile] = []
    /// The files that look like an import's and are not in this one, but which the last import did not write as they
    /// are: copies, edited files, and those of imports that recorded no files.
    package private(set) var kept: [SourceFile] = []
    /// The files in the way that no import wrote.
    package private(set) var foreign: [SourceFile] = []
    /// The files of the folder after the import.
    package private(set) var files: [SourceFile] = []

    /// Compares the files of an import with those in the folder.
    ///
    /// - Parameters:
    ///   - present: The files in the folder.
    ///   - recorded: The record of the last import. Without it, no file is deleted.
    ///   - folder: The folder as it is shown to people.
    package init(
        _ imported: [(path: String, text: String)],
        settings: String,
        present: [SourceFile],
        recorded: RecordedSource?,
        in folder: String
    ) {
        let texts = imported + [("api.json", settings)]
        let known = Dictionary(present.map { ($0.path, $0) }) { first, _ in first }
        let paths = Set(texts.map(\.path))
        for (path, text) in texts {
            let file = SourceFile(
                path: path,
                shownPath: "\(folder)/\(path)",
                bytes: Array(text.utf8))
            if let old = known[path],
                path != "api.json",
                !Self.isImported(old)
            {
                foreign.append(old)
            }
            if known[path]?.bytes != file.bytes {
                written.append(file)
            }
            files.append(file)
        }
        for file in present where !paths.contains(file.path) {
            if let digest = recorded?.files[file.path],
                digest == RecordedSource.digest(ofFile: file.bytes)
            {
                deleted.append(file)
                continue
            }
            if Self.isImported(file) {
                kept.append(file)
            }
            files.append(file)
        }
    }

    /// Indicates whether the folder has the imported files already.
    package var isEmpty: Bool {
        written.isEmpty && deleted.isEmpty
    }

    /// The files that stay although they look like an import's, as warnings.
    package var keptFiles: [Diagnostic] {
        kept.map { file in
            Diagnostic(
                .warning,
                at: Place(file: file.shownPath, line: 1, column: 1),
                "this file stays, because the last import did not write it as it is; delete it, or remove its "
                    + "\"\(ImportMark.key)\" if it is yours")
        }
    }

    /// The files that differ from the folder's, as errors.
    package func departures(from present: [SourceFile]) -> [Diagnostic] {
        let known = Set(present.map(\.path))
        func error(in file: SourceFile, text: String) -> Diagnostic {
            Diagnostic(
                .error,
                at: Place(file: file.shownPath, line: 1, column: 1),
                text)
        }
        let changed = written.map { file in
            if known.contains(file.path) {
                return error(in: file, text: "this file differs from the import")
            }
            return error(in: file, text: "this file is missing")
        }
        return changed + deleted.map { error(in: $0, text: "this file is left over from an earlier import") }
    }

    /// Returns the names of the methods in the files of an earlier import, by verb and path, as `ImportOptions.names`
    /// has them.
    package static func methodNames(in files: [SourceFile]) -> [String: String] {
        var names: [String: [String]] = [:]
        var streams: [String: [String]] = [:]
        var ignored: [Diagnostic] = []
        for file in files where isImported(file) {
            for method in parse(file, problems: &ignored)?["methods"]?.children ?? [] {
                guard let name = method["name"]?.string,
                    let verb = method["verb"]?.string,
                    let path = method["path"]?.string
                else { continue }
                let key = "\(verb) \(path)"
                if method["stream"] == nil {
                    names[key, default: []].append(name)
                } else {
                    streams[key, default: []].append(name)
                }
            }
        }
        // An operation that always returns a stream is one method. One that can also return its result at once is two.
        for (key, list) in streams {
            if names[key] == nil {
                names[key] = list
            } else {
                names[key + " stream"] = list
            }
        }
        // Paths that differ only in their fragments are one path in the files, so their names cannot be told apart.
        return names.filter { $0.value.count == 1 }.compactMapValues(\.first)
    }

    /// Returns the names that the functions of methods have beside others in the files of an earlier import, as
    /// `ImportOptions.functions` has them.
    package static func functionNames(in files: [SourceFile]) -> [String: String] {
        var names: [String: String] = [:]
        var ignored: [Diagnostic] = []
        for file in files where isImported(file) {
            for method in parse(file, problems: &ignored)?["methods"]?.children ?? [] {
                if let name = method["name"]?.string {
                    names[name] = method["swift"]?.string
                }
            }
        }
        return names
    }

    /// Returns the names of the definitions in the files of an earlier import, by the names of the schemas in the
    /// document, as `ImportOptions.definitions` has them.
    package static func definitionNames(in files: [SourceFile]) -> [String: String] {
        var names: [String: String] = [:]
        var ignored: [Diagnostic] = []
        for file in files where isImported(file) {
            for definition in parse(file, problems: &ignored)?["definitions"]?.children ?? [] {
                names[definition["$comment"]?.string ?? definition.key] = definition.key
            }
        }
        return names
    }

    /// Indicates whether an import wrote a file. Such a file begins with a comment that says so.
    package static func isImported(_ file: SourceFile) -> Bool {
        [ImportMark.text, ImportMark.formerText].contains { isMarked(file, with: $0) }
    }

    private static func isMarked(_ file: SourceFile, with comment: String) -> Bool {
        let opening = "{\"\(ImportMark.key)\":\""
        let start = Array(opening.utf8) + comment.utf8.filter { $0 != UInt8(ascii: " ") }
        // The comparison ignores white space, because people format their files.
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let beginning = file.bytes.prefix(start.count * 2)
        return beginning.filter { !space.contains($0) }.starts(with: start)
    }
}
