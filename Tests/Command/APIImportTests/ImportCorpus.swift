import APIImport
import APISurface
import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Documents of other projects. They are not part of this one and lie beside its checkout, if they exist at all.
enum ImportCorpus {
    /// Returns the JSON documents in a folder, or an empty list if there is none.
    ///
    /// - Parameter variable: The environment variable that can name another folder.
    static func documents(_ folder: String, variable: String = "METHODICAL_IMPORT_CORPUS") -> [URL] {
        let other = ProcessInfo.processInfo.environment[variable].map { URL(fileURLWithPath: $0) }
        let url = other ?? Corpus.root.appendingPathComponent(folder)
        let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }
}

/// An import of one document, with the compilation of its files.
struct Import {
    var imported: ImportedFiles
    var compilation: Compilation

    init(_ text: some Collection<UInt8>, path: String = "document.json", _ options: ImportOptions = ImportOptions())
        throws
    {
        var problems: [Diagnostic] = []
        let file = SourceFile(path: path, bytes: Array(text))
        let documents = try #require(DocumentSet(file, at: path, problems: &problems) { _ in file })
        imported = try #require(importFiles(from: documents, options: options))
        // The record of the source makes weaknesses of the vendor's schemas notes.
        let source = JSONValue.object([
            "location": .string(path), "format": .string(imported.report.format),
            "sha256": .string(String(repeating: "0", count: 64)),
        ])
        let settings = JSONValue.object(imported.settings + [.init(key: "source", value: source)]).text()
        let files = [(path: "api.json", text: settings)] + imported.files
        compilation = compile(files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    /// The notes of the import, one a line.
    var notes: [String] {
        imported.report.notes.map { note in
            let operation = note.operation.map { " \($0.title):" } ?? ""
            return "\(note.place.line):\(note.place.column): \(note.kind.rawValue):\(operation) \(note.text)"
        }
    }
}
