import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// Tests of the declarations of keywords, and of the files that are made from them. Set METHODICAL_REWRITE_GOLDENS=1 to
/// replace these files, then read the difference.
@Suite struct DialectTests {
    private static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"

    @Test("Each keyword is declared once for each kind of object, and each kind of object has one")
    func declaresOnce() {
        var seen: Set<String> = []
        for keyword in Dialect.keywords {
            for object in keyword.objects {
                #expect(seen.insert("\(object) \(keyword.name)").inserted, "\(object) \(keyword.name)")
            }
        }
        for object in DialectObject.allCases {
            #expect(Dialect.keywords.contains { $0.objects.contains(object) }, "\(object)")
        }
    }

    @Test("Each key that the compiler looks up is a keyword")
    func declaresKeys() {
        let names = Set(Dialect.keywords.map(\.name) + ["overlay"])
        #expect(Key.allCases.map(\.rawValue).filter { !names.contains($0) } == [])
    }

    @Test("Each supported keyword has a summary and an example of its kind")
    func givesExamples() throws {
        for keyword in Dialect.keywords {
            #expect(keyword.summary.hasSuffix("."), "\(keyword.name)")
            guard keyword.support == .supported else { continue }
            var problems: [Diagnostic] = []
            let example = parse(SourceFile(path: "", bytes: Array(keyword.example.utf8)), problems: &problems)
            #expect(example.map(keyword.value.accepts) == true, "\(keyword.name): \(keyword.example)")
        }
    }

    /// The example has every keyword of the features of HTTP APIs.
    @Test func theExampleUsesThem() throws {
        let folder = Checkout.root.appending(path: "Tests/Generator/GoldenTests/Cases/Code/every-feature/schema")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let text = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        let objects: Set<DialectObject> = [.body, .scheme, .stream, .poll, .webhooks]
        let own = Dialect.keywords.filter { $0.support == .supported && !objects.isDisjoint(with: $0.objects) }
        let others = ["events", "failures", "server", "servers", "variables", "headers", "address", "totalPages"]
        #expect((own.map(\.name) + others).filter { !text.contains("\"\($0)\": ") } == [])
    }

    @Test("The page of keywords lists each keyword in one of its tables")
    func reference() throws {
        let file = Checkout.root.appending(path: "Schema/Keywords.md")
        let page = KeywordPage(replacingTablesOf: try String(contentsOf: file, encoding: .utf8))
        let unlisted = page.unlistedRows.filter { !Set($0.objects).isSubset(of: [.reference, .subcode]) }
        #expect(unlisted.map(\.names) == [])
        try compare(page.text, with: file)
    }

    @Test(
        "The JSON Schemas for editors are those of the declarations",
        arguments: [("methods.schema.json", EditorSchema.methods), ("api.schema.json", EditorSchema.api)])
    func editorSchema(name: String, schema: EditorSchema) throws {
        try compare(schema.text, with: Checkout.root.appending(path: "Schema/\(name)"))
    }

    /// Compares a text with a file, or writes it if golden files are to be replaced.
    private func compare(_ text: String, with file: URL) throws {
        if Self.rewrites {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isSame = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isSame, "\(file.lastPathComponent) differs from the declarations of the keywords")
    }
}
