import APISurface
import Foundation
import Testing

@testable import MethodicalGenerator

/// A folder with one idea: `schema/` as a user would write it, and beside it the expected generated files in
/// `expected/`, the expected diagnostics in `expected.txt`, or both.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    let folder: URL
    var name: String { folder.lastPathComponent }
    var testDescription: String { name }

    /// The tool's output for the case's schema.
    struct Outcome: Equatable {
        var files: [String: String] = [:]
        var diagnostics = ""
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"

    /// The name of the case's API, which no other case has: `EnumOpenString` for `enum-open-string`.
    var apiName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    static func all(in group: String) -> [GoldenCase] {
        let folder = root.appending(path: group)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { GoldenCase(folder: folder.appending(path: $0)) }
    }

    func outcome() throws -> Outcome {
        let schema = folder.appending(path: "schema")
        let files = try Self.files(below: schema, suffix: ".json").map { path in
            SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: schema.appending(path: path))))
        }
        let lockFile = try Self.files(below: schema, suffix: ".lock").first.map { path in
            SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: schema.appending(path: path))))
        }
        let compilation = compile(files + [lockFile].compactMap(\.self))
        var diagnostics = compilation.diagnostics
        let lock = lockFile.flatMap { Lock.read($0, problems: &diagnostics) }
        var outcome = Outcome(diagnostics: diagnostics.map { $0.description + "\n" }.joined())
        guard let api = compilation.api, diagnostics.count == compilation.diagnostics.count else { return outcome }
        let units = Set(files.filter { $0.path.contains("/") }.map { String($0.path.prefix { $0 != "/" }) }).sorted()
        let sources = Dictionary(grouping: compilation.sources) {
            $0.contains("/") ? String($0.prefix { $0 != "/" }) : ""
        }
        for file in emit(api, units: units, sources: sources) {
            outcome.files[file.unit.isEmpty ? "\(name).swift" : "\(name)+\(file.unit).swift"] = file.text
        }
        if let lock { outcome.files["\(name)-kept.swift"] = KeptNames.text(of: api, since: lock) }
        return outcome
    }

    func expected() throws -> Outcome {
        var outcome = Outcome()
        let code = folder.appending(path: "expected")
        for path in try Self.files(below: code, suffix: ".swift") {
            outcome.files[path] = try String(contentsOf: code.appending(path: path), encoding: .utf8)
        }
        let text = folder.appending(path: "expected.txt")
        if FileManager.default.fileExists(atPath: text.path) {
            outcome.diagnostics = try String(contentsOf: text, encoding: .utf8)
        }
        return outcome
    }

    func rewrite(_ outcome: Outcome) throws {
        let code = folder.appending(path: "expected")
        let text = folder.appending(path: "expected.txt")
        for old in [code, text] where FileManager.default.fileExists(atPath: old.path) {
            try FileManager.default.removeItem(at: old)
        }
        for (path, content) in outcome.files {
            try FileManager.default.createDirectory(at: code, withIntermediateDirectories: true)
            try Data(content.utf8).write(to: code.appending(path: path))
        }
        if !outcome.diagnostics.isEmpty { try Data(outcome.diagnostics.utf8).write(to: text) }
    }

    private static func files(below folder: URL, suffix: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }.sorted()
    }
}
