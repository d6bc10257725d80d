import APIImport
import MethodicalGenerator
import Testing

@Suite struct ImportTests {
    @Test func refusesAnUnknownFormat() throws {
        var problems: [Diagnostic] = []
        let file = SourceFile(path: "a.json", bytes: Array("{}".utf8))
        let documents = try #require(DocumentSet(file, at: "a.json", problems: &problems) { _ in file })
        #expect(importFiles(from: documents) == nil)
        #expect(documents.problems.count == 1)
    }
}
