import Foundation
import MethodicalGenerator
import TestFiles
import Testing

@testable import APIImport

/// Tests that a page's statements about other pages, schemas and tests are true.
@Suite struct PageTests {
    @Test(arguments: try Page.all()) func itsLinksLeadSomewhere(page: Page) throws {
        let folder = Checkout.root.appending(path: page.path).deletingLastPathComponent()
        let text = page.text.replacing(/!\[[^\]]*\]\([^)]*\)/, with: "")
        for match in text.matches(of: /\]\(([^)<]+)\)|<doc:(\w+)/) {
            let target = match.output.1 ?? match.output.2.map { $0 + ".md" } ?? ""
            if target.contains("://") { continue }
            #expect(match.output.1 == nil || !page.path.contains(".docc/"), "\(target): articles link by <doc:Name>")
            let path = folder.appending(path: String(target.prefix { $0 != "#" })).path
            let isTutorial = FileManager.default.fileExists(atPath: path.replacing(/\.md$/, with: ".tutorial"))
            #expect(isTutorial || FileManager.default.fileExists(atPath: path), "\(target)")
        }
    }

    /// Pictures of articles are named without their ending, and have a version for dark pages.
    @Test(arguments: try Page.all()) func itsPicturesExistAndAreDescribed(page: Page) throws {
        let folder = Checkout.root.appending(path: page.path).deletingLastPathComponent()
        for match in page.text.matches(of: /!\[([^\]]*)\]\(([^)]*)\)/) {
            let (description, name) = (match.output.1, match.output.2)
            if name.contains("://") { continue }
            #expect(description.count > 10, "\(name) has no description")
            let isOfArticle = page.path.contains(".docc/")
            let files = isOfArticle ? ["Resources/\(name).svg", "Resources/\(name)~dark.svg"] : [String(name)]
            for file in files {
                #expect(FileManager.default.fileExists(atPath: folder.appending(path: file).path), "\(file)")
            }
        }
    }

    @Test(arguments: try Page.all()) func itsSchemasAreRight(page: Page) {
        if page.schemas.isEmpty { return }
        #expect(compile(page.schemas).diagnostics.map(\.description) == [])
    }

    /// The error that a page shows is the tool's output for one mistake in the page's schema.
    @Test(arguments: [
        ("README.md", "s/Post\"", "s/Pots\""),
        ("Sources/Runtime/Methodical/Methodical.docc/GettingStarted.md", "s/Post\"", "s/Pots\""),
    ]) func theMistakeThatIsMade(path: String, right: String, wrong: String) throws {
        let page = try Page(path)
        let broken = page.schemas.map { file in
            let text = String(decoding: file.bytes, as: UTF8.self)
            return SourceFile(
                path: file.path, bytes: Array(text.replacing(right, with: wrong, maxReplacements: 1).utf8))
        }
        let shown = try #require(page.blocks.first { $0.text.contains("error:") })
        #expect(
            compile(broken).diagnostics.map { "Sources/App/Schema/\($0.description)" } == [
                shown.lines.joined(separator: " ")
            ])
    }

    #if YAML
        /// The schema that a page shows is the import of the document that it shows.
        @Test(arguments: ["FromOpenAPI", "ComingFromSwiftOpenAPIGenerator"])
        func theImportThatIsShown(name: String) throws {
            let page = try Page("Sources/Runtime/Methodical/Methodical.docc/\(name).md")
            let document = try #require(page.blocks.first { $0.text.hasPrefix("openapi: ") })
            let source = SourceFile(path: "openapi.yaml", bytes: Array(document.text.utf8))
            var problems: [Diagnostic] = []
            let documents = try #require(
                DocumentSet(source, at: source.path, problems: &problems) { _ in throw CocoaError(.fileNoSuchFile) })
            let imported = try #require(importFiles(from: documents))
            #expect(problems.map(\.description) == [])

            let settings = (path: "api.json", text: SchemaText(imported.settings).text)
            let shown = page.schemas.map { [$0.path, String(decoding: $0.bytes, as: UTF8.self)] }
            #expect(shown.sorted { $0[0] < $1[0] } == ([settings] + imported.files).map { [$0.path, $0.text] })
        }
    #endif

    @Test func theTestsThatTheyNameExist() throws {
        var tests: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: Checkout.root.path + "/Tests")
        where path.hasSuffix("Tests.swift") {
            let file = (path as NSString).lastPathComponent.dropLast(6)
            for match in try Page("Tests/" + path).text.matches(of: /func (\w+)/) {
                tests.insert("\(file).\(match.output.1)")
            }
        }
        var count = 0
        for page in try Page.all() {
            for match in page.text.matches(of: /`(\w+Tests\.\w+)`/) {
                let exists = tests.contains(String(match.output.1))
                #expect(exists, "\(page.path): \(match.output.1)")
                count += 1
            }
        }
        #expect(count > 100)
    }
}
