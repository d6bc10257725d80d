import APISurface
import Foundation
import MethodicalGenerator
import Testing

@testable import APIImport

/// A folder with one idea: a document `source.json` or `source.yaml`, or both, with the files that it refers to, and
/// the expected result of its import beside it.
///
/// A file `options.json` may hold `name`, `baseURL`, `include`, `exclude` and `expandable`.
struct ImportCase: CustomTestStringConvertible, Sendable {
    let folder: URL
    var name: String { folder.lastPathComponent }
    var testDescription: String { name }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"

    /// A name that no other case has, for all cases together in one module: `EnumWithNull` for `enum-with-null`.
    var apiName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The names of the documents, of which the first is the one that the expected files come from.
    var sources: [String] {
        ["source.json", "source.yaml"].filter {
            FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
        }
    }

    static func all(in group: String) -> [ImportCase] {
        let folder = root.appending(path: group)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { ImportCase(folder: folder.appending(path: $0)) }
    }

    /// The result of an import, as texts.
    struct Outcome: Equatable {
        /// The written files by path, `api.json` among them.
        var files: [String: String] = [:]
        var report = ""
        /// The generator's diagnostics of the files.
        var diagnostics = ""
    }

    /// Imports a document, and compiles the result as the generator does.
    func outcome(_ source: String) throws -> Outcome {
        let (imported, problems) = try imported(source, options())
        var outcome = Outcome(report: Self.text(imported?.report, problems))
        guard let imported else { return outcome }
        outcome.files = Self.texts(imported)
        try #require(outcome.files.count == imported.files.count + 1, "two files have the same path")
        outcome.diagnostics = compile(Self.schema(outcome.files)).diagnostics.map { $0.description + "\n" }.joined()
        return outcome
    }

    /// Returns the generated Swift files of the case, under a name that no other case has.
    func code() throws -> [(name: String, text: String)] {
        guard let source = sources.first else { return [] }
        var options = try options()
        options.name = apiName
        guard let imported = try imported(source, options).files else { return [] }
        let files = Self.texts(imported)
        guard let api = compile(Self.schema(files)).api else { return [] }
        let units = Set(files.keys.filter { $0.contains("/") }.map { String($0.prefix { $0 != "/" }) }).sorted()
        return emit(api, units: units).map { ("\(apiName)+\($0.unit).swift", $0.text) }
    }

    private func imported(
        _ source: String, _ options: ImportOptions
    ) throws -> (files: ImportedFiles?, problems: [Diagnostic]) {
        let folder = folder
        func file(_ path: String) throws -> SourceFile {
            guard let data = try? Data(contentsOf: folder.appending(path: path)) else { throw NoFile() }
            return SourceFile(path: path, bytes: [UInt8](data))
        }
        var problems: [Diagnostic] = []
        guard let documents = DocumentSet(try file(source), at: source, problems: &problems, read: file) else {
            return (nil, problems)
        }
        let imported = importFiles(from: documents, options: options)
        return (imported, problems + documents.problems)
    }

    private struct NoFile: Error, CustomStringConvertible {
        var description: String { "there is no such file" }
    }

    private func options() throws -> ImportOptions {
        struct Choices: Decodable {
            var name: String?
            var baseURL: String?
            var include: [String]?
            var exclude: [String]?
            var expandable: String?
        }
        var options = ImportOptions()
        let file = folder.appending(path: "options.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return options }
        let choices = try JSONDecoder().decode(Choices.self, from: Data(contentsOf: file))
        (options.name, options.baseURL) = (choices.name, choices.baseURL)
        (options.include, options.exclude) = (choices.include ?? [], choices.exclude ?? [])
        options.expandable = choices.expandable.flatMap { ExpandableReferences(rawValue: $0) } ?? .objects
        return options
    }

    private static func texts(_ imported: ImportedFiles) -> [String: String] {
        var files = Dictionary(imported.files.map { ($0.path, $0.text) }) { first, _ in first }
        files["api.json"] = SchemaText(imported.settings).text
        return files
    }

    private static func schema(_ files: [String: String]) -> [SourceFile] {
        files.keys.sorted().map { SourceFile(path: $0, bytes: Array((files[$0] ?? "").utf8)) }
    }

    private static func text(_ report: ImportReport?, _ problems: [Diagnostic]) -> String {
        var lines: [String] = []
        if let report {
            lines.append(
                "\(report.format): \(report.operations) operations, \(report.kept) kept, \(report.exact) exact, "
                    + "\(report.methods) methods")
            for note in report.notes.sorted(by: { ($0.place, $0.text) < ($1.place, $1.text) }) {
                let operation = note.operation.map { "\($0.title): " } ?? ""
                let place = "\(note.place.file):\(note.place.line):\(note.place.column)"
                lines.append("\(place): \(note.kind.rawValue): \(operation)\(note.text)")
            }
        }
        for way in report?.signInWays ?? [] {
            lines.append("sign in: \(way.name), \(way.kind): \(way.account ?? "calls cannot sign in so")")
        }
        if let address = report?.missingAddress { lines.append("missing address: \(address)") }
        lines += problems.map(\.description)
        return lines.map { $0 + "\n" }.joined()
    }
}
