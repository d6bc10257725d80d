import Foundation
import Testing
import Toolchain

/// Tests of the golden imports. Set METHODICAL_REWRITE_GOLDENS=1 to replace the expected files, then read the
/// difference.
@Suite struct GoldenImportTests {
    static let imports = ImportCase.all(in: "Imports")
    static let reports = ImportCase.all(in: "Reports")

    @Test("The imported files are the golden ones", arguments: imports)
    func files(_ golden: ImportCase) throws {
        let source = try #require(golden.sources.first)
        let outcome = try golden.outcome(source)
        if ImportCase.rewrites { try golden.rewrite(outcome) }
        let expected = try golden.expected()
        #expect(outcome.files.keys.sorted() == expected.files.keys.sorted())
        for (name, text) in expected.files {
            expect(outcome.files[name] ?? "", text, "\(golden.name)/\(name)")
        }
        expect(outcome.report, expected.report, "\(golden.name)/report.txt")
        expect(outcome.diagnostics, expected.diagnostics, "\(golden.name)/diagnostics.txt")
        #expect(!expected.files.isEmpty, "an import writes files")
        expectGeneration(outcome, golden)
    }

    @Test("The reports are the golden ones", arguments: reports)
    func report(_ golden: ImportCase) throws {
        let outcomes = try golden.sources.map { try golden.outcome($0) }
        let text = outcomes.map { $0.report + $0.diagnostics }.joined(separator: "\n")
        let file = golden.folder.appending(path: "expected.txt")
        if ImportCase.rewrites { try Data(text.utf8).write(to: file) }
        expect(text, try String(contentsOf: file, encoding: .utf8), "\(golden.name)/expected.txt")
        for outcome in outcomes { expectGeneration(outcome, golden) }
    }

    @Test("A document in JSON and its twin in YAML become the same files", arguments: imports + reports)
    func twins(_ golden: ImportCase) throws {
        let outcomes = try golden.sources.map { try golden.outcome($0) }
        for other in outcomes.dropFirst() {
            #expect(Set(other.files.keys) == Set(outcomes[0].files.keys), "\(golden.name)")
            for (name, text) in outcomes[0].files { expect(other.files[name] ?? "", text, "\(golden.name)/\(name)") }
            // Errors of the syntax belong to one of the two languages.
            if other.files.isEmpty, golden.name.hasPrefix("syntax-") { continue }
            expect(withoutPlaces(other), withoutPlaces(outcomes[0]), "\(golden.name): notes")
        }
    }

    /// Whatever the document says, the generator accepts the imported files.
    private func expectGeneration(_ outcome: ImportCase.Outcome, _ golden: ImportCase) {
        #expect(!outcome.diagnostics.contains(": error: "), "\(golden.name): \(outcome.diagnostics)")
    }

    private func withoutPlaces(_ outcome: ImportCase.Outcome) -> String {
        outcome.report.split(separator: "\n")
            .map { $0.replacing(/source\.(json|yaml):\d+:\d+/, with: "source") }.sorted().joined(separator: "\n")
    }

    @Test("There are enough cases for the claim")
    func count() {
        #expect(Self.imports.count >= 60)
        #expect(Self.reports.count >= 40)
    }

    @Test("The code of all golden imports compiles, without a warning, in one module")
    func compiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-imports-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (name, text) in try Self.imports.flatMap({ try $0.code() }) {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            paths.append(file.path)
        }
        let (succeeded, output) = try await SwiftCompiler.run(
            ["-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-module-name", "Imports"] + paths)
        #expect(succeeded && output.isEmpty, "\(output.prefix(20_000))")
    }

    private func expect(_ text: String, _ expected: String, _ name: String) {
        if let difference = firstDifference(text, expected) { Issue.record("\(name): \(difference)") }
    }

    private func firstDifference(_ a: String, _ b: String) -> String? {
        let (a, b) = (
            a.split(separator: "\n", omittingEmptySubsequences: false),
            b.split(separator: "\n", omittingEmptySubsequences: false)
        )
        for line in 0..<max(a.count, b.count) {
            let (x, y) = (line < a.count ? a[line] : "(end)", line < b.count ? b[line] : "(end)")
            if x != y { return "line \(line + 1) is\n\(x)\ninstead of\n\(y)" }
        }
        return nil
    }
}
