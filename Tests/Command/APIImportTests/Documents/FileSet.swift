import APIImport
import MethodicalGenerator

/// Files that documents can refer to.
final class FileSet {
    private let files: [String: String]
    /// The locations that have been read, in order.
    private(set) var reads: [String] = []

    /// A file that does not exist.
    struct Missing: Error, CustomStringConvertible {
        var description: String { "there is no such file" }
    }

    init(_ files: [String: String]) { self.files = files }

    /// Opens one of the files as the first document.
    func open(_ location: String, limits: DocumentLimits = DocumentLimits()) -> DocumentSet? {
        var problems: [Diagnostic] = []
        let bytes = Array((files[location] ?? "").utf8)
        let first = SourceFile(path: location, bytes: bytes)
        let documents = DocumentSet(first, at: location, problems: &problems, limits: limits) { location in
            self.reads.append(location)
            guard let text = self.files[location] else { throw Missing() }
            return SourceFile(path: location, bytes: Array(text.utf8))
        }
        documents?.problems += problems
        return documents
    }
}

extension DocumentSet {
    /// Returns the target of the reference at a member of the root, in JSON, or the problems of the set.
    func follow(_ key: String) -> String {
        guard let reference = root[key]?["$ref"] else { return "no reference" }
        return target(of: reference)?.node.json ?? messages
    }

    /// The diagnostics as they are printed.
    var messages: String { problems.map(\.description).joined(separator: "\n") }
}
