import APIImport
import Foundation
import MethodicalGenerator
import Testing

/// Google's own documents. `METHODICAL_IMPORT_CORPUS` can name a folder with others.
@Suite(.enabled(if: !ImportCorpus.documents("discovery").isEmpty, "../shared/corpus/discovery is missing"))
struct DiscoveryCorpusTests {
    @Test func importsAllDocuments() throws {
        var (operations, kept, exact) = (0, 0, 0)
        var diagnostics: [String] = []
        for url in ImportCorpus.documents("discovery") {
            let data = try Data(contentsOf: url)
            guard data.range(of: Data("\"discoveryVersion\"".utf8)) != nil,
                data.range(of: Data("discovery#restDescription".utf8)) != nil
            else { continue }
            let document = try Import(data, path: url.lastPathComponent)
            let report = document.imported.report
            operations += report.operations
            kept += report.kept
            exact += report.exact
            let wrong = report.notes.filter { $0.kind == .wrong }
            #expect(wrong.isEmpty, "\(wrong)")
            #expect(document.compilation.api != nil, "\(url.lastPathComponent)")
            diagnostics += document.compilation.diagnostics.map { "\(url.lastPathComponent): \($0)" }
        }
        print("\(operations) methods, \(kept) kept, \(exact) exact, \(diagnostics.count) diagnostics")
        #expect(kept == operations)
        #expect(exact * 100 >= operations * 98)
        #expect(diagnostics.isEmpty, "\(diagnostics.joined(separator: "\n"))")
    }

    @Test(
        "The code for Drive, Gmail, Calendar, and YouTube compiles without a warning",
        arguments: ["drive.v3", "gmail.v1", "calendar.v3", "youtube.v3"])
    func generatesCode(_ name: String) async throws {
        let all = ImportCorpus.documents("discovery")
        guard let url = all.first(where: { $0.lastPathComponent == name + ".json" }) else { return }
        try await Import(try Data(contentsOf: url), path: url.lastPathComponent).expectCode()
    }
}
